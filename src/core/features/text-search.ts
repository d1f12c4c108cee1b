/** Finds something in a text from a place on: where it begins and ends, or `undefined`. */
export type Finder = (text: string, from: number) => { start: number; end: number } | undefined

/** Up to this length the runtime's own search is quick enough whatever the text is. */
const SHORT = 32

/**
 * Finds a part in texts, in time that grows with their length and never with the product of both lengths: by the
 * failure function of Knuth, Morris and Pratt.
 */
export function findText(part: string): Finder {
  const found = (start: number) => (start < 0 ? undefined : { start, end: start + part.length })
  if (part.length <= SHORT) return (text, from) => found(text.indexOf(part, from))
  const failures = failuresOf(part)
  return (text, from) => {
    let matched = 0
    for (let at = from; at < text.length; at++) {
      while (matched > 0 && text.charCodeAt(at) !== part.charCodeAt(matched)) matched = failures[matched - 1] ?? 0
      if (text.charCodeAt(at) === part.charCodeAt(matched)) matched++
      if (matched === part.length) return found(at + 1 - part.length)
    }
    return undefined
  }
}

function failuresOf(part: string): Uint32Array {
  const failures = new Uint32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    while (matched > 0 && part.charCodeAt(at) !== part.charCodeAt(matched)) matched = failures[matched - 1] ?? 0
    if (part.charCodeAt(at) === part.charCodeAt(matched)) matched++
    failures[at] = matched
  }
  return failures
}

/**
 * Whether a text is like a pattern in which `%` stands for anything, and every other character for itself.
 *
 * @example
 * isLike('An%')('Anna') // true
 */
export function isLike(pattern: string): (text: string) => boolean {
  const parts = pattern.split('%')
  const first = parts.shift() ?? ''
  const last = parts.pop()
  if (last === undefined) return text => text === first
  const middle = parts.filter(part => part !== '').map(findText)
  return text => {
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
    const end = findInOrder(middle, text, first.length)
    return end !== undefined && end <= text.length - last.length
  }
}

/** Where the last of them ends if they come one after another, each as early as it can. */
export function findInOrder(finders: readonly Finder[], text: string, from: number): number | undefined {
  let end = from
  for (const find of finders) {
    const found = find(text, end)
    if (!found) return
    end = found.end
  }
  return end
}

/** Text with its ASCII letters in lower case, and all others as they are. */
export const lowerAscii = (text: string) =>
  OTHER_THAN_ASCII.test(text) ? text.replace(/[A-Z]+/g, letters => letters.toLowerCase()) : text.toLowerCase()

const OTHER_THAN_ASCII = /[\u0080-\uffff]/
