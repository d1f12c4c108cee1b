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
  /** Instead of an answer: the number by which the wire is asked for it, of a function or a forward. */
  asked?: number
}

/** A request that a node has sent, or would have. Secrets of credentials are shown as `<secret>`. */
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
  /** Whether it left the process: it was forwarded. */
  sent?: true
  /** The address that it was forwarded to. */
  to?: string
}

/** A request as it is on the wire, with the secrets of its credential. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: Uint8Array
  /** The same with placeholders in the place of secrets. */
  masked: { url: string; headers: Record<string, string>; body?: Uint8Array }
}

/** What came of a request that a function or a forward was asked to answer; `to` is where it was forwarded. */
export type WireAnswer = (
  | Omit<HttpAnswer, 'delay'>
  | { failure: { message: string; code: string; stack?: string | undefined } }
) & { to?: string }

/** Asks for the answer of a mock that is a function or a forward. */
export type AskWire = (asked: number, request: WireRequest) => Promise<WireAnswer>

/** Headers by their names in small letters; each `set-cookie` is an entry of its own. */
export type AnswerHeaders = Record<string, string> & { 'set-cookie'?: unknown }

/** What a request is answered. */
export interface HttpAnswer {
  status: number
  headers: AnswerHeaders
  bytes: Uint8Array
  /** How long it took, in milliseconds. */
  delay: number
}

/** Answers the requests of a run by its mocks, and remembers them; of a workflow that another calls, by those of both. */
export class HttpPlayer {
  readonly sent: SentRequest[]
  readonly #mocks: readonly HttpMock[]
  /** Of each mock, how many requests it answered. */
  readonly uses: number[]
  readonly #caller: HttpPlayer | undefined
  readonly #ask: AskWire

  constructor(mocks: readonly HttpMock[], ask: AskWire, caller?: HttpPlayer) {
    this.sent = caller?.sent ?? []
    this.#caller = caller
    this.#ask = ask
    this.#mocks = mocks
    this.uses = mocks.map(() => 0)
  }

  /**
   * Answers a request by the first mock that fits.
   *
   * @param onWire makes the request as a function or a forward gets it
   * @returns `undefined` where none fits
   * @throws ConnectionFailure where the mock says so
   */
  async answer(request: SentRequest, onWire: () => Promise<WireRequest>): Promise<HttpAnswer | undefined> {
    const at = this.#mocks.findIndex((mock, number) => this.#isLeft(mock, number) && fits(mock, request))
    const mock = this.#mocks[at]
    if (!mock && this.#caller) return this.#caller.answer(request, onWire)
    const sent = mock ? { ...request, mock: at } : request
    this.sent.push(sent)
    if (!mock) return undefined
    this.uses[at] = (this.uses[at] ?? 0) + 1
    if (mock.asked !== undefined) return this.#answerByWire(mock.asked, mock.delay, sent, await onWire())
    if (mock.error !== undefined) throw new ConnectionFailure(mock.error, request.url)
    const { status, delay } = mock
    return { status, delay, headers: headersOf(mock), bytes: bytesOf(mock) }
  }

  #isLeft = ({ times = Number.POSITIVE_INFINITY }: HttpMock, number: number) => (this.uses[number] ?? 0) < times

  async #answerByWire(asked: number, delay: number, sent: SentRequest, request: WireRequest): Promise<HttpAnswer> {
    const { to, ...answer } = await this.#ask(asked, request)
    if (to !== undefined) Object.assign(sent, { sent: true, to })
    if (!('failure' in answer)) return { ...answer, delay }
    const { message, code, stack } = answer.failure
    throw new ConnectionFailure(code || message, request.masked.url, { message, stack })
  }
}

/** No connection, or no answer. `code` is the system's, such as `ECONNREFUSED`. */
export class ConnectionFailure extends Error {
  readonly code: string
  /** Where the function threw that was to answer. */
  readonly origin: string | undefined

  constructor(given: string, url: string, { message, stack }: { message?: string; stack?: string | undefined } = {}) {
    const isCode = /^[A-Z][A-Z0-9_]+$/.test(given)
    const { hostname, port, protocol } = new URL(url)
    const address = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
    super(message ?? (isCode ? textOf(given, hostname, address) : given))
    this.code = isCode ? given : ''
    this.origin = stack
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

function headersOf({ headers, json, text }: HttpMock): AnswerHeaders {
  const named = Object.entries(headers).map(([name, value]): [string, unknown] => {
    const lowered = name.toLowerCase()
    return [lowered, lowered === 'set-cookie' ? [value].flat() : value]
  })
  const lowered = Object.fromEntries(named) as AnswerHeaders
  const typed = (type: string) => ({ 'content-type': type, ...lowered }) as AnswerHeaders
  if ('content-type' in lowered) return lowered
  if (json !== undefined) return typed('application/json; charset=utf-8')
  return text === undefined ? lowered : typed('text/plain; charset=utf-8')
}

function bytesOf({ json, text, base64 }: HttpMock): Uint8Array {
  if (json !== undefined) return new TextEncoder().encode(JSON.stringify(json))
  if (text !== undefined) return new TextEncoder().encode(text)
  return base64 === undefined ? new Uint8Array() : Buffer.from(base64, 'base64')
}
