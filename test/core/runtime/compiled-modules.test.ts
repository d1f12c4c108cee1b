import { afterAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeProgram } from '../../kit/package/node-program.ts'

const node = nodeProgram()
const folder = mkdtempSync(join(tmpdir(), 'understudy-compiled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asModule = (code: string) => `(function (exports, require, module, __filename, __dirname) {${code}\n})`
writeFileSync(
  join(folder, 'sum.cjs'),
  asModule(`
    const { sep } = require('node:path')
    exports.loads = require('./count.cjs').count()
    exports.sum = (...numbers) => numbers.reduce((sum, number) => sum + number, 0)
    exports.place = [__filename, __dirname].map(path => path.split(sep).at(-1)).length`),
)
writeFileSync(join(folder, 'count.cjs'), asModule('let loads = 0; exports.count = () => ++loads'))
const SOURCE = pathToFileURL(join(import.meta.dirname, '../../../src/core/runtime/compiled-modules.ts'))
const program = join(folder, 'program.mjs')
writeFileSync(
  program,
  `import { CompiledModules } from ${JSON.stringify(SOURCE)}
  const [file, calls] = process.argv.slice(2)
  const modules = new CompiledModules({ folder: import.meta.dirname, file })
  const { loads, sum, place } = modules.load('./sum.cjs')
  const counted = modules.load('./count.cjs').count()
  console.log(JSON.stringify({ loads, counted, place, sum: calls === 'call' ? sum(1, 2) : 0 }))
  modules.store()`,
)

function printed(file: string, calls = 'call') {
  const { stdout, stderr, status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', program, file, calls], {
    encoding: 'utf8',
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return JSON.parse(stdout)
}

const ANSWER = { loads: 1, counted: 2, place: 2, sum: 3 }

describe('modules with what was compiled of them', () => {
  test('answer alike with and without it, and are loaded once', () => {
    const file = join(folder, 'alike', 'stored')
    expect(printed(file)).toEqual(ANSWER)
    expect(printed(file)).toEqual(ANSWER)
  })

  test('are stored once, with the functions that were called', () => {
    const [file, uncalled] = [join(folder, 'called'), join(folder, 'uncalled')]
    printed(file)
    printed(uncalled, 'no call')
    expect(statSync(file).size).toBeGreaterThan(statSync(uncalled).size)
    const { mtimeMs } = statSync(file)
    printed(file)
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
  })

  test('are compiled and stored again where the file is damaged', () => {
    const file = join(folder, 'damaged')
    printed(file)
    const whole = readFileSync(file)
    const changed = Buffer.from(whole)
    const middle = Math.floor(whole.length / 2)
    changed.fill(0x55, middle, middle + 64)
    for (const damaged of [changed, whole.subarray(0, middle), Buffer.from('x'), Buffer.alloc(0)]) {
      writeFileSync(file, damaged)
      expect(printed(file)).toEqual(ANSWER)
      expect(readFileSync(file)).toHaveLength(whole.length)
    }
  })

  test('answer where nothing can be stored', () => {
    expect(printed(join(program, 'below-a-file'))).toEqual(ANSWER)
  })
})
