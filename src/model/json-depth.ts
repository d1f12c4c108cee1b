/** How many levels of objects and lists JSON may have. More would overflow the stack of whoever goes through it. */
export const MAX_DEPTH = 1000

/** Whether JSON text has more levels than `MAX_DEPTH`. Text that is no JSON is gone through all the same. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

const QUOTE = 0x22
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
