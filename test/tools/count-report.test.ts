import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { temporaryFolder } from '../commands/run-cli.ts'
import { countReport } from './count-report.ts'

const IMPORT = "import { beforeAll, describe, expect, test } from 'bun:test'\n"

test.each<[string, Record<string, string>, Omit<ReturnType<typeof countReport>, 'seconds'>]>([
  [
    'tests that pass, fail, and are skipped or to do',
    {
      'a.test.ts': `test('ok <&">', () => {}); test.skip('s', () => {}); test.todo('t')
test('bad', () => { expect('<skipped').toBe('') })`,
    },
    { passed: 1, failed: 1, skipped: 2, missing: [] },
  ],
  [
    'a failure before the tests of a group',
    { 'a.test.ts': "describe('g', () => { beforeAll(() => { throw new Error('no') }); test('x', () => {}) })" },
    { passed: 0, failed: 1, skipped: 0, missing: [] },
  ],
  [
    'a file that does not load',
    { 'a.test.ts': "import './none.ts'\ntest('x', () => {})", 'b.test.ts': "test('x', () => {})" },
    { passed: 1, failed: 0, skipped: 0, missing: ['a.test.ts'] },
  ],
  [
    'a file without a test',
    { 'a.test.ts': '', 'b.test.ts': "test('x', () => {})" },
    { passed: 1, failed: 0, skipped: 0, missing: ['a.test.ts'] },
  ],
  [
    'a file that ends the process with 0',
    { 'a.test.ts': "test('x', () => process.exit(0))" },
    { passed: 0, failed: 0, skipped: 0, missing: ['a.test.ts'] },
  ],
])('counts %s', async (_name, files, expected) => {
  await using folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), IMPORT + text)
  const report = join(folder.path, 'report.xml')
  const names = Object.keys(files)
  spawnSync(process.execPath, ['test', '--reporter=junit', `--reporter-outfile=${report}`, ...names], {
    cwd: folder.path,
  })
  expect(countReport(existsSync(report) ? readFileSync(report, 'utf8') : '', names)).toMatchObject(expected)
})

test('sums the seconds of each folder, whatever stands in a name', () => {
  const xml = `<testcase name="a file=&quot;x&quot;" time="1.5" file="test/page/a.test.ts" />
<testcase name="b" time="2" file="test/page/b.test.ts"><failure message="time=" /></testcase>
<testcase name="c" time="0.25" file="test/core/api/tags/c.test.ts" />`
  expect(countReport(xml, []).seconds).toEqual({ page: 3.5, api: 0.25 })
})
