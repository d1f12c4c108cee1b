import { slowness } from '../../limits/slowdown.ts'
import type { Measured, MeasuredLines } from './measure-tests.ts'

/** Where what has a word in its path is tested, beside tests with the same word. */
const TESTED_BY: Record<string, string[]> = {
  features: ['api', 'conformance'],
  versions: ['api', 'conformance', 'shapes', 'documents'],
  http: ['requests', 'operations', 'doors'],
  storage: ['store', 'powercut'],
  git: ['source', 'push', 'pull'],
  docs: ['shapes'],
}

/**
 * The lines that run in a worker, or in a process that a test starts, are not measured: besides the tests that are seen to
 * run a line, those of its room count as running it, and these.
 */
const UNSEEN = [
  { source: /^src\/migrate\//, tests: /^test\/migrate\/(compare|removed-settings)\.test/ },
  {
    source: /^src\/commands\//,
    tests:
      /^test\/((commands|verify|runs\/(tests|checks))\/|migrate\/(commands|pairs-commands)|core\/storage\/failed-start)/,
  },
  {
    source: /^src\/runs\/(nodes|expressions|engine|wire|calls|trials)\//,
    tests: /^test\/runs\/(nodes|expressions|engine|tests|schedules)\//,
  },
  { source: /^src\/runs\/(tests|trials|wire)\//, tests: /^test\/(runs\/tests|commands|kit)\// },
  { source: /^src\/runs\/(checks\/|expressions\/check-)/, tests: /^test\/(runs\/checks|commands)\// },
  { source: /^src\/core\/runtime\//, tests: /^test\/(commands|runtimes)\// },
  { source: /^src\/verify\//, tests: /^test\/(verify|commands)\// },
]

/** Tests that compute longer together are not run for one fault, on a machine as fast as that of docs/performance.md. */
const MOST_MS = 60_000
/** So long the quick and likely ones compute together, in milliseconds, for which another process is worth its start. */
const QUICK_MS = 4000

/**
 * The test files that run a line of the source, in stages: the likely and quick ones first; and how many there are beside
 * them. `hash` is that of the file.
 */
export function orderTests(measured: readonly Measured[], file: string, line: number, hash: string) {
  const words = wordsOf(file)
  // those that approve a digest of all that comes out notice most
  const likeness = (test: string) => wordsOf(test).filter(word => words.includes(word) || word === 'approved').length
  const cost = ({ test, processorMs }: Measured) => processorMs / (1 + 4 * likeness(test))
  const passing = measured.filter(({ passed }) => passed)
  const fitting = passing.filter(({ test, lines }) => runs(lines[file], line, hash) || isUnseen(test, file))
  const ordered = fitting.sort((one, other) => cost(one) - cost(other))
  const [first = [], ...rest] = [
    takeUntil(ordered, 1),
    takeUntil(ordered, QUICK_MS),
    takeUntil(ordered, MOST_MS * slowness()),
  ]
  return { stages: [first, ...rest].filter(stage => stage.length > 0), left: ordered.length }
}

/** Takes as many from the start of the list as fit into a time, and the first at least. */
function takeUntil(ordered: Measured[], mostMs: number) {
  let sum = 0
  const end = ordered.findIndex(({ processorMs }, index) => {
    sum += processorMs
    return sum > mostMs && index > 0
  })
  return ordered.splice(0, end < 0 ? ordered.length : end)
}

/** Whether a test may run a file's lines where they are not measured. */
function isUnseen(test: string, file: string) {
  const [, room = ''] = /^src\/(\w+\/\w+)\//.exec(file) ?? []
  return (
    (room !== '' && test.startsWith(`test/${room}/`)) ||
    UNSEEN.some(({ source, tests }) => source.test(file) && tests.test(test))
  )
}

/**
 * Whether a line ran. One in the middle of a statement is not listed: then the line before it that is decides. Of a file that
 * has changed since, any line that ran.
 */
function runs(lines: MeasuredLines | undefined, line: number, hash: string) {
  if (lines !== undefined && lines.hash !== hash) return lines.ran.length > 0
  const listed = lines?.all.findLast(number => number <= line) ?? lines?.all[0]
  return listed !== undefined && lines?.ran.includes(listed) === true
}

function wordsOf(path: string) {
  const words = path.replace(/^(src|test)\/|(\.test)?\.[jt]s$/g, '').split(/[/.-]/)
  const related = path.startsWith('src/') ? words.flatMap(word => TESTED_BY[word] ?? []) : []
  return [...words, ...related].map(word => word.replace(/s$/, ''))
}
