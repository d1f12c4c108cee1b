import { askHost } from './outside.ts'

type Options = Record<string, unknown> | undefined

/** A class of `Intl` whose work is done by the `Intl` of the host: QuickJS has none. */
function remote(name: string, methods: string[]) {
  class Remote {
    readonly #locales: unknown
    readonly #options: unknown

    constructor(locales?: unknown, options?: Options) {
      this.#locales = locales
      this.#options = options
      // an unknown locale or option is refused at once
      if (locales !== undefined || options !== undefined) askHost('intl', name, 'check', locales, options, [])
    }

    ask(method: string, given: unknown[]) {
      return askHost<unknown>('intl', name, method, this.#locales, this.#options, given.map(plain))
    }

    resolvedOptions() {
      return this.ask('resolvedOptions', [])
    }

    static supportedLocalesOf(locales: unknown) {
      return askHost('intl', name, 'supportedLocalesOf', locales, undefined, [])
    }
  }
  for (const method of methods)
    Object.defineProperty(Remote.prototype, method, {
      // bound, as `format` and `compare` are: they are handed on as functions
      get(this: Remote) {
        return (...given: unknown[]) => this.ask(method, given)
      },
      configurable: true,
    })
  Object.defineProperty(Remote.prototype, Symbol.toStringTag, { value: `Intl.${name}` })
  Object.defineProperty(Remote, 'name', { value: name })
  const callable = function (this: unknown, locales?: unknown, options?: Options) {
    return new Remote(locales, options)
  }
  Object.defineProperty(callable, 'name', { value: name })
  Object.assign(callable, { supportedLocalesOf: Remote.supportedLocalesOf })
  callable.prototype = Remote.prototype
  return callable
}

/** Dates and numbers that JSON has not, beside what it takes. */
export const plain = (value: unknown): unknown => {
  if (value === undefined) return undefined
  if (value instanceof Date) return { date: value.getTime() }
  if (typeof value === 'bigint') return { bigint: String(value) }
  if (Object.is(value, -0)) return { number: '-0' }
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Number(value) : value
}

export const classes: Record<string, unknown> = {
  Collator: remote('Collator', ['compare']),
  DateTimeFormat: remote('DateTimeFormat', ['format', 'formatToParts', 'formatRange', 'formatRangeToParts']),
  DisplayNames: remote('DisplayNames', ['of']),
  ListFormat: remote('ListFormat', ['format', 'formatToParts']),
  NumberFormat: remote('NumberFormat', ['format', 'formatToParts']),
  PluralRules: remote('PluralRules', ['select']),
  RelativeTimeFormat: remote('RelativeTimeFormat', ['format', 'formatToParts']),
  getCanonicalLocales: (locales: unknown) => askHost('intl', '', 'getCanonicalLocales', locales, undefined, []),
  supportedValuesOf: (key: unknown) => askHost('intl', '', 'supportedValuesOf', key, undefined, []),
}

const hidden = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false })

/** Gives `Intl` and what depends on it to the global objects. */
export function installIntl() {
  hidden(globalThis, 'Intl', classes)
  hidden(Number.prototype, 'toLocaleString', function (this: number, locales?: unknown, options?: Options) {
    return askHost('intl', 'NumberFormat', 'format', locales, options, [plain(Number(this))])
  })
  hidden(BigInt.prototype, 'toLocaleString', function (this: bigint, locales?: unknown, options?: Options) {
    return askHost('intl', 'NumberFormat', 'format', locales, options, [plain(BigInt(this))])
  })
  hidden(
    String.prototype,
    'localeCompare',
    function (this: string, other: unknown, locales?: unknown, options?: Options) {
      return askHost('intl', 'Collator', 'compare', locales, options, [String(this), String(other)])
    },
  )
  for (const name of ['toLocaleLowerCase', 'toLocaleUpperCase'])
    hidden(String.prototype, name, function (this: string, locale?: unknown) {
      return askHost('text', name, String(this), locale)
    })
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    hidden(Date.prototype, name, function (this: Date, locales?: unknown, options?: Options) {
      if (Number.isNaN(this.getTime())) return 'Invalid Date'
      return askHost(
        'date',
        name,
        this.getTime(),
        typeof locales === 'object' && !Array.isArray(locales) ? undefined : locales,
        options,
      )
    })
}
