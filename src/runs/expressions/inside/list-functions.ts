import { type Functions, fail } from './outside.ts'
import { random } from './run.ts'

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === 'nil'

function numbers(list: unknown[], name: string): number[] {
  for (const value of list) if (typeof value !== 'number') fail(`${name}(): all array elements must be numbers`)
  return list as number[]
}

const listGiven = (given: unknown, name: string, example = '[1, 2, 3, 4]'): unknown[] =>
  Array.isArray(given) ? given : fail(`${name}(): expected array arg, e.g. .${name}(${example})`)
const ROWS = '[{ id: 1, otherValue: 3 }]'

/** The values that differ from those before them; of plain values in one pass. */
function unique(list: unknown[], fields: unknown[]): unknown[] {
  const seen = new Set<string>()
  return list.filter(value => {
    const key = keyOf(fields.length > 0 && isRow(value) ? fields.map(field => value[String(field)]) : value)
    return !seen.has(key) && seen.add(key)
  })
}

/** Equal for equal values, whatever the order of fields is. */
function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  if (isRow(value)) {
    if (typeof value.toJSON === 'function') return JSON.stringify(value)
    const names = Object.keys(value).sort()
    return `{${names.map(name => `${JSON.stringify(name)}:${keyOf(value[name])}`).join()}}`
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

const keysOf = (list: unknown[]) => new Set(list.map(keyOf))

/** Without empty values: null, an empty text, an object without fields, which a date is too; also inside objects. */
export function compact(value: unknown): unknown {
  if (!isRow(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => !isBlank(inner))
  return Object.fromEntries(kept.map(([name, inner]) => [name, compact(inner)]))
}

const isBlank = (value: unknown) => isNothing(value) || (isRow(value) && Object.keys(value).length === 0)

/** The fields of the one, and those of the other that it does not have. */
function joined(one: Row, other: unknown): Row {
  if (!isRow(other)) return one
  // null has none
  const own = { ...one }
  const missing = Object.entries(other).filter(([name]) => !Object.hasOwn(own, name))
  return Object.fromEntries([...Object.entries(own), ...missing])
}

const withAll = (rows: readonly Row[]): Row => Object.fromEntries(rows.flatMap(row => Object.entries(row)))

/** What a list can do in expressions. */
export const LIST: Functions<unknown[]> = {
  append: (list, given) => [...list, ...given],
  average: list => (list.length === 0 ? 0 : numbers(list, 'average').reduce((a, b) => a + b, 0) / list.length),
  chunk(list, [length]) {
    if (typeof length !== 'number' || length === 0) fail('chunk(): expected non-zero numeric arg, e.g. .chunk(5)')
    const step = length as number
    // the service goes on until its memory is used up
    if (!(step > 0)) fail('Invalid array length')
    const chunks: unknown[][] = []
    for (let at = 0; at < list.length; at += step) chunks.push(list.slice(at, at + step))
    return chunks
  },
  compact: list => list.filter(value => !isBlank(value)).map(compact),
  difference(list, [given]) {
    const others = keysOf(listGiven(given, 'difference'))
    return unique(
      list.filter(value => !others.has(keyOf(value))),
      [],
    )
  },
  first: list => list[0],
  intersection(list, [given]) {
    const others = keysOf(listGiven(given, 'intersection'))
    return unique(list, []).filter(value => others.has(keyOf(value)))
  },
  isEmpty: list => list.length === 0,
  isNotEmpty: list => list.length > 0,
  last: list => list[list.length - 1],
  max: list => numbers(list, 'max').reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  merge(list, [given]) {
    if (given === undefined)
      return list.filter(row => isRow(row) && !Array.isArray(row)).reduce<Row>((all, row) => joined(all, row), {})
    const others = listGiven(given, 'merge', ROWS)
    return withAll(
      list.flatMap((row, at) =>
        typeof row === 'object' && typeof others[at] === 'object' ? [joined(row as Row, others[at])] : [],
      ),
    )
  },
  mergeIntoObject(list, [given]) {
    const others = listGiven(given, 'mergeIntoObject', ROWS)
    const longer = list.length > others.length ? list : others
    return withAll(
      longer.flatMap((_, at) => {
        const [row, other] = [list[at], others[at]]
        if (isRow(row)) return [joined(row, other)]
        return isRow(other) ? [other] : []
      }),
    )
  },
  min: list => numbers(list, 'min').reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  pluck(list, names) {
    if (names.length === 0) return list
    return list.filter(isRow).flatMap(row => {
      const found = Object.keys(row).flatMap(name => names.filter(one => one === name).map(() => row[name]))
      if (found.length === 0) return []
      return [found.length > 1 ? found : found[0]]
    })
  },
  randomItem: list => (list.length === 0 ? undefined : list[Math.floor(random() * list.length)]),
  removeDuplicates: unique,
  renameKeys(list, names) {
    if (names.length === 0 || names.length % 2 !== 0)
      fail(
        'renameKeys(): expected an even amount of args: from1, to1 [, from2, to2, ...]. e.g. .renameKeys("name", "title")',
      )
    return list.map(row => {
      if (!isRow(row)) return row
      const made = { ...row }
      for (let at = 0; at < names.length; at += 2) {
        const from = String(names[at])
        if (!Object.hasOwn(made, from)) continue
        made[String(names[at + 1])] = made[from]
        delete made[from]
      }
      return made
    })
  },
  reverse: list => [...list].reverse(),
  smartJoin(list, [key, value]) {
    if (typeof key !== 'string' || typeof value !== 'string' || !key || !value)
      fail('smartJoin(): expected two string args, e.g. .smartJoin("name", "value")')
    const made: Row = {}
    for (const row of list)
      if (isRow(row) && Object.hasOwn(row, String(key)) && Object.hasOwn(row, String(value)))
        made[String(row[String(key)])] = row[String(value)]
    return made
  },
  sum: list => numbers(list, 'sum').reduce((a, b) => a + b, 0),
  toDateTime: () => undefined,
  toBoolean: () => undefined,
  toFloat: () => undefined,
  toInt: () => undefined,
  toJsonString: list => JSON.stringify(list),
  union: (list, [given]) => unique(list.concat(listGiven(given, 'union')), []),
  unique,
}

/** What an object can do in expressions. */
export const OBJECT: Functions<Row> = {
  compact: object => compact(object),
  hasField: (object, [name]) => String(name) in object,
  isEmpty: object => Object.keys(object).length === 0,
  isNotEmpty: object => Object.keys(object).length > 0,
  keepFieldsContaining(object, [part]) {
    if (typeof part !== 'string' || part === '') fail('argument of keepFieldsContaining must be a non-empty string')
    return Object.fromEntries(
      Object.entries(object).filter(([, value]) => typeof value === 'string' && value.includes(part as string)),
    )
  },
  keys: object => Object.keys(object),
  removeField: (object, [given]) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => name !== String(given))),
  removeFieldsContaining(object, [part]) {
    if (typeof part !== 'string' || part === '') fail('removeFieldsContaining(): expected non-empty string arg')
    return Object.fromEntries(
      Object.entries(object).filter(([, value]) => !(typeof value === 'string' && value.includes(part as string))),
    )
  },
  toBoolean: () => undefined,
  toDateTime: () => undefined,
  toFloat: () => undefined,
  toInt: () => undefined,
  toJsonString: object => JSON.stringify(object),
  urlEncode: object => formText(object),
  values: object => Object.values(object),
}

/** As forms are sent: blanks are `+`. */
function formText(object: Row): string {
  const shown = (value: unknown) =>
    encodeURIComponent(String(value))
      .replace(/%20/g, '+')
      .replace(/[!'()~]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return Object.entries(object)
    .map(([name, value]) => `${shown(name)}=${shown(value)}`)
    .join('&')
}
