const HEADERS = [
  'content-type',
  'www-authenticate',
  'location',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
  'x-one',
  'x-r',
  'x-l',
  'cache-control',
  'content-disposition',
  'content-security-policy',
  'set-cookie',
]
const MEASURED = [
  'startTime',
  'executionTime',
  'jsonSizeBytes',
  'binaryDataSizeBytes',
  'iat',
  'timestamp',
  'establishedAt',
]
const IDS = ['id', 'retryOf', 'retrySuccessId', 'executionId']
const SECRETS = ['authorization', 'x-auth', 'x-n8n-api-key']
const PARTS_OF_A_TIME = [
  'Readable date',
  'Readable time',
  'Day of week',
  'Year',
  'Month',
  'Day of month',
  'Hour',
  'Minute',
  'Second',
]

/** What differs between two services that have the same workflows. */
export interface Host {
  url: string
  /** The names of workflows and credentials by their ids. */
  names: ReadonlyMap<string, string>
}

/** A value with masks for what differs from run to run: ids, times, hosts, sizes and secrets. */
export function masked(value: unknown, host: Host, key = ''): unknown {
  if (SECRETS.includes(key) && typeof value === 'string') return '<secret>'
  if (PARTS_OF_A_TIME.includes(key)) return `<${key}>`
  if (typeof value === 'string') {
    if (IDS.includes(key) && /^\d+$/.test(value)) return '<n>'
    return /<!DOCTYPE|<html/i.test(value) ? '<page>' : maskedText(value, host)
  }
  if (typeof value === 'number') return [...MEASURED, ...IDS].includes(key) ? `<${key}>` : value
  if (Array.isArray(value)) return value.map(item => masked(item, host))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, masked(item, host, name)]))
}

/** The headers that the service was recorded with. */
export const maskedHeaders = (headers: Record<string, unknown>, host: Host) =>
  Object.fromEntries(
    HEADERS.filter(name => headers[name] !== undefined).map(name => [name, maskedText(String(headers[name]), host)]),
  )

function maskedText(text: string, { url, names }: Host) {
  let left = text
  for (const [id, name] of names) left = left.replaceAll(id, `<${name}>`)
  return left
    .replaceAll(new URL(url).host, '<host>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/signature=[0-9a-f]+/g, 'signature=<s>')
    .replace(/(executions?|webhook-waiting)\/\d+/g, '$1/<n>')
    .replace(/execution \\?"\d+/g, 'execution "<n>')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>')
    .replace(/^[0-9a-f]{64}$/, '<hex>')
    .replace(/\n\s+at [\s\S]*$/, '')
}
