import { runAtOnce } from './run-in-slices.ts'

/** Where JSON text has its first syntax error: line and column count from 1. */
export interface JsonPosition {
  line: number
  column: number
}

/**
 * Finds the first syntax error of JSON text, the same on each runtime: the engines word theirs differently, and quote
 * the text. `undefined` if there is none.
 *
 * @example
 * findJsonSyntaxError('[1,]') // { line: 1, column: 4 }
 */
export const findJsonSyntaxError = (text: string): JsonPosition | undefined => runAtOnce(findJsonSyntaxErrorSteps(text))

/** As `findJsonSyntaxError`, in short steps: for text so large that others would wait. */
export function* findJsonSyntaxErrorSteps(text: string): Generator<undefined, JsonPosition | undefined> {
  const offset = yield* errorOffset(text)
  if (offset === undefined) return undefined
  let line = 1
  for (let at = 0; at < offset; at++) if (text.charCodeAt(at) === NEWLINE) line++
  return { line, column: offset - (offset === 0 ? -1 : text.lastIndexOf('\n', offset - 1)) }
}

const NEWLINE = 10

/** How many values are one step. */
const VALUES_A_STEP = 10_000

const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\n\r]+/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
const CHARACTERS = /[^"\\\u0000-\u001f]+/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** Has its own stack instead of recursing, so that no depth of nesting overflows the call stack. */
function* errorOffset(text: string): Generator<undefined, number | undefined> {
  const closers: string[] = []
  let at = 0
  let values = 0

  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const skipSpace = () => take(SPACE)
  const takeString = () => {
    if (text[at] !== '"') return false
    at++
    while (take(CHARACTERS) || take(ESCAPE));
    if (text[at] !== '"') return false
    at++
    return true
  }
  const takeKey = () => {
    skipSpace()
    if (!takeString()) return false
    skipSpace()
    if (text[at] !== ':') return false
    at++
    return true
  }
  const isInObject = () => closers.at(-1) === '}'

  for (;;) {
    if (++values % VALUES_A_STEP === 0) yield
    skipSpace()
    if (text[at] === '{' || text[at] === '[') {
      closers.push(text[at++] === '{' ? '}' : ']')
      skipSpace()
      if (text[at] !== closers.at(-1)) {
        if (isInObject() && !takeKey()) return at
        continue
      }
    } else if (!takeString() && !take(LITERAL)) return at

    for (skipSpace(); closers.length > 0 && text[at] === closers.at(-1); skipSpace()) {
      at++
      closers.pop()
    }
    if (closers.length === 0) return at === text.length ? undefined : at
    if (text[at] !== ',') return at
    at++
    if (isInObject() && !takeKey()) return at
  }
}

/**
 * Finds a key that a JSON object has twice, of which `JSON.parse` would drop the first: line and column count from 1.
 * Keys of objects inside are not compared.
 *
 * @param text JSON
 * @example
 * findRepeatedKey('{"a":1,"a":2}') // { key: 'a', line: 1, column: 8 }
 */
export function findRepeatedKey(text: string): { key: string; line: number; column: number } | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === OPEN_OBJECT || code === OPEN_LIST) depth++
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--
    if (code !== QUOTE) continue
    const end = endOfString(text, at) + 1
    if (depth === 1 && isKey(text, end)) {
      const key: string = JSON.parse(text.slice(at, end))
      if (seen.has(key)) {
        const before = text.slice(0, at)
        return { key, line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
      }
      seen.add(key)
    }
    at = end - 1
  }
  return undefined
}

function isKey(text: string, end: number) {
  let at = end
  while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  return text[at] === ':'
}

/**
 * Measures JSON without parsing it, from its bytes in UTF-8 that arrive in pieces: cheap enough for a large file. The
 * bytes need not be valid JSON.
 *
 * @example
 * new JsonOutline().add(Buffer.from('{"a":[1e3]}')) // { depth: 2, keys: 1, hasExponent: true }
 */
export class JsonOutline {
  /** Levels of objects and lists. */
  depth = 0
  /** Keys of the outermost object, each as often as it is there. */
  keys = 0
  /** Whether a number may have an exponent. */
  hasExponent = false
  #level = 0
  #isInString = false
  #isEscaped = false

  add(bytes: Uint8Array): this {
    let { depth, keys, hasExponent } = this
    let level = this.#level
    let isInString = this.#isInString
    let isEscaped = false
    const { length } = bytes
    for (let at = this.#isEscaped ? 1 : 0; at < length; at++) {
      const code = bytes[at] as number
      if (isInString || code === QUOTE) {
        if (!isInString) at++
        isInString = true
        for (; at < length; at++) {
          const inner = bytes[at] as number
          if (inner === QUOTE) {
            isInString = false
            break
          }
          if (inner === BACKSLASH) at++
        }
        isEscaped = at > length
      } else if (code === COLON) {
        if (level === 1) keys++
      } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (++level > depth) depth = level
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) level--
      else if ((code === SMALL_E || code === LARGE_E) && !isLetter(bytes[at - 1])) hasExponent = true
    }
    Object.assign(this, { depth, keys, hasExponent })
    this.#level = level
    this.#isInString = isInString
    this.#isEscaped = isEscaped
    return this
  }
}

/** The `e` of `true` and `false` follows a letter, that of a number a digit. */
const isLetter = (code = 0) => code > NINE

/** The most levels of objects and lists that JSON may have. More would overflow the call stack of recursive functions. */
export const MAX_DEPTH = 1000

/** Whether JSON text has more levels than `MAX_DEPTH`. Counting brackets first answers this cheaply for most texts. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH) return false
  if (countUpTo(MAX_DEPTH, '{', text) + countUpTo(MAX_DEPTH, '[', text) <= MAX_DEPTH) return false
  return measureJson(text, { depth: MAX_DEPTH, values: Number.POSITIVE_INFINITY }).depth > MAX_DEPTH
}

/** The size of JSON text by its structure. */
interface JsonSize {
  /** Levels of objects and lists. */
  depth: number
  /** Keys and list items, counted by their commas and brackets. */
  values: number
}

/**
 * Measures JSON text without parsing it, and stops as soon as it is over a limit. The text need not be valid JSON.
 */
export function measureJson(text: string, limits: JsonSize): JsonSize {
  let depth = 0
  let deepest = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (deepest > limits.depth || values > limits.values) break
  }
  return { depth: deepest, values }
}

function countUpTo(limit: number, character: string, text: string) {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count <= limit; at = text.indexOf(character, at + 1)) count++
  return count
}

const QUOTE = 0x22
const COMMA = 0x2c
const NINE = 0x39
const COLON = 0x3a
const LARGE_E = 0x45
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const SMALL_E = 0x65
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The offset of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number) {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, quote: number) {
  let slashes = 0
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++
  return slashes % 2 === 1
}
