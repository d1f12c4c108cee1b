import type { Control } from '../index.ts'

type Time = string | number | Date

/** The time of the instance. */
export interface TestClock {
  /** ISO 8601. */
  now(): string
  /** Sets the time, which then stands still. Resolves when the due runs are simulated, with what was left out. */
  set(time: Time): Promise<readonly string[]>
  /**
   * Moves the time by `'1h'`, `'2 days'` or milliseconds. The mode stays. Resolves when the due runs are simulated, with
   * what was left out and why, a line each.
   * @throws ApiError
   */
  advance(duration: string | number): Promise<readonly string[]>
  /** Stops the clock, now or at the given time. */
  freeze(time?: Time): void
  /** Lets the clock run, from now or from the given time. */
  run(time?: Time): void
}

export function createTestClock({ clock, setClock, settled }: Control): TestClock {
  const set = (mode: 'frozen' | 'running', time?: Time) =>
    setClock({ mode, ...(time === undefined ? {} : { now: textOf(time) }) })
  return {
    now: () => clock().now,
    set(time) {
      setClock({ mode: 'frozen', now: textOf(time) })
      return settled()
    },
    advance(duration) {
      // left out it would be no move at all
      setClock({ advance: duration ?? String(duration) })
      return settled()
    },
    freeze: time => void set('frozen', time),
    run: time => void set('running', time),
  }
}

function textOf(time: Time): string {
  // null would be the time 0
  const date = new Date(time ?? Number.NaN)
  if (Number.isNaN(date.getTime())) throw new TypeError(`${time} is not a time such as 2026-01-01T00:00:00Z`)
  return date.toISOString()
}
