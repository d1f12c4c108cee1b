/** What the instance told of its time, and when by the browser's clock. */
let told

/**
 * Notes the time that it is for the instance.
 *
 * @param {{ now: string, isFrozen: boolean }} clock `isFrozen`: it stands still
 */
export function noteClock({ now, isFrozen }) {
  told = { now: Date.parse(now), isFrozen, at: Date.now() }
}

/** The time for the instance, in milliseconds; `undefined` until it has told. */
export const instanceNow = () => told && told.now + (told.isFrozen ? 0 : Date.now() - told.at)
