import { badRequest } from '../../core/base/errors.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { mapTexts } from '../../core/base/map-texts.ts'
import { type NodeItem, outputsIn } from '../../core/model/run-data.ts'
import type { Graph } from '../engine/graph.ts'
import { calledNodeName } from '../trials/named-nodes.ts'
import type { WorkflowGiven } from '../trials/run-request.ts'
import { isTrigger } from '../trials/trigger-input.ts'
import type { AnsweredNode } from './answered-case.ts'
import { type CalledExecution, type CalledWorkflow, calledWorkflows } from './called-executions.ts'
import { answersOf } from './recorded-answers.ts'
import {
  hostsOf,
  type RecordedRun,
  type RecordedRuns,
  receivedItems,
  recordedMock,
  recordedMocks,
} from './recorded-mocks.ts'
import { RecordedSecrets } from './recorded-secrets.ts'
import { checkRecordedWorkflow, type RecordedExecution, recordedRunsOf } from './recorded-shape.ts'
import type { Expectation, TestCase, TestFile } from './test-file.ts'

/** A workflow and one case, made of what happened. */
export interface Recording {
  workflow: Record<string, unknown>
  /** The workflows that it called, of those whose executions were given. */
  called: WorkflowGiven[]
  tests: TestFile
}

/**
 * Makes a test of an execution: the items of its trigger as the input, the outputs of nodes that call someone as mocks,
 * all other outputs as what is expected.
 *
 * @param workflowFile the file of the workflow, as seen from the test file
 * @param known the workflow where it is in a file already: what stands in it is not masked
 * @param executions of workflows that it called: their nodes have mocks, too
 * @throws ApiError 400 for an execution without data or without a trigger
 */
export function recordCase(
  execution: RecordedExecution,
  workflowFile: string,
  known?: unknown,
  executions: readonly CalledExecution[] = [],
): Recording {
  const { workflowData, data, startedAt, stoppedAt } = execution
  const runData = recordedRunsOf(execution)
  checkRecordedWorkflow(execution.id, workflowData)
  const graph = workflowData as unknown as Graph
  const nodes = graph.nodes
  const serving = hostsOf(graph)
  const order = orderOf(runData).filter(name => !serving.has(name))
  const start = nodes.find(({ name }) => name === order[0])
  const [first] = runData[start?.name ?? ''] ?? []
  if (!start || !first) throw badRequest(`Execution ${execution.id} holds no data of its nodes: it cannot be recorded`)
  const others = nodes.filter(({ name = '' }) => name !== start.name && runData[name] !== undefined)
  const ownMocks = recordedMocks({ ...graph, nodes: others }, runData)
  const rest = others.filter(({ name = '' }) => !Object.hasOwn(ownMocks, name))
  const called = calledWorkflows(executions)
  const mocks: Record<string, unknown> = Object.assign({}, ownMocks, ...called.map(mocksOfCalled))
  const status = execution.status ?? 'success'
  const testCase: TestCase = {
    name: `execution ${execution.id}`,
    ...(nodes.filter(isTrigger).length > 1 ? { trigger: start.name ?? '' } : {}),
    input: itemsIn(first).map(({ json, binary }) => ({ json, ...(binary ? { binary } : {}) })),
    mocks,
    ...(startedAt === undefined ? {} : { now: startedAt }),
    expect: {
      status,
      ...errorOf(data),
      path: order,
      nodes: withAnyTimes(Object.fromEntries(rest.map(({ name = '' }) => [name, expectationOf(runData[name] ?? [])])), {
        startedAt,
        stoppedAt,
      }),
    },
  }
  const { name = 'Workflow', connections = {}, settings = {} } = workflowData as Record<string, unknown>
  const secrets = secretsOf(execution, { known, executions })
  return {
    workflow: secrets.mask({ name, nodes, connections, settings }),
    called: secrets.mask(called.map(({ workflow }) => workflow)),
    tests: { workflow: workflowFile, cases: [secrets.mask(testCase)] },
  }
}

/** What a node put out in an execution, as a mock; `undefined` where it did not run. */
export function recordedMockOf(execution: RecordedExecution, node: string): unknown {
  const runData = recordedRunsOf(execution)
  const runs = runData[node]
  return runs && recordedMock(secretsOf(execution).mask(runs))
}

function mocksOfCalled({ workflow, graph, runData }: CalledWorkflow): Record<string, unknown> {
  const mocks = recordedMocks(graph, runData)
  return Object.fromEntries(Object.entries(mocks).map(([node, mock]) => [calledNodeName(workflow, node), mock]))
}

/** The nodes of an execution whose requests have known answers; pinned data comes of none. */
export function answeredNodes(execution: RecordedExecution, known?: unknown): AnsweredNode[] {
  const { workflowData, data } = execution
  const runData = recordedRunsOf(execution)
  const masked = secretsOf(execution, { known }).mask(runData)
  const { resultData } = isRecord(data) ? data : {}
  const { pinData } = isRecord(resultData) ? resultData : {}
  return (workflowData as unknown as Graph).nodes.flatMap(node => {
    const { name = '' } = node
    const runs = Object.hasOwn(masked, name) ? (masked[name] ?? []) : []
    if (runs.length === 0 || (isRecord(pinData) && Object.hasOwn(pinData, name))) return []
    const answers = runs.map(run => answersOf(node, run, receivedItems(run, runData).length))
    if (!answers.every(found => found !== undefined)) return []
    const inOrder = answers.flatMap((found, at) =>
      found.map(answer => ({ executionIndex: runs[at]?.executionIndex ?? 0, answer })),
    )
    return [{ name, answers: inOrder, expected: expectationOf(runs) }]
  })
}

/** The nodes in the order in which they ran; without numbers, in that of their times. */
function orderOf(runData: RecordedRuns): string[] {
  const runs = Object.entries(runData).flatMap(([name, list]) => list.map(run => ({ name, run })))
  const numbered = runs.every(({ run }) => typeof run.executionIndex === 'number')
  runs.sort((a, b) =>
    numbered ? a.run.executionIndex - b.run.executionIndex : Number(a.run.startTime) - Number(b.run.startTime),
  )
  return runs.map(({ name }) => name)
}

const itemsIn = (run: RecordedRun): NodeItem[] => outputsIn(run).find(items => items && items.length > 0) ?? []

/** By the names of fields, in what came, in what services put out, and in the parameters of nodes. */
function secretsOf(
  execution: RecordedExecution,
  { known, executions = [] }: { known?: unknown; executions?: readonly CalledExecution[] } = {},
): RecordedSecrets {
  let secrets = new RecordedSecrets()
  for (const one of [execution, ...executions.map(called => called.execution)]) {
    for (const runs of Object.values(recordedRunsOf(one)))
      for (const run of runs)
        for (const items of outputsIn(run)) for (const { json } of items ?? []) secrets.addItem(json)
    const { nodes } = isRecord(one.workflowData) ? one.workflowData : {}
    for (const { parameters } of recordsOf(nodes)) secrets.addParameters(parameters)
  }
  for (const there of [known, ...executions.map(({ kept }) => kept)])
    if (there !== undefined) secrets = secrets.without(JSON.stringify(there))
  return secrets
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Times at which the execution ran are others in each run. */
function withAnyTimes<Value>(
  value: Value,
  { startedAt, stoppedAt }: Pick<RecordedExecution, 'startedAt' | 'stoppedAt'>,
): Value {
  const [from, to] = [Date.parse(startedAt ?? ''), Date.parse(stoppedAt ?? '')]
  return mapTexts(value, text => {
    const time = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
    return time >= from && time <= to ? '$any' : text
  }) as Value
}

type ExpectedNode = NonNullable<Expectation['nodes']>[string]
type ExpectedRun = NonNullable<ExpectedNode['runs']>[number]

function expectationOf(runs: readonly RecordedRun[]): ExpectedNode {
  const expected = runs.map(expectedRun)
  const [first] = expected
  return first && expected.length === 1 ? first : { runs: expected }
}

function expectedRun(run: RecordedRun): ExpectedRun {
  if (run.error && !run.data) return { error: String(run.error.message ?? '') }
  const outputs = outputsIn(run).map(items => (items ?? []).map(({ json }) => withAnyStack(withAnyFile(json))))
  return { output: outputs.length === 1 ? (outputs[0] ?? []) : outputs }
}

/** Fields of files that an item repeats are new in each run. */
const withAnyFile = (json: Record<string, unknown>) =>
  isRecord(json.binary)
    ? { ...json, binary: Object.fromEntries(Object.keys(json.binary).map(name => [name, '$any'])) }
    : json

/** Where it failed in the source of an engine is no result. */
const withAnyStack = (json: Record<string, unknown>) =>
  isRecord(json.error) && typeof json.error.stack === 'string'
    ? { ...json, error: { ...json.error, stack: '$any' } }
    : json

function errorOf(data: unknown): { error?: string } {
  const { resultData } = isRecord(data) ? data : {}
  const { error } = isRecord(resultData) ? resultData : {}
  return isRecord(error) && typeof error.message === 'string' ? { error: error.message } : {}
}
