import { isRecord } from '../../core/base/is-record.ts'
import { bareFailure } from './stop-and-error.ts'
import { literal, patternFailure } from './tools/conditions.ts'
import { copyOf, removeAt, setAt, valueAt } from './tools/field-path.ts'
import { forEachItem, type NodeContext, type NodeType } from './tools/node-context.ts'
import { entriesOf } from './tools/parameters.ts'

/** Rename Keys: by name, and by pattern at each depth. */
export const renameKeys: NodeType = {
  async run(context) {
    const made = await forEachItem(context, (item, at) => {
      const json = copyOf(item.json)
      for (const { currentKey: from, newKey: to } of entriesOf(context, 'keys.key', at)) {
        if (from === '' || to === '' || from === to) continue
        const value = valueAt(item.json, from)
        if (value === undefined) continue
        setAt(json, to, copyOf(value))
        removeAt(json, from)
      }
      for (const replacement of entriesOf(context, 'additionalOptions.regexReplacement.replacements', at)) {
        renameByPattern(context, json, replacement, at)
      }
      return { json, ...(item.binary ? { binary: item.binary } : {}), pairedItem: { item: at } }
    })
    return { main: [made] }
  },
}

type Holder = Record<string, unknown>
const MAX_DEPTH = 100

function renameByPattern(context: NodeContext, json: Holder, replacement: Record<string, unknown>, at: number): void {
  const { searchRegex, replaceRegex, options } = replacement
  if (!isRecord(options)) throw bareFailure("Cannot destructure property 'depth' of 'options' as it is undefined.")
  // what never comes to 0 by steps of one has no end
  const given = Number(options.depth ?? -1)
  const most = Number.isInteger(given) && given >= 0 ? Math.min(given, MAX_DEPTH) : MAX_DEPTH
  const keys = new Set<string>()
  collectKeys(json, most, keys)
  const pattern = searchRegex === undefined ? '' : String(searchRegex)
  const names = renamed(context, [...keys], pattern, String(replaceRegex), Boolean(options.caseInsensitive), at)
  rename(json, most, names)
}

/** The patterns of a workflow run in the engine, where one that runs away ends with the run. */
function renamed(
  context: NodeContext,
  keys: string[],
  pattern: string,
  by: string,
  isCaseIgnored: boolean,
  at: number,
) {
  const flags = isCaseIgnored ? 'i' : ''
  const code = `[${keys.map(literal).join(',')}].map(key => key.replace(new RegExp(${literal(pattern)}, '${flags}'), ${literal(by)}))`
  const made = context.evaluate(
    `={{ (() => { try { return ${code} } catch { return null } })() }}`,
    at,
    'additionalOptions',
  )
  if (!Array.isArray(made)) throw patternFailure(pattern)
  return new Map(keys.map((key, number) => [key, String(made[number] ?? key)]))
}

function collectKeys(value: unknown, depth: number, keys: Set<string>): void {
  if (depth < 0) return
  if (Array.isArray(value)) {
    for (const entry of value) {
      collectKeys(entry, depth - 1, keys)
      if (typeof entry === 'string' && depth > 0) for (const key of Object.keys(entry)) keys.add(key)
    }
    return
  }
  if (!isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    keys.add(key)
    collectKeys(inner, depth - 1, keys)
  }
}

/** @throws NodeFailure for a text in a list where one of its places would be renamed */
function rename(value: unknown, depth: number, names: ReadonlyMap<string, string>): void {
  if (depth < 0) return
  if (Array.isArray(value)) {
    for (const entry of value) {
      rename(entry, depth - 1, names)
      if (typeof entry === 'string' && depth > 0) checkPlaces(entry, names)
    }
    return
  }
  if (!isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    rename(inner, depth - 1, names)
    const name = names.get(key) ?? key
    if (name === key || name === '__proto__') continue
    delete value[key]
    value[name] = inner
  }
}

function checkPlaces(text: string, names: ReadonlyMap<string, string>): void {
  const place = Object.keys(text).find(key => names.get(key) !== key)
  if (place !== undefined) throw bareFailure(`Cannot create property '${names.get(place)}' on string '${text}'`)
}
