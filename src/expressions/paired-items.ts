import type { NodeItem, PairedItem, Source } from '../model/run-data.ts'
import { ExpressionFailure, type FailureDetails } from './failure.ts'
import type { NodeScope } from './scope.ts'

/** Where an item is: the run of a node, its output, the number in it. */
export interface ItemPlace {
  node: string
  run: number
  output: number
  at: number
}

/** Steps that a search takes at most: one item may come from many. */
const MOST_STEPS = 20_000

/**
 * The item of a node that an item of the current node was made from, going back by what each item says it was made from.
 *
 * @throws ExpressionFailure as the service words it where there is none, or more than one
 */
export function pairedItemOf(scope: NodeScope, node: string, itemIndex: number, kind: string): ItemPlace | undefined {
  const { run } = scope
  if (!run.nodes.has(node)) throw new ExpressionFailure({ message: "Referenced node doesn't exist" })
  if (!run.runData.get(node)?.length) throw notExecuted(node, itemIndex)
  const search: Search = { scope, node, itemIndex, kind, steps: 0, seen: new Map() }
  const source = scope.sources[0]
  if (!scope.inputs[0]?.[itemIndex]) throw failed(search, CANNOT)
  if (!source) throw failed(search, noConnection(node))
  return placeFrom(search, source, { item: itemIndex })
}

interface Search {
  scope: NodeScope
  node: string
  itemIndex: number
  kind: string
  steps: number
  seen: Map<string, ItemPlace | undefined>
}

function placeFrom(search: Search, source: Source, paired: PairedItem): ItemPlace | undefined {
  const key = `${source.previousNodeRun}/${source.previousNodeOutput}/${paired.item}/${source.previousNode}`
  if (search.seen.has(key)) return search.seen.get(key)
  if (++search.steps > MOST_STEPS) throw failed(search, multiple(search))
  const found = findPlace(search, source, paired)
  search.seen.set(key, found)
  return found
}

function findPlace(search: Search, source: Source, { item: at }: PairedItem): ItemPlace | undefined {
  const { previousNode: name, previousNodeOutput: output = 0, previousNodeRun: runIndex = 0 } = source
  const run = search.scope.run.runData.get(name)?.[runIndex]
  const item: NodeItem | undefined = run?.data?.main[output]?.[at]
  if (!run || !item) throw failed(search, invalid(name, search.node))
  if (name === search.node) return { node: name, run: runIndex, output, at }
  const { pairedItem } = item
  if (pairedItem === undefined || pairedItem === null) throw failed(search, noInfo(name, search.node))
  if (Array.isArray(pairedItem)) return oneOf(search, run.source, pairedItem.map(asPaired), name)
  return placeBehind(search, run.source, asPaired(pairedItem), name)
}

const asPaired = (given: PairedItem | number): PairedItem => (typeof given === 'number' ? { item: given } : given)

function placeBehind(search: Search, sources: (Source | null)[], paired: PairedItem, name: string) {
  const source = paired.sourceOverwrite ?? sources[paired.input ?? 0]
  if (!source) {
    if (sources.length === 0 || paired.input === undefined || paired.input === 0)
      throw failed(search, noConnection(search.node))
    throw failed(search, invalid(name, search.node))
  }
  return placeFrom(search, source, paired)
}

/** Of several, the ones that lead to the node have to lead to the same item. */
function oneOf(search: Search, sources: (Source | null)[], list: PairedItem[], name: string): ItemPlace | undefined {
  const found = new Map<string, ItemPlace>()
  let failure: unknown
  for (const paired of list) {
    try {
      const place = placeBehind(search, sources, paired, name)
      if (place) found.set(`${place.run}/${place.output}/${place.at}`, place)
    } catch (error) {
      if (error instanceof ExpressionFailure && error.details.context?.type === 'paired_item_multiple_matches')
        throw error
      failure = error
    }
  }
  if (found.size > 1) throw failed(search, multiple(search))
  const [only] = found.values()
  if (!only && failure) throw failure
  return only
}

const failed = (search: Search, { context, ...details }: FailureDetails) =>
  new ExpressionFailure({ ...details, context: { itemIndex: search.itemIndex, ...context } })

const CANNOT: FailureDetails = { message: 'Can’t get data for expression' }

/** For a node that has not run. */
export function notExecuted(node: string, itemIndex: number): ExpressionFailure {
  return new ExpressionFailure({
    message: `Node '${node}' hasn't been executed`,
    context: {
      itemIndex,
      messageTemplate:
        'An expression references this node, but the node is unexecuted. Consider re-wiring your nodes or checking for execution first, i.e. {{ $if( $("{{nodeName}}").isExecuted, <action_if_executed>, "") }}',
      descriptionKey: 'pairedItemNoConnection',
      type: 'no_execution_data',
      nodeCause: node,
    },
  })
}

const multiple = ({ itemIndex, node }: Search): FailureDetails => ({
  message: 'Multiple matches found',
  context: {
    messageTemplate: `Multiple matching items for item [${itemIndex}]`,
    nodeCause: node,
    descriptionKey: 'pairedItemMultipleMatches',
    type: 'paired_item_multiple_matches',
  },
})

const noConnection = (node: string): FailureDetails => ({
  message: 'Invalid expression',
  context: {
    messageTemplate: `No path back to referenced node`,
    nodeCause: node,
    descriptionKey: 'pairedItemNoConnection',
    type: 'paired_item_no_connection',
  },
})

const noInfo = (name: string, node: string): FailureDetails => ({
  message: `Paired item data for item from node '${name}' is unavailable. Ensure '${name}' is providing the required output.`,
  context: { nodeCause: node, descriptionKey: 'pairedItemNoInfo', type: 'paired_item_no_info' },
})

const invalid = (name: string, node: string): FailureDetails => ({
  message: `Paired item references invalid item of '${name}'`,
  context: { nodeCause: node, descriptionKey: 'pairedItemInvalidInfo', type: 'paired_item_invalid_info' },
})

/** By which output a node leads to the current one, directly or through others; 0 where none does. */
export function outputTo(scope: NodeScope, from: string): number {
  const { connections } = scope.run
  const target = String(scope.node.name)
  const outputs = mainOf(connections, from)
  for (const [output, list] of outputs.entries()) if (leadsTo(connections, list, target)) return output
  return 0
}

/** Connections may be anything: what is no list of targets leads nowhere. */
function mainOf(connections: Record<string, unknown>, node: string): unknown[] {
  const found = Object.hasOwn(connections, node) ? (connections[node] as { main?: unknown } | null)?.main : undefined
  return Array.isArray(found) ? found : []
}

function leadsTo(connections: Record<string, unknown>, first: unknown, target: string): boolean {
  const seen = new Set<string>()
  const waiting: unknown[] = [first]
  for (const list of waiting) {
    if (!Array.isArray(list)) continue
    for (const connection of list) {
      const name = (connection as { node?: unknown } | null)?.node
      if (name === target) return true
      if (typeof name !== 'string' || seen.has(name)) continue
      seen.add(name)
      waiting.push(...mainOf(connections, name))
    }
  }
  return false
}
