import { plain } from './intl.ts'
import { type LuxonDateTime, luxon } from './luxon.ts'
import { askHost, type Functions, fail } from './outside.ts'

/** A time from a number: milliseconds, seconds, microseconds, or days as spreadsheets count them. */
export function timeFromNumber(value: number, format: string): LuxonDateTime {
  const { DateTime } = luxon()
  switch (format) {
    case 'ms':
      return DateTime.fromMillis(value)
    case 's':
      return DateTime.fromSeconds(value)
    case 'us':
      return DateTime.fromMillis(value / 1000)
    case 'excel':
      // day 0 is 1899-12-30
      return DateTime.fromMillis((value - 25569) * 86_400_000)
    default:
      return fail(`Unsupported format '${format}'. toDateTime() supports 'ms', 's', 'us' and 'excel'.`)
  }
}

const whole = (value: number, name: string) =>
  Number.isInteger(value) ? value : fail(`${name}() is only callable on integers`)
const round = (value: number, digits: number) => {
  const rounded = Number(Math.abs(value).toFixed(digits))
  return value < 0 ? -rounded : rounded
}

/** What a number can do in expressions. */
export const NUMBER: Functions<number> = {
  abs: value => Math.abs(value),
  ceil: value => Math.ceil(value),
  floor: value => Math.floor(value),
  format(value, [locale = 'en-US', options = {}]) {
    if (locale === null || options === null) throw new TypeError('Cannot convert undefined or null to object')
    // what is neither text nor list names no locale
    const locales = typeof locale === 'object' && !Array.isArray(locale) ? 'en-US' : locale
    return askHost('intl', 'NumberFormat', 'format', locales, options, [plain(value)])
  },
  isEven: value => whole(value, 'isEven') % 2 === 0,
  isInteger: value => Number.isInteger(value),
  isOdd: value => Math.abs(whole(value, 'isOdd')) % 2 === 1,
  round: (value, [digits = 0]) => (Number.isInteger(value) && !digits ? value : round(value, Number(digits))),
  toBoolean: value => value !== 0,
  toDateTime: (value, [format = 'ms']) => timeFromNumber(value, String(format)),
  toFloat: value => value,
  toInt: value => round(value, 0),
}

/** What a boolean can do in expressions. */
export const BOOLEAN: Functions<boolean> = {
  toBoolean: value => value,
  toFloat: value => (value ? 1 : 0),
  toInt: value => (value ? 1 : 0),
  toNumber: value => (value ? 1 : 0),
  toDateTime: () => undefined,
}
