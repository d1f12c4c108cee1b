import { DateTime } from 'luxon'
import { isRecord } from '../../../core/base/is-record.ts'

/** A value as a type wants it, or that it cannot be. */
export type Converted = { isValid: true; value: unknown } | { isValid: false }

const invalid: Converted = { isValid: false }
const valid = (value: unknown): Converted => ({ isValid: true, value })

/** A value as a field of a type holds it: what the service takes for one, texts of numbers and of JSON among them. */
export function convert(value: unknown, type: string, zone: string): Converted {
  if (value === undefined || value === null) return valid(null)
  switch (type) {
    case 'string':
      return valid(typeof value === 'object' ? JSON.stringify(value) : String(value))
    case 'number':
      return toNumber(value)
    case 'boolean':
      return toBoolean(value)
    case 'dateTime':
      return toDateTime(value, zone)
    case 'array':
      return toArray(value)
    case 'object':
      return toObject(value)
    default:
      return valid(value)
  }
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Whether the service runs a node whose parameter of a type has this value. */
export const isFit = (value: unknown, type: string) =>
  type === 'jwt' ? JWT.test(String(value)) : convert(value, type, 'utc').isValid

function toNumber(value: unknown): Converted {
  const number = isRecord(value) && !isDate(value) ? Number.NaN : Number(value)
  return Number.isNaN(number) ? invalid : valid(number)
}

function toBoolean(value: unknown): Converted {
  if (typeof value === 'boolean') return valid(value)
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    if (text === 'true' || text === 'false') return valid(text === 'true')
    if (text.trim() === '') return invalid
  }
  const number = isRecord(value) && !isDate(value) ? Number.NaN : Number(value)
  return number === 0 || number === 1 ? valid(number === 1) : invalid
}

function toArray(value: unknown): Converted {
  if (Array.isArray(value)) return valid(value)
  const read = typeof value === 'string' ? readLooseJson(value) : undefined
  return Array.isArray(read) ? valid(read) : invalid
}

function toObject(value: unknown): Converted {
  if (isRecord(value)) return valid(value)
  const read = typeof value === 'string' ? readLooseJson(value) : undefined
  return isRecord(read) || read === null ? valid(read) : invalid
}

/** Without a zone of its own, a text is read as the wall clock of the workflow's. */
export function toDateTime(value: unknown, zone: string): Converted {
  const time = timeOf(value, zone)
  return time?.isValid ? valid(time) : invalid
}

const MAX_TIME_LENGTH = 100

const FORMATS = [
  (text: string, zone: string) => DateTime.fromISO(text, { setZone: /[Zz]|[+-]\d\d:?\d\d$/.test(text), zone }),
  (text: string) => DateTime.fromHTTP(text, { setZone: true }),
  (text: string) => DateTime.fromRFC2822(text, { setZone: true }),
  (text: string, zone: string) => DateTime.fromSQL(text, { setZone: /[Zz]|[+-]\d\d:?\d\d$/.test(text), zone }),
]

/** A time of any form that the service reads; `undefined` where it is none. */
export function timeOf(value: unknown, zone: string): DateTime | undefined {
  if (DateTime.isDateTime(value)) return value
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone })
  // a list counts as its items with commas between them
  const text = isRecord(value) ? '' : String(value).trim()
  if (text === '' || text.length > MAX_TIME_LENGTH) return undefined
  for (const read of FORMATS) {
    const time = read(text, zone)
    if (time.isValid) return time
  }
  const time = timeInUtc(text)
  return Number.isNaN(time) ? undefined : DateTime.fromMillis(time, { zone })
}

/** The time of a text as the runtime reads it, such as `March 4, 2025`: in UTC where it names no zone; `NaN` for none. */
export function timeInUtc(text: string): number {
  if (text.length > MAX_TIME_LENGTH) return Number.NaN
  if (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text)) return Date.parse(`${text}Z`)
  const utc = Date.parse(`${text} UTC`)
  return Number.isNaN(utc) ? Date.parse(text) : utc
}

/** A value as messages show it. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (isRecord(value) && Object.getPrototypeOf(value) === Object.prototype) return 'object'
  return `'${String(value)}'`
}

const isDate = (value: unknown) => value instanceof Date || DateTime.isDateTime(value)

const LITERAL =
  /\s*(?:("(?:[^"\\]|\\.)*")|'((?:[^'\\]|\\.)*)'|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(true|false|null)(?![\w$])|([A-Za-z_$][\w$]*)(?=\s*:)|(,)\s*(?=[\]}])|([{}[\],:]))\s*/y

/** JSON, or an object or a list as JavaScript writes it: names and texts in single quotes or without any, commas at the end. */
export function readLooseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
  }
  let json = ''
  LITERAL.lastIndex = 0
  let at = 0
  while (at < text.length) {
    LITERAL.lastIndex = at
    const found = LITERAL.exec(text)
    if (!found || LITERAL.lastIndex === at) return undefined
    at = LITERAL.lastIndex
    const [, double, single, number, word, name, trailing, mark] = found
    if (trailing) continue
    if (single !== undefined) json += JSON.stringify(single.replace(/\\'/g, "'"))
    else if (name !== undefined) json += JSON.stringify(name)
    else if (number !== undefined) json += JSON.stringify(Number(number))
    else json += double ?? word ?? mark ?? ''
  }
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
