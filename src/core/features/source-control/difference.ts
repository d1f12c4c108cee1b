/** Whether a status shows what a push or what a pull would change. */
export type Direction = 'push' | 'pull'

/** What a push or a pull would do with an item. */
export interface Difference {
  status: 'created' | 'modified' | 'deleted'
  /** Whether both sides have changed it, differently, since the last pull or push. */
  conflict: boolean
}

interface Sides {
  local: string | undefined
  base: string | undefined
  remote: string | undefined
}

/**
 * What a push or a pull would do with an item, by its content on three sides; undefined where a side does not have it.
 * A side that has not changed since the last pull or push changes nothing on the other, unless `wins`.
 */
export function differenceOf(
  { local, base, remote }: Sides,
  direction: Direction,
  wins = false,
): Difference | undefined {
  if (local === remote) return undefined
  const [from, to] = direction === 'push' ? [local, remote] : [remote, local]
  const conflict = from !== base && to !== base
  if (from === base && !wins) return undefined
  if (from === undefined) return { status: 'deleted', conflict }
  return { status: to === undefined ? 'created' : 'modified', conflict }
}

/** What a pull does with an item: nothing, take the remote's, keep the instance's, or refuse. */
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
  if (local === undefined) return 'deleted in the instance, changed in the repository'
  if (base === undefined) return 'created in the instance and in the repository, with differences'
  return local === base
    ? 'changed in the repository'
    : 'changed in the instance and in the repository, with differences'
}
