import type { NodeItem, PairedItem, Source } from '../../core/model/run-data.ts'
import { ExpressionFailure } from './failure.ts'
import type { NodeScope } from './scope.ts'

/** Where an item is: the run of a node, its output, the number in it. */
export interface ItemPlace {
  node: string
  run: number
  output: number
  at: number
}

/** Steps that a search takes at most: one item may come from many. */
const MAX_STEPS = 20_000

/**
 * The item of a node that an item of the current node was made from, going back by what each item says it was made from.
 *
 * @param itemIndex which item of the current node
 * @param method what was asked, for messages: `item`, `itemMatching` or `pairedItem`
 * @returns undefined where the way back passes the node by
 * @throws ExpressionFailure as the service words it where the node is not before this one, where an item does not say what
 * it was made from, and where several items match
 */
export function pairedItemOf(
  scope: NodeScope,
  node: string,
  itemIndex: number,
  method = 'item',
): ItemPlace | undefined {
  const { run } = scope
  if (!run.nodes.has(node)) throw unknownNode(node, itemIndex)
  if (!isBefore(scope, node)) throw noConnection(node, itemIndex)
  if (!run.runData.get(node)?.length) throw notExecuted(node, itemIndex)
  const [source] = scope.sources
  if (!source || !scope.inputs[0]?.[itemIndex]) throw outOfReach(scope, node)
  return placeFrom({ scope, node, itemIndex, method, steps: 0, seen: new Map() }, source, { item: itemIndex })
}

interface Search {
  scope: NodeScope
  node: string
  itemIndex: number
  method: string
  steps: number
  seen: Map<string, ItemPlace | undefined>
}

function placeFrom(search: Search, source: Source, paired: PairedItem): ItemPlace | undefined {
  const key = `${source.previousNodeRun}/${source.previousNodeOutput}/${paired.item}/${source.previousNode}`
  if (search.seen.has(key)) return search.seen.get(key)
  if (++search.steps > MAX_STEPS) throw severalMatch(search)
  const found = findPlace(search, source, paired)
  search.seen.set(key, found)
  return found
}

function findPlace(search: Search, source: Source, { item: at }: PairedItem): ItemPlace | undefined {
  const { previousNode: name, previousNodeOutput: output = 0, previousNodeRun: runIndex = 0 } = source
  if (typeof at !== 'number') return undefined
  const run = search.scope.run.runData.get(name)?.[runIndex]
  const item: NodeItem | undefined = run?.data?.main[output]?.[at]
  if (!run || !item) throw noInfo(search, name)
  if (name === search.node) return { node: name, run: runIndex, output, at }
  const { pairedItem } = item
  const all = Array.isArray(pairedItem) ? pairedItem : [pairedItem]
  const list = all.filter(given => given !== undefined && given !== null).map(asPaired)
  if (list.length === 0) throw noInfo(search, name)
  return oneOf(search, run.source, list)
}

const asPaired = (given: PairedItem | number): PairedItem => (typeof given === 'object' ? given : { item: given })

/** Of several, those that lead to the node have to lead to the same item. */
function oneOf(search: Search, sources: (Source | null)[], list: PairedItem[]): ItemPlace | undefined {
  const found = new Map<string, ItemPlace>()
  let failure: unknown
  for (const paired of list) {
    const source = paired.sourceOverwrite ?? sources[paired.input ?? 0]
    if (!source) continue
    try {
      const place = placeFrom(search, source, paired)
      if (place) found.set(`${place.run}/${place.output}/${place.at}`, place)
    } catch (error) {
      if (!(error instanceof ExpressionFailure) || error.details.context?.type === SEVERAL) throw error
      failure = error
    }
  }
  if (found.size > 1) throw severalMatch(search)
  const [only] = found.values()
  if (!only && failure) throw failure
  return only
}

const SEVERAL = 'paired_item_multiple_matches'

/** For a node that the workflow has not. */
export const unknownNode = (node: string, itemIndex: number) =>
  new ExpressionFailure({
    message: "Referenced node doesn't exist",
    context: { itemIndex, nodeCause: node, descriptionKey: 'nodeNotFound' },
  })

/** For a node that has not run. */
export const notExecuted = (node: string, itemIndex: number) =>
  new ExpressionFailure({
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

/** For an item behind the last one of a node. */
export const noSuchItem = (node: string, count: number, itemIndex: number) =>
  new ExpressionFailure({
    message: `"${node}" node has ${count} item(s) but you're trying to access item ${itemIndex}`,
    context: {
      messageTemplate: 'Adjust your expression to access an existing item index (0-{{maxIndex}})',
      descriptionKey: 'pairedItemInvalidIndex',
      type: 'no_execution_data',
      nodeCause: node,
      itemIndex,
    },
  })

const noConnection = (node: string, itemIndex: number) =>
  new ExpressionFailure({
    message: 'Invalid expression',
    context: {
      itemIndex,
      messageTemplate: 'No path back to referenced node',
      descriptionKey: 'pairedItemNoConnection',
      type: 'paired_item_no_connection',
      nodeCause: node,
    },
  })

const severalMatch = ({ itemIndex, node }: Search) =>
  new ExpressionFailure({
    message: 'Multiple matches found',
    context: {
      itemIndex,
      messageTemplate: `Multiple matching items for item [${itemIndex}]`,
      nodeCause: node,
      descriptionKey: 'pairedItemMultipleMatches',
      type: SEVERAL,
    },
  })

function noInfo({ scope, itemIndex, method }: Search, name: string) {
  const isCode = scope.run.nodes.get(name)?.type === 'n8n-nodes-base.code'
  return new ExpressionFailure({
    message: `Paired item data for ${method} from node '${name}' is unavailable. Ensure '${name}' is providing the required output.`,
    context: {
      itemIndex,
      descriptionKey: isCode ? 'pairedItemNoInfoCodeNode' : 'pairedItemNoInfo',
      nodeCause: name,
      causeDetailed: `Missing pairedItem data (node '${name}' probably didn't supply it)`,
      type: 'paired_item_no_info',
    },
  })
}

function outOfReach({ node: { name } }: NodeScope, node: string) {
  const between = `between ‘<strong>${node}</strong>‘ and  ‘<strong>${name}</strong>`
  return new ExpressionFailure({
    message: 'Can’t get data for expression',
    description: `Some intermediate nodes ${between}‘ have not executed yet.`,
    context: {
      itemIndex: 0,
      messageTemplate: 'Can’t get data for expression under ‘%%PARAMETER%%’ field',
      causeDetailed: `pairedItem can't be found when intermediate nodes ${between} have not executed yet.`,
      type: 'paired_item_intermediate_nodes',
    },
  })
}

/** For `$node` of a node that leads nowhere near the current one. */
export const notConnected = ({ node: { name }, runIndex }: NodeScope, node: string, itemIndex: number) =>
  new ExpressionFailure({ message: `connect "${name}" to "${node}"`, context: { runIndex, itemIndex } })

/** Whether the connections lead from a node to the current one. */
export function isBefore(scope: NodeScope, node: string): boolean {
  const { connections } = scope.run
  const target = String(scope.node.name)
  return mainOf(connections, node).some(list => leadsTo(connections, list, target))
}

/** Whether anything leads to the current node by a main connection: a node that serves another has none. */
export function hasMainInput({ run: { connections }, node: { name } }: NodeScope): boolean {
  const leadsHere = (list: unknown) =>
    Array.isArray(list) && list.some(connection => (connection as { node?: unknown } | null)?.node === name)
  return Object.keys(connections).some(from => mainOf(connections, from).some(leadsHere))
}

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
