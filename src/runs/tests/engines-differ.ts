import type { RunReport } from '../trials/run-report.ts'
import type { Failure } from './check-report.ts'
import { type Difference, differences } from './differences.ts'

/**
 * Where the built-in engine differs from the installed one: the first node, in the order of the installed engine, and
 * what it put out or failed with; else the requests, the answer, or the end of the run.
 */
export function firstDifference(ours: RunReport, real: RunReport): Failure | undefined {
  const names = [...new Set([...real.path, ...ours.path])]
  for (const node of names) {
    const found = between(runsOf(real, node), runsOf(ours, node))
    if (found.length > 0) return { node, part: PART, differences: found, reason: REASON }
  }
  const rest = between(endOf(real), endOf(ours))
  return rest.length > 0 ? { part: PART, differences: rest, reason: REASON } : undefined
}

const PART = 'the built-in engine differs from the installed one'
const REASON =
  'expected: the installed engine. Please report it: the node with its parameters, the input, and these lines'

/** In both directions: neither may have more than the other. */
function between(real: unknown, ours: unknown): Difference[] {
  const found = differences(real, ours)
  if (found.length > 0) return found
  return differences(ours, real).map(({ path, expected, actual }) => ({ path, expected: actual, actual: expected }))
}

const runsOf = ({ nodes }: RunReport, name: string) =>
  (nodes[name] ?? []).map(({ output, error }) => ({
    ...(error
      ? { error: error.message }
      : { output: withoutEmpty(output.map(items => items.map(({ json }) => json))) }),
  }))

/** Outputs at the end that nothing left by say nothing. */
function withoutEmpty(outputs: unknown[][]): unknown[][] {
  const all = [...outputs]
  while (all.length > 0 && all.at(-1)?.length === 0) all.pop()
  return all
}

const endOf = ({ status, error, response, requests }: RunReport) => ({
  status,
  error: error?.message,
  response,
  requests: requests.map(({ node, method, url, body }) => ({ node, method, url, body })),
})
