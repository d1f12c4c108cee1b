import { forgetKey, savedKey } from './session.js'
import { apiKeyHeader } from './settings.js'

/** A refusal, with the instance's own words. `status` 0: it did not answer. */
export class ApiFailure extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** Hears of a key that the instance does not know (any more). */
export const unauthorized = new EventTarget()

/**
 * Calls the instance with this tab's key and gives the JSON of its answer.
 *
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal }} [options]
 * @throws ApiFailure for every answer that is not a 2xx, and for none at all
 */
export async function call(method, path, { body, signal } = {}) {
  const response = await send(method, path, { body, signal })
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * Calls the instance and gives its answer unread.
 *
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal }} [options]
 */
export async function send(method, path, { body, signal } = {}) {
  const key = savedKey()
  // a page that was just left goes on for a moment
  if (key === null) throw new ApiFailure(401, 'There is no key.')
  const headers = { [apiKeyHeader]: key, 'x-understudy-page': '1' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const text = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(path, { method, headers, body: text, signal, cache: 'no-store' }).catch(error => {
    if (error.name === 'AbortError') throw error
    // fetch fails also at what no header can hold, which is no key of anybody
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(key)) throw refusedKey('unauthorized')
    throw new ApiFailure(0, 'The instance does not answer. Is it still running?')
  })
  if (response.ok) return response
  if (response.status === 401) throw refusedKey(await messageOf(response))
  throw new ApiFailure(response.status, await messageOf(response))
}

function refusedKey(message) {
  forgetKey()
  unauthorized.dispatchEvent(new Event('unauthorized'))
  return new ApiFailure(401, message)
}

/**
 * Sends a request as a client would: it is logged, and fault rules apply to it. Gives whatever is answered.
 *
 * @param {import('./curl.js').Sent} sent
 */
export async function sendAsClient({ method, path, body, headers = {} }) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...type, [apiKeyHeader]: savedKey() ?? '' },
    body: body === undefined ? undefined : JSON.stringify(body),
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

async function messageOf(response) {
  try {
    return (await response.json()).message ?? `The instance answered ${response.status}.`
  } catch {
    return `The instance answered ${response.status}.`
  }
}

/** A path with its query; parameters without a value are left out. */
export function withQuery(path, parameters) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, value)
  }
  // the API takes no reserved character as it is
  const text = query.toString().replaceAll('+', '%20').replaceAll('*', '%2A')
  return text ? `${path}?${text}` : path
}

/**
 * Every item of a list, page by page, up to `most`.
 *
 * @param {string} path
 * @param {{ most?: number, signal?: AbortSignal }} [options]
 */
export async function listAll(path, { most = 1000, signal } = {}) {
  const items = []
  let cursor
  do {
    const page = await call('GET', withQuery(path, { limit: 250, cursor }), { signal })
    items.push(...page.data)
    cursor = page.nextCursor
  } while (cursor && items.length < most)
  return items
}
