import { isRecord } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { NodeFailure } from '../nodes/tools/node-context.ts'
import type { MockedRun, PlannedMock, RunJob } from './job.ts'
import type { NodeRunner } from './node-runner.ts'

/** What a node puts out instead of running; `undefined` where it runs. */
export function mockOf(job: RunJob, node: Node, runIndex: number): PlannedMock | undefined {
  const name = node.name ?? ''
  const given = givenMockOf(job, name, runIndex)
  if (given) return given
  const { usePinnedData, workflow } = job
  const { pinData } = workflow
  if (!usePinnedData || !isRecord(pinData) || !Object.hasOwn(pinData, name)) return undefined
  const pinned = pinData[name]
  return Array.isArray(pinned) ? { main: [pinned.map(pinnedItem)] } : undefined
}

/** The mock for a run of a node, counted from 0; the last one stands for all further runs. */
export function givenMockOf({ mocks }: RunJob, name: string, run: number): PlannedMock | undefined {
  const runs = mocks && Object.hasOwn(mocks, name) ? mocks[name] : undefined
  return runs?.[Math.min(run, runs.length - 1)]
}

function pinnedItem(given: unknown): NodeItem {
  const { json, binary } = isRecord(given) ? given : {}
  return { json: (json ?? given ?? {}) as Item, ...(isRecord(binary) ? { binary } : {}) }
}

/** Items that each stand for a failure, as a node puts them out that goes on after one. */
export const failedItems = (node: NodeRunner, failure: NodeFailure): NodeItem[] =>
  node.items.map((_, item) => failedItem(failure, item))

const failedItem = (failure: NodeFailure, item: number): NodeItem => ({
  json: { error: failure.details.item ?? failure.message },
  pairedItem: { item },
  error: failure,
})

/** What a mocked node got, and which of its items it cannot be run for. */
export interface Received {
  run: MockedRun
  /** By item: the first parameter of it that cannot be evaluated. */
  failures: ReadonlyMap<number, NodeFailure>
}

/**
 * Reads all parameters of a mocked node, for each item; one that cannot be evaluated stays as it is stored. One that the
 * node does not read beside the others, such as a text of another operation, fails nothing.
 */
export async function receivedBy(node: NodeRunner): Promise<Received> {
  const { parameters: stored = {} } = node.node
  const all = evaluatedFor(node, stored)
  const received = (parameters: MockedRun['parameters'], failures: Received['failures']) => ({
    run: { received: node.inputs.map(items => [...items]), parameters },
    failures,
  })
  const read = all.failures.size > 0 ? await readParametersOf(node) : undefined
  if (!read) return received(all.parameters, all.failures)
  const { parameters, failures } = evaluatedFor(node, read)
  return received(
    all.parameters.map((values, item) => ({ ...values, ...parameters[item] })),
    failures,
  )
}

const known = new WeakMap<Node, { read: Record<string, unknown> | undefined }>()

/** A node in a loop asks once. */
async function readParametersOf(runner: NodeRunner): Promise<Record<string, unknown> | undefined> {
  const { read } = known.get(runner.node) ?? { read: await runner.readParameters() }
  known.set(runner.node, { read })
  return read
}

function evaluatedFor(node: NodeRunner, given: Readonly<Record<string, unknown>>) {
  const failures = new Map<number, NodeFailure>()
  const parameters = node.items.map((_, item) => {
    node.checkTime()
    const evaluated = Object.entries(given).map(([name, value]) => {
      try {
        return [name, parameterOf(node, { name, value, item })]
      } catch (error) {
        if (!(error instanceof NodeFailure)) throw error
        if (!failures.has(item)) failures.set(item, error)
        return [name, value]
      }
    })
    return Object.fromEntries(evaluated)
  })
  return { parameters, failures }
}

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest'

/** The parameter of a node that takes no expression as others do: the node evaluates each `{{ }}` in it itself. */
const EVALUATED_BY_NODE: Readonly<Record<string, string>> = {
  'n8n-nodes-base.crateDb': 'query',
  'n8n-nodes-base.googleBigQuery': 'sqlQuery',
  'n8n-nodes-base.html': 'html',
  'n8n-nodes-base.microsoftSql': 'query',
  'n8n-nodes-base.mySql': 'query',
  'n8n-nodes-base.oracleDatabase': 'query',
  'n8n-nodes-base.postgres': 'query',
  'n8n-nodes-base.questDb': 'query',
  'n8n-nodes-base.snowflake': 'query',
  'n8n-nodes-base.timescaleDb': 'query',
}

/** The pages of an HTTP request are asked for by expressions that name its answer, which a mocked node does not have. */
function parameterOf(node: NodeRunner, { name, value, item }: { name: string; value: unknown; item: number }): unknown {
  if (typeof value === 'string' && EVALUATED_BY_NODE[node.node.type ?? ''] === name)
    return withCodesEvaluated(value, code => node.evaluateParameter(`=${code}`, item, name))
  if (node.node.type !== HTTP_REQUEST || name !== 'options' || !isRecord(value))
    return node.evaluateParameter(value, item, name)
  const { pagination, ...options } = value
  const evaluated = node.evaluate(options, item, name)
  return pagination === undefined ? evaluated : { ...(evaluated as object), pagination }
}

/** A text with each `{{ }}` in it evaluated by itself, as a text. */
function withCodesEvaluated(value: string, evaluate: (code: string) => unknown): string {
  const text = value.replace(/^=+/, '')
  let made = ''
  for (let at = 0; ; ) {
    const start = text.indexOf('{{', at)
    const end = start < 0 ? -1 : text.indexOf('}}', start)
    if (end < 0) return made + text.slice(at)
    made += text.slice(at, start) + String(evaluate(text.slice(start, end + 2)))
    at = end + 2
  }
}

/**
 * What a mocked node that goes on after failures puts out: an item for each that it cannot be run for, and what the mock
 * says for the others.
 */
export function withFailures(main: NodeItem[][], node: NodeRunner, failures: Received['failures']): NodeItem[][] {
  const failed = new Map([...failures].map(([item, failure]) => [item, failedItem(failure, item)]))
  if (failed.size === node.items.length) return [[...failed.values()]]
  const [first = [], ...others] = main
  const isOneEach = first.length === node.items.length && first.every(({ pairedItem }) => pairedItem === undefined)
  if (isOneEach) return [first.map((item, at) => failed.get(at) ?? item), ...others]
  const kept = main.map(items => items.filter(item => !failed.has(pairOf(item))))
  return [[...(kept[0] ?? []), ...failed.values()], ...kept.slice(1)]
}

function pairOf({ pairedItem }: NodeItem): number {
  const [pair] = Array.isArray(pairedItem) ? pairedItem : [pairedItem]
  return typeof pair === 'object' ? pair.item : Number(pair ?? -1)
}
