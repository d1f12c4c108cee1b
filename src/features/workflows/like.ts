/**
 * Whether text has a part like this, as SQL's LIKE finds it with `%` around: `%` is any text, `_` any character, ASCII
 * letters are alike in either case. However many `%` there are, no more steps are taken than both are long, multiplied.
 */
export function contains(part: string): (text: string) => boolean {
  const lowered = lowerAscii(part)
  if (!/[%_]/.test(lowered)) return text => lowerAscii(text).includes(lowered)
  const pattern = [...`%${lowered}%`]
  return text => isLike([...lowerAscii(text)], pattern)
}

/** Goes back to the last `%` only: one before it can take nothing that this one cannot. */
function isLike(text: readonly string[], pattern: readonly string[]): boolean {
  let at = 0
  let next = 0
  let afterAny = -1
  let anyEnds = 0
  while (at < text.length) {
    if (pattern[next] === '%') {
      afterAny = ++next
      anyEnds = at
    } else if (next < pattern.length && (pattern[next] === '_' || pattern[next] === text[at])) {
      next++
      at++
    } else {
      if (afterAny < 0) return false
      next = afterAny
      at = ++anyEnds
    }
  }
  while (pattern[next] === '%') next++
  return next === pattern.length
}

const lowerAscii = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())
