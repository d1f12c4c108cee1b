import { instanceNow } from '../instance/instance-time.ts'

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const shortDateTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const whole = new Intl.NumberFormat()

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** From a day on, the calendar counts. */
const UNITS: [Intl.RelativeTimeFormatUnit, number, (then: Date, now: Date) => number][] = [
  ['year', 365 * DAY, (then, now) => then.getFullYear() - now.getFullYear()],
  ['month', 30 * DAY, (then, now) => monthOf(then) - monthOf(now)],
  ['day', DAY, (then, now) => dayOf(then) - dayOf(now)],
  ['hour', HOUR, (then, now) => Math.trunc((then.getTime() - now.getTime()) / HOUR)],
  ['minute', 60_000, (then, now) => Math.trunc((then.getTime() - now.getTime()) / 60_000)],
]
const monthOf = (date: Date) => date.getFullYear() * 12 + date.getMonth()
const dayOf = (date: Date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY)

type Text = string | null | undefined
const isDate = (text: Text): text is string => Boolean(text) && !Number.isNaN(Date.parse(String(text)))

export const formatNumber = (value: number) => whole.format(value)
export const formatDateTime = (text: Text) => (isDate(text) ? dateTime.format(new Date(text)) : '–')
export const formatShort = (text: Text) => (isDate(text) ? shortDateTime.format(new Date(text)) : '–')
export const formatTime = (text: Text) => (isDate(text) ? time.format(new Date(text)) : '–')

/** `3 days ago`, `in 2 hours`, `just now`, by the clock of the instance; the date as long as that is not known. */
export function formatAgo(text: Text, now = instanceNow()): string {
  if (!isDate(text)) return '–'
  if (now === undefined) return formatShort(text)
  const passed = Date.parse(text) - now
  const found = UNITS.find(([, length]) => Math.abs(passed) >= length)
  if (found === undefined) return 'just now'
  const [unit, , countOf] = found
  return relative.format(countOf(new Date(text), new Date(now)), unit)
}

/** A duration in milliseconds: `85 ms`, `1.6 s`, `2 min 5 s`, `3 h 20 min`. */
export function formatDuration(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !(milliseconds >= 0)) return '–'
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(Math.round(seconds) / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `1 node`, `3 nodes`. */
export const count = (number: number, one: string, many = `${one}s`) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

/** `n8n-nodes-base.scheduleTrigger` → `Schedule Trigger`. */
export function typeName(type: unknown): string {
  const last =
    String(type ?? '')
      .split('.')
      .at(-1) ?? ''
  const spaced = last.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** How long an answer took: `0.4 ms`, `12 ms`, `1.6 s`. */
export const formatMilliseconds = (value: number) => (value < 10 ? `${value.toFixed(1)} ms` : formatDuration(value))

/** A time as a field for a date and a time has it: by the clock on the wall, to the second; empty for none. */
export function localTime(text: string): string {
  if (!isDate(text)) return ''
  const date = new Date(text)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
