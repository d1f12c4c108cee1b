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

/** Keeps its own stack instead of recursing, so that no depth of nesting overflows the call stack. */
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
