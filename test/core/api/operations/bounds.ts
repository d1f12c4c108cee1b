import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { Inner } from '../../../../src/core/model/schema.ts'
import { exampleOf } from '../../../../src/core/versions/v2/shapes/example.ts'
import { Refusal } from '../../../../src/core/versions/v2/shapes/refusal.ts'

/** What may stand at a place of a body, and what may not. */
export interface Bounds {
  /** From the body: names of properties, and 0 for the first of a list. */
  place: (string | 0)[]
  /** At the limit. */
  taken: unknown[]
  /** One beyond it, with what each family of operations says: the path comes before, but for texts of the whole. */
  refused: { value: unknown; old: string; fresh: string }[]
}

const LEFT_OUT = Symbol('left out')

/** The bounds of all that a schema has in it. */
export function boundsOf(schema: TSchema, place: Bounds['place'] = []): Bounds[] {
  if (Refusal in schema || schema[Kind] === 'Union') return []
  if (schema[Kind] === 'Nullable') return boundsOf((schema as unknown as { [Inner]: TSchema })[Inner], place)
  const own = OWN[schema[Kind]]?.(schema)
  return [...(own ? [{ place, ...own }] : []), ...within(schema, place)]
}

function within(schema: TSchema, place: Bounds['place']): Bounds[] {
  if (schema[Kind] === 'Array') return boundsOf(schema.items, [...place, 0])
  if (schema[Kind] !== 'Object') return []
  const { properties, required = [] } = schema as TObject
  const parts = Object.entries(properties).flatMap(([name, part]) => boundsOf(part, [...place, name]))
  const missing = required.map(name => ({
    place: [...place, name],
    taken: [],
    refused: [{ value: LEFT_OUT, ...both(`must have required property '${name}'`) }],
  }))
  return [...parts, ...missing.filter(({ place }) => !(Refusal in (properties[String(place.at(-1))] ?? {})))]
}

const both = (text: string) => ({ old: text, fresh: text })
type Own = Omit<Bounds, 'place'>
const kind = (value: unknown, name: string, old = name) => ({
  value,
  old: `must be ${old}`,
  fresh: `Expected ${name}, received ${Array.isArray(value) ? 'array' : typeof value}`,
})

const OWN: Record<string, (schema: TSchema) => Own> = {
  String: textBounds,
  Enumeration: ({ enum: values }) => ({
    taken: values,
    refused: [
      {
        value: 'odd',
        old: `must be equal to one of the allowed values: ${values.join(', ')}`,
        fresh: `Invalid enum value. Expected ${quoted(values)}, received 'odd'`,
      },
      { value: 5, old: 'must be string', fresh: `Expected ${quoted(values)}, received number` },
    ],
  }),
  Boolean: () => ({ taken: [true, false], refused: [kind('true', 'boolean'), kind(1, 'boolean')] }),
  Number: numberBounds,
  Integer: schema => {
    const { taken, refused } = numberBounds(schema, 'integer')
    return {
      taken,
      refused: [...refused, { value: 1.5, old: 'must be integer', fresh: 'Expected integer, received float' }],
    }
  },
  Array: ({ items, minItems = 0 }) => ({
    taken: minItems > 0 ? [Array.from({ length: minItems }, () => exampleOf(items))] : [],
    refused: [
      kind({}, 'array'),
      ...(minItems === 0
        ? []
        : [
            {
              value: Array.from({ length: minItems - 1 }, () => exampleOf(items)),
              old: `must NOT have fewer than ${minItems} items`,
              fresh: `Array must contain at least ${minItems} element(s)`,
            },
          ]),
    ],
  }),
  Object: () => ({ taken: [], refused: [kind([], 'object'), kind(5, 'object')] }),
  ReadOnly: schema => ({ taken: [], refused: [{ value: exampleOf(schema), ...both('is read-only') }] }),
}

const quoted = (values: string[]) => values.map(value => `'${value}'`).join(' | ')

function textBounds({ minLength, maxLength, pattern, format }: TSchema): Own {
  const lengths = [minLength, maxLength].filter(length => length !== undefined && length > 0)
  return {
    taken: format === undefined ? lengths.map(length => 'a'.repeat(length)) : [],
    refused: [
      kind(5, 'string'),
      kind(true, 'string'),
      ...(minLength === undefined
        ? []
        : [
            {
              value: 'a'.repeat(minLength - 1),
              old: `must NOT have fewer than ${minLength} characters`,
              fresh: `String must contain at least ${minLength} character(s)`,
            },
          ]),
      ...(maxLength === undefined
        ? []
        : [
            {
              value: 'a'.repeat(maxLength + 1),
              old: `must NOT have more than ${maxLength} characters`,
              fresh: `String must contain at most ${maxLength} character(s)`,
            },
          ]),
      ...(pattern === undefined ? [] : [{ value: 'a-b', old: `must match pattern "${pattern}"`, fresh: 'Invalid' }]),
      ...(format === undefined ? [] : [{ value: 'a b', old: `must match format "${format}"`, fresh: 'Invalid' }]),
    ],
  }
}

function numberBounds({ minimum, maximum }: TSchema, old = 'number'): Own {
  return {
    taken: [minimum, maximum].filter(bound => bound !== undefined),
    refused: [
      kind('7', 'number', old),
      ...(minimum === undefined
        ? []
        : [
            {
              value: minimum - 1,
              old: `must be >= ${minimum}`,
              fresh: `Number must be greater than or equal to ${minimum}`,
            },
          ]),
      ...(maximum === undefined ? [] : [{ value: maximum + 1, ...both(`must be <= ${maximum}`) }]),
    ],
  }
}

/** A body with a value at a place; where nothing is on the way to it, what the schema needs there. */
export function bodyWith(schema: TSchema, body: unknown, [name, ...rest]: Bounds['place'], value: unknown): unknown {
  if (name === undefined) return value
  const inner = schema[Kind] === 'Nullable' ? (schema as unknown as { [Inner]: TSchema })[Inner] : schema
  const whole = body ?? exampleOf(inner)
  if (name === 0) {
    const [first, ...others] = whole as unknown[]
    return [bodyWith(inner.items, first ?? exampleOf(inner.items), rest, value), ...others]
  }
  const before = whole as Record<string, unknown>
  const part = bodyWith(inner.properties[name], before[name], rest, value)
  if (part !== LEFT_OUT) return { ...before, [name]: part }
  const { [name]: _, ...others } = before
  return others
}

/** What the text of a refusal calls a place: that of a property which is missing is the object around it. */
export const nameOf = (place: Bounds['place'], text: string) =>
  ['request/body', ...(text.startsWith('must have required') ? place.slice(0, -1) : place)].join('/')
