import { currentTime } from './run.ts'

/** Whether a text names its zone; a date alone is UTC. */
const HAS_ZONE = /(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)\s*(?:\(.*\))?\s*$/i
const DATE_ALONE = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?$/

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const PARTS = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']
const two = (value: number) => String(value).padStart(2, '0')

const Native = Date
const { prototype } = Native
// these read the zone of the host, and are replaced
const native = Object.fromEntries(PARTS.map(part => [part, prototype[`get${part}` as 'getDate']]))

/** Milliseconds since 1970; a text without a zone is UTC, whatever the zone of the host is. */
function parseDate(given: unknown): number {
  const text = String(given)
  if (HAS_ZONE.test(text) || DATE_ALONE.test(text.trim())) return Native.parse(text)
  const date = new Native(text)
  const read = (part: string) => (native[part] as () => number).call(date)
  const [year, ...rest] = PARTS.filter(part => part !== 'Day').map(read)
  return Native.UTC(year as number, ...(rest as [number]))
}

function timeOf(given: unknown[]): number {
  if (given.length === 0) return currentTime()
  if (given.length > 1) return Native.UTC(...(given.map(Number) as [number, number]))
  const [only] = given
  if (only instanceof Native) return prototype.getTime.call(only)
  const primitive = typeof only === 'object' && only !== null ? toPrimitive(only) : only
  return typeof primitive === 'string' ? parseDate(primitive) : Number(primitive)
}

function toPrimitive(value: object): unknown {
  const convert = (value as { [Symbol.toPrimitive]?: (hint: string) => unknown })[Symbol.toPrimitive]
  if (convert) return convert.call(value, 'default')
  const plain = value.valueOf()
  return typeof plain === 'object' ? String(value) : plain
}

/** `Date` whose time is the run's and whose local zone is UTC, as the service's is by default. */
export function installDate() {
  function ClockDate(this: unknown, ...given: unknown[]) {
    if (!new.target) return Reflect.construct(Native, [currentTime()]).toString()
    return Reflect.construct(Native, [timeOf(given)], new.target)
  }
  Object.defineProperties(ClockDate, {
    name: { value: 'Date' },
    length: { value: 7 },
    prototype: { value: prototype, writable: false },
    now: { value: currentTime, writable: true, configurable: true },
    parse: { value: parseDate, writable: true, configurable: true },
    UTC: { value: Native.UTC, writable: true, configurable: true },
  })
  const hidden = (name: string, value: unknown) =>
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false })
  hidden('constructor', ClockDate)
  for (const part of PARTS) {
    hidden(`get${part}`, prototype[`getUTC${part}` as 'getUTCDate'])
    if (part !== 'Day') hidden(`set${part}`, prototype[`setUTC${part}` as 'setUTCDate'])
  }
  const shown = (show: (date: Date) => string) =>
    function (this: Date) {
      return Number.isNaN(this.getTime()) ? 'Invalid Date' : show(this)
    }
  hidden('getTimezoneOffset', function (this: Date) {
    return Number.isNaN(this.getTime()) ? Number.NaN : 0
  })
  hidden('toDateString', shown(dateText))
  hidden('toTimeString', shown(timeText))
  hidden(
    'toString',
    shown(date => `${dateText(date)} ${timeText(date)}`),
  )
  Object.defineProperty(globalThis, 'Date', { value: ClockDate, writable: true, configurable: true, enumerable: false })
}

function dateText(date: Date): string {
  const year = date.getUTCFullYear()
  const shown = year < 0 ? `-${String(-year).padStart(6, '0')}` : String(year).padStart(4, '0')
  return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${two(date.getUTCDate())} ${shown}`
}

function timeText(date: Date): string {
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return `${time} GMT+0000 (Coordinated Universal Time)`
}
