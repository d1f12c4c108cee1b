import { parse } from '@lukeed/ms'
import { type Static, Type } from '@sinclair/typebox'
import { type ControlledClock, MAX_TIME_MS } from '../core/base/clock.ts'
import { badRequest } from '../core/base/errors.ts'
import { reply } from '../core/http/reply.ts'
import { DateTime, Enumeration } from '../core/model/schema.ts'
import { type ControlPart, controlOperation } from './operation.ts'

/** Years of four digits, as ISO 8601 has them. */
const [EARLIEST, LATEST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

const MODES = ['frozen', 'running'] as const

/** How the instance's clock stands. */
const ClockStateShape = Type.Object(
  {
    now: DateTime(),
    mode: Enumeration(MODES, { description: 'Whether the time stands still or goes on' }),
    leftOut: Type.Optional(
      Type.Array(Type.String(), { description: 'Due runs that were not simulated, and why; absent without any' }),
    ),
  },
  { additionalProperties: false },
)
export type ClockState = Static<typeof ClockStateShape>

const ClockSettingShape = Type.Object(
  {
    now: Type.Optional(
      Type.String({ format: 'date', description: 'A date and time, ISO 8601. Default: the time of the instance' }),
    ),
    mode: Type.Optional(
      Enumeration(MODES, { description: 'Whether the time stands still or goes on. Default: `frozen`' }),
    ),
    advance: Type.Optional(
      Type.Union([Type.Number({ minimum: -MAX_TIME_MS, maximum: MAX_TIME_MS }), Type.String()], {
        expects: 'a duration such as "1h", or a number of milliseconds',
        description: 'Moves the time, by `"1h"`, `"2 days"`, `"-30s"` or milliseconds; the mode stays',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ClockSetting = Static<typeof ClockSettingShape>

export const clockState = (clock: ControlledClock): ClockState => ({
  now: clock.iso(),
  mode: clock.mode === 'frozen' ? 'frozen' : 'running',
})

/**
 * Sets the time, or moves it.
 *
 * @throws ApiError 400 for an invalid duration or time
 */
export function setClock(clock: ControlledClock, { now, mode, advance }: ClockSetting): ClockState {
  if (advance === undefined) {
    if (now === undefined && mode === undefined) throw badRequest('request/body must have now, mode or advance')
    clock.set(checkedTime(now === undefined ? clock.now() : Date.parse(now)), mode ?? 'frozen')
    return clockState(clock)
  }
  if (now !== undefined || mode !== undefined) throw badRequest('request/body/advance goes with neither now nor mode')
  const milliseconds = durationOf(advance)
  checkedTime(clock.now() + milliseconds)
  clock.advance(milliseconds)
  return clockState(clock)
}

/**
 * A duration in milliseconds.
 *
 * @example
 * durationOf('1h') // 3600000
 */
export function durationOf(given: string | number): number {
  const milliseconds = typeof given === 'number' ? given : /^-?0+ *[a-z]*$/i.test(given) ? 0 : parse(given)
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) {
    const shown = typeof given === 'string' ? JSON.stringify(given) : given
    throw badRequest(`${shown} is not a duration such as "90s", "1h" or "2 days"`)
  }
  return Math.round(milliseconds)
}

function checkedTime(time: number) {
  if (time >= EARLIEST && time <= LATEST) return time
  throw badRequest('The time must be in the years 0000 to 9999')
}

/** The clock of an instance. Whatever moves it, the simulation plays what is due until then. */
export function clockPart(
  clock: ControlledClock & { reset(): void },
  simulation: { catchUp(): Promise<readonly string[]> },
) {
  let changes = 0
  let catchingUp: Promise<readonly string[]> = Promise.resolve([])
  const control = {
    clock: () => clockState(clock),
    /** Sets or moves the time at once. */
    setClock(setting: ClockSetting) {
      changes++
      const state = setClock(clock, setting)
      catchingUp = simulation.catchUp()
      // a failure is reported to those who wait for it
      catchingUp.catch(() => {})
      return state
    },
    /** Resolves when everything is played that is due, with what was left out. */
    settled: () => catchingUp,
  }
  return {
    control,
    revisions: () => ({ clock: changes }),
    reset() {
      changes++
      clock.reset()
    },
    operations: [
      controlOperation({
        id: 'getClock',
        method: 'GET',
        path: '/clock',
        tag: 'Clock',
        summary: 'Get the time of the instance',
        responses,
        run: () => reply(control.clock()),
      }),
      controlOperation({
        id: 'setClock',
        method: 'PUT',
        path: '/clock',
        tag: 'Clock',
        summary: 'Set or advance the time',
        description:
          'Takes `now`, `mode` or both, or `advance` alone. With simulation on, it answers after the runs that are due were ' +
          'simulated.',
        body: { schema: ClockSettingShape, example: { advance: '1h' } },
        responses,
        async run({ body }) {
          const state = control.setClock(body)
          const leftOut = await control.settled()
          return reply(leftOut.length > 0 ? { ...state, leftOut } : state)
        },
      }),
    ],
  } satisfies ControlPart
}

const responses = { 200: { description: 'The time and the mode', schema: ClockStateShape } }
