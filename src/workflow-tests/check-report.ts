import type { NodeRunReport, RunReport } from '../control/runs/run-report.ts'
import { type Difference, differences } from './differences.ts'
import type { Expectation } from './test-file.ts'

/** A part of a run that is not as expected. */
export interface Failure {
  /** The node; the run as a whole where left out. */
  node?: string
  /** Such as `output`, `status`, `response`. */
  part: string
  differences: Difference[]
  /** Why a node did not run, or what the run failed with. */
  reason?: string
}

/**
 * Compares a run with what a case expects: the first cause first, that is in the order in which the nodes ran, then what
 * the run came to.
 */
export function checkReport(expected: Expectation, report: RunReport): Failure[] {
  const { nodes = {}, requests, path, ...whole } = expected
  const failures: Failure[] = []
  const add = (part: string, found: Difference[], node?: string, reason?: string) => {
    if (found.length === 0) return
    failures.push({
      ...(node === undefined ? {} : { node }),
      part,
      differences: found,
      ...(reason === undefined ? {} : { reason }),
    })
  }
  const { error } = report
  const failed =
    error && `${error.node === undefined ? 'the run' : JSON.stringify(error.node)} failed: ${error.message}`
  const order = (name: string) => {
    const at = report.path.indexOf(name)
    return at < 0 ? report.path.length : at
  }
  const names = Object.keys(nodes).sort((a, b) => order(a) - order(b))
  for (const name of names) {
    const runs = report.nodes[name] ?? []
    const parts = nodes[name] ?? {}
    const isExpected = parts.ran !== false && parts.times !== 0 && Object.keys(parts).length > 0
    if (runs.length === 0 && isExpected) {
      const reason = Object.hasOwn(report.notReached, name) ? report.notReached[name] : undefined
      add('ran', differences(true, false), name, failed ?? reason)
      continue
    }
    for (const [part, value] of Object.entries(parts)) add(part, differences(value, nodePart(part, value, runs)), name)
  }
  if (path !== undefined) add('path', differences(path, report.path))
  if (requests !== undefined) add('requests', differences(requests, report.requests))
  if (whole.status !== undefined) add('status', differences(whole.status, report.status), undefined, failed)
  if (whole.error !== undefined)
    add(
      'error',
      differences(
        whole.error,
        typeof whole.error === 'object' && !isPattern(whole.error) ? report.error : report.error?.message,
      ),
    )
  if (whole.response !== undefined) add('response', differences(whole.response, report.response))
  return failures
}

const isPattern = (value: unknown) => typeof value === 'object' && value !== null && '$like' in value

/** The part of a node's runs that a case names. */
function nodePart(part: string, expected: unknown, runs: readonly NodeRunReport[]): unknown {
  const [first] = runs
  switch (part) {
    case 'ran':
      return runs.length > 0
    case 'times':
      return runs.length
    case 'parameters':
      return Array.isArray(expected) ? first?.parameters : first?.parameters?.[0]
    case 'received':
      return first && (first.received[0] ?? []).map(({ json }) => json)
    case 'output':
      return first && outputOf(first, expected)
    default:
      return first?.error?.message
  }
}

const outputOf = ({ output }: NodeRunReport, expected: unknown) => {
  const isByOutput = Array.isArray(expected) && expected.length > 0 && expected.every(part => Array.isArray(part))
  const jsons = output.map(items => items.map(({ json }) => json))
  return isByOutput ? jsons : jsons.flat()
}
