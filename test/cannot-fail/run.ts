// Names the tests that cannot fail, and ends with 1 where there are any: `bun run test:cannot-fail`, for all test
// files or for those that are named.
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { makeCopy } from './copy.ts'
import { judge, type Result } from './judge.ts'
import { runFile } from './run-file.ts'
import { ANSWERING, TURNED, type Way } from './ways.ts'

const ROOT = join(import.meta.dirname, '../..')

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

async function runAll(way: Way): Promise<Result[]> {
  using copy = makeCopy(way)
  const results: Result[] = []
  for (const file of files) results.push({ file, tests: await runFile(file, copy) })
  return results
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const [turned, ...answering] = await Promise.all([TURNED, ...ANSWERING].map(runAll))
const { lines, isFine } = judge(turned ?? [], answering)
for (const line of lines) console.log(line)
process.exitCode = isFine ? 0 : 1
