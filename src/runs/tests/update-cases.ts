import { writeFile } from 'node:fs/promises'
import type { NodeRunReport, RunReport } from '../trials/run-report.ts'
import { expectationOfRun, expectedRun, outputOf, shownParameters } from './expectation-of-run.ts'
import { writtenItem } from './expected-items.ts'
import type { LoadedTests } from './read-test-file.ts'
import { nodeIdsOf } from './renamed-nodes.ts'
import type { CaseResult } from './run-tests.ts'
import type { Expectation, TestCase, TestFile } from './test-file.ts'

/**
 * Writes what runs did as what their cases expect: of the parts that a case names, or of all where it names none. Parts
 * that match already, with `$any` and `$like` in them, stay as they are.
 *
 * @param tests those that were run: where nodes were renamed, with their new names
 * @returns how many cases were changed
 */
export async function updateCases(loaded: LoadedTests, results: readonly CaseResult[]): Promise<number> {
  const { file, text, tests } = loaded
  const before = JSON.parse(text) as TestFile
  const byName = new Map(results.map(result => [result.name, result]))
  let changed = 0
  const cases = tests.cases.map((testCase, at) => {
    const made = updatedCase(testCase, byName.get(testCase.name))
    if (JSON.stringify(made) !== JSON.stringify(before.cases[at])) changed++
    return made
  })
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

function updatedCase(testCase: TestCase, result: CaseResult | undefined): TestCase {
  if (!result?.report || result.outcome === 'broken') return testCase
  const isEmpty = testCase.expect === undefined || Object.keys(testCase.expect).length === 0
  if (isEmpty) return { ...testCase, expect: expectationOfRun(result.report) }
  return result.outcome === 'passed' ? testCase : { ...testCase, expect: updated(testCase, result, result.report) }
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
