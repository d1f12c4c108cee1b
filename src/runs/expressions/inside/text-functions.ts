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

const EMAIL =
  /^(([^<>()[\]\\.,;:\s@"]+(\.[^<>()[\]\\.,;:\s@"]+)*)|(".+"))@(([a-zA-Z\-0-9\u00a0-\uffff]+\.)+[a-zA-Z\u00a0-\uffff]{2,})$/
const EMAIL_INSIDE =
  /[^\s<>()[\]\\.,;:@"]+(?:\.[^\s<>()[\]\\.,;:@"]+)*@(?:[\w\-\u00a0-\uffff]+\.)+[a-z\u00a0-\uffff]{2,}/i
const urlWhole = patternOf(
  String.raw`^(?:https?|ftp|file):\/\/(?:[^\s/?#@]+@)?(?:[\p{L}\d-]+\.)+(?:[\p{L}]{2,}|\d{1,3})(?::\d+)?(?:[/?#][^\s]*)?$`,
  'iu',
)
const urlInside = patternOf(
  String.raw`(?:https?|ftp|file):\/\/(?:[^\s/?#@]+@)?(?:[\p{L}\d-]+\.)+(?:[\p{L}]{2,}|\d{1,3})(?::\d+)?(?:[/?#][^\s]*)?`,
  'iu',
)
const domain = patternOf(
  String.raw`^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)*\.?(?::\d+)?(?:\/\S*)?$`,
  'iu',
)
const domainInAddress = patternOf(
  String.raw`^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/?#@]+@)?((?:[\p{L}\d-]+\.)+[\p{L}\d]+|localhost)(?::\d+)?(?:[/?#]\S*)?$`,
  'iu',
)
const alphanumeric = patternOf(String.raw`[\p{L}\d]`, 'u')
const firstLetters = patternOf(String.raw`(^|[.!?]\s+)(\p{L})`, 'gu')
const notInSnakeCase = patternOf(String.raw`[^\p{L}\p{N}_]`, 'gu')

const NOT_ASCII = /[^\0-\x7f]/

let transliterate: ((text: string, options: { unknown: string }) => string) | undefined

/** A text of any script in ASCII, by the package that the service asks. */
function transliterated(text: string): string {
  transliterate ??= loadProgram('transliteration').transliterate as typeof transliterate & {}
  return transliterate(text, { unknown: '?' })
}

const HASHES = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3']

/** Words that stay small within a title. */
const SMALL =
  /^(?:an?d?|a[st]|because|but|by|en|for|i[fn]|neither|nor|o[fnr]|only|over|per|so|some|tha[tn]|the|to|up|upon|vs?\.?|versus|via|when|with|without|yet)$/i

function titleCase(text: string): string {
  let made = ''
  for (const match of text.matchAll(/[^\s:–—-]+|./gsu)) {
    const [token] = match
    const at = match.index
    // upper case or a dot within the word is meant
    const isMeant = /.(?=[A-Z]|\..)/.test(token)
    const isWithin = at !== 0 && at + token.length !== text.length
    if (isMeant || (isWithin && SMALL.test(token) && !/[:]\s*$/.test(text.slice(0, at)))) made += token
    else made += token.replace(alphanumeric(), letter => letter.toUpperCase())
  }
  return made
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail(/'/.test(text) ? "Parsing failed. Check you're using double quotes" : 'Parsing failed')
  }
}

function toDateTime(text: string, [format]: unknown[]): LuxonDateTime {
  const { DateTime } = luxon()
  if (format) {
    if (['ms', 's', 'us', 'excel'].includes(String(format))) return timeFromNumber(Number(text), String(format))
    return DateTime.fromFormat(text, format)
  }
  const options = { setZone: true }
  for (const made of [
    () => DateTime.fromISO(text, options),
    () => DateTime.fromHTTP(text, options),
    () => DateTime.fromRFC2822(text, options),
    () => DateTime.fromSQL(text, options),
  ]) {
    const time = made()
    if (time.isValid) return time
  }
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? fail('cannot convert to Luxon DateTime') : DateTime.fromJSDate(date)
}

const removeTags = (text: string) => text.replace(/<[^>]*>?/gm, '').replace(/&nbsp;/g, ' ')

function removeMarkdown(text: string): string {
  return text
    .replace(/^(?:[-*_]\s*){4,}$/gm, '')
    .replace(/^[ \t]*(?:[*\-+]|\d+\.)[ \t]+/gm, '')
    .replace(/\n={2,}/g, '\n')
    .replace(/~~/g, '')
    .replace(/```.*\n/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/^[=-]{2,}\s*$/g, '')
    .replace(/\[\^.+?\](?:: .*?$)?/g, '')
    .replace(/\s{0,2}\[.*?\]: .*?$/g, '')
    .replace(/!\[.*?\][[(].*?[\])]/g, '')
    .replace(/\[(.*?)\][[(].*?[\])]/g, '$1')
    .replace(/^>/gm, '')
    .replace(/^#{1,6}[ \t]+([^\n]*?)[ \t]*#*$/gm, '$1')
    .replace(/([*_]{1,3})(\S.*?\S)\1/g, '$2')
    .replace(/`{3,}(.*?)`{3,}/gs, '$1')
    .replace(/`(.+?)`/g, '$1')
}

const toInteger = (text: string, [base]: unknown[]) => {
  const number = Number.parseInt(text, (base as number | undefined) ?? 10)
  return Number.isNaN(number) ? fail('cannot convert to integer') : number
}
const toFloat = (text: string) => {
  const number = Number.parseFloat(text)
  return Number.isNaN(number) ? fail('cannot convert to float') : number
}

/** What a text can do in expressions. */
export const TEXT: Functions<string> = {
  base64Decode: text => askHost('text', 'fromBase64', text),
  base64Encode: text => askHost('text', 'toBase64', text),
  extractDomain: text => domainInAddress().exec(text)?.[1],
  extractEmail: text => EMAIL_INSIDE.exec(text)?.[0],
  extractUrl: text => urlInside().exec(text)?.[0],
  extractUrlPath: text => askHost<{ pathname: string } | undefined>('url', text)?.pathname,
  hash(text, [given = 'md5']) {
    const name = String(given).toLowerCase()
    if (name === 'base64') return askHost('text', 'toBase64', text)
    if (HASHES.includes(name)) return askHost('hash', name, text)
    return fail(`Unknown algorithm ${String(given)}. Available algorithms are: ${HASHES.join()}, and Base64.`)
  },
  isDomain: text => domain().test(text),
  isEmail: text => EMAIL.test(text),
  isEmpty: text => text === '',
  isNotEmpty: text => text !== '',
  isNumeric: text => !/\s/.test(text) && text !== '' && !Number.isNaN(Number(text)),
  isUrl: text => urlWhole().test(text),
  length: text => text.length,
  parseJson,
  quote: (text, [mark = '"']) => {
    const sign = String(mark)
    return `${sign}${text.replace(/\\/g, '\\\\').replaceAll(sign, `\\${sign}`)}${sign}`
  },
  removeMarkdown,
  removeTags,
  replaceSpecialChars: text => (NOT_ASCII.test(text) ? transliterated(text) : text),
  toBoolean: text => !['false', '0', '', 'no'].includes(text.toLowerCase()),
  toDate(text) {
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? fail('cannot convert to date') : date
  },
  toDateTime,
  toDecimalNumber: toFloat,
  toFloat,
  toInt: toInteger,
  toJsonString: text => JSON.stringify(text),
  toNumber(text) {
    const number = Number(text)
    return Number.isNaN(number) ? fail('cannot convert to number') : number
  },
  toSentenceCase: text =>
    text.toLowerCase().replace(firstLetters(), (_, before, letter) => before + letter.toUpperCase()),
  toSnakeCase: text => text.toLowerCase().replace(/[ -]/g, '_').replace(notInSnakeCase(), ''),
  toTitleCase: text => titleCase(text),
  toWholeNumber: toInteger,
  urlDecode: (text, [isAll]) => (isAll ? decodeURI(text) : decodeURIComponent(text)),
  urlEncode: (text, [isAll]) => (isAll ? encodeURI(text) : encodeURIComponent(text)),
}
