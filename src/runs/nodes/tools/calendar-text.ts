import { type NodeContext, NodeFailure } from './node-context.ts'
import { textOf } from './parameters.ts'
import { timeInUtc } from './value-types.ts'

/** An event as an iCalendar document. */
export function calendarText(context: NodeContext, at: number): string {
  const field = (name: string) => textOf(context, `additionalFields.${name}`, at)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'PRODID:adamgibbons/ics',
    'METHOD:PUBLISH',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    `UID:${field('uid') || `event-${context.now}-${at}`}`,
    `SUMMARY:${escaped(textOf(context, 'title', at))}`,
    `DTSTAMP:${stamp(context.now).replace(/\d\dZ$/, '00Z')}`,
    `DTSTART:${stamp(timeOf(context, 'start', at))}`,
    `DTEND:${stamp(timeOf(context, 'end', at))}`,
    ...named('SEQUENCE', field('sequence')),
    ...named('DESCRIPTION', escaped(field('description'))),
    ...named('URL', field('url')),
    ...named('LOCATION', escaped(field('location'))),
    ...named('STATUS', field('status')),
    ...named('X-MICROSOFT-CDO-BUSYSTATUS', field('busyStatus')),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(folded).join('\r\n')}\r\n`
}

const named = (name: string, value: string) => (value === '' ? [] : [`${name}:${value}`])

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replace(/\r?\n/g, '\\n')

const stamp = (time: number) => `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

function timeOf(context: NodeContext, name: string, at: number): number {
  const time = timeInUtc(textOf(context, name, at))
  if (Number.isNaN(time)) throw new NodeFailure(`The date of '${name}' is not valid`, { context: { itemIndex: at } })
  return time
}

const LONGEST_LINE = 75

/** A line is at most 75 characters long; what goes on begins with a tab. */
function folded(line: string): string[] {
  if (line.length <= LONGEST_LINE) return [line]
  return [line.slice(0, LONGEST_LINE), ...folded(`\t${line.slice(LONGEST_LINE)}`)]
}
