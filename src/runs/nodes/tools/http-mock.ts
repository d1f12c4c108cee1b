/** What an HTTP request is answered that a workflow would send. */
export interface HttpMock {
  /** Any where left out. */
  method?: string
  /** The address without its query; `*` stands for any characters. */
  url: string
  /** Parameters that the query must have. */
  query?: Record<string, string>
  /** The body that it must have: of an object these fields, with these values. */
  body?: unknown
  /** Default 200. */
  status: number
  headers: Record<string, string>
  /** One of these; an empty body where none is given. */
  json?: unknown
  text?: string
  /** In base64. */
  base64?: string
  /** How often it answers; without a bound where left out. */
  times?: number
  /** How long the answer takes, in milliseconds. */
  delay: number
  /** Instead of an answer: why the connection failed, such as `ECONNREFUSED`. */
  error?: string
}

/** A request that a node would have sent. Secrets of credentials are shown as `<secret>`. */
export interface SentRequest {
  node: string
  itemIndex: number
  method: string
  /** With its query. */
  url: string
  headers: Record<string, string>
  /** JSON as it is, forms by their fields, other bodies as text. */
  body?: unknown
  /** The number of the mock that answered it, from 0. */
  mock?: number
}

/** What a request is answered. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  bytes: Uint8Array
  /** How long it took, in milliseconds. */
  delay: number
}

/** Answers the requests of a run by its mocks, and remembers them; of a workflow that another calls, by those of both. */
export class HttpPlayer {
  readonly sent: SentRequest[]
  readonly #mocks: readonly HttpMock[]
  readonly #left: number[]
  readonly #caller: HttpPlayer | undefined

  constructor(mocks: readonly HttpMock[], caller?: HttpPlayer) {
    this.sent = caller?.sent ?? []
    this.#caller = caller
    this.#mocks = mocks
    this.#left = mocks.map(({ times }) => times ?? Number.POSITIVE_INFINITY)
  }

  /**
   * Answers a request by the first mock that fits.
   *
   * @returns `undefined` where none fits
   * @throws ConnectionFailure where the mock says so
   */
  answer(request: SentRequest): HttpAnswer | undefined {
    const at = this.#mocks.findIndex((mock, number) => (this.#left[number] ?? 0) > 0 && fits(mock, request))
    const mock = this.#mocks[at]
    if (!mock && this.#caller) return this.#caller.answer(request)
    this.sent.push(mock ? { ...request, mock: at } : request)
    if (!mock) return undefined
    this.#left[at] = (this.#left[at] ?? 0) - 1
    if (mock.error !== undefined) throw new ConnectionFailure(mock.error, request.url)
    const { status, delay } = mock
    return { status, delay, headers: headersOf(mock), bytes: bytesOf(mock) }
  }
}

/** No connection, or no answer. `code` is the system's, such as `ECONNREFUSED`. */
export class ConnectionFailure extends Error {
  readonly code: string

  constructor(given: string, url: string) {
    const isCode = /^[A-Z][A-Z0-9_]+$/.test(given)
    const { hostname, port, protocol } = new URL(url)
    const address = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
    super(isCode ? textOf(given, hostname, address) : given)
    this.code = isCode ? given : ''
  }
}

function textOf(code: string, hostname: string, address: string): string {
  if (code === 'ENOTFOUND') return `getaddrinfo ENOTFOUND ${hostname}`
  if (code === 'ECONNABORTED') return 'timeout of 300000ms exceeded'
  if (code === 'ECONNRESET') return 'socket hang up'
  return `connect ${code} ${address}`
}

function fits(mock: HttpMock, { method, url, body }: SentRequest): boolean {
  if (mock.method !== undefined && mock.method !== method) return false
  const [address = '', search = ''] = splitAt(url, '?')
  const [wanted = '', ownSearch = ''] = splitAt(mock.url, '?')
  if (!fitsPattern(wanted, address)) return false
  const query = new URLSearchParams(search)
  const asked = [...Object.entries(mock.query ?? {}), ...new URLSearchParams(ownSearch)]
  if (!asked.every(([name, value]) => query.getAll(name).includes(value))) return false
  return mock.body === undefined || hasFields(mock.body, body)
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Whether a text fits a pattern with `*`; in a time that grows as their lengths do. */
function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  if (others.length === 0) return pattern === text
  const last = others.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}

/** Whether a value has all that is wanted of it. */
function hasFields(wanted: unknown, value: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) && wanted.length === value.length && wanted.every((part, at) => hasFields(part, value[at]))
    )
  if (typeof wanted !== 'object' || wanted === null) return Object.is(wanted, value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(wanted).every(([key, part]) => hasFields(part, (value as Record<string, unknown>)[key]))
}

function headersOf({ headers, json, text }: HttpMock): Record<string, string> {
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if ('content-type' in lowered) return lowered
  if (json !== undefined) return { 'content-type': 'application/json; charset=utf-8', ...lowered }
  return text === undefined ? lowered : { 'content-type': 'text/plain; charset=utf-8', ...lowered }
}

function bytesOf({ json, text, base64 }: HttpMock): Uint8Array {
  if (json !== undefined) return new TextEncoder().encode(JSON.stringify(json))
  if (text !== undefined) return new TextEncoder().encode(text)
  return base64 === undefined ? new Uint8Array() : Buffer.from(base64, 'base64')
}
