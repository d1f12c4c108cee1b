import { slowness } from '../../limits/slowdown.ts'
import type { Mutant } from './find-mutants.ts'
import type { Measured, MeasuredFile } from './measure-tests.ts'
import { runnerOf } from './probes.ts'
import { hashOf } from './project.ts'
import { findRegions, regionAround } from './regions.ts'

/** Where what has a word in its path is tested, beside tests with the same word. */
const TESTED_BY: Record<string, string[]> = {
  features: ['api', 'conformance'],
  versions: ['api', 'conformance', 'shapes', 'documents'],
  http: ['requests', 'operations', 'doors'],
  storage: ['store', 'powercut'],
  git: ['source', 'push', 'pull'],
  docs: ['shapes'],
}

/** Tests that compute longer together are not run for one fault, on a machine as fast as that of docs/performance.md. */
const MOST_MS = 60_000
/** So long the quick and likely ones compute together, in milliseconds, for which another process is worth its start. */
const QUICK_MS = 4000

/**
 * The test files that run a place of the source, in stages: the likely and quick ones first; and how many there are beside
 * them. `original` is the text of the file.
 */
export function orderTests(measured: readonly Measured[], { file, start }: Mutant, original: string) {
  const runner = runnerOf(file)
  const hash = hashOf(file, original)
  const region = regionAround(findRegions(original), start)
  const words = wordsOf(file)
  // those that approve a digest of all that comes out notice most
  const likeness = (test: string) => wordsOf(test).filter(word => words.includes(word) || word === 'approved').length
  // any import runs the module's own code
  const runsMore = (ran: MeasuredFile | undefined) => ran !== undefined && ran.regions.length > 1
  const runs = (ran: MeasuredFile | undefined) => ran && (ran.hash !== hash || ran.regions.includes(region))
  const fitting = measured.filter(({ passed, ran }) => passed && (runner ? runsMore(ran[runner]) : runs(ran[file])))
  const cost = ({ test, processorMs, ran }: Measured) =>
    processorMs / (1 + 4 * likeness(test)) / (runsMore(ran[runner ?? file]) ? 5 : 1)
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

function wordsOf(path: string) {
  const words = path.replace(/^(src|test)\/|(\.test)?\.[jt]s$/g, '').split(/[/.-]/)
  const related = path.startsWith('src/') ? words.flatMap(word => TESTED_BY[word] ?? []) : []
  return [...words, ...related].map(word => word.replace(/s$/, ''))
}
