import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupOf } from '../tools/groups.ts'
import { filesIn, ROOT } from './layers/read-imports.ts'

/** What measures: a clock, a processor or memory that is read and compared, and the modules that do it. */
const MEASURES =
  /expect\([^\n]*(performance\.now|hrtime|cpuUsage|memoryUsage|\brss\b)|\b(readRss|processorTimeOf|secondClient|SecondClient\.start|longestWaitDuring|slowdown|slowness|heapStats)\(|(began|start|before) = performance\.now\(\)[\s\S]{0,400}expect\([^\n]*(took|time|longest|elapsed)/

const textOf = (file: string) => readFileSync(join(ROOT, 'test', file), 'utf8')
const tests = filesIn(join(ROOT, 'test')).filter(file => /\.test\.[jt]s$/.test(file))
const short = tests.filter(file => !file.includes('.long.'))

test('no test of the short run compares a time, a rate or an amount of memory', () => {
  expect(short.filter(file => file !== 'checks/short-tests.test.ts' && MEASURES.test(textOf(file)))).toEqual([])
  const long = tests.filter(file => file.includes('.long.') && MEASURES.test(textOf(file)))
  expect(long).toContain('limits/waiting.alone.long.test.ts')
  expect(long).toContain('core/api/data-tables/text-search-cost.long.test.ts')
})

test('no test of the short run is for a browser, or runs apart or alone', () => {
  expect(
    short.filter(file => groupOf(file) !== 'together' || /from '[^']*\/(browser|opened)\.ts'/.test(textOf(file))),
  ).toEqual([])
})
