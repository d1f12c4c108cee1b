import type { Link } from './drawn-graph.ts'

/** One run of a node, as the service stores it: any part may be missing, or something else. */
export interface Run {
  data?: { main?: unknown }
  /** Where its items come from, by input. */
  source?: unknown
  error?: unknown
  executionStatus?: string
  hints?: unknown
  executionTime?: unknown
  startTime?: number
}
export interface NodeError {
  message: string
  description?: string
  stack?: string
}
export interface NodeResult {
  runs: Run[]
  state: string
  error?: NodeError | undefined
  started: number | undefined
  milliseconds: number
  /** How many items each output had. */
  outputs: number[]
  /** What the engine says of its runs, each text once. */
  hints: string[]
}
export type Results = Map<string, NodeResult>
export interface ResultData {
  runData?: unknown
  error?: unknown
  lastNodeExecuted?: unknown
}

/** What happened at each node of an execution: name → its state, runs, time and items. */
export function runResults(data: unknown): Results {
  const result = resultDataOf(data)
  const results: Results = new Map()
  for (const [name, runs] of Object.entries(isObject(result.runData) ? result.runData : {})) {
    if (Array.isArray(runs) && runs.length) results.set(name, resultOf(runs.filter(isObject) as Run[]))
  }
  const failure = failureOf(result)
  if (failure) {
    const before = results.get(failure.node) ?? NOT_RUN
    results.set(failure.node, { ...before, state: 'error', error: failure.error })
  }
  return results
}

/** The part of an execution's data that says what happened. */
export const resultDataOf = (data: unknown): ResultData =>
  isObject(data) && isObject(data.resultData) ? (data.resultData as ResultData) : {}

/** The node at which an execution failed, and why; `undefined` where it did not. */
export function failureOf(result: ResultData): { node: string; error: NodeError } | undefined {
  if (!isObject(result.error)) return undefined
  const at = result.error.node
  const node = (isObject(at) ? at.name : undefined) ?? result.lastNodeExecuted
  return node === undefined ? undefined : { node: String(node), error: errorOf(result.error) }
}

/** How many items went along a connection; `undefined` where none was run. */
export function itemsAlong({ from, output, type, to }: Link, results: Results): number | undefined {
  const source = results.get(from)
  if (type !== 'main' || !source) return undefined
  const items = source.outputs[output]
  return results.has(to) || items === 0 ? items : undefined
}

const NOT_RUN: Omit<NodeResult, 'state'> = { runs: [], milliseconds: 0, outputs: [], started: undefined, hints: [] }

/** The state of a node that did not run: it passed its items on. */
export const PASSED_ON = 'passed-on'

/** The engine says so of a node that calls a service, or that is not simulated. */
const isPassedOn = (hint: string) => hint.startsWith('Not simulated: ')

/** What the engine says of a run of a node. */
export const hintsOf = ({ hints }: Pick<Run, 'hints'>): string[] =>
  Array.isArray(hints) ? hints.filter(isObject).map(({ message }) => String(message)) : []

/** Why a run of a node failed. */
export const errorIn = (run: Run | undefined) => (isObject(run?.error) ? errorOf(run.error) : undefined)

/** The items that a run put out, by its outputs; none where it failed. */
export const outputOf = (run: Run | undefined): unknown[][] =>
  Array.isArray(run?.data?.main) ? run.data.main.map(items => (Array.isArray(items) ? items.map(jsonOf) : [])) : []

/**
 * The items that a run got, by its inputs: what those put out that it names as its sources. One that names none, such as
 * that of a node that failed at once, got what the nodes before it put out last.
 */
export function inputOf(name: string, run: Run | undefined, results: Results, links: readonly Link[]): unknown[][] {
  const { source } = run ?? {}
  if (Array.isArray(source) && source.some(isObject)) {
    return source.map(from => {
      if (!isObject(from)) return []
      const { previousNode, previousNodeRun = 0, previousNodeOutput = 0 } = from
      return (
        outputOf(results.get(String(previousNode))?.runs[Number(previousNodeRun)])[Number(previousNodeOutput)] ?? []
      )
    })
  }
  const inputs: unknown[][] = []
  for (const { from, output, type, to, input } of links) {
    const items = to === name && type === 'main' ? outputOf(results.get(from)?.runs.at(-1))[output] : undefined
    if (items) inputs[input] = [...(inputs[input] ?? []), ...items]
  }
  return Array.from(inputs, items => items ?? [])
}

/** What an item says; of one with files also those. */
const jsonOf = (item: unknown) =>
  isObject(item) ? (item.binary === undefined ? (item.json ?? item) : { ...item, pairedItem: undefined }) : item

function resultOf(runs: Run[]): NodeResult {
  const last = runs.at(-1)
  const error = runs.map(run => run.error).find(isObject)
  const hints = [...new Set(runs.flatMap(hintsOf))]
  return {
    runs,
    state: error ? 'error' : hints.some(isPassedOn) ? PASSED_ON : stateOf(last?.executionStatus),
    error: isObject(error) ? errorOf(error) : undefined,
    started: last?.startTime,
    milliseconds: runs.reduce((sum, { executionTime }) => sum + (Number(executionTime) || 0), 0),
    outputs: outputCounts(runs),
    hints,
  }
}

const stateOf = (status: string | undefined) =>
  status !== undefined && ['waiting', 'running', 'canceled', 'error', 'crashed'].includes(status) ? status : 'success'

function outputCounts(runs: Run[]) {
  const counts: number[] = []
  for (const { data } of runs) {
    if (!Array.isArray(data?.main)) continue
    data.main.forEach((items: unknown, at) => {
      counts[at] = (counts[at] ?? 0) + (Array.isArray(items) ? items.length : 0)
    })
  }
  return Array.from(counts, count => count ?? 0)
}

const errorOf = ({ message, description, name, stack }: Record<string, unknown>): NodeError => ({
  message: String(message ?? name ?? 'The node failed.'),
  ...(description ? { description: String(description) } : {}),
  ...(typeof stack === 'string' ? { stack } : {}),
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
