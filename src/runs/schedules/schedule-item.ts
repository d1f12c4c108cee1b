import { localTime } from '../../core/base/zone.ts'
import type { Item } from './item.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** Where the offset begins in `2026-03-02T09:00:00.000+01:00`. */
const OFFSET = 23
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** What a schedule trigger puts out: the time at which it was due, on the wall clock of its zone. */
export function scheduleItem(time: number, zone: string): Item {
  const timestamp = localTime(zone, time)
  const [year = '', number = '', day = ''] = timestamp.slice(0, 10).split('-')
  const [hour = '', minute = '', second = ''] = timestamp.slice(11, 19).split(':')
  const month = MONTHS[Number(number) - 1]
  const readable = `${twelve(Number(hour))}:${minute}:${second} ${Number(hour) < 12 ? 'am' : 'pm'}`
  return {
    timestamp,
    'Readable date': `${month} ${ordinal(Number(day))} ${year}, ${readable}`,
    'Readable time': readable,
    'Day of week': DAYS[new Date(`${timestamp.slice(0, 10)}T00:00Z`).getUTCDay()],
    Year: year,
    Month: month,
    'Day of month': day,
    Hour: hour,
    Minute: minute,
    Second: second,
    Timezone: `${zone} (UTC${timestamp.slice(OFFSET)})`,
  }
}

const twelve = (hour: number) => hour % 12 || 12

function ordinal(day: number): string {
  const teen = day > 10 && day < 14
  return `${day}${(!teen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`
}
