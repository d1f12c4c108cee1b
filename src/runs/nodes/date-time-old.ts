import { DateTime, type DurationLikeObject } from 'luxon'
import type { NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import { type NodeContext, NodeFailure } from './tools/node-context.ts'
import { askedText, shownParameter, textOf } from './tools/parameters.ts'
import { timeInUtc } from './tools/value-types.ts'

/** Version 1 of Date & Time: formats are those of moment, and without a zone all is UTC. */

/** Nothing where the date is missing. */
export function formatOld(context: NodeContext, item: NodeItem, at: number): NodeItem | undefined {
  const value = asNumber(context.parameter('value', at))
  const toFormat = shownParameter(context, 'toFormat', at)
  if (value === undefined) return undefined
  const toZone = textOf(context, 'options.toTimezone', at)
  const fromZone = textOf(context, 'options.fromTimezone', at)
  const zone = fromZone || (toZone ? context.zone : 'utc')
  const fromFormat = textOf(context, 'options.fromFormat', at)
  const time =
    typeof value === 'object' && value !== null
      ? timeOfParts(value as Record<string, unknown> | unknown[], zone, context.now)
      : readTime(value, typeof value === 'number' ? '' : fromFormat, zone, true)
  if (!time) {
    // a text without a digit fits no format
    if (fromFormat !== '' && typeof value === 'string' && !/\d/.test(value))
      return withField(context, item, at, 'Invalid date')
    throw new NodeFailure('The date input format could not be recognized. Please set the "From Format" field', {
      context: { itemIndex: at },
    })
  }
  const shown = time.setZone(toZone || (fromZone ? context.zone : 'utc'))
  const format = formatOf(toFormat)
  return withField(context, item, at, inMomentFormat(shown, format))
}

export function calculateOld(context: NodeContext, item: NodeItem, at: number): NodeItem {
  const time = startOf(context, at)
  const sign = textOf(context, 'operation', at, 'add') === 'subtract' ? -1 : 1
  const given = Number(context.parameter('duration', at, 0))
  const amount = sign * (Number.isFinite(given) ? given : 0)
  const unit = textOf(context, 'timeUnit', at, 'days') || 'milliseconds'
  return withField(context, item, at, new Date(time.plus(wholeSpan(amount, unit)).toMillis()).toISOString())
}

function startOf(context: NodeContext, at: number): DateTime {
  const value = context.parameter('value', at)
  const format = textOf(context, 'options.fromFormat', at)
  if (format !== '') {
    const time = readTime(value, format, 'utc', false)
    if (time) return time
    throw new NodeFailure('Date input cannot be parsed. Please recheck the value and the "From Format" field.')
  }
  const isText = typeof value === 'string' || (typeof value === 'object' && value !== null)
  const time = value === null ? 0 : isText ? timeInUtc(String(value)) : new Date(value as number).getTime()
  if (!Number.isNaN(time)) return DateTime.fromMillis(time, { zone: 'utc' })
  throw new NodeFailure('Unrecognized date input. Please specify a format in the "From Format" field.')
}

/** A span of time as moment adds it: of days and months, whole ones. */
function wholeSpan(amount: number, unit: string): DurationLikeObject {
  const whole = (number: number) => Math.sign(number) * Math.round(Math.abs(number))
  switch (unit) {
    case 'days':
      return { days: whole(amount) }
    case 'weeks':
      return { days: whole(amount * 7) }
    case 'months':
      return { months: whole(amount) }
    case 'quarters':
      return { months: whole(amount * 3) }
    case 'years':
      return { months: whole(amount * 12) }
    default:
      return { [unit]: amount }
  }
}

const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const
const UNIT_NAMES: Record<(typeof UNITS)[number], RegExp> = {
  year: /^(y|years?)$/i,
  month: /^(M|[mM]onths?)$/,
  day: /^(d|D|days?|dates?)$/,
  hour: /^(h|hours?)$/i,
  minute: /^(m|[mM]inutes?)$/,
  second: /^(s|seconds?)$/i,
  millisecond: /^(ms|milliseconds?)$/i,
}

/** A list or an object of the parts of a time, months from 0; what is left out at the beginning is that of today. */
function timeOfParts(given: Record<string, unknown> | unknown[], zone: string, now: number): DateTime | undefined {
  const today = DateTime.fromMillis(now, { zone })
  if (Object.keys(given).length === 0) return today
  const named = Object.entries(given)
  const parts = UNITS.map((unit, at) => {
    const value = Array.isArray(given) ? given[at] : named.find(([name]) => UNIT_NAMES[unit].test(name))?.[1]
    return value === undefined || value === null ? undefined : Number.parseInt(String(value), 10)
  })
  if (parts.some(part => Number.isNaN(part))) return undefined
  const usual = [today.year, today.month - 1, today.day]
  for (const at of usual.keys()) {
    if (parts[at] !== undefined) break
    parts[at] = usual[at]
  }
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = parts
  if (month < 0 || month > 11) return undefined
  const time = DateTime.fromObject({ year, month: month + 1, day, hour, minute, second, millisecond }, { zone })
  return time.isValid ? time : undefined
}

/** What reads as a number is one, such as null, true, an empty text or list; seconds with a fraction become milliseconds. */
function asNumber(value: unknown): unknown {
  if (value === undefined) return undefined
  const number = Number(value)
  if (Number.isNaN(number)) return value
  return Number.isInteger(number) ? number : Math.trunc(number * 1000)
}

/** Nothing stands for the form of ISO 8601. */
function formatOf(given: unknown): string {
  if (!given) return ''
  if (typeof given === 'string') return given
  const isLocal = /\[[^[]*\]|LTS|LT|LL?L?L?|l{1,4}/.test(String(given))
  throw bareFailure(`format.${isLocal ? 'replace' : 'match'} is not a function`)
}

function withField(context: NodeContext, item: NodeItem, at: number, value: unknown): NodeItem {
  const name = askedText(context.parameter('dataPropertyName', at, 'data'), 'dataPropertyName.includes', at)
  const made: NodeItem = { json: { ...item.json, [name]: value }, pairedItem: { item: at } }
  return item.binary ? { ...made, binary: item.binary } : made
}

const SECONDS_BELOW = 100_000_000_000

function readTime(value: unknown, format: string, zone: string, areNumbersSeconds: boolean): DateTime | undefined {
  if (format !== '') {
    const time = DateTime.fromFormat(String(value), luxonFormat(format), { zone, locale: 'en-US' })
    return time.isValid ? time : undefined
  }
  if (value === null || typeof value === 'number' || (areNumbersSeconds && /^\d+$/.test(String(value)))) {
    const number = Number(value)
    const isSeconds = areNumbersSeconds && number < SECONDS_BELOW
    return DateTime.fromMillis(isSeconds ? number * 1000 : number, { zone })
  }
  const text = String(value ?? '')
  const time = DateTime.fromISO(text, { zone })
  if (time.isValid && !/^\d+$/.test(text)) return time
  const read = /^\d+$/.test(text) ? Number.NaN : timeInUtc(text)
  return Number.isNaN(read) ? undefined : DateTime.fromMillis(read, { zone })
}

/** Tokens that mean the same, for reading. */
const LUXON_TOKENS: Record<string, string> = {
  YYYY: 'yyyy',
  YY: 'yy',
  DD: 'dd',
  D: 'd',
  A: 'a',
  a: 'a',
  Z: 'ZZ',
  ZZ: 'ZZZ',
  dddd: 'cccc',
  ddd: 'ccc',
  SSS: 'SSS',
}

const TOKEN =
  /\[[^\]]*\]|\\.|YYYYYY|YYYYY|YYYY|YY|Y|y{2,4}|yo|y|N{1,5}|[Hh]mmss|[Hh]mm|Qo|Q|MMMM|MMM|MM|Mo|M|DDDD|DDDo|DDD|DD|Do|D|dddd|ddd|dd|do|d|e|E|ww|wo|w|WW|Wo|W|gggg|gg|GGGG|GG|HH|H|hh|h|kk|k|mm|m|ss|s|S{1,9}|A|a|ZZ|Z|zz|z|X|x|LTS|LT|LLLL|LLL|LL|L|llll|lll|ll|l/g

function luxonFormat(format: string): string {
  return format.replace(TOKEN, token => {
    if (token.startsWith('[')) return `'${token.slice(1, -1)}'`
    return LUXON_TOKENS[token] ?? token
  })
}

const LOCALE_FORMATS: Record<string, string> = {
  LT: 'h:mm A',
  LTS: 'h:mm:ss A',
  L: 'MM/DD/YYYY',
  LL: 'MMMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  l: 'M/D/YYYY',
  ll: 'MMM D, YYYY',
  lll: 'MMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A',
}

function inMomentFormat(time: DateTime, format: string): string {
  if (format === '') return time.toISO({ suppressMilliseconds: true }) ?? ''
  return format.replace(TOKEN, token => shownToken(time, token))
}

function shownToken(time: DateTime, token: string): string {
  if (token.startsWith('[')) return token.slice(1, -1)
  if (token.startsWith('\\')) return token.slice(1)
  const locale = LOCALE_FORMATS[token]
  if (locale) return inMomentFormat(time, locale)
  const luxon = (format: string) => time.setLocale('en-US').toFormat(format)
  const padded = (number: number, length = 2) => String(number).padStart(length, '0')
  const weekday = time.weekday % 7
  switch (token) {
    case 'YYYY':
      return luxon('yyyy')
    case 'YY':
      return luxon('yy')
    case 'Y':
      return String(time.year)
    case 'YYYYY':
      return padded(time.year, 5)
    case 'YYYYYY':
      return `${time.year < 0 ? '-' : '+'}${padded(Math.abs(time.year), 6)}`
    case 'y':
    case 'yy':
    case 'yyy':
    case 'yyyy':
      return padded(time.year, token.length)
    case 'yo':
      return ordinal(time.year)
    case 'N':
    case 'NN':
    case 'NNN':
    case 'NNNNN':
      return 'AD'
    case 'NNNN':
      return 'Anno Domini'
    case 'Hmm':
    case 'Hmmss':
    case 'hmm':
    case 'hmmss':
      return luxon(token)
    case 'Qo':
      return ordinal(time.quarter)
    case 'Q':
      return String(time.quarter)
    case 'Mo':
      return ordinal(time.month)
    case 'MMMM':
    case 'MMM':
    case 'MM':
    case 'M':
      return luxon(token.replaceAll('M', 'L'))
    case 'DDDD':
      return padded(time.ordinal, 3)
    case 'DDDo':
      return ordinal(time.ordinal)
    case 'DDD':
      return String(time.ordinal)
    case 'Do':
      return ordinal(time.day)
    case 'DD':
    case 'D':
      return luxon(token.toLowerCase())
    case 'dddd':
    case 'ddd':
      return luxon(token.replaceAll('d', 'c'))
    case 'dd':
      return luxon('ccc').slice(0, 2)
    case 'do':
      return ordinal(weekday)
    case 'd':
    case 'e':
      return String(weekday)
    case 'E':
      return String(time.weekday)
    case 'ww':
      return padded(sundayWeek(time).week)
    case 'wo':
      return ordinal(sundayWeek(time).week)
    case 'w':
      return String(sundayWeek(time).week)
    case 'gggg':
      return String(sundayWeek(time).year)
    case 'gg':
      return padded(sundayWeek(time).year % 100)
    case 'WW':
      return padded(time.weekNumber)
    case 'Wo':
      return ordinal(time.weekNumber)
    case 'W':
      return String(time.weekNumber)
    case 'GGGG':
      return String(time.weekYear)
    case 'GG':
      return padded(time.weekYear % 100)
    case 'kk':
      return padded(time.hour || 24)
    case 'k':
      return String(time.hour || 24)
    case 'A':
      return luxon('a').toUpperCase()
    case 'a':
      return luxon('a').toLowerCase()
    case 'Z':
      return luxon('ZZ')
    case 'ZZ':
      return luxon('ZZZ')
    case 'z':
    case 'zz':
      return ''
    case 'X':
      return String(Math.floor(time.toSeconds()))
    case 'x':
      return String(time.toMillis())
    default:
      return token.startsWith('S') ? padded(time.millisecond, 3).padEnd(9, '0').slice(0, token.length) : luxon(token)
  }
}

/** Weeks that begin on Sunday; the first is that of 1 January. */
function sundayWeek(time: DateTime): { week: number; year: number } {
  const saturday = time.startOf('day').plus({ days: 6 - (time.weekday % 7) })
  const year = saturday.year
  const first = DateTime.fromObject({ year, month: 1, day: 1 }, { zone: time.zone })
  const start = first.minus({ days: first.weekday % 7 })
  return { week: Math.floor(time.startOf('day').diff(start, 'days').days / 7) + 1, year }
}

function ordinal(day: number): string {
  const isTeen = day % 100 > 10 && day % 100 < 14
  return `${day}${(!isTeen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`
}
