/** At most so often, in milliseconds, changes are told. */
const INTERVAL_MS = 200

/** The parts of an instance, each with what differs after every change of it. */
export type Revisions = Readonly<Record<string, unknown>>

/**
 * Tells which parts changed: a few times a second at most, however many changes there are.
 *
 * @param tell called with the names of the parts that are not as they were
 * @returns what ends it
 */
export function watchRevisions(read: () => Revisions, tell: (changed: string[]) => void): () => void {
  let before = read()
  const timer = setInterval(() => {
    const now = read()
    const changed = Object.keys(now).filter(name => now[name] !== before[name])
    before = now
    if (changed.length) tell(changed)
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
