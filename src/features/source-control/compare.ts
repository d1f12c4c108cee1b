/** What a pull does with an item: nothing to do, take the remote's, keep ours, or ask. */
export type Verdict = 'same' | 'take' | 'keep' | 'conflict'

/**
 * Compares an item three ways. Each side is its content, or undefined where the item is not there.
 *
 * @param here as it is in the instance
 * @param base as the last pull saw it
 * @param there as it is in the repository
 */
export function compare(here: string | undefined, base: string | undefined, there: string): Verdict {
  if (here === there) return 'same'
  if (there === base) return 'keep'
  if (here === base) return 'take'
  return 'conflict'
}

/** Why an item is a conflict, for people. */
export function reasonOf(here: string | undefined, base: string | undefined) {
  if (here === undefined) return 'deleted here, changed in the repository'
  if (base === undefined) return 'made here and in the repository, differently'
  return here === base ? 'changed in the repository' : 'changed here and in the repository, differently'
}
