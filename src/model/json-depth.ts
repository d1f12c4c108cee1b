/** How many levels of objects and lists JSON may have. More would overflow the stack of whoever goes through it. */
export const MAX_DEPTH = 1000

/** Whether JSON text has more levels than `MAX_DEPTH`. Most text is found too small for that at almost no cost. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH) return false
  if (countUpTo(MAX_DEPTH, '{', text) + countUpTo(MAX_DEPTH, '[', text) <= MAX_DEPTH) return false
  return measureJson(text, { depth: MAX_DEPTH, values: Number.POSITIVE_INFINITY }).depth > MAX_DEPTH
}

/** How much JSON text holds. */
export interface JsonSize {
  /** The most levels of objects and lists. */
  depth: number
  /** Keys and list items, counted by their commas and brackets. */
  values: number
}

/**
 * Measures JSON text without building anything; stops as soon as it is over a limit. Text that is no JSON is gone through
 * all the same.
 */
export function measureJson(text: string, limits: JsonSize): JsonSize {
  let depth = 0
  let deepest = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
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

/** Where the quoted text that starts at `start` ends. */
function endOfText(text: string, start: number) {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, quote: number) {
  let slashes = 0
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++
  return slashes % 2 === 1
}
