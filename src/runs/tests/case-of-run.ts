import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { calledNodeName } from '../trials/named-nodes.ts'
import type { RunReport } from '../trials/run-report.ts'
import type { RunRequest, WorkflowGiven } from '../trials/run-request.ts'
import { untilMocked } from './complete-case.ts'
import { expectationOfRun } from './expectation-of-run.ts'
import type { RecordedExecution } from './recorded-shape.ts'
import type { Expectation, TestCase } from './test-file.ts'

/** The instance that a run was tried in. */
export interface TriedIn {
  runTrial(request: RunRequest): Promise<RunReport>
  /** Where it is called, without a slash at the end. */
  url: string
  /** The time zone of workflows that name none. */
  zone: string
  /** Its workflows: some are called. */
  workflows: readonly WorkflowGiven[]
}

/** A run as a case, and the workflows that it called. */
export interface TriedCase {
  testCase: TestCase
  called: WorkflowGiven[]
}

const LATER_MS = 33 * 24 * 3_600_000 + 3_661_001
const OTHER_ZONES = ['Asia/Kathmandu', 'America/Caracas']

/**
 * A run that was tried, as a case: what was typed, and all that it did. Nodes that passed their items on are mocked by
 * what they passed on; the time is written where anything depends on it; `$any` stands for what is another value in each
 * run, or in each instance.
 *
 * @param execution the one of the run that was tried
 * @throws ApiError 400 as the run does, and for a run that is broken: its test would be
 */
export async function caseOfRun(
  request: RunRequest,
  execution: RecordedExecution,
  { runTrial, url, zone, workflows }: TriedIn,
): Promise<TriedCase> {
  const { unmocked: _, ...asked } = request
  const { given, report } = await untilMocked<RunRequest>(asked, execution, runTrial, (before, mocks) => ({
    ...before,
    mocks: { ...before.mocks, ...mocks },
  }))
  if (report.status === 'broken')
    throw badRequest(`A test of this run would be broken: ${report.error?.message ?? report.unmocked.join(', ')}`)
  const called = workflows.filter(workflow => isCalled(workflow, report))
  const at = String(report.execution.startedAt)
  const first = expectationOfRun(report)
  const runAt = async (now: string, timezone: string) =>
    expectationOfRun(await runTrial({ now, timezone, ...given, subWorkflows: called }))
  // what is forwarded is not sent more often than needed
  const runsAgain = !forwards(given)
  const again = runsAgain ? await runAt(at, zone) : first
  const later = runsAgain
    ? await runAt(new Date(Date.parse(at) + LATER_MS).toISOString(), OTHER_ZONES.find(it => it !== zone) ?? zone)
    : undefined
  const isTimed = later === undefined || !isSame(first, later)
  const { workflow: __, subWorkflows: ___, ...typed } = given
  const testCase = {
    name: nameOfRun(report),
    ...typed,
    ...(isTimed ? { now: at, timezone: zone } : {}),
    expect: steady(first, again, new URL(url).host) as Expectation,
  }
  return { testCase: testCase as TestCase, called }
}

const forwards = ({ http }: RunRequest) =>
  Array.isArray(http) && http.some(rule => isRecord(rule) && rule.forward !== undefined)

const isCalled = ({ name = '' }: WorkflowGiven, { nodes }: RunReport) =>
  Object.entries(nodes).some(([node, runs]) => runs.length > 0 && node.startsWith(calledNodeName({ name }, '')))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `$any` for each value that two runs do not share, and for texts with the address of the instance. */
function steady(value: unknown, other: unknown, host: string): unknown {
  if (Array.isArray(value) && Array.isArray(other) && value.length === other.length)
    return value.map((part, at) => steady(part, other[at], host))
  if (isRecord(value) && isRecord(other) && isSame(Object.keys(value), Object.keys(other)))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, steady(part, other[key], host)]))
  return isSame(value, other) && !(typeof value === 'string' && value.includes(host)) ? value : '$any'
}

function nameOfRun({ status, path, error }: RunReport): string {
  const last = JSON.stringify(path.at(-1) ?? '')
  if (error) return `${error.node === undefined ? 'fails' : `fails at ${JSON.stringify(error.node)}`}: ${error.message}`
  return status === 'waiting' ? `waits at ${last}` : `ends at ${last}`
}
