import { ExpressionFailure } from './failure.ts'

/** The classes of `Intl` that realms have, by the host's own. */
const CLASSES: Record<string, new (locales?: never, options?: never) => object> = {
  Collator: Intl.Collator as never,
  DateTimeFormat: Intl.DateTimeFormat as never,
  DisplayNames: Intl.DisplayNames as never,
  ListFormat: Intl.ListFormat as never,
  NumberFormat: Intl.NumberFormat as never,
  PluralRules: Intl.PluralRules as never,
  RelativeTimeFormat: Intl.RelativeTimeFormat as never,
}

/** What the service's process has where nothing is said. */
const LOCALE = 'en-US'
const ZONE = 'UTC'

const MAX_CACHED = 200
/** Longer locales and options are refused, in characters of JSON: none that mean something are. */
const MAX_OPTIONS = 16_384
const made = new Map<string, Record<string, (...given: unknown[]) => unknown>>()

/** Making one takes longer than using it, so the last ones are cached. */
function madeOf(name: string, locales: unknown, options: unknown) {
  const key = JSON.stringify([name, locales, options])
  let found = made.get(key)
  if (!found) {
    const Class = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined
    if (!Class) throw new ExpressionFailure({ message: `Intl.${name} is not known` })
    const given = name === 'DateTimeFormat' ? { timeZone: ZONE, ...(options as object | undefined) } : options
    found = new Class((locales ?? LOCALE) as never, given as never) as Record<string, never>
    if (made.size >= MAX_CACHED) made.clear()
    made.set(key, found)
  }
  return found
}

/** One call of `Intl`: class, method, locales, options and what is given. */
export function answerIntl([name, method, locales, options, given]: unknown[]): unknown {
  const action = String(method)
  checkSize(locales, options)
  if (action === 'getCanonicalLocales') return Intl.getCanonicalLocales(locales as string)
  if (action === 'supportedValuesOf') return Intl.supportedValuesOf(locales as 'currency')
  if (action === 'supportedLocalesOf') return Intl.NumberFormat.supportedLocalesOf(locales as string)
  const found = madeOf(String(name), locales ?? undefined, options ?? undefined)
  if (action === 'check') return true
  if (!METHODS.has(action)) throw new ExpressionFailure({ message: `${action} is not a function` })
  return found[action]?.(...(given as unknown[]).map(readValue))
}

function checkSize(...given: unknown[]) {
  if (JSON.stringify(given).length <= MAX_OPTIONS) return
  throw new ExpressionFailure({ message: 'The locales and options of Intl are too long for a simulated run' })
}

const METHODS = new Set([
  ...['compare', 'format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'of', 'select', 'resolvedOptions'],
])

/** Values that JSON has none of. */
function readValue(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given ?? undefined
  const { date, bigint, number } = given as { date?: number; bigint?: string; number?: string }
  if (date !== undefined) return date
  if (bigint !== undefined) return BigInt(bigint)
  return Number(number)
}

/** `toLocaleString` and the like of a date. */
export function dateText(method: string, time: number, locales: unknown, options: unknown): string {
  checkSize(locales, options)
  const date = new Date(time)
  const given = { timeZone: ZONE, ...(options as Intl.DateTimeFormatOptions | null) }
  const locale = (locales as string | null) ?? LOCALE
  if (method === 'toLocaleDateString') return date.toLocaleDateString(locale, given)
  if (method === 'toLocaleTimeString') return date.toLocaleTimeString(locale, given)
  return date.toLocaleString(locale, given)
}
