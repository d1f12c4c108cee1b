// Names the tests that cannot fail, and ends with 1 where there are any: `bun run test:cannot-fail`, for all test
// files or for those that are named.
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { ACCEPTED } from './accepted.ts'
import { makeCopy } from './copy.ts'
import { type Judged, judge } from './judge.ts'
import { runFile } from './run-file.ts'
import { ANSWERING, TURNED } from './ways.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Run where they are named: they pack, build and kill for minutes; those of the page expect by waiting in a browser,
 * which cannot be turned round; `cannot-fail` is this.
 */
const LEFT_OUT = /^test\/(package|executable|crash|soak|powercut|page|cannot-fail)\//

const allFiles = () =>
  readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .map(file => `test/${file.replaceAll('\\', '/')}`)
    .filter(file => file.endsWith('.test.ts') && !LEFT_OUT.test(file))
    .sort()

const named = process.argv.slice(2)
const files = named.length ? named : allFiles()
setPriority(10)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

using copies = new DisposableStack()
const [inTurned, ...inAnswering] = [TURNED, ...ANSWERING].map(way => copies.use(makeCopy(way)))
const all: Judged[] = []
for (const file of files) {
  const answering = inAnswering.map(copy => runFile(file, copy))
  const turned = inTurned && (await runFile(file, inTurned))
  const may = ACCEPTED.filter(it => it.file === file)
  const judged = judge(turned, await Promise.all(answering), may)
  for (const { name, says } of judged.wrong) console.log(`${file}: ${name}: ${says}`)
  all.push(judged)
}
const sum = (numberOf: (judged: Judged) => number) => all.reduce((total, judged) => total + numberOf(judged), 0)
const wrong = sum(it => new Set(it.wrong.map(({ name }) => name)).size)
console.log(`${sum(it => it.count)} tests, ${wrong} cannot fail, ${sum(it => it.accepted.length)} more are accepted`)
process.exitCode = wrong ? 1 : 0
