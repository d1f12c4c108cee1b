const MAX_DEPTH = 6
const MAX_FIELDS = 300
const MAX_ITEMS = 100

/** A field of items: where it is, of which types, and what the first item has there. */
export interface FieldShape {
  path: string
  depth: number
  types: string[]
  example: unknown
}

export interface Shape {
  fields: FieldShape[]
  /** What was not looked at, or is not among the fields. */
  left: string[]
}

interface Noted {
  fields: Map<string, FieldShape>
  left: Set<string>
}

/** The fields of items, in the order in which they first come. Of large ones a part, and what was left out. */
export function shapeOf(items: readonly unknown[]): Shape {
  const noted: Noted = { fields: new Map(), left: new Set() }
  if (items.length > MAX_ITEMS) noted.left.add(`all items but the first ${MAX_ITEMS}`)
  for (const item of items.slice(0, MAX_ITEMS)) note(item, '', 0, noted)
  return { fields: [...noted.fields.values()], left: [...noted.left] }
}

function note(value: unknown, path: string, depth: number, noted: Noted) {
  if (typeof value !== 'object' || value === null) return
  const { fields, left } = noted
  if (depth >= MAX_DEPTH) {
    if (Object.keys(value).length > 0) left.add(`what is deeper than ${MAX_DEPTH} levels`)
    return
  }
  if (Array.isArray(value) && value.length > 1) left.add('all entries of a list but the first')
  const entries = Array.isArray(value)
    ? value.slice(0, 1).map((part): [string, unknown] => [`${path}[0]`, part])
    : Object.entries(value).map(([name, part]): [string, unknown] => [path === '' ? name : `${path}.${name}`, part])
  for (const [at, part] of entries) {
    const known = fields.get(at)
    const type = typeOf(part)
    if (!known && fields.size >= MAX_FIELDS) {
      left.add(`all fields but the first ${MAX_FIELDS}`)
      return
    }
    if (!known) fields.set(at, { path: at, depth, types: [type], example: part })
    else if (!known.types.includes(type)) known.types.push(type)
    note(part, at, depth + 1, noted)
  }
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

/** The columns of items as a table: the names of all fields, in the order in which they first come. */
export function columnsOf(items: readonly unknown[], most: number): { columns: string[]; more: number } {
  const names = new Set<string>()
  for (const item of items.slice(0, MAX_ITEMS)) {
    if (typeof item === 'object' && item !== null && !Array.isArray(item))
      for (const name of Object.keys(item)) names.add(name)
  }
  return { columns: [...names].slice(0, most), more: Math.max(0, names.size - most) }
}

/** A value in a line: text as it is, everything else as JSON. */
export const inLine = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 400)
