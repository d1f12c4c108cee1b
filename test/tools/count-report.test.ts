import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { temporaryFolder } from '../commands/run-cli.ts'
import { countReport, type FileCounts, secondsOf } from './count-report.ts'

const IMPORT = "import { beforeAll, describe, expect, test } from 'bun:test'\n"

type Counted = Pick<FileCounts, 'passed' | 'failed' | 'skipped' | 'isMissing'>
const counted = (passed: number, failed: number, skipped: number): Counted => ({
  passed,
  failed,
  skipped,
  isMissing: false,
})
const MISSING: Counted = { passed: 0, failed: 1, skipped: 0, isMissing: true }

test.each<[string, Record<string, string>, Record<string, Counted>]>([
  [
    'tests that pass, fail, and are skipped or to do',
    {
      'a.test.ts': `test('ok <&">', () => {}); test.skip('s', () => {}); test.todo('t')
test('bad', () => { expect('<skipped').toBe('') })`,
    },
    { 'a.test.ts': counted(1, 1, 2) },
  ],
  [
    'a failure before the tests of a group',
    { 'a.test.ts': "describe('g', () => { beforeAll(() => { throw new Error('no') }); test('x', () => {}) })" },
    { 'a.test.ts': counted(0, 1, 0) },
  ],
  [
    'a file that does not load',
    { 'a.test.ts': "import './none.ts'\ntest('x', () => {})", 'b.test.ts': "test('x', () => {})" },
    { 'a.test.ts': MISSING, 'b.test.ts': counted(1, 0, 0) },
  ],
  [
    'a file without a test',
    { 'a.test.ts': '', 'b.test.ts': "test('x', () => {})" },
    { 'a.test.ts': MISSING, 'b.test.ts': counted(1, 0, 0) },
  ],
  [
    'a file that ends the process with 0',
    { 'a.test.ts': "test('x', () => process.exit(0))" },
    { 'a.test.ts': MISSING },
  ],
])('counts %s', async (_name, files, expected) => {
  await using folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), IMPORT + text)
  const report = join(folder.path, 'report.xml')
  const names = Object.keys(files)
  spawnSync(process.execPath, ['test', '--reporter=junit', `--reporter-outfile=${report}`, ...names], {
    cwd: folder.path,
  })
  const counts = countReport(existsSync(report) ? readFileSync(report, 'utf8') : '', names)
  expect(Object.fromEntries(counts.map(({ file, seconds: _, ...count }) => [file, count]))).toEqual(expected)
})

test('sums the seconds of each folder, whatever stands in a name', () => {
  const xml = `<testcase name="a file=&quot;x&quot;" time="1.5" file="test/page/a.test.ts" />
<testcase name="b" time="2" file="test/page/b.test.ts"><failure message="time=" /></testcase>
<testcase name="c" time="0.25" file="test/core/api/tags/c.test.ts" />`
  const files = ['test/core/api/tags/c.test.ts', 'test/page/a.test.ts', 'test/page/b.test.ts']
  expect(secondsOf(countReport(xml, files))).toBe('page 3.5, core 0.3')
})
