import type { NodeItem, PairedItem, Source } from '../../core/model/run-data.ts'

/** Items as a node gets them: paired with themselves. */
export const pairedWithInput = (items: readonly NodeItem[], input: number): NodeItem[] =>
  items.map((given, item) => ({ ...given, pairedItem: input > 0 ? { item, input } : { item } }))

/**
 * Pairs what a node put out without saying it: all with the only item of the input, one by one where there are as many,
 * a single one with the first; else it stays open.
 */
export function withPairs(
  outputs: readonly (NodeItem[] | null)[],
  inputs: readonly (readonly NodeItem[])[],
): (NodeItem[] | null)[] {
  const [input = []] = inputs
  const isOne = inputs.length === 1 && input.length === 1
  const isSameCount = inputs.length === 1 && outputs.length === 1 && outputs[0]?.length === input.length
  const isOnly = inputs.length === 1 && outputs.length === 1 && outputs[0]?.length === 1 && input.length > 1
  if (!isOne && !isSameCount && !isOnly) return outputs.map(items => items?.map(withoutUndefined) ?? null)
  return outputs.map(
    items =>
      items?.map((item, index) =>
        item.pairedItem === undefined ? { ...item, pairedItem: { item: isSameCount && !isOne ? index : 0 } } : item,
      ) ?? null,
  )
}

function withoutUndefined(item: NodeItem): NodeItem {
  if (!('pairedItem' in item) || item.pairedItem !== undefined) return item
  const { pairedItem: _, ...rest } = item
  return rest
}

/** The item that an empty output is replaced by where a node always has one. */
export const emptyItem = (inputs: readonly (readonly NodeItem[])[]): NodeItem => ({
  json: {},
  pairedItem: inputs.flatMap((items, input) => items.map((_, item) => ({ item, input }))),
})

/**
 * Moves the items that stand for failures to the last output, with the fields of the item that each was made from.
 *
 * @param count how many outputs the node has, without the one for errors
 */
export function withErrorOutput(
  outputs: readonly (NodeItem[] | null)[],
  count: number,
  inputs: readonly (readonly NodeItem[])[],
  sources: readonly (Source | null)[],
): NodeItem[][] {
  const failed: NodeItem[] = []
  const good = Array.from({ length: count }, (_, output) =>
    (outputs[output] ?? []).filter(item => {
      if (!isFailure(item)) return true
      const { input = 0, item: at } = firstPair(item) ?? { item: -1 }
      const from = sources[input] ? inputs[input]?.[at] : undefined
      failed.push(from ? { ...item, json: { ...from.json, ...item.json } } : item)
      return false
    }),
  )
  return [...good, failed]
}

const FAILURE_FIELDS = new Set(['error', 'message', 'details'])

function isFailure({ error, json }: NodeItem): boolean {
  if (error !== undefined && error !== null) return true
  if (!json.error) return false
  return Object.keys(json).every(name => FAILURE_FIELDS.has(name))
}

function firstPair({ pairedItem }: NodeItem): PairedItem | undefined {
  const [first] = Array.isArray(pairedItem) ? pairedItem : [pairedItem]
  return typeof first === 'object' && first !== null ? first : undefined
}

/** Items as execution data stores them: what a failure was is known to the run alone. */
export const asStored = (outputs: readonly (NodeItem[] | null)[]): (NodeItem[] | null)[] =>
  outputs.map(
    items =>
      items?.map(item => {
        if (!('error' in item)) return item
        const { error: _, ...rest } = item
        return rest
      }) ?? null,
  )
