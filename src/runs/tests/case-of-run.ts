import { badRequest } from '../../core/base/errors.ts'
import { calledNodeName } from '../trials/named-nodes.ts'
import type { RunReport } from '../trials/run-report.ts'
import type { RunRequest, WorkflowGiven } from '../trials/run-request.ts'
import { untilMocked } from './complete-case.ts'
import { expectationOfRun } from './expectation-of-run.ts'
import type { RecordedExecution } from './recorded-shape.ts'
import { forwards, laterThan, steady } from './steady-expectation.ts'
import type { TestCase } from './test-file.ts'

/** The instance that a run was tried in. */
export interface TriedIn {
  runTrial(request: RunRequest, isRepeated?: boolean): Promise<RunReport>
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
  const { given, report } = await untilMocked<RunRequest>(
    asked,
    execution,
    request => runTrial(request),
    (before, mocks) => ({
      ...before,
      mocks: { ...before.mocks, ...mocks },
    }),
  )
  if (report.status === 'broken')
    throw badRequest(`A test of this run would be broken: ${report.error?.message ?? report.unmocked.join(', ')}`)
  const called = workflows.filter(workflow => isCalled(workflow, report))
  const at = String(report.execution.startedAt)
  const first = expectationOfRun(report)
  const runAt = async (now: string, timezone: string) =>
    expectationOfRun(await runTrial({ now, timezone, ...given, subWorkflows: called }, true))
  // what is forwarded is not sent more often than needed
  const runsAgain = !forwards(given)
  const again = runsAgain ? await runAt(at, zone) : first
  const later = runsAgain ? await runAt(laterThan(at), OTHER_ZONES.find(it => it !== zone) ?? zone) : undefined
  const isOfInstance = (text: string) => text.includes(new URL(url).host)
  const { value: expect, isTimed } = steady(first, again, later, isOfInstance)
  const { workflow: __, subWorkflows: ___, ...typed } = given
  const testCase = {
    name: nameOfRun(report),
    ...typed,
    ...(isTimed ? { now: at, timezone: zone } : {}),
    expect,
  }
  return { testCase: testCase as TestCase, called }
}

const isCalled = ({ name = '' }: WorkflowGiven, { nodes }: RunReport) =>
  Object.entries(nodes).some(([node, runs]) => runs.length > 0 && node.startsWith(calledNodeName({ name }, '')))

function nameOfRun({ status, path, error }: RunReport): string {
  const last = JSON.stringify(path.at(-1) ?? '')
  if (error) return `${error.node === undefined ? 'fails' : `fails at ${JSON.stringify(error.node)}`}: ${error.message}`
  return status === 'waiting' ? `waits at ${last}` : `ends at ${last}`
}
