import type { List } from './records.ts'

/** A request to the instance. */
export interface Sent {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** As a client sends it that has no key: a call of a webhook. */
  isWithoutKey?: boolean
}

export interface LoadOptions {
  /** Aborted when the answer is no longer needed. */
  signal?: AbortSignal | undefined
}

interface CallOptions extends LoadOptions {
  body?: unknown
}

const read = (name: string) =>
  globalThis.document?.querySelector(`meta[name="understudy:${name}"]`)?.getAttribute('content') ?? ''

/** Settings of the instance that the page's HTML contains. */
export const apiKeyHeader = read('api-key-header')
export const hasControl = read('control') === 'true'

const KEY = 'understudy.key'
const CHANNEL = 'understudy.key'
/** After this the user is asked for the key. */
const WAIT_FOR_KEY_MS = 150
/** A key that comes until then is still taken. */
const LATE_KEY_MS = 10_000

/** Takes the key from an address like `/#key=…` into this tab, and out of the address. */
export function takeKeyFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!given) return
  saveKey(given)
  history.replaceState(history.state, '', '#/workflows')
}

export const savedKey = () => sessionStorage.getItem(KEY)
/** What was typed to run workflows. */
export const TYPED_RUNS = 'understudy.runs'

export function forgetKey() {
  sessionStorage.removeItem(KEY)
  sessionStorage.removeItem(TYPED_RUNS)
}
export function saveKey(key: string) {
  sessionStorage.setItem(KEY, key)
}

/**
 * Sends the key to new tabs of this origin while this tab has it. Nothing is stored where another program could find it
 * later, and a channel reaches only this origin: its scheme, its host and its port.
 */
export function shareKey() {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    const key = savedKey()
    if (data?.asks && key !== null) channel.postMessage({ key })
  }
}

/**
 * Asks the other tabs of this origin for the key. A busy tab may answer after the user was asked for the key: then
 * this tab reloads, with the key.
 */
export function requestKey() {
  return new Promise<void>(resolve => {
    const channel = new BroadcastChannel(CHANNEL)
    let isWaiting = true
    const goOn = () => {
      isWaiting = false
      resolve()
    }
    setTimeout(goOn, WAIT_FOR_KEY_MS)
    setTimeout(() => channel.close(), LATE_KEY_MS)
    channel.onmessage = ({ data }) => {
      if (typeof data?.key !== 'string') return
      channel.close()
      if (savedKey() !== null) return
      saveKey(data.key)
      if (isWaiting) goOn()
      else location.reload()
    }
    channel.postMessage({ asks: true })
  })
}

/** A refusal, with the instance's own words. `status` 0: it did not answer. */
export class ApiFailure extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Has an event when the instance does not accept the key, or no longer does. */
export const unauthorized = new EventTarget()

/**
 * Calls the instance with this tab's key and returns the JSON of its answer.
 *
 * @throws ApiFailure for every answer that is not a 2xx, and for none at all
 */
export async function call<Value = unknown>(
  method: string,
  path: string,
  { body, signal }: CallOptions = {},
): Promise<Value> {
  const response = await send(method, path, { body, signal })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Value
}

/** Calls the instance and returns its answer unread. */
export async function send(method: string, path: string, { body, signal }: CallOptions = {}): Promise<Response> {
  const key = savedKey()
  // a view may still send requests for a moment after its key was removed
  if (key === null) throw new ApiFailure(401, 'There is no key.')
  const headers: Record<string, string> = { [apiKeyHeader]: key, 'x-understudy-page': '1' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const text = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(path, {
    method,
    headers,
    body: text ?? null,
    signal: signal ?? null,
    cache: 'no-store',
  }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    // fetch fails, too, for a key with characters that no header can have: such a key is never valid
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(key)) throw refusedKey('unauthorized')
    throw new ApiFailure(0, 'The instance does not answer. Is it still running?')
  })
  if (response.ok) return response
  if (response.status === 401) throw refusedKey(await refusalOf(response))
  throw new ApiFailure(response.status, await refusalOf(response))
}

function refusedKey(message: string) {
  forgetKey()
  unauthorized.dispatchEvent(new Event('unauthorized'))
  return new ApiFailure(401, message)
}

/** Sends a request as a client would: it is logged, and fault rules apply to it. Returns any answer. */
export async function sendAsClient({
  method,
  path,
  body,
  headers = {},
  isWithoutKey = false,
}: Sent): Promise<{ status: number; body: unknown }> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...type, ...(isWithoutKey ? {} : { [apiKeyHeader]: savedKey() ?? '' }) },
    body: body === undefined ? null : JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => {
    throw new ApiFailure(0, 'There was no answer: the connection was dropped.')
  })
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: text }
  }
}

async function refusalOf(response: Response): Promise<string> {
  try {
    return (await response.json()).message ?? `The instance answered ${response.status}.`
  } catch {
    return `The instance answered ${response.status}.`
  }
}

/** A path with its query; parameters without a value are left out. */
export function withQuery(path: string, parameters: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  // the API refuses reserved characters that are not encoded
  const text = query.toString().replaceAll('+', '%20').replaceAll('*', '%2A')
  return text ? `${path}?${text}` : path
}

/** Every item of a list, page by page, up to `most`. */
export async function listAll<Item>(
  path: string,
  { most = 1000, signal }: LoadOptions & { most?: number } = {},
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null | undefined
  do {
    const page: List<Item> = await call('GET', withQuery(path, { limit: 250, cursor }), { signal })
    items.push(...page.data)
    cursor = page.nextCursor
  } while (cursor && items.length < most)
  return items
}
