import { askHost } from './outside.ts'
import { current } from './run.ts'

export interface Item {
  json: Record<string, unknown>
  binary?: Record<string, unknown>
  pairedItem?: unknown
  [name: string]: unknown
}

/** Which items: of an input, or what a node put out. `run` -1 is the last one, `branch` -1 the one that leads here. */
export type Source = { input: number } | { node: string; branch: number; run: number }

interface Loaded {
  length: number
  items: (Item | undefined)[]
}

/** What the host hands over at once. */
interface Part {
  length: number
  from: number
  items: Item[]
}

const { parse } = JSON
const loaded = new Map<string, Loaded>()

/** Forgets all items: for another run of a node, or after an expression that changes what it reads. */
export const forgetItems = () => loaded.clear()

const keyOf = (source: Source) =>
  'input' in source ? `i${source.input}` : `o${source.branch}/${source.run}/${source.node}`

function listOf(source: Source, at: number): Loaded {
  const key = keyOf(source)
  let list = loaded.get(key)
  if (list && (at >= list.length || at < 0 || list.items[at])) return list
  const part = askHost<Part>('items', source, at)
  if (!list) list = listFor(key, part.length)
  return withPart(list, part)
}

function listFor(key: string, length: number): Loaded {
  const list = { length, items: new Array(length) }
  loaded.set(key, list)
  return list
}

function withPart(list: Loaded, { from, items }: Part): Loaded {
  for (const [offset, item] of items.entries()) list.items[from + offset] ??= item
  return list
}

/** Takes items of the first input that need not be asked for. */
export function takeItems(text: string) {
  const part = parse(text) as Part
  withPart(listFor(keyOf({ input: 0 }), part.length), part)
}

/** One item; `undefined` where there are fewer. Only what is asked for comes over, with some of those after it. */
export function itemAt(source: Source, at: number): Item | undefined {
  const list = listOf(source, Math.max(at, 0))
  return (
    list.items[at < 0 ? list.length + at : at] ??
    (at < 0 && list.length > 0 ? listOf(source, list.length + at).items[list.length + at] : undefined)
  )
}

export const lengthOf = (source: Source) => listOf(source, 0).length

/** All items in a list of their own. */
export function allItems(source: Source): Item[] {
  const list = listOf(source, 0)
  for (let at = 0; at < list.length; at++) if (!list.items[at]) listOf(source, at)
  return list.items.slice() as Item[]
}

/** The item that is in its turn. */
export const currentItem = () => itemAt({ input: 0 }, current.itemIndex)

/** A copy that changes nothing where it is changed. */
export const copyOf = <Value>(value: Value): Value =>
  value === undefined ? value : (parse(JSON.stringify(value)) as Value)
