/** The most levels of objects and lists that JSON may have. More would overflow the call stack of recursive functions. */
export const MAX_DEPTH = 1000

/** Whether JSON text has more levels than `MAX_DEPTH`. Counting brackets first answers this cheaply for most texts. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH) return false
  if (countUpTo(MAX_DEPTH, '{', text) + countUpTo(MAX_DEPTH, '[', text) <= MAX_DEPTH) return false
  return measureJson(text, { depth: MAX_DEPTH, values: Number.POSITIVE_INFINITY }).depth > MAX_DEPTH
}

/** The size of JSON text by its structure. */
export interface JsonSize {
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
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
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
