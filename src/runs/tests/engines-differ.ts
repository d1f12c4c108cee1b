import type { RunReport } from '../trials/run-report.ts'
import type { Failure } from './check-report.ts'
import { type Difference, differences } from './differences.ts'

/** What is compared of a run, in JSON. */
export interface RunView {
  /** The nodes, in their order. */
  path: string[]
  nodes: Record<string, unknown>
  end: unknown
}

/** @param left nodes that are not compared */
export function viewOf(report: RunReport, left: ReadonlySet<string>): RunView {
  const { status, error, response, requests } = report
  const path = report.path.filter(name => !left.has(name))
  const view = {
    path,
    nodes: Object.fromEntries(path.map(name => [name, runsOf(report, name)])),
    end: {
      status,
      error: error?.message,
      response,
      requests: requests
        .filter(({ node }) => !left.has(node))
        .map(({ node, method, url, body }) => ({ node, method, url, body })),
    },
  }
  // where it failed in the source of an engine is no result
  return JSON.parse(JSON.stringify(view, (key, value) => (key === 'stack' ? undefined : value)))
}

/**
 * Where the built-in engine differs from the installed one: the first node, in the order of the installed engine, and
 * what it put out or failed with; else the requests, the answer, or the end of the run.
 */
export function firstDifference(real: RunView, ours: RunView): Failure | undefined {
  const names = [...new Set([...real.path, ...ours.path])]
  for (const node of names) {
    const found = between(real.nodes[node] ?? [], ours.nodes[node] ?? [])
    if (found.length > 0) return { node, part: PART, differences: found, reason: REASON }
  }
  const rest = between(real.end, ours.end)
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
