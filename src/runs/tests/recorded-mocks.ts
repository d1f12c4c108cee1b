import { isRecord } from '../../core/base/is-record.ts'
import { type NodeItem, type NodeRun, outputsIn, type SubNodeRun } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { type Graph, wiringOf } from '../engine/graph.ts'
import { needsMock } from '../nodes/node-list.ts'

/** A run of a node, as an execution of a service shows it. */
export type RecordedRun = NodeRun | SubNodeRun

/** Node → its runs. */
export type RecordedRuns = Record<string, RecordedRun[]>

/**
 * What nodes that call someone put out in an execution, as mocks of a test; also those that read a file which the
 * execution does not hold.
 *
 * @example
 * recordedMocks(workflow, runData) // { 'Notify Slack': [{ json: { ok: true }, pairedItem: { item: 0 } }] }
 */
export function recordedMocks(workflow: Graph, runData: RecordedRuns): Record<string, unknown> {
  const hosts = hostsOf(workflow)
  const called = workflow.nodes.filter(
    node => runData[node.name ?? ''] !== undefined && (needsMock(node) || readsUnknownFile(node, runData)),
  )
  return Object.fromEntries(
    called.map(({ name = '' }) => {
      const served = hosts.get(name)
      return [name, served ? subNodeMock(name, served, runData) : recordedMock(runData[name] ?? [])]
    }),
  )
}

/** What a node put out in an execution, in the form of a mock. */
export const recordedMock = (runs: RecordedRuns[string]): unknown => asMock(runs.map(mockOfRun))

const EXTRACT_FROM_FILE = 'n8n-nodes-base.extractFromFile'

/** Executions name files, but do not hold what is in them: what was read from one is known by the output alone. */
const readsUnknownFile = ({ name = '', type }: Node, runData: RecordedRuns) =>
  type === EXTRACT_FROM_FILE && (runData[name] ?? []).some(run => receivedItems(run, runData).some(hasUnknownFile))

/** The items that a run got by its first input. */
export function receivedItems({ source }: RecordedRun, runData: RecordedRuns): NodeItem[] {
  const [from] = source
  const run = from && runData[from.previousNode]?.[from.previousNodeRun ?? 0]
  const output = from?.previousNodeOutput ?? 0
  return (run && outputsIn(run)[output]) ?? []
}

const hasUnknownFile = ({ binary }: NodeItem) =>
  Object.values(binary ?? {}).some(file => isRecord(file) && file.id !== undefined)

/** Node that serves others, such as a model → those that it serves. */
export function hostsOf(workflow: Graph): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const [host, served] of wiringOf(workflow).subNodes)
    for (const { name } of served) hosts.set(name, [...(hosts.get(name) ?? []), host])
  return hosts
}

/** The calls of a node that serves others, by the runs of these. */
function subNodeMock(name: string, hosts: readonly string[], runData: RecordedRuns): unknown {
  const turns = hosts
    .flatMap(host => (runData[host] ?? []).map(({ executionIndex }, run) => ({ host, run, executionIndex })))
    .sort((a, b) => a.executionIndex - b.executionIndex)
  const calls = turns.map(({ host, run }) =>
    (runData[name] ?? [])
      .filter(({ source: [from] }) => from?.previousNode === host && (from.previousNodeRun ?? 0) === run)
      .map(mockOfRun),
  )
  const isOneEach = calls.every(({ length }) => length === 1)
  return asMock(isOneEach ? calls.flat() : calls.map(calls => ({ calls })))
}

const asMock = (mocks: unknown[]) => (mocks.length === 1 ? mocks[0] : { runs: mocks })

function mockOfRun(run: RecordedRun): unknown {
  if (run.error && !run.data) return { error: mockedError(run.error) }
  const outputs = outputsIn(run).map(items => (items ?? []).map(mockedItem))
  return outputs.length === 1 ? outputs[0] : outputs
}

const ERROR_FIELDS = ['name', 'description', 'httpCode', 'level', 'context', 'messages']

/** An error as a mock says it: its text alone where nothing else differs from the usual. */
function mockedError(error: Record<string, unknown>) {
  const { message } = error
  const fields = ERROR_FIELDS.filter(name => !isUsual(name, error[name])).map(name => [name, error[name]])
  return { message: String(message ?? ''), ...Object.fromEntries(fields) }
}

function isUsual(name: string, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'object') return Object.keys(value).length === 0
  return (name === 'name' && value === 'NodeOperationError') || (name === 'level' && value === 'warning')
}

const mockedItem = ({ json, binary, pairedItem }: NodeItem) => ({
  json,
  ...(binary ? { binary } : {}),
  ...(pairedItem === undefined ? {} : { pairedItem }),
})
