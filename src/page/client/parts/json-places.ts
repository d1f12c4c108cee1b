/** Text that is no JSON, and where it stops being it. */
export class JsonMistake extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/**
 * Reads JSON, and remembers where everything in it stands.
 *
 * @returns `offsetOf(['nodes', '0'])`: where that begins, or the nearest thing around it that is there; `keyOffsetOf`:
 *   where its name stands
 * @throws JsonMistake
 */
export function readJson(text: string): {
  value: unknown
  offsetOf: (path: string[]) => number
  keyOffsetOf: (path: string[]) => number
} {
  const places: Places = new Map()
  const end = scan(text, skip(text, 0), '', places)
  if (skip(text, end) < text.length) throw mistake(text, skip(text, end))
  const offsetOf = (path: string[]) => {
    for (let length = path.length; length >= 0; length--) {
      const place = places.get(pathText(path.slice(0, length)))
      if (place !== undefined) return place
    }
    return 0
  }
  return {
    value: JSON.parse(text),
    offsetOf,
    keyOffsetOf: path => places.get(keyOf(pathText(path))) ?? offsetOf(path),
  }
}

const pathText = (path: string[]) => path.map(part => `/${part}`).join('')
/** No value stands at such a path: those begin with a slash, or are empty. */
const keyOf = (path: string) => `key ${path}`

/** The line and column of an offset, both from 1. */
export function lineOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

type Places = Map<string, number>

const BLANK = /[ \t\r\n]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string of JSON has none of these
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function match(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
const skip = (text: string, at: number) => at + (match(BLANK, text, at) ?? '').length

function scan(text: string, at: number, path: string, places: Places): number {
  places.set(path, at)
  if (text[at] === '{') return scanList(text, at, '}', member(path, places))
  if (text[at] === '[')
    return scanList(text, at, ']', (inner, start, nth) => scan(inner, start, `${path}/${nth}`, places))
  const word = match(STRING, text, at) ?? match(WORD, text, at)
  if (!word) throw mistake(text, at)
  return at + word.length
}

const member = (path: string, places: Places) => (text: string, at: number) => {
  const name = match(STRING, text, at)
  if (!name) throw mistake(text, at)
  const colon = skip(text, at + name.length)
  if (text[colon] !== ':') throw mistake(text, colon)
  const inner = `${path}/${JSON.parse(name)}`
  places.set(keyOf(inner), at)
  return scan(text, skip(text, colon + 1), inner, places)
}

type Item = (text: string, at: number, nth: number) => number

function scanList(text: string, open: number, close: string, item: Item): number {
  let at = skip(text, open + 1)
  if (text[at] === close) return at + 1
  for (let nth = 0; ; nth++) {
    at = skip(text, item(text, at, nth))
    if (text[at] === close) return at + 1
    if (text[at] !== ',') throw mistake(text, at)
    at = skip(text, at + 1)
  }
}

function mistake(text: string, offset: number) {
  const found = text.slice(offset, offset + 1)
  const says = found === '' ? 'The text ends too early' : `Unexpected: ${found}`
  return new JsonMistake(says, offset)
}
