import { isRecord } from '../../core/base/is-record.ts'
import { literal, patternFailure } from './tools/conditions.ts'
import { copyOf, removeAt, setAt, valueAt } from './tools/field-path.ts'
import { forEachItem, type NodeContext, type NodeType } from './tools/node-context.ts'
import { entriesOf } from './tools/parameters.ts'

/** Rename Keys: by name, and by pattern at each depth. */
export const renameKeys: NodeType = {
  async run(context) {
    const made = await forEachItem(context, (item, at) => {
      const json = copyOf(item.json)
      for (const { currentKey, newKey } of entriesOf(context, 'keys.key', at)) {
        const [from, to] = [String(currentKey ?? ''), String(newKey ?? '')]
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
  const { caseInsensitive, depth = -1 } = isRecord(options) ? options : {}
  const most = Number(depth) < 0 ? MAX_DEPTH : Math.min(Number(depth), MAX_DEPTH)
  const keys = new Set<string>()
  collectKeys(json, most, keys)
  const names = renamed(
    context,
    [...keys],
    String(searchRegex ?? ''),
    String(replaceRegex ?? ''),
    caseInsensitive === true,
    at,
  )
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
  if (Array.isArray(value)) {
    if (depth >= 0) for (const entry of value) collectKeys(entry, depth - 1, keys)
    return
  }
  if (!isRecord(value) || depth < 0) return
  for (const [key, inner] of Object.entries(value)) {
    keys.add(key)
    collectKeys(inner, depth - 1, keys)
  }
}

function rename(value: unknown, depth: number, names: ReadonlyMap<string, string>): void {
  if (Array.isArray(value)) {
    if (depth >= 0) for (const entry of value) rename(entry, depth - 1, names)
    return
  }
  if (!isRecord(value) || depth < 0) return
  for (const [key, inner] of Object.entries(value)) {
    rename(inner, depth - 1, names)
    const name = names.get(key) ?? key
    if (name === key || name === '__proto__') continue
    delete value[key]
    value[name] = inner
  }
}
