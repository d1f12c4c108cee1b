import { isRecord } from '../base/is-record.ts'
import type { NodeItem, PairedItem, Source } from '../model/run-data.ts'
import { type NodeContext, NodeFailure, type NodeType } from './node-context.ts'

/** What the node remembers from round to round. */
interface Progress {
  items: NodeItem[]
  processedItems: NodeItem[]
  /** Where its items came from. */
  sourceData: Source | null
  /** The number of the round, from 0. */
  currentRunIndex: number
  maxRunIndex: number
  noItemsLeft: boolean
  done: boolean
}

/** Loop Over Items (Split In Batches): a batch by its loop output each round, all that came back by `done` at the end. */
export const splitInBatches: NodeType = {
  outputs: node => (Number(node.typeVersion ?? 1) >= 2 ? 2 : 1),
  run(context) {
    const hasTwoOutputs = context.typeVersion >= 2
    const size = Number(context.parameter('batchSize', 0, context.typeVersion >= 3 ? 1 : 10))
    const isReset = context.parameter('options.reset', 0, false) === true
    const [source] = context.sources
    const memory = context.memory as unknown as Partial<Progress>
    const isFirst = memory.items === undefined || isReset
    if (isFirst) begin(memory, context, size)
    else goOn(memory, context)
    const progress = memory as Progress
    const batch = progress.items.splice(0, size)
    progress.noItemsLeft = progress.items.length === 0
    if (batch.length > 0) {
      if (!isFirst && !progress.done && source) overwriteSource(batch, progress.sourceData)
      if (!hasTwoOutputs) return { main: [batch] }
      return { main: context.typeVersion >= 3 ? [[], batch] : [batch, []] }
    }
    progress.done = true
    const all = hasTwoOutputs ? progress.processedItems : []
    if (!hasTwoOutputs) return { main: [[]] }
    return { main: context.typeVersion >= 3 ? [all, []] : [[], all] }
  },
}

function begin(memory: Partial<Progress>, { items, sources }: NodeContext, size: number) {
  if (!(size > 0)) throw new NodeFailure('The batch size must be a number above 0')
  Object.assign(memory, {
    items: [...items],
    processedItems: [],
    sourceData: sources[0] ?? null,
    currentRunIndex: 0,
    maxRunIndex: Math.ceil(items.length / size),
    noItemsLeft: false,
    done: false,
  } satisfies Progress)
}

/** What comes back names the run that made it: the items of all rounds go out together. */
function goOn(memory: Partial<Progress>, { items, sources }: NodeContext) {
  const [source] = sources
  memory.currentRunIndex = (memory.currentRunIndex ?? 0) + 1
  const returned = items.map((item, at) => ({ ...item, pairedItem: withSource(item.pairedItem, source ?? null, at) }))
  memory.processedItems = [...(memory.processedItems ?? []), ...returned]
}

function withSource(pairedItem: NodeItem['pairedItem'], source: Source | null, at: number): NodeItem['pairedItem'] {
  if (!source) return pairedItem
  if (Array.isArray(pairedItem)) return pairedItem.map(pair => ({ sourceOverwrite: source, ...pair }))
  const pair: PairedItem = isRecord(pairedItem) ? (pairedItem as unknown as PairedItem) : { item: at }
  return { sourceOverwrite: source, ...pair, item: at }
}

/** A later batch comes from the node that gave the items, not from the one that ended the round before. */
function overwriteSource(batch: NodeItem[], source: Source | null) {
  if (!source) return
  for (const [at, item] of batch.entries()) {
    const pair = isRecord(item.pairedItem) ? (item.pairedItem as unknown as PairedItem) : { item: at }
    batch[at] = { ...item, pairedItem: { ...pair, sourceOverwrite: source } }
  }
}
