import { writeFile } from 'node:fs/promises'
import type { NodeRunReport, RunReport } from '../trials/run-report.ts'
import { expectationOfRun, expectedRun, outputOf, shownParameters } from './expectation-of-run.ts'
import { writtenItem } from './expected-items.ts'
import type { LoadedTests } from './read-test-file.ts'
import { nodeIdsOf } from './renamed-nodes.ts'
import { type CaseResult, requestOf } from './run-tests.ts'
import { forwards, laterThan, steady } from './steady-expectation.ts'
import type { Expectation, TestCase, TestFile } from './test-file.ts'

/**
 * Writes what runs did as what their cases expect: of the parts that a case names, or of all where it names none. Parts
 * that match already, with `$any` and `$like` in them, stay as they are. Where what is written depends on the time, the
 * time of the run is written, too, and `$any` for what is another value in each run.
 *
 * @param loaded where nodes were renamed, with their new names
 * @param run runs a case again
 * @returns how many cases were changed
 */
export async function updateCases(
  loaded: LoadedTests,
  results: readonly CaseResult[],
  run: (testCase: TestCase) => Promise<CaseResult>,
): Promise<number> {
  const { file, text, tests } = loaded
  const before = JSON.parse(text) as TestFile
  const byName = new Map(results.map(result => [result.name, result]))
  let changed = 0
  const cases: TestCase[] = []
  for (const [at, testCase] of tests.cases.entries()) {
    const made = await updatedCase(loaded, testCase, byName.get(testCase.name), run)
    if (JSON.stringify(made) !== JSON.stringify(before.cases[at])) changed++
    cases.push(made)
  }
  const made = { ...tests, cases }
  const isRenamed = JSON.stringify(made.mocks) !== JSON.stringify(before.mocks)
  if (changed > 0 || isRenamed) await writeFile(file, testFileText(made, loaded))
  return changed
}

/** A test file as it is written: with the ids of its nodes, before its cases. */
export function testFileText(tests: TestFile, workflows: Pick<LoadedTests, 'workflow' | 'subWorkflows'>): string {
  const { cases, nodeIds: _, ...rest } = tests
  const nodeIds = nodeIdsOf(workflows, tests)
  const ids = Object.keys(nodeIds).length > 0 ? { nodeIds } : {}
  return `${JSON.stringify({ ...rest, ...ids, cases }, null, 2)}\n`
}

async function updatedCase(
  loaded: LoadedTests,
  testCase: TestCase,
  result: CaseResult | undefined,
  run: (testCase: TestCase) => Promise<CaseResult>,
): Promise<TestCase> {
  if (!result?.report || result.outcome === 'broken') return testCase
  const isEmpty = testCase.expect === undefined || Object.keys(testCase.expect).length === 0
  if (!isEmpty && result.outcome === 'passed') return testCase
  const expectationOf = (report: RunReport) => (isEmpty ? expectationOfRun(report) : updated(testCase, result, report))
  const first = expectationOf(result.report)
  const request = requestOf(loaded, testCase)
  const at = String(request.now ?? result.report.execution.startedAt)
  // what is forwarded is not sent again
  const runAt = async (now: string) => {
    const { report, outcome } = forwards(request) ? {} : await run({ ...testCase, now })
    return report && outcome !== 'broken' ? expectationOf(report) : undefined
  }
  const again = await runAt(at)
  const later = request.now === undefined ? await runAt(laterThan(at)) : again
  const { value: expect, isTimed } = steady(first, again ?? first, later)
  return { ...testCase, ...(isTimed && request.now === undefined ? { now: at } : {}), expect }
}

function updated({ expect = {} }: TestCase, { failures }: CaseResult, report: RunReport): Expectation {
  const made = structuredClone(expect) as Record<string, unknown> & { nodes?: Record<string, Record<string, unknown>> }
  for (const { node, part } of failures) {
    if (node === undefined) made[part] = wholePart(part, report)
    else {
      const known = { ...made.nodes?.[node], [part]: partOf(part, report.nodes[node] ?? []) }
      made.nodes = { ...made.nodes, [node]: known }
    }
  }
  return made as Expectation
}

function wholePart(part: string, report: RunReport): unknown {
  const { requests, response } = expectationOfRun(report)
  if (part === 'error') return report.error?.message
  if (part === 'requests') return requests ?? []
  return part === 'response' ? response : report[part as keyof RunReport]
}

function partOf(part: string, runs: readonly NodeRunReport[]): unknown {
  const [first] = runs
  switch (part) {
    case 'ran':
      return runs.length > 0
    case 'times':
      return runs.length
    case 'runs':
      return runs.map(expectedRun)
    case 'parameters':
      return shownParameters(first?.parameters ?? [])
    case 'received':
      return (first?.received[0] ?? []).map(writtenItem)
    case 'output':
      return first ? outputOf(first) : []
    default:
      return first?.error?.message
  }
}
