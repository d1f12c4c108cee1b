import { isRecord } from '../base/is-record.ts'
import { Unsupported } from './expression-parser.ts'
import { Moment, momentOf, textOf } from './expression-values.ts'

/** A method makes no longer text, and no longer list. */
export const LONGEST_RESULT = 1_000_000

type Method = (of: never, ...given: never[]) => unknown

/** The methods that a value has in expressions. */
export function methodsOf(target: unknown): Record<string, Method> {
  if (typeof target === 'string') return OF_TEXT
  if (typeof target === 'number') return OF_NUMBER
  if (typeof target === 'boolean') return { toString: (of: boolean) => String(of) }
  if (Array.isArray(target)) return OF_LIST
  if (target instanceof Moment) return OF_MOMENT
  return OF_OBJECT
}

const text = (value: unknown) => {
  if (typeof value === 'string') return value
  throw new Unsupported()
}
const whole = (value: unknown) => (value === undefined ? undefined : Number(value))
/** A number of digits, or a base: outside of these bounds the runtime throws. */
function within(value: unknown, least: number, most: number): number {
  const number = Math.trunc(Number(value)) || 0
  if (number >= least && number <= most) return number
  throw new Unsupported()
}

const OF_TEXT: Record<string, Method> = {
  toUpperCase: (of: string) => of.toUpperCase(),
  toLowerCase: (of: string) => of.toLowerCase(),
  trim: (of: string) => of.trim(),
  trimStart: (of: string) => of.trimStart(),
  trimEnd: (of: string) => of.trimEnd(),
  toString: (of: string) => of,
  includes: (of: string, part: unknown) => of.includes(String(part)),
  startsWith: (of: string, part: unknown) => of.startsWith(String(part)),
  endsWith: (of: string, part: unknown) => of.endsWith(String(part)),
  indexOf: (of: string, part: unknown) => of.indexOf(String(part)),
  lastIndexOf: (of: string, part: unknown) => of.lastIndexOf(String(part)),
  charAt: (of: string, at: unknown) => of.charAt(Number(at)),
  at: (of: string, at: unknown) => of.at(Number(at)),
  slice: (of: string, from: unknown, to: unknown) => of.slice(whole(from), whole(to)),
  substring: (of: string, from: unknown, to: unknown) => of.substring(Number(from), whole(to)),
  substr: (of: string, from: unknown, length: unknown) =>
    of.slice(whole(from), length === undefined ? undefined : Number(from) + Number(length)),
  split: (of: string, by: unknown) => of.split(text(by), LONGEST_RESULT),
  replace: (of: string, part: unknown, by: unknown) => of.replace(text(part), () => text(by)),
  replaceAll: (of: string, part: unknown, by: unknown) => joined(of.split(text(part)), text(by)),
  concat: (of: string, ...more: unknown[]) => of + more.map(textOf).join(''),
  repeat: (of: string, times: unknown) => of.repeat(fitting(of.length * Number(times), Number(times))),
  padStart: (of: string, length: unknown, by: unknown = ' ') => of.padStart(fitting(Number(length)), text(by)),
  padEnd: (of: string, length: unknown, by: unknown = ' ') => of.padEnd(fitting(Number(length)), text(by)),
  toNumber: (of: string) => Number(of),
  toInt: (of: string) => Number.parseInt(of, 10),
  toFloat: (of: string) => Number.parseFloat(of),
  toTitleCase: (of: string) => of.replace(/\b\w/g, sign => sign.toUpperCase()),
  isEmpty: (of: string) => of === '',
  isNotEmpty: (of: string) => of !== '',
  toDateTime: (of: string) => momentOf(of),
  toJsonString: (of: string) => JSON.stringify(of),
  base64Encode: (of: string) => Buffer.from(of).toString('base64'),
  base64Decode: (of: string) => Buffer.from(of, 'base64').toString('utf8'),
}
const OF_NUMBER: Record<string, Method> = {
  toString: (of: number, base: unknown = 10) => of.toString(within(base, 2, 36)),
  toFixed: (of: number, digits: unknown = 0) => of.toFixed(within(digits, 0, 100)),
  round: (of: number, digits: unknown = 0) => Number(of.toFixed(within(digits, 0, 100))),
  floor: (of: number) => Math.floor(of),
  ceil: (of: number) => Math.ceil(of),
  abs: (of: number) => Math.abs(of),
  isEven: (of: number) => of % 2 === 0,
  isOdd: (of: number) => Math.abs(of % 2) === 1,
  isEmpty: () => false,
}
const OF_LIST: Record<string, Method> = {
  join: (of: unknown[], by: unknown = ',') => joined(of.map(textOf), text(by)),
  includes: (of: unknown[], item: unknown) => of.includes(item),
  indexOf: (of: unknown[], item: unknown) => of.indexOf(item),
  slice: (of: unknown[], from: unknown, to: unknown) => of.slice(whole(from), whole(to)),
  concat: (of: unknown[], ...more: unknown[]) => of.concat(...more),
  at: (of: unknown[], at: unknown) => of.at(Number(at)),
  reverse: (of: unknown[]) => of.toReversed(),
  first: (of: unknown[]) => of[0],
  last: (of: unknown[]) => of.at(-1),
  length: (of: unknown[]) => of.length,
  sum: (of: unknown[]) => of.reduce<number>((sum, item) => sum + Number(item), 0),
  average: (of: unknown[]) => of.reduce<number>((sum, item) => sum + Number(item), 0) / of.length,
  max: (of: unknown[]) => of.reduce<number>((most, item) => Math.max(most, Number(item)), Number.NEGATIVE_INFINITY),
  min: (of: unknown[]) => of.reduce<number>((least, item) => Math.min(least, Number(item)), Number.POSITIVE_INFINITY),
  unique: (of: unknown[]) => [...new Set(of)],
  compact: (of: unknown[]) => of.filter(item => item !== null && item !== undefined && item !== ''),
  isEmpty: (of: unknown[]) => of.length === 0,
  isNotEmpty: (of: unknown[]) => of.length > 0,
  toJsonString: (of: unknown[]) => JSON.stringify(of),
  toString: (of: unknown[]) => joined(of.map(textOf), ','),
}
const OF_OBJECT: Record<string, Method> = {
  keys: (of: object) => Object.keys(of),
  values: (of: object) => Object.values(of),
  hasField: (of: object, name: unknown) => Object.hasOwn(of, String(name)),
  isEmpty: (of: object) => Object.keys(of).length === 0,
  isNotEmpty: (of: object) => Object.keys(of).length > 0,
  toJsonString: (of: object) => JSON.stringify(of),
}
const OF_MOMENT: Record<string, Method> = {
  toISO: (of: Moment) => of.toString(),
  toISODate: (of: Moment) => of.toString().slice(0, 10),
  toString: (of: Moment) => of.toString(),
  toJSON: (of: Moment) => of.toString(),
  toFormat: (of: Moment, format: unknown) => of.format(text(format)),
  format: (of: Moment, format: unknown) => of.format(text(format)),
  toMillis: (of: Moment) => of.time,
  toSeconds: (of: Moment) => of.time / 1000,
  plus: (of: Moment, span: unknown, unit: unknown) => of.plus(span, unit, 1),
  minus: (of: Moment, span: unknown, unit: unknown) => of.plus(span, unit, -1),
  startOf: (of: Moment, unit: unknown) => of.startOf(text(unit)),
  setZone: (of: Moment, zone: unknown) => new Moment(of.time, text(zone)),
  toUTC: (of: Moment) => new Moment(of.time, 'UTC'),
}
/** `Math.round` and the like. */
export const STATICS: Record<string, Record<string, (...given: never[]) => unknown>> = {
  JSON: {
    stringify: (value: unknown, _replacer: unknown, space: unknown) => JSON.stringify(value, null, whole(space)),
    parse: (value: unknown) => parsed(text(value)),
  },
  Math: {
    round: (value: unknown) => Math.round(Number(value)),
    floor: (value: unknown) => Math.floor(Number(value)),
    ceil: (value: unknown) => Math.ceil(Number(value)),
    abs: (value: unknown) => Math.abs(Number(value)),
    max: (...values: unknown[]) => Math.max(...values.map(Number)),
    min: (...values: unknown[]) => Math.min(...values.map(Number)),
  },
  Object: {
    keys: (value: unknown) => Object.keys(isRecord(value) ? value : {}),
    values: (value: unknown) => Object.values(isRecord(value) ? value : {}),
  },
  DateTime: { fromISO: (value: unknown) => momentOf(text(value)) },
}
/** What is called by its name alone. */
export const FUNCTIONS: Record<string, (given: unknown[]) => unknown> = {
  String: ([value]) => textOf(value),
  Number: ([value]) => Number(value),
  Boolean: ([value]) => Boolean(value),
  parseInt: ([value, base]) => Number.parseInt(textOf(value), whole(base)),
  parseFloat: ([value]) => Number.parseFloat(textOf(value)),
  $if: ([test, yes, no]) => (test ? yes : no),
  $ifEmpty: ([value, other]) => (value === undefined || value === null || value === '' ? other : value),
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    throw new Unsupported()
  }
}

function fitting(length: number, value = length): number {
  if (length <= LONGEST_RESULT && value >= 0) return value
  throw new Unsupported()
}

function joined(parts: readonly string[], by: string): string {
  let length = by.length * Math.max(parts.length - 1, 0)
  for (const part of parts) length += part.length
  fitting(length / 4)
  return parts.join(by)
}

/** A value, unless it is text that is too long. */
export function bounded(value: unknown): unknown {
  if (typeof value === 'string') fitting(value.length / 4)
  return value
}
