import type { NodeItem, Source } from '../../core/model/run-data.ts'
import { copyOf } from './tools/field-path.ts'
import type { NodeContext, NodeType } from './tools/node-context.ts'

/**
 * Loop Over Items: each time it runs, the next batch; at the end all that came back. Version 3 has `done` as its first
 * output and `loop` as its second, version 2 the other way round, version 1 only `loop`.
 */
export const loopOverItems: NodeType = {
  outputs: ({ typeVersion = 1 }) => (typeVersion < 2 ? 1 : 2),
  run(context) {
    const batch = nextBatch(context)
    const done = batch.length > 0 ? [] : processedOf(context)
    if (context.typeVersion < 2) return batch.length > 0 ? { main: [batch] } : { isUnrecorded: true }
    return { main: context.typeVersion < 3 ? [batch, done] : [done, batch] }
  },
}

const itemsOf = (value: unknown) => (Array.isArray(value) ? (value as NodeItem[]) : [])
const processedOf = ({ memory }: NodeContext) => itemsOf(memory.processedItems)

function nextBatch(context: NodeContext): NodeItem[] {
  const { memory, items } = context
  const given = context.parameter('batchSize', 0, context.typeVersion < 3 ? 10 : 1)
  const size = Math.max(Math.trunc(Number(given)) || 0, 0)
  const isFirst = memory.items === undefined || context.parameter('options.reset', 0) === true
  if (isFirst) {
    memory.currentRunIndex = 0
    memory.maxRunIndex = Math.ceil(items.length / size)
    memory.sourceData = copyOf(context.sources[0] ?? null)
    memory.items = items.slice(size)
    memory.processedItems = []
  } else {
    memory.currentRunIndex = Number(memory.currentRunIndex) + 1
    const source = context.sources[0] ?? undefined
    const processed = items.map((item, at) => ({ ...item, pairedItem: { item: at, ...overwrite(source) } }))
    memory.processedItems = [...processedOf(context), ...processed]
  }
  const batch = isFirst ? items.slice(0, size) : takeFrom(memory, size)
  memory.noItemsLeft = itemsOf(memory.items).length === 0
  memory.done = batch.length === 0
  return batch
}

/** Later batches stand for items that an earlier run of the node before made. */
function takeFrom(memory: Record<string, unknown>, size: number): NodeItem[] {
  const left = itemsOf(memory.items)
  memory.items = left.slice(size)
  const source = (memory.sourceData ?? undefined) as Source | undefined
  return left.slice(0, size).map(item => {
    const pairs = Array.isArray(item.pairedItem) ? item.pairedItem : [item.pairedItem ?? { item: 0 }]
    const made = pairs.map(pair => ({ ...(typeof pair === 'number' ? { item: pair } : pair), ...overwrite(source) }))
    return { ...item, pairedItem: made.length === 1 && made[0] ? made[0] : made }
  })
}

const overwrite = (source: Source | undefined) => (source ? { sourceOverwrite: source } : {})
