/**
 * Finds the first syntax error of JSON text: line and column count from 1. `undefined` if there is none.
 *
 * @example
 * findJsonSyntaxError('[1,]') // { line: 1, column: 4 }
 */
export function findJsonSyntaxError(text: string): { line: number; column: number } | undefined {
  const offset = errorOffset(text)
  if (offset === undefined) return undefined
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** Keeps its own stack instead of recursing, so that no depth of nesting overflows the call stack. */
function errorOffset(text: string): number | undefined {
  const closers: string[] = []
  let at = 0

  const skipSpace = () => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  }
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const takeString = () => {
    if (text[at] !== '"') return false
    at++
    for (; text[at] !== '"'; at++) {
      if (text[at] === '\\') {
        if (!take(ESCAPE)) return false
        at--
      } else if (!(text.charCodeAt(at) >= 0x20)) return false
    }
    at++
    return true
  }
  const takeKey = () => {
    skipSpace()
    if (!takeString()) return false
    skipSpace()
    return text[at++] === ':'
  }
  const isInObject = () => closers.at(-1) === '}'

  for (;;) {
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
