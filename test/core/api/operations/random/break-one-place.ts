import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { innerOf, isOptional, isReadOnly } from './arbitrary-of.ts'

/** A way to make a value that passes a schema one that does not, by one change in one place. */
interface Break {
  /** What is done, and where. */
  says: string
  /** The whole value with the change in it. */
  broken: unknown
}

/** Every way to break a value in one place, at any depth. */
export function breaksOf(schema: TSchema, value: unknown, path = ''): Break[] {
  return [...breaksHere(schema, value, path), ...breaksInside(schema, value, path)]
}

const SAMPLES: [name: string, sample: unknown][] = [
  ['null', null],
  ['a number', 1.5],
  ['text', 'x'],
  ['true', true],
  ['a list', [1]],
  ['an object', { a: 1 }],
]

/** The samples that a schema takes; all others break it. */
const TAKES: Record<string, string[]> = {
  Nullable: ['null'],
  Enumeration: [],
  Boolean: ['true'],
  Integer: [],
  Number: ['a number'],
  String: ['text'],
  Array: ['a list'],
  Object: ['an object'],
}

function breaksHere(schema: TSchema, value: unknown, path: string): Break[] {
  if (schema[Kind] === 'Union' || schema[Kind] === 'Unknown') return []
  const taken = takenBy(schema)
  const types = SAMPLES.filter(([name]) => !taken.includes(name)).map(([name, broken]) => ({
    says: `${path} is ${name}`,
    broken,
  }))
  if (schema.maximum !== undefined) types.push({ says: `${path} is too large`, broken: schema.maximum + 1 })
  if (schema[Kind] !== 'Object') return types
  return [...types, ...breaksOfObject(schema as TObject, value as Record<string, unknown>, path)]
}

function takenBy(schema: TSchema): string[] {
  const taken = TAKES[schema[Kind]] ?? []
  if (schema[Kind] === 'Nullable') return [...taken, ...takenBy(innerOf(schema))]
  if (schema[Kind] === 'Number' && schema.multipleOf) return []
  if (schema[Kind] === 'String' && schema.format) return []
  return taken
}

function breaksOfObject(schema: TObject, value: Record<string, unknown>, path: string): Break[] {
  const breaks: Break[] = []
  for (const [name, field] of Object.entries(schema.properties)) {
    if (isReadOnly(field)) breaks.push({ says: `${path}/${name} is given`, broken: { ...value, [name]: 'x' } })
    else if (!isOptional(schema, name)) {
      const { [name]: _gone, ...rest } = value
      breaks.push({ says: `${path}/${name} is missing`, broken: rest })
    }
  }
  if (schema.additionalProperties === false) breaks.push({ says: `${path} has more`, broken: { ...value, more: 1 } })
  return breaks
}

function breaksInside(schema: TSchema, value: unknown, path: string): Break[] {
  if (value === null || typeof value !== 'object') return []
  if (schema[Kind] === 'Nullable') return breaksInside(innerOf(schema), value, path)
  if (Array.isArray(value)) {
    return value.flatMap((item, at) =>
      breaksOf(schema.items, item, `${path}/${at}`).map(({ says, broken }) => ({
        says,
        broken: value.with(at, broken),
      })),
    )
  }
  const fields = (schema.properties ?? {}) as Record<string, TSchema>
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) return []
    return breaksOf(field, inner, `${path}/${name}`).map(({ says, broken }) => ({
      says,
      broken: { ...value, [name]: broken },
    }))
  })
}
