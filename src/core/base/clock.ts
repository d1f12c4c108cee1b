/** The furthest times that a date can hold, before and after 1970. */
export const MAX_TIME_MS = 8.64e15

/** The time, as an argument. Milliseconds since 1970, as `Date.now` gives them. */
export interface Clock {
  now(): number
  /** The time as the API writes it: ISO 8601, milliseconds, `Z`. */
  iso(): string
}

export type ClockMode = 'real' | 'frozen' | 'running'

export interface ControlledClock extends Clock {
  readonly mode: ClockMode
  /** Sets the time (`undefined`: the real one) and whether it goes on. */
  set(now: number | undefined, mode?: 'frozen' | 'running'): void
  advance(milliseconds: number): void
  /** Back to the time and mode that it began with; a running one starts again. */
  reset(): void
}

/**
 * The machine's time; or a given one, which stands still (`frozen`) or goes on from there (`running`).
 *
 * @example
 * const clock = createClock(Date.parse('2026-01-01T00:00:00Z'), 'frozen')
 * clock.advance(3_600_000)
 * clock.iso() // '2026-01-01T01:00:00.000Z'
 */
export function createClock(start?: number, startMode: 'frozen' | 'running' = 'frozen'): ControlledClock {
  let mode: ClockMode = 'real'
  let base = 0
  let since = 0

  const clock: ControlledClock = {
    get mode() {
      return mode
    },
    now: () => (mode === 'real' ? Date.now() : mode === 'frozen' ? base : base + (Date.now() - since)),
    iso: () => new Date(clock.now()).toISOString(),
    set(now, next = 'frozen') {
      mode = now === undefined ? 'real' : next
      base = now ?? 0
      since = Date.now()
    },
    advance(milliseconds) {
      clock.set(clock.now() + milliseconds, mode === 'frozen' ? 'frozen' : 'running')
    },
    reset: () => clock.set(start, startMode),
  }
  clock.reset()
  return clock
}
