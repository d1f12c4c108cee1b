import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { ROOT } from './everything.ts'

let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'understudy-types-'))
  for (const part of ['src', 'data', 'test/tools/generate', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true, filter: path => !path.endsWith('/src/generated') })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Whether they were made. */
function write(program: string) {
  const script = `import(${JSON.stringify(join(copy, 'test/tools/generate/write-types.js'))}).then(it => it.writeTypes()).then(console.log)`
  const { stdout, stderr } = spawnSync(program, ['-e', script], { cwd: tmpdir(), encoding: 'utf8' })
  return [stdout.trim(), stderr]
}
const generated = (name: string) => join(copy, 'src/generated', name)
const textOf = (name: string) => readFileSync(generated(name), 'utf8')

// each goes on where the one before ended
test('the types are made from cold, on Node alone', () => {
  expect(write(nodeProgram())).toEqual(['true', ''])
  expect(readdirSync(generated('api')).sort()).toEqual(VERSION_NAMES.map(name => `${name}.ts`).sort())
  expect(textOf('operation-name.ts')).toContain("  | 'createTag'\n")
  expect(textOf('control-types.ts')).toContain('operations')
  expect(textOf('newest-api.ts')).toContain(`'./api/${VERSION_NAMES.at(-1)}.ts'`)
  expect(readdirSync(generated('')).sort()).toEqual([
    'api',
    'control-types.ts',
    'newest-api.ts',
    'operation-name.ts',
    'stamp.json',
  ])
}, 60_000)

test('they are not made again while nothing changed that they are made from', () => {
  appendFileSync(join(copy, 'src/cli.ts'), '\n// no input\n')
  for (const program of [nodeProgram(), process.execPath]) expect(write(program)).toEqual(['false', ''])
}, 60_000)

test.each<[what: string, change: () => void, file: string, holds: string]>([
  [
    'a shape changed',
    () => {
      const file = join(copy, 'src/core/versions/v1/shapes/workflow.ts')
      const text = readFileSync(file, 'utf8')
      writeFileSync(
        file,
        text.replace('      name: Type.String(),', '      name: Type.String(),\n      hue: Type.String(),'),
      )
    },
    'api/contract.ts',
    'hue: string',
  ],
  ['one of them was edited', () => writeFileSync(generated('operation-name.ts'), ''), 'operation-name.ts', 'createTag'],
  ['one of them is missing', () => rmSync(generated('newest-api.ts')), 'newest-api.ts', 'components'],
  ['the stamp is damaged', () => writeFileSync(generated('stamp.json'), '{"files":'), 'newest-api.ts', 'components'],
])(
  'they are made again where %s',
  (_what, change, file, holds) => {
    change()
    expect(write(process.execPath)).toEqual(['true', ''])
    expect(textOf(file)).toContain(holds)
  },
  60_000,
)
