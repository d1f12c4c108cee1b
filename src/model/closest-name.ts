import { closestMatch } from 'leven'

/** Longer names are no slip of the finger; comparing them would cost time. */
const LONGEST = 40

/**
 * The known name that was probably meant; `undefined` where none is near.
 *
 * @example
 * closestName('tagz', ['tags', 'users']) // 'tags'
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  return closestMatch(name, known, { maxDistance: name.length < 5 ? 1 : 2 })
}
