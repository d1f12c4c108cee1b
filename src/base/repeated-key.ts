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
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
    if (code !== QUOTE) continue
    const end = endOfString(text, at)
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

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Where a string ends that begins at a place: behind its last quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end + 1
}

function isEscaped(text: string, at: number) {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

function isKey(text: string, end: number) {
  let at = end
  while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  return text[at] === ':'
}
