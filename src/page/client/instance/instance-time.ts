/** The time that the instance answered last, and when that was by the browser's clock. */
let answered: { now: number; isFrozen: boolean; at: number } | undefined

/** Notes the time of the instance; `isFrozen`: it stands still. */
export function noteClock({ now, isFrozen }: { now: string; isFrozen: boolean }): void {
  answered = { now: Date.parse(now), isFrozen, at: Date.now() }
}

/** The time of the instance, in milliseconds; `undefined` until it has answered one. */
export const instanceNow = () => answered && answered.now + (answered.isFrozen ? 0 : Date.now() - answered.at)
