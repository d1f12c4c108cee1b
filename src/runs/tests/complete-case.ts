import { isRecord } from '../../core/base/is-record.ts'
import type { RunReport } from '../trials/run-report.ts'
import type { RunRequest, WorkflowGiven } from '../trials/run-request.ts'
import { answeredCase } from './answered-case.ts'
import type { CalledExecution } from './called-executions.ts'
import { checkReport, type Failure } from './check-report.ts'
import { type Difference, differences } from './differences.ts'
import { expectationOfRun } from './expectation-of-run.ts'
import { answeredNodes, type Recording, recordCase, recordedMockOf } from './record-case.ts'
import type { RecordedExecution } from './recorded-shape.ts'
import { withNamesOf } from './renamed-nodes.ts'
import { requestOf } from './run-tests.ts'
import { withoutRandom } from './steady-expectation.ts'
import type { Expectation, TestCase } from './test-file.ts'

/** A recorded case, after a run of it. */
export interface CompletedCase {
  testCase: TestCase
  workflow: Recording['workflow']
  /** The workflows that the case gives to be called. */
  called: Recording['called']
  /** What the run did otherwise than the execution: the case fails at once. */
  differences: Difference[]
  /** The first part of a node that its run did otherwise. */
  failure?: Failure | undefined
}

/**
 * Records an execution, and runs the case: nodes that are not computed get what they put out as mocks, the requests of
 * HTTP Request nodes their answers; what nodes with mocks were given, the requests and the answer are written as the run
 * had them.
 *
 * @param runTrial without it, a case has what the execution has
 * @param workflow the workflow to run it with, in which nodes may have other names; the one of the execution where left out
 * @param executions of workflows that it called. Without one, the node that called has what it put out as a mock
 * @throws ApiError 400 for an execution without data or without a trigger
 */
export async function recordedCase(
  execution: RecordedExecution,
  runTrial: ((request: RunRequest, isRepeated?: boolean) => Promise<RunReport>) | undefined,
  workflow?: WorkflowGiven,
  executions: readonly CalledExecution[] = [],
): Promise<CompletedCase> {
  const named = workflow ? withNamesOf(execution, workflow) : execution
  const made = await completedCase(named, runTrial, { workflow, executions })
  // what cannot be run with them is recorded without them
  return made.runsAlike || executions.length === 0 ? made : completedCase(named, runTrial, { workflow, executions: [] })
}

async function completedCase(
  execution: RecordedExecution,
  runTrial: ((request: RunRequest, isRepeated?: boolean) => Promise<RunReport>) | undefined,
  { workflow, executions }: { workflow: WorkflowGiven | undefined; executions: readonly CalledExecution[] },
): Promise<CompletedCase & { runsAlike: boolean }> {
  const recording = recordCase(execution, './workflow.json', workflow, executions)
  const { called } = recording
  const [recorded] = recording.tests.cases
  if (!recorded) throw new TypeError('A recording has one case')
  const made = { workflow: recording.workflow, called }
  if (!runTrial) return { ...made, testCase: recorded, differences: [], runsAlike: true }
  const runAs = async (testCase: TestCase, isRepeated: boolean) => {
    const tests = { workflow: './workflow.json', cases: [testCase] }
    const given = (workflow ?? recording.workflow) as never
    return runTrial(
      requestOf({ file: '', text: '', tests, workflow: given, subWorkflows: called }, testCase),
      isRepeated,
    )
  }
  const run = (testCase: TestCase) => runAs(testCase, false)
  const { given: mocked, report: first } = await untilMocked(recorded, execution, run, withMocks)
  const found = first.status === 'broken' ? [] : differences(mocked.expect?.path, first.path)
  if (first.status === 'broken' || found.length > 0)
    return { ...made, testCase: mocked, differences: found, runsAlike: false }
  const answered = answeredNodes(execution, workflow).filter(({ name }) => Object.hasOwn(mocked.mocks ?? {}, name))
  const { testCase, report } = (await answeredCase(mocked, answered, run)) ?? { testCase: mocked, report: first }
  const again = expectationOfRun(await runAs(testCase, true))
  const expect = withoutRandom(completed(testCase.expect ?? {}, report), expectationOfRun(report), again)
  const [failure] = checkReport(expect, report)
  return { ...made, testCase: { ...testCase, expect }, differences: [], failure, runsAlike: true }
}

/** Runs what is given; where it lacks mocks, again with what their nodes put out in an execution. */
export async function untilMocked<Given extends { mocks?: Record<string, unknown> }>(
  first: Given,
  execution: RecordedExecution,
  run: (given: Given) => Promise<RunReport>,
  withMocks: (given: Given, mocks: Record<string, unknown>) => Given,
): Promise<{ given: Given; report: RunReport }> {
  let given = first
  for (;;) {
    const report = await run(given)
    const { mocks: known = {} } = given
    const missing = report.status === 'broken' ? report.unmocked.filter(name => !Object.hasOwn(known, name)) : []
    const mocks = missing.flatMap(name => {
      const mock = recordedMockOf(execution, name)
      return mock === undefined || lacksMock(mock, report) ? [] : [[name, mock] as const]
    })
    if (mocks.length === 0) return { given, report }
    given = withMocks(given, Object.fromEntries(mocks))
  }
}

/** The execution failed for want of a mock, too: that is no output of its node. */
const lacksMock = (mock: unknown, { error }: RunReport) =>
  isRecord(mock) && isRecord(mock.error) && mock.error.message === error?.message

/** What a mock puts out is not expected of its node. */
function withMocks(testCase: TestCase, mocks: Record<string, unknown>): TestCase {
  const { expect = {} } = testCase
  const nodes = Object.fromEntries(Object.entries(expect.nodes ?? {}).filter(([name]) => !Object.hasOwn(mocks, name)))
  return { ...testCase, mocks: { ...testCase.mocks, ...mocks }, expect: { ...expect, nodes } }
}

/** What the execution says, and what only a run of its own can say. */
function completed(expect: Expectation, report: RunReport): Expectation {
  const { requests, response, nodes = {} } = expectationOfRun(report)
  const given = Object.entries(nodes).filter(
    ([name, parts]) =>
      !Object.hasOwn(expect.nodes ?? {}, name) && (parts.parameters !== undefined || parts.runs !== undefined),
  )
  return {
    ...expect,
    ...(requests ? { requests } : {}),
    ...(response ? { response } : {}),
    nodes: { ...expect.nodes, ...Object.fromEntries(given) },
  }
}
