import distance, { closestMatch } from 'leven'

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

/** Names that may be compared for the hints of one answer. */
const MAX_COMPARISONS = 50_000

/** The same for many names: after a number of comparisons, none is near any more. */
export function boundedClosestName(): typeof closestName {
  let left = MAX_COMPARISONS
  return (name, known) => {
    left -= known.length
    return left < 0 ? undefined : closestName(name, known)
  }
}

/** Whether nothing else can be meant: other capitals, or one letter more, less or other. */
export const isSlip = (written: string, meant: string): boolean =>
  written.toLowerCase() === meant.toLowerCase() ||
  (written.length > 3 && written.length <= LONGEST && distance(written, meant) === 1)
