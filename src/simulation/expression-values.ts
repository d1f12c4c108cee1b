import { isRecord } from '../base/is-record.ts'
import { localTime, offsetAt } from '../base/zone.ts'
import { Unsupported } from './expression-parser.ts'

/** What an expression may read, for one item of one node. */
export interface Scope {
  json: unknown
  itemIndex: number
  /** The items that another node put out last; `undefined` where it has not run. */
  itemsOf(node: string): readonly { json: unknown }[] | undefined
  input: readonly { json: unknown }[]
  execution: { id: string; mode: string; resumeUrl: string }
  workflow: { id: string; name: string; active: boolean }
  now: number
  zone: string
  /** Takes note of work: steps, and thousands of characters. */
  spend(work: number): void
  sizeOf(value: unknown): number
  isSpent(): boolean
}

/** `$('Name')`, `$node['Name']` and `$input`. */
export class NodeItems {
  readonly items: readonly { json: unknown }[]
  readonly at: number

  constructor(items: readonly { json: unknown }[], at: number) {
    this.items = items
    this.at = at
  }

  toJSON(): never {
    throw new Unsupported()
  }
}

/** `$node`. */
export class Nodes {
  readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }

  toJSON(): never {
    throw new Unsupported()
  }
}

const SPANS: Record<string, number> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

/** A time in a zone, as `$now` is. */
export class Moment {
  readonly time: number
  readonly zone: string

  constructor(time: number, zone: string) {
    if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) throw new Unsupported()
    this.time = time
    this.zone = zone
  }

  toString(): string {
    return localTime(this.zone, this.time)
  }

  toJSON(): string {
    return this.toString()
  }

  part(name: string): unknown {
    const local = this.toString()
    const places: Record<string, [number, number]> = {
      year: [0, 4],
      month: [5, 7],
      day: [8, 10],
      hour: [11, 13],
      minute: [14, 16],
      second: [17, 19],
      millisecond: [20, 23],
    }
    const place = places[name]
    if (place) return Number(local.slice(...place))
    if (name === 'weekday') return new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay() || 7
    throw new Unsupported()
  }

  plus(span: unknown, unit: unknown, sign: 1 | -1): Moment {
    const given = isRecord(span) ? Object.entries(span) : [[String(unit ?? 'milliseconds'), span]]
    let { time } = this
    for (const [name, count] of given) {
      const milliseconds = SPANS[String(name).replace(/s$/, '')]
      if (milliseconds === undefined || !Number.isFinite(Number(count))) throw new Unsupported()
      time += sign * milliseconds * Number(count)
    }
    return new Moment(time, this.zone)
  }

  startOf(unit: string): Moment {
    const milliseconds = SPANS[unit]
    if (milliseconds === undefined || unit === 'week') throw new Unsupported()
    const offset = offsetAt(this.zone, this.time) * 60_000
    return new Moment(Math.floor((this.time + offset) / milliseconds) * milliseconds - offset, this.zone)
  }

  format(format: string): string {
    const local = this.toString()
    const hour = Number(local.slice(11, 13))
    const tokens: Record<string, string> = {
      yyyy: local.slice(0, 4),
      yy: local.slice(2, 4),
      MM: local.slice(5, 7),
      M: String(Number(local.slice(5, 7))),
      dd: local.slice(8, 10),
      d: String(Number(local.slice(8, 10))),
      HH: local.slice(11, 13),
      H: String(hour),
      hh: String(hour % 12 || 12).padStart(2, '0'),
      h: String(hour % 12 || 12),
      mm: local.slice(14, 16),
      ss: local.slice(17, 19),
      SSS: local.slice(20, 23),
      a: hour < 12 ? 'AM' : 'PM',
      ZZ: local.slice(23),
    }
    return format.replace(/'([^']*)'|([A-Za-z])\2*/g, (token, quoted?: string) => {
      if (quoted !== undefined) return quoted
      const known = tokens[token]
      if (known === undefined) throw new Unsupported()
      return known
    })
  }
}

export function momentOf(given: string): Moment {
  return new Moment(Date.parse(given), 'UTC')
}

/** Whether a value is one that only the evaluator has: no item can hold it. */
export const isOwn = (value: unknown): value is Moment | NodeItems | Nodes =>
  value instanceof Moment || value instanceof NodeItems || value instanceof Nodes

/** The same value, with text in the place of each time, however deep it lies. @throws Unsupported for items of nodes */
export function plain(value: unknown): unknown {
  if (isOwn(value)) return value.toJSON()
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]))
}

/** As a template shows a value. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const shown = isOwn(value) ? value.toJSON() : value
  return typeof shown === 'object' ? JSON.stringify(shown) : String(shown)
}
