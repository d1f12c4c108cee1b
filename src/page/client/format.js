import { instanceNow } from './clock.js'

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

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const isDate = text => text && !Number.isNaN(Date.parse(text))

export const formatNumber = value => whole.format(value)
export const formatDateTime = text => (isDate(text) ? dateTime.format(new Date(text)) : '–')
export const formatShort = text => (isDate(text) ? shortDateTime.format(new Date(text)) : '–')
export const formatTime = text => (isDate(text) ? time.format(new Date(text)) : '–')

/** `3 days ago`, `in 2 hours`, `just now`, by the clock of the instance; the date as long as that is not known. */
export function formatAgo(text, now = instanceNow()) {
  if (!isDate(text)) return '–'
  if (now === undefined) return formatShort(text)
  const passed = Date.parse(text) - now
  const [unit, length] = UNITS.find(([, length]) => Math.abs(passed) >= length) ?? []
  return unit ? relative.format(Math.trunc(passed / length), unit) : 'just now'
}

/** A duration in milliseconds: `85 ms`, `1.6 s`, `2 min 5 s`, `3 h 20 min`. */
export function formatDuration(milliseconds) {
  if (!(milliseconds >= 0)) return '–'
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(Math.round(seconds) / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `1 node`, `3 nodes`. */
export const count = (number, one, many = `${one}s`) => `${formatNumber(number)} ${number === 1 ? one : many}`

/** `n8n-nodes-base.scheduleTrigger` → `Schedule Trigger`. */
export function typeName(type) {
  const last =
    String(type ?? '')
      .split('.')
      .at(-1) ?? ''
  const spaced = last.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** How long an answer took: `0.4 ms`, `12 ms`, `1.6 s`. */
export const formatMilliseconds = value => (value < 10 ? `${value.toFixed(1)} ms` : formatDuration(value))
