import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definition as n8n141 } from '../../src/versions/v1/n8n-1.41.ts'
import { createV1 } from '../../src/versions/v1/v1.ts'
import { definition as n8n241 } from '../../src/versions/v2/n8n-2.41.ts'
import { createV2 } from '../../src/versions/v2/v2.ts'

const ROOT = join(import.meta.dir, '../..')
const PARTS = ['src', 'data', 'test', 'docs', 'package.json', 'tsconfig.json', 'README.md']
const VERSIONS = ['n8n-1.42', 'n8n-2.42']

let copy: string
const listed = () => join(copy, 'src/versions/versions.ts')

/** Two versions more, each one file in a folder of its own and one line in the list, in a copy of everything. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'understudy-throw-away-'))
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const lines = VERSIONS.map(name => {
    const source = readFileSync(join(import.meta.dir, 'throw-away', `${name}.ts`), 'utf8')
    mkdirSync(join(copy, 'src/versions', name))
    const own = source.replaceAll('../../../src/versions/', '../').replaceAll('../../../src/', '../../')
    writeFileSync(join(copy, 'src/versions', name, 'version.ts'), own)
    rmSync(join(copy, 'test/versions/throw-away', `${name}.ts`))
    return `  '${name}': async (): Promise<Version> => (await import('./${name}/version.ts')).version,`
  })
  const list = readFileSync(listed(), 'utf8')
  writeFileSync(
    listed(),
    list.replace('\n}\n\nexport type VersionName', `\n${lines.join('\n')}\n}\n\nexport type VersionName`),
  )
}, 60_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', timeout: 300_000 })
  return { status, text: `${stdout}${stderr}` }
}

test('a version of one more field, one more setting and one operation less takes at most 60 lines', () => {
  const lines = readFileSync(join(import.meta.dir, 'throw-away/n8n-2.42.ts'), 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(60)
})

test('two versions more: served, documented, cloned and recognised, compared, promoted to by their own limits', () => {
  const { status, text } = run(process.execPath, 'test', '--timeout', '60000', './test/versions/throw-away/in-copy.ts')
  expect([status, text]).toEqual([0, expect.stringContaining(' 0 fail')])
}, 300_000)

/** Every pair of versions is cloned, compared and promoted by commands, and over a socket, in the long run. */
const SUITES = [
  'test/checks/shapes',
  'test/control/executions.test.ts',
  ...(process.env.MIGRATE_KILLS ? ['test/runtimes/doors', 'test/migrate/pairs-commands.test.ts'] : []),
]

test.each(VERSIONS)(
  'the suites that play versions play %s',
  name => {
    const pattern = name.replace('.', '\\.')
    const { status, text } = run(process.execPath, 'test', '--timeout', '60000', '-u', '-t', pattern, ...SUITES)
    expect([status, text]).toEqual([0, expect.stringMatching(/ [1-9]\d* pass\n[\s\S]* 0 fail/)])
  },
  300_000,
)

test.each([
  ['n8n-1.42', /There is no such thing|\/tags\/|should not be there|is missing|status \d+, should be/],
  ['n8n-2.42', /\/colour should not be there/],
])(
  '%s is held against the cases of its neighbour, and differs where it says so',
  (name, known) => {
    const { text } = run(process.execPath, 'test/checks/conformance/run.ts', '--version', name)
    const [, agree = 0, played = 0] = /^(\d+) of (\d+) cases agree$/m.exec(text) ?? []
    expect(Number(agree)).toBeGreaterThan(Number(played) * 0.8)
    const differences = text.split('\n').filter(line => line.startsWith('      '))
    expect(differences.filter(line => !known.test(line))).toEqual([])
  },
  300_000,
)

test('everything type-checks with them, and again without', () => {
  expect(run(process.execPath, 'x', 'tsc', '--noEmit', '-p', '.').text).not.toMatch(/^(src|test\/versions)/m)
  const list = readFileSync(listed(), 'utf8').split('\n')
  for (const name of VERSIONS) rmSync(join(copy, 'src/versions', name), { recursive: true })
  writeFileSync(listed(), list.filter(line => !VERSIONS.some(name => line.includes(name))).join('\n'))
  expect(readFileSync(listed(), 'utf8')).toBe(readFileSync(join(ROOT, 'src/versions/versions.ts'), 'utf8'))
}, 300_000)

describe('a version that replaces what does not exist does not start', () => {
  const known = { name: 'n8n-9', measured: { release: '9.0.0', day: '2026-11-22' } }
  const about = { about: 'it', says: 'differs' }

  test.each([
    ['a refusal', 'the refusal "notFond", which does not exist; there are: unknownPath', { texts: { notFond: 'x' } }],
    ['an operation', 'the operation "getTagg", which does not exist; there are:', { without: ['getTagg'] }],
  ])('%s', (_what, message, change) => {
    const changes = [{ ...about, ...change }] as never
    const expected = `The version n8n-9 replaces ${message}`
    expect(() => createV1({ ...known, after: n8n141, decisions: {}, changes })).toThrow(expected)
    expect(() => createV2({ ...known, after: n8n241, changes })).toThrow(expected)
  })

  test.each([
    [
      'a presenter',
      'the presenter "showWorkflw", which does not exist; there are: show',
      { presenters: { showWorkflw: () => {} } },
    ],
    ['a shape', 'the shape "Workflw", which does not exist; there are:', { shapes: { Workflw: {} } }],
  ])('%s', (_what, message, change) => {
    const changes = [{ ...about, ...change }] as never
    expect(() => createV2({ ...known, after: n8n241, changes })).toThrow(`The version n8n-9 replaces ${message}`)
  })
})
