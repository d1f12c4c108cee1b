import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { AnyMap, Enumeration, Nullable } from '../../../model/schema.ts'

const TOKEN = /"[^"]*"|\d*\.\.\d*|[A-Za-z_@][\w/.-]*|≥|≤|[-\d.]+|`[^`]*`|…|\S/gy

/**
 * The schema of a shape in the notation of `data/n8n-2.41/refused-operations.json`: `string(min 1)`, `"a"|"b"`,
 * `integer(≥0)`, `T[]`, `{name: T, more?: T, nothing else}`, `A & B | C & D`. What is not understood is taken for anything.
 *
 * @example
 * schemaOf('{type: "live"|"dry", nothing else}')
 */
export function schemaOf(notation: string): TSchema {
  return createReader(tokensOf(notation)).readType()
}

function tokensOf(notation: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < notation.length) {
    const blank = /\s*/y
    blank.lastIndex = TOKEN.lastIndex
    TOKEN.lastIndex += blank.exec(notation)?.[0].length ?? 0
    const token = TOKEN.exec(notation)?.[0]
    if (token === undefined) break
    tokens.push(token)
  }
  return tokens
}

function createReader(tokens: string[]) {
  let at = 0
  const peek = () => tokens[at] ?? ''
  const next = () => tokens[at++] ?? ''
  const take = (token: string) => {
    if (peek() !== token) return false
    at++
    return true
  }

  function readType(): TSchema {
    const variants = [readAll()]
    while (take('|')) variants.push(readAll())
    return unionOf(variants)
  }

  function readAll(): Variant {
    const first = readVariant()
    const parts = [first]
    while (take('&')) parts.push(readVariant())
    return parts.length === 1 ? first : allOf(parts)
  }

  function readVariant(): Variant {
    const token = peek()
    if (token.startsWith('"')) {
      next()
      return token.slice(1, -1)
    }
    if (take('null')) return null
    if (token === 'true' || token === 'false') return next() === 'true'
    return readArrays(readPrimary())
  }

  function readPrimary(): TSchema {
    if (take('{')) return readObject()
    if (take('(')) {
      const inner = readType()
      take(')')
      return inner
    }
    return primitive(next(), peek() === '(' ? readOptions() : {})
  }

  function readArrays(item: TSchema): TSchema {
    let schema = item
    while (take('[')) {
      take(']')
      const [least] = peek() === '(' ? readItems() : []
      schema = Type.Array(schema, least ? { minItems: least } : {})
    }
    return schema
  }

  function readItems(): number[] {
    next()
    const [least = ''] = next().split('..')
    while (peek() !== ')' && peek() !== '') next()
    take(')')
    return [Number(least)]
  }

  function readOptions(): Record<string, unknown> {
    const options: Record<string, unknown> = {}
    take('(')
    while (peek() !== ')' && peek() !== '') {
      const word = next()
      if (word === 'min') options.minLength = Number(next())
      else if (word === 'max') options.maxLength = Number(next())
      else if (word === '≥') options.minimum = Number(next())
      else if (word === '≤') options.maximum = Number(next())
    }
    take(')')
    return options
  }

  function readObject(): TSchema {
    const properties: Record<string, TSchema> = {}
    let isClosed = false
    while (peek() !== '}' && peek() !== '') {
      const name = next()
      if (name === '…') continue
      if (name === ',') continue
      if (name === 'nothing') {
        isClosed = true
        take('else')
        continue
      }
      const isOptional = take('?')
      take(':')
      const schema = readType()
      while (peek() !== ',' && peek() !== '}' && peek() !== '') next()
      properties[name.replaceAll('"', '')] = isOptional ? Type.Optional(schema) : schema
    }
    take('}')
    return Type.Object(properties, isClosed ? { additionalProperties: false } : {})
  }

  return { readType }
}

function primitive(word: string, options: Record<string, unknown>): TSchema {
  switch (word) {
    case 'string':
      return Type.String(options)
    case 'integer':
      return Type.Integer(options)
    case 'number':
      return Type.Number(options)
    case 'boolean':
      return Type.Boolean()
    default:
      return Type.Unknown()
  }
}

type Variant = TSchema | string | null | boolean

function unionOf(variants: Variant[]): TSchema {
  const texts = variants.filter(variant => typeof variant === 'string')
  const schemas = variants.filter(variant => typeof variant === 'object' && variant !== null)
  const known = texts.length > 0 ? [Enumeration(texts), ...schemas] : schemas
  const schema = known.length > 1 ? Type.Union(known as TSchema[], { oneOf: true }) : (known[0] ?? AnyMap())
  return variants.includes(null) ? Nullable(schema) : schema
}

/** Every part at once: an object with the properties of all. */
function allOf(parts: Variant[]): TSchema {
  const objects = parts.filter(part => typeof part === 'object' && part !== null && Boolean(part.properties))
  return Type.Object(Object.assign({}, ...(objects as TObject[]).map(({ properties }) => properties)))
}
