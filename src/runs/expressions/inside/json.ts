const native = JSON.parse
const SPACE = new Set([' ', '\t', '\n', '\r'])
const MAX_SHOWN = 20
/** Values that are no JSON, written as texts. */
const WRITTEN = new Set(['[object Object]', 'NaN', 'Infinity', 'undefined'])

/** `JSON.parse` that says of bad JSON what the service's engine says. */
export function installJson() {
  Object.defineProperty(JSON, 'parse', {
    value: function parse(given: unknown, reviver?: (this: unknown, key: string, value: unknown) => unknown) {
      const text = String(given)
      try {
        return native(text, reviver)
      } catch (error) {
        const message = error instanceof SyntaxError ? faultOf(text, typeof given === 'string') : undefined
        throw message === undefined ? error : new SyntaxError(message)
      }
    },
    writable: true,
    configurable: true,
    enumerable: false,
  })
}

class Fault extends Error {}

/** The first fault of a text, in words; one pass, without recursion. `undefined` where it has none. */
export function faultOf(text: string, isText: boolean): string | undefined {
  if (!isText) return `${JSON.stringify(text)} is not valid JSON`
  try {
    scan(text)
    return undefined
  } catch (fault) {
    return fault instanceof Fault ? fault.message : undefined
  }
}

function scan(text: string) {
  const open: ('{' | '[')[] = []
  let at = 0
  const place = (from = at) => {
    const before = text.slice(0, from)
    const line = before.split('\n').length
    return `in JSON at position ${from} (line ${line} column ${from - before.lastIndexOf('\n')})`
  }
  const fail = (message: string): never => {
    throw new Fault(message)
  }
  const skip = () => {
    while (SPACE.has(text[at] as string)) at++
  }
  const unexpected = () => {
    if (at >= text.length) return fail('Unexpected end of JSON input')
    if (WRITTEN.has(text)) return fail(`"${text}" is not valid JSON`)
    const shown =
      text.length <= MAX_SHOWN
        ? `"${text}"`
        : `${at > 10 ? '...' : ''}"${text.slice(Math.max(0, at - 10), at + 10)}"${at + 10 < text.length ? '...' : ''}`
    return fail(`Unexpected token '${text[at]}', ${shown} is not valid JSON`)
  }
  const string = () => {
    for (at++; text[at] !== '"'; at++) {
      if (at >= text.length) fail(`Unterminated string ${place(text.length)}`)
      if ((text[at] as string) < ' ') fail(`Bad control character in string literal ${place()}`)
      if (text[at] !== '\\') continue
      at++
      if (text[at] === 'u') {
        if (!/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) fail(`Bad Unicode escape ${place()}`)
      } else if (at < text.length && !'"\\/bfnrt'.includes(text[at] as string)) fail(`Bad escaped character ${place()}`)
    }
    at++
  }
  const number = () => {
    if (text[at] === '-' && !/\d/.test(text[++at] ?? '')) fail(`No number after minus sign ${place()}`)
    if (text[at] === '0') at++
    else while (/\d/.test(text[at] ?? '')) at++
    if (text[at] === '.' && !/\d/.test(text[++at] ?? '')) fail(`Unterminated fractional number ${place()}`)
    while (/\d/.test(text[at] ?? '')) at++
    if (!/e/i.test(text[at] ?? '')) return
    at++
    if (/[+-]/.test(text[at] ?? '')) at++
    if (!/\d/.test(text[at] ?? '')) fail(`Exponent part is missing a number ${place()}`)
    while (/\d/.test(text[at] ?? '')) at++
  }
  const word = (expected: string) => {
    for (const sign of expected) {
      if (text[at] !== sign) unexpected()
      at++
    }
  }
  const key = (isFirst: boolean) => {
    skip()
    if (isFirst && text[at] === '}') return
    if (text[at] !== '"')
      fail(isFirst ? `Expected property name or '}' ${place()}` : `Expected double-quoted property name ${place()}`)
    string()
    skip()
    if (text[at] !== ':') fail(`Expected ':' after property name ${place()}`)
    at++
    value()
  }
  const value = () => {
    skip()
    const sign = text[at]
    if (sign === '"') return string()
    if (sign === 't') return word('true')
    if (sign === 'f') return word('false')
    if (sign === 'n') return word('null')
    if (sign !== undefined && /[-\d]/.test(sign)) return number()
    if (sign !== '{' && sign !== '[') return unexpected()
    open.push(sign)
    at++
    isNew = true
  }
  let isNew = false
  value()
  while (open.length > 0) {
    const within = open.at(-1)
    if (isNew) {
      isNew = false
      skip()
      if (text[at] === (within === '{' ? '}' : ']')) {
        at++
        open.pop()
      } else if (within === '{') key(true)
      else value()
      continue
    }
    skip()
    if (text[at] === ',') {
      at++
      if (within === '{') key(false)
      else value()
    } else if (text[at] === (within === '{' ? '}' : ']')) {
      at++
      open.pop()
    } else
      fail(
        within === '{'
          ? `Expected ',' or '}' after property value ${place()}`
          : `Expected ',' or ']' after array element ${place()}`,
      )
  }
  skip()
  if (at < text.length) fail(`Unexpected non-whitespace character after ${place().slice(3)}`)
}
