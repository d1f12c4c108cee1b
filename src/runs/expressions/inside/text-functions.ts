import { type LuxonDateTime, luxon } from './luxon.ts'
import { timeFromNumber } from './number-functions.ts'
import { askHost, type Functions, fail, loadProgram } from './outside.ts'

const { RegExp: NativePattern } = globalThis

/**
 * A pattern with classes of letters, compiled when it is first used: compiled ones are a third of what is written again for
 * each run.
 */
function patternOf(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined
  return () => {
    made ??= new NativePattern(source, flags)
    return made
  }
}

/** A domain name, `localhost`, or an IPv4 address. */
const HOST = String.raw`(?:[-\w]+\.)+(?:[a-z]{2,}|xn--[a-z\d]+)|localhost|\d{1,3}(?:\.\d{1,3}){3}`
const AFTER_HOST = String.raw`(?::\d+)?(?:/[^\s?]*)?(?:\?[^\s#]*)?(?:#\S*)?`
const ADDRESS = String.raw`(?:https?|ftp)://(?:www\.)?(?:${HOST})(?::\d+)?(?:/[^\s?#]*)?(?:\?[^\s#]*)?#?\S*`
const domain = patternOf(String.raw`^(?:www\.)?(?:${HOST})${AFTER_HOST}$`, 'i')
const domainInAddress = patternOf(
  String.raw`^(?:(?:https?|ftp)://)?(?:mailto:)?(?://)?((?:www\.)?(?:${HOST}))${AFTER_HOST}$`,
  'i',
)
const urlWhole = patternOf(`^${ADDRESS}$`, 'i')
const urlInside = patternOf(ADDRESS, 'i')
const NAME = String.raw`[^<>()[\]\\.,;:\s@"]+`
const email = patternOf(
  String.raw`(?:${NAME}(?:\.${NAME})*|".+")@(\[\d{1,3}(?:\.\d{1,3}){3}\]|(?:[a-z\d-]+\.)+[a-z]{2,})`,
  'i',
)
const letter = patternOf(String.raw`\p{L}`, 'u')

/** Currency symbols, which are removed before a number is read. Where two match, the first in the list does. */
const CURRENCIES =
  'Lek ؋ $ ƒ ₼ Br BZ$ $b KM P лв R$ ៛ ¥ ₡ kn ₱ Kč kr RD$ £ € ¢ Q L Ft ₹ Rp ﷼ ₪ J$ ₩ ₭ ден RM ₨ ₮ MT C$ ₦ B/. Gs S/. zł ' +
  'lei ₽ Дин. S R CHF NT$ ฿ TT$ ₺ ₴ $U Bs ₫ Z$'
const currency = patternOf(CURRENCIES.replace(/[$./]/g, String.raw`\$&`).replaceAll(' ', '|'), 'gu')

const NOT_ASCII = /[^\0-\x7f]/

/** The packages that the service uses for these functions, each loaded at its first use. */
interface Packages {
  'title-case': { titleCase(text: string): string }
  transliteration: { transliterate(text: string, options: { unknown: string }): string }
}
const loaded: Partial<Packages> = {}

function load<Name extends keyof Packages>(name: Name): Packages[Name] {
  loaded[name] ??= loadProgram(name) as Packages[Name]
  return loaded[name] as Packages[Name]
}

const isEmail = (text: string) => email().test(text) && !text.includes(' ')

const HASHES = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3']

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail(/'/.test(text) ? "Parsing failed. Check you're using double quotes" : 'Parsing failed')
  }
}

function toDateTime(text: string, [format]: unknown[]): LuxonDateTime {
  try {
    return format ? timeOfFormat(text, format) : timeOf(text.trim())
  } catch {
    return fail('cannot convert to Luxon DateTime')
  }
}

const timeOfFormat = (text: string, format: unknown) =>
  ['ms', 's', 'us', 'excel'].includes(format as string)
    ? timeFromNumber(Number(text), format as string)
    : luxon().DateTime.fromFormat(text, format)

function timeOf(text: string): LuxonDateTime {
  const { DateTime } = luxon()
  const options = { setZone: true }
  for (const made of [
    () => DateTime.fromISO(text, options),
    () => DateTime.fromHTTP(text, options),
    () => DateTime.fromRFC2822(text, options),
    () => DateTime.fromSQL(text, options),
    () => DateTime.fromJSDate(new Date(text)),
  ]) {
    const time = made()
    if (time.isValid) return time
  }
  throw new RangeError('Not a time')
}

const removeMarkdown = (text: string) =>
  text
    // list markers
    .replace(/^(\s*)(?:[*\-+]|\d\.)\s+/gm, '$1')
    .replace(/\n={2,}/g, '\n')
    .replace(/~~/g, '')
    .replace(/```.*\n/g, '')
    // HTML tags; `|` and `\` end one, too
    .replace(/<[-\w|\s='":(),;/.]+[>|\\]/g, '')
    .replace(/^[=-]{2,}\s*$/g, '')
    // footnotes, images and links
    .replace(/\[\^.+?\](?:: .*?$)?/g, '')
    .replace(/\s{0,2}\[.*?\]: .*?$/g, '')
    .replace(/!\[.*?\][[(].*?[\])]/g, '')
    .replace(/\[(.*?)\][[(].*?[\])]/g, '$1')
    .replace(/>/g, '')
    .replace(/^\s{1,2}\[.*?\]: \S+(?: ".*?")?\s*$/g, '')
    // headings and emphasis
    .replace(/^#{1,6}\s*([^#]*)\s*(?:#{1,6})?/gm, '$1')
    .replace(/([*_]{1,3})(\S.*?\S)\1/g, '$2')
    .replace(/(`{3,})(.*?)\1/gm, '$2')
    .replace(/^-{3,}\s*$/g, '')
    .replace(/`(.+?)`/g, '$1')
    .replace(/\n{2,}/g, '\n\n')

/** Each sentence begins with a capital letter. A sentence ends at any `!`, `?` or `.`, also inside a word. */
function sentenceCase(text: string): string {
  let made = ''
  let left = text
  for (let at = left.search(letter()); at >= 0; at = left.search(letter())) {
    left = left.slice(0, at) + left.charAt(at).toUpperCase() + left.slice(at + 1).toLowerCase()
    const end = left.search(/[!?.]/) + 1
    if (end === 0) return made + left
    made += left.slice(0, end)
    left = left.slice(end)
  }
  return made + left
}

/** Reads a number, after currency symbols are removed. */
function numberOf(text: string, kind: string, read: (text: string) => number): number {
  const number = read(text.replace(currency(), ''))
  return Number.isNaN(number) ? fail(`cannot convert to ${kind}`) : number
}

const toInteger = (text: string, [base]: unknown[]) =>
  numberOf(text, 'integer', plain => Number.parseInt(plain, base as number | undefined))
const toFloat = (text: string) =>
  text.includes(',')
    ? fail('cannot convert to float, expected . as decimal separator')
    : numberOf(text, 'float', Number.parseFloat)

/** What a text can do in expressions. */
export const TEXT: Functions<string> = {
  base64Decode: text => askHost('text', 'fromBase64', text),
  base64Encode: text => askHost('text', 'toBase64', text),
  extractDomain: text => (isEmail(text) ? email() : domainInAddress()).exec(text)?.[1],
  extractEmail: text => email().exec(text)?.[0],
  extractUrl: text => urlInside().exec(text)?.[0],
  extractUrlPath: text => askHost<{ pathname: string } | undefined>('url', text)?.pathname,
  hash(text, [given = 'md5']) {
    if (typeof given !== 'string') throw new TypeError('extraArgs[0]?.toLowerCase is not a function')
    const name = given.toLowerCase()
    if (name === 'base64') return askHost('text', 'toBase64', text)
    if (HASHES.includes(name)) return askHost('hash', name, text)
    return fail(`Unknown algorithm ${name}. Available algorithms are: ${HASHES.join()}, and Base64.`)
  },
  isDomain: text => domain().test(text),
  isEmail,
  isEmpty: text => text === '',
  isNotEmpty: text => text !== '',
  isNumeric: text => !text.includes(' ') && !Number.isNaN(Number(text)) && !Number.isNaN(Number.parseFloat(text)),
  isUrl: text => urlWhole().test(text),
  length: text => text.length,
  parseJson,
  quote: (text, [mark = '"']) => {
    // a pattern of the mark behind a backslash: `d` stands for any digit
    const marks = new NativePattern(`\\${mark}`, 'g')
    return `${mark}${text.replace(/\\/g, '\\\\').replace(marks, `\\${mark}`)}${mark}`
  },
  removeMarkdown,
  removeTags: text => text.replace(/<[^>]*>?/g, ''),
  replaceSpecialChars: text =>
    NOT_ASCII.test(text) ? load('transliteration').transliterate(text, { unknown: '?' }) : text,
  toBoolean: text => !['false', '0', '', 'no'].includes(text.toLowerCase()),
  toDate(text) {
    const date = new Date(text)
    if (Number.isNaN(date.getTime())) return fail('cannot convert to date')
    if (!text.includes(':')) date.setHours(0, 0, 0)
    return date
  },
  toDateTime,
  toDecimalNumber: toFloat,
  toFloat,
  toInt: toInteger,
  toJsonString: text => JSON.stringify(text),
  toNumber: text => numberOf(text, 'number', Number),
  toSentenceCase: sentenceCase,
  toSnakeCase: text =>
    text
      .toLowerCase()
      .replace(/[ -]/g, '_')
      // punctuation
      .replace(/[\u2000-\u206f\u2e00-\u2e7f!-,./:-@[-^`{-~]/g, ''),
  toTitleCase: text => load('title-case').titleCase(text),
  toWholeNumber: toInteger,
  urlDecode: (text, [isAll]) => (isAll ? decodeURI(text) : decodeURIComponent(text)),
  urlEncode: (text, [isAll]) => (isAll ? encodeURI(text) : encodeURIComponent(text)),
}
