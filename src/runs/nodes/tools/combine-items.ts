import { isRecord } from '../../../core/base/is-record.ts'
import type { Item, NodeItem, PairedItem } from '../../../core/model/run-data.ts'
import { copyOf } from './field-path.ts'
import type { NodeContext } from './node-context.ts'

/** How fields of the same name are combined. */
export interface ClashHandling {
  /** `preferInput1`, `preferInput2`, …, `preferLast` or `addSuffix`; what is usual for the mode where left out. */
  resolveClash?: string | undefined
  /** Whether objects inside are combined field by field; so where left out. */
  isShallow?: boolean
  /** Whether an empty value leaves the other in its place. */
  isEmptyOverridden?: boolean
}

export function clashHandlingOf(given: unknown): ClashHandling {
  const { resolveClash, mergeMode, overrideEmpty } = isRecord(given) ? given : {}
  return {
    resolveClash: typeof resolveClash === 'string' && resolveClash !== '' ? resolveClash : undefined,
    isShallow: mergeMode === 'shallowMerge',
    isEmptyOverridden: overrideEmpty === true,
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Objects as one: of what they share, the last stays. */
export function combined(objects: readonly (Item | undefined)[], how: ClashHandling): Item {
  const made: Item = {}
  for (const object of objects) addTo(made, object ?? {}, how, true)
  return made
}

type Holder = Record<string, unknown>
const isHolder = (value: unknown): value is Holder => isRecord(value) || Array.isArray(value)

function addTo(target: Holder, source: Holder, how: ClashHandling, isOutermost: boolean): void {
  for (const [name, value] of Object.entries(source)) {
    if (name === '__proto__' || value === undefined) continue
    const known = Object.hasOwn(target, name) ? target[name] : undefined
    if (how.isEmptyOverridden && isOutermost && isEmpty(value) && known !== undefined) continue
    const isInto = !how.isShallow && isHolder(value) && isHolder(known)
    if (isInto && Array.isArray(value) === Array.isArray(known)) {
      addTo(known, value, how, false)
    } else if (isInto && Array.isArray(known)) {
      addTo(known as unknown as Holder, indexesOf(value), how, false)
    } else {
      target[name] = copyOf(value)
    }
  }
}

/** The fields of an object that are places in a list; a list takes no others. */
const indexesOf = (object: Holder): Holder =>
  Object.fromEntries(Object.entries(object).filter(([name]) => /^\d{1,4}$/.test(name)))

/** Items as one, with the files of all; paired with all of them. */
export function combinedItem(items: readonly NodeItem[], how: ClashHandling): NodeItem {
  return {
    json: combined(
      items.map(({ json }) => json),
      how,
    ),
    binary: combined(
      items.map(({ binary }) => binary),
      how,
    ),
    pairedItem: items.flatMap(pairsOf),
  }
}

export function pairsOf({ pairedItem }: NodeItem): PairedItem[] {
  if (pairedItem === undefined) return []
  const pairs = Array.isArray(pairedItem) ? pairedItem : [pairedItem]
  return pairs.map(pair => (typeof pair === 'number' ? { item: pair } : pair))
}

/** An item that a node has made, of which there may be many more than it was given. @throws where a run may not hold so much */
export function counted(context: NodeContext, item: NodeItem): NodeItem {
  context.checkTime()
  context.countOutput(item)
  return item
}

/** An item whose fields end in the number of their input: `name_1`. */
export const withSuffix = (item: NodeItem, suffix: string): NodeItem => ({
  ...item,
  json: Object.fromEntries(Object.entries(item.json).map(([name, value]) => [`${name}_${suffix}`, value])),
})
