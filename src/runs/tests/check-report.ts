import { isRecord } from '../../core/base/is-record.ts'
import type { NodeRunReport, RunReport } from '../trials/run-report.ts'
import { type Difference, differences, shownDifference } from './differences.ts'
import { itemsAs } from './expected-items.ts'
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

/** A failure in lines: the part with its reason, then what differs. */
export const shownFailure = ({ node, part, differences, reason }: Failure): string[] => [
  `${node === undefined ? '' : `${node}: `}${part}${reason === undefined ? '' : `: ${reason}`}`,
  ...differences.flatMap(shownDifference),
]

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
  const why = error?.description === undefined ? '' : ` (${error.description})`
  const last = report.path.at(-1)
  const failedNode = error?.node ?? (last === undefined ? 'the run' : last)
  const failed = error && `${JSON.stringify(failedNode)} failed: ${error.message}${why}`
  for (const name of Object.keys(nodes)) {
    const runs = report.nodes[name] ?? []
    const parts = nodes[name] ?? {}
    const isExpected = parts.ran !== false && parts.times !== 0 && Object.keys(parts).length > 0
    if (runs.length === 0 && isExpected) {
      const reason = Object.hasOwn(report.notReached, name) ? report.notReached[name] : undefined
      add('ran', differences(true, false), name, failed ?? reason)
      continue
    }
    for (const [part, value] of Object.entries(parts))
      add(part, differences(value, nodePart(part, value, runs)), name, lacksParameters(part, value, runs))
  }
  failures.sort((a, b) => placeOf(a, report.path) - placeOf(b, report.path))
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

/** Why a node has no parameters to compare. */
export const NO_PARAMETERS =
  'it has no mock, and parameters are those that nodes with a mock were given: expect its output, or requests of HTTP Request'

/** Whether parameters are expected of a node that ran itself. */
function lacksParameters(part: string, expected: unknown, runs: readonly NodeRunReport[]): string | undefined {
  const isMeant =
    part === 'parameters' ||
    (part === 'runs' && Array.isArray(expected) && expected.some(run => isRecord(run) && 'parameters' in run))
  return isMeant && runs.every(({ parameters }) => parameters === undefined) ? NO_PARAMETERS : undefined
}

/** When the run of a node began that is the first to differ: its place in the path. */
function placeOf({ node, part, differences: [first] }: Failure, path: readonly string[]): number {
  const run = part === 'runs' ? Number(/^\$\[(\d+)\]/.exec(first?.path ?? '')?.[1] ?? 0) : 0
  let left = run
  const at = path.findIndex(name => name === node && left-- === 0)
  return at < 0 ? path.length : at
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
    case 'runs':
      return runs.map((run, at) => partsOf(run, Array.isArray(expected) ? expected[at] : {}))
    default:
      return first && runPart(part, expected, first)
  }
}

/** The parts of a run that a case names. */
const partsOf = (run: NodeRunReport, expected: unknown) =>
  Object.fromEntries(
    Object.entries(isRecord(expected) ? expected : {}).map(([part, value]) => [part, runPart(part, value, run)]),
  )

function runPart(part: string, expected: unknown, run: NodeRunReport): unknown {
  switch (part) {
    case 'parameters':
      return Array.isArray(expected) ? run.parameters : run.parameters?.[0]
    case 'received':
      return itemsAs(expected, run.received[0] ?? [])
    case 'output':
      return outputOf(run, expected)
    default:
      return run.error?.message
  }
}

function outputOf({ output }: NodeRunReport, expected: unknown) {
  const isByOutput = Array.isArray(expected) && expected.length > 0 && expected.every(part => Array.isArray(part))
  return isByOutput ? output.map((items, at) => itemsAs(expected[at], items)) : itemsAs(expected, output.flat())
}
