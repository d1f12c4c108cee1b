/** Where no workflow names another. */
export const DEFAULT_ZONE = 'UTC'

/** The time zone of a workflow; `undefined` where the one that it names is none. */
export function zoneOf(settings: Record<string, unknown>): string | undefined {
  const { timezone } = settings
  if (typeof timezone !== 'string' || timezone === '' || timezone === 'DEFAULT') return DEFAULT_ZONE
  return formatOf(timezone) ? timezone : undefined
}

/** How far a zone's wall clock is ahead of UTC at a time, in minutes. */
export function offsetAt(zone: string, time: number): number {
  return minutesOf(wallClock(zone, time)('timeZoneName'))
}

/** `+02:00` in minutes. */
export function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

/** What a zone's wall clock and calendar show at a time, part by part. */
export function wallClock(zone: string, time: number): (part: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatOf(zone)?.formatToParts(time)
  return part => parts?.find(({ type }) => type === part)?.value ?? ''
}

const PARTS: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: 'long', day: '2-digit', weekday: 'long', hour: '2-digit', minute: '2-digit' },
  ...{ second: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' },
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>()
/** More names than there are zones are asked for only to fill the memory. */
const MOST_FORMATS = 1000

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone)
  if (formats.size >= MOST_FORMATS) formats.clear()
  let format: Intl.DateTimeFormat | undefined
  try {
    format = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: zone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  formats.set(zone, format)
  return format
}
