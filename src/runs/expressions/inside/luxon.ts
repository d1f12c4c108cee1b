import { loadProgram } from './outside.ts'
import { current, currentTime } from './run.ts'

/** As much of luxon as this library calls; expressions have all of it. */
export interface LuxonDateTime {
  isValid: boolean
  zoneName: string
  toISO(): string
  toJSDate(): Date
  toMillis(): number
  toFormat(format: string, options?: object): string
  plus(span: unknown): LuxonDateTime
  minus(span: unknown): LuxonDateTime
  startOf(unit: string): LuxonDateTime
  endOf(unit: string): LuxonDateTime
  diff(other: LuxonDateTime, units: unknown): LuxonDuration
  get(unit: string): number
  isInDST: boolean
  weekday: number
  [name: string]: unknown
}
export interface LuxonDuration {
  toObject(): Record<string, number>
  as(unit: string): number
}
type Class = new () => object
type Maker = (...given: unknown[]) => LuxonDateTime
interface LuxonModule {
  DateTime: Record<
    | 'fromISO'
    | 'fromMillis'
    | 'fromJSDate'
    | 'fromFormat'
    | 'fromSeconds'
    | 'now'
    | 'fromSQL'
    | 'fromHTTP'
    | 'fromRFC2822',
    Maker
  >
  Duration: { fromObject(span: Record<string, number>): LuxonDuration }
  Interval: Record<string, unknown>
  Settings: { defaultZone: string; now: () => number; defaultLocale: string }
}

let loaded: LuxonModule | undefined
let zone: string | undefined

/** luxon takes 20 ms to evaluate: only where it is asked for. Its zone is the workflow's, its time the run's. */
export function luxon(): LuxonModule {
  loaded ??= loadProgram('luxon') as LuxonModule
  if (zone !== current.run.zone) {
    zone = current.run.zone
    loaded.Settings.defaultZone = zone
    loaded.Settings.defaultLocale = 'en-US'
    loaded.Settings.now = currentTime
  }
  return loaded
}

export const isDateTime = (value: unknown): value is LuxonDateTime =>
  loaded !== undefined && value instanceof (loaded.DateTime as unknown as Class)
export const isDuration = (value: unknown): boolean =>
  loaded !== undefined && value instanceof (loaded.Duration as unknown as Class)

export const now = () => luxon().DateTime.fromMillis(currentTime(), { zone: current.run.zone })
export const today = () => now().startOf('day')

let search: ((data: unknown, expression: string) => unknown) | undefined

export function jmespath(data: unknown, expression: string): unknown {
  search ??= (loadProgram('jmespath') as { search: typeof search }).search
  return (search as NonNullable<typeof search>)(data, expression)
}
