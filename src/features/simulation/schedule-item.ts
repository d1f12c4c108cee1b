import type { Item } from './item.ts'
import { minutesOf, wallClock } from './zone.ts'

/** What a schedule trigger puts out: the time at which it was due, on the wall clock of its zone. */
export function scheduleItem(time: number, zone: string): Item {
  const part = wallClock(zone, time)
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  const local = new Date(time + minutesOf(offset) * 60_000).toISOString().slice(0, -1)
  return {
    timestamp: `${local}${offset}`,
    'Readable date': `${month} ${ordinal(Number(day))} ${year}, ${twelve(Number(hour))}:${minute}:${second} ${Number(hour) < 12 ? 'am' : 'pm'}`,
    'Readable time': `${twelve(Number(hour))}:${minute}:${second} ${Number(hour) < 12 ? 'am' : 'pm'}`,
    'Day of week': part('weekday'),
    Year: year,
    Month: month,
    'Day of month': day,
    Hour: hour,
    Minute: minute,
    Second: second,
    Timezone: `${zone} (UTC${offset})`,
  }
}

const twelve = (hour: number) => hour % 12 || 12

function ordinal(day: number): string {
  const teen = day > 10 && day < 14
  return `${day}${(!teen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`
}
