/** What a pull does with an item: nothing to do, take the remote's, keep ours, or ask. */
export type Verdict = 'same' | 'take' | 'keep' | 'conflict'

/**
 * Compares an item three ways. Each side is its content, or undefined where the item is not there.
 *
 * @param local as it is in the instance
 * @param base as the last pull saw it
 * @param remote as it is in the repository
 */
export function compare(local: string | undefined, base: string | undefined, remote: string): Verdict {
  if (local === remote) return 'same'
  if (remote === base) return 'keep'
  if (local === base) return 'take'
  return 'conflict'
}

/** Why an item is a conflict, for people. */
export function reasonOf(local: string | undefined, base: string | undefined) {
  if (local === undefined) return 'deleted here, changed in the repository'
  if (base === undefined) return 'made here and in the repository, differently'
  return local === base ? 'changed in the repository' : 'changed here and in the repository, differently'
}
