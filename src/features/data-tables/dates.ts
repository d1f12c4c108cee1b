const ISO =
  /^([+-]\d{6}|\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/
const NAMED = /[a-z]{3}/i
const ZONED = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})$/i

/** Longer text is never a date. */
const LONGEST = 100

/**
 * A date given as text or number, as ISO text in UTC; `undefined` if it is none. Text without a zone is UTC. Taken are
 * ISO dates, those of SQL, of mails and of HTTP; and a number on its own is a month or year, as it was for the service.
 *
 * @example
 * toIsoDate('2001-02-03') // '2001-02-03T00:00:00.000Z'
 */
export function toIsoDate(value: unknown): string | undefined {
  const text = String(value).trim()
  if (text.length > LONGEST) return
  const iso = ISO.exec(text)
  const milliseconds = iso ? fromIso(iso) : /^\d+$/.test(text) ? fromNumber(text) : fromNames(text)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

function fromIso([, year, ...rest]: RegExpExecArray): number {
  const [month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = rest
  const offset = /^([+-]\d{2}):?(\d{2})?$/.exec(zone)
  const zoneText = offset ? `${offset[1]}:${offset[2] ?? '00'}` : 'Z'
  const date = `${year}-${month}-${day}`
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // 30 February is no date, where some would read it as 2 March
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return Number.NaN
  return Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zoneText}`)
}

/** 1 to 12 are months of 2001, two digits a year of 1950 to 2049, and three digits a year. */
function fromNumber(text: string): number {
  const number = Number(text)
  if (number >= 1 && number <= 12) return Date.UTC(2001, number - 1)
  if (number === 0 || (number >= 32 && number <= 49)) return Date.UTC(2000 + number, 0)
  if (number >= 50 && number <= 99) return Date.UTC(1900 + number, 0)
  return number >= 100 && number <= 999 ? Date.UTC(number, 0) : Number.NaN
}

const fromNames = (text: string) =>
  NAMED.test(text) && /\d/.test(text) ? Date.parse(ZONED.test(text) ? text : `${text} UTC`) : Number.NaN
