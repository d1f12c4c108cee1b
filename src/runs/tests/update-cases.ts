import { writeFile } from 'node:fs/promises'
import type { NodeRunReport, RunReport } from '../trials/run-report.ts'
import type { LoadedTests } from './read-test-file.ts'
import type { CaseResult } from './run-tests.ts'
import type { Expectation, TestCase } from './test-file.ts'

/**
 * Writes what runs did as what their cases expect: of the parts that a case names, or of all where it names none. Parts
 * that match already, with `$any` and `$like` in them, stay as they are.
 *
 * @returns how many cases were changed
 */
export async function updateCases({ file, tests }: LoadedTests, results: readonly CaseResult[]): Promise<number> {
  const byName = new Map(results.map(result => [result.name, result]))
  let changed = 0
  const cases = tests.cases.map(testCase => {
    const result = byName.get(testCase.name)
    if (!result?.report || result.outcome === 'broken') return testCase
    const isEmpty = testCase.expect === undefined || Object.keys(testCase.expect).length === 0
    if (!isEmpty && result.outcome === 'passed') return testCase
    changed++
    return { ...testCase, expect: isEmpty ? wholeOf(result.report) : updated(testCase, result, result.report) }
  })
  if (changed > 0) await writeFile(file, `${JSON.stringify({ ...tests, cases }, null, 2)}\n`)
  return changed
}

/** What a case expects that says nothing yet. */
function wholeOf(report: RunReport): Expectation {
  const { status, error, path, nodes } = report
  const ran = Object.entries(nodes).filter(([, runs]) => runs.length > 0)
  return {
    status,
    ...(error ? { error: error.message } : {}),
    path,
    nodes: Object.fromEntries(
      ran.map(([name, runs]) => [
        name,
        runs.length === 1 ? { output: partOf('output', runs) } : { runs: partOf('runs', runs) },
      ]),
    ) as Expectation['nodes'],
  }
}

function updated({ expect = {} }: TestCase, { failures }: CaseResult, report: RunReport): Expectation {
  const made = structuredClone(expect) as Record<string, unknown> & { nodes?: Record<string, Record<string, unknown>> }
  for (const { node, part } of failures) {
    if (node === undefined) made[part] = part === 'error' ? report.error?.message : report[part as keyof RunReport]
    else {
      const known = { ...made.nodes?.[node], [part]: partOf(part, report.nodes[node] ?? []) }
      made.nodes = { ...made.nodes, [node]: known }
    }
  }
  return made as Expectation
}

function partOf(part: string, runs: readonly NodeRunReport[]): unknown {
  const [first] = runs
  switch (part) {
    case 'ran':
      return runs.length > 0
    case 'times':
      return runs.length
    case 'runs':
      return runs.map(run =>
        run.error && run.output.length === 0 ? { error: run.error.message } : { output: outputOf(run) },
      )
    case 'parameters':
      return first?.parameters?.[0]
    case 'received':
      return (first?.received[0] ?? []).map(({ json }) => json)
    case 'output':
      return first ? outputOf(first) : []
    default:
      return first?.error?.message
  }
}

const outputOf = ({ output }: NodeRunReport) => {
  const outputs = output.map(items => items.map(({ json }) => json))
  return outputs.length === 1 ? outputs[0] : outputs
}
