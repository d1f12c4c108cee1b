import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCopy, ROOT, VERSIONS } from './throw-away/make-copy.ts'

let copy: ReturnType<typeof makeCopy>
beforeAll(() => {
  copy = makeCopy()
}, 60_000)
afterAll(() => copy?.remove())

test.each(VERSIONS)(
  '%s is served, cloned, compared and promoted by commands',
  name => {
    const files = ['test/runtimes/doors', 'test/migrate/pairs-commands.long.test.ts']
    const { status, text } = copy.play(name, files, { TEST_RUNTIMES: 'Bun' })
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
    const { text } = copy.run(['test/checks/conformance/run.ts', '--version', name])
    const [, agree = 0, played = 0] = /^(\d+) of (\d+) cases agree$/m.exec(text) ?? []
    expect(Number(agree)).toBeGreaterThan(Number(played) * 0.8)
    const differences = text.split('\n').filter(line => line.startsWith('      '))
    expect(differences.filter(line => !known.test(line))).toEqual([])
  },
  300_000,
)

test('everything type-checks with them, and again without', () => {
  expect(copy.run(['test/tools/generate/write-types.js'])).toEqual({ status: 0, text: '' })
  const made = readdirSync(join(copy.folder, 'src/generated/api'))
  expect(VERSIONS.filter(name => !made.includes(`${name}.ts`))).toEqual([])
  // `bun run check` checks the other tests
  const config = { extends: './tsconfig.json', include: ['src', 'test/core/versions'] }
  writeFileSync(join(copy.folder, 'tsconfig.versions.json'), JSON.stringify(config))
  expect(copy.run(['x', 'tsc', '--noEmit', '-p', 'tsconfig.versions.json']).text).not.toMatch(/^(src|test\/versions)/m)
  const list = readFileSync(copy.list, 'utf8').split('\n')
  for (const name of VERSIONS) rmSync(join(copy.folder, 'src/core/versions', name), { recursive: true })
  writeFileSync(copy.list, list.filter(line => !VERSIONS.some(name => line.includes(name))).join('\n'))
  expect(readFileSync(copy.list, 'utf8')).toBe(readFileSync(join(ROOT, 'src/core/versions/versions.ts'), 'utf8'))
}, 300_000)
