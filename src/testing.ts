import { type Instance, type StartOptions, startInstance as start } from './index.ts'

/** An instance that a test uses: it stops by itself at the end of an `await using` block. */
export interface TestInstance extends Instance, AsyncDisposable {
  apiKey: string
  /** Sends a request with the owner's key (or `key`), without a socket. A body that is not text is sent as JSON. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<TestAnswer>
}

export interface RequestOptions {
  key?: string | null
  headers?: Record<string, string>
}

export interface TestAnswer {
  status: number
  headers: Headers
  text: string
  /** The JSON of the answer; `undefined` where it is none. */
  body: unknown
}

/**
 * Starts an instance in memory for a test.
 *
 * @example
 * await using instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
 * const { status, body } = await instance.request('GET', '/api/v1/tags')
 */
export async function startInstance(options: StartOptions = {}): Promise<TestInstance> {
  const apiKey = options.apiKey ?? 'owner-key'
  const instance = await start({ ...options, apiKey })
  return {
    ...instance,
    apiKey,
    async request(method, path, body, { key = apiKey, headers = {} } = {}) {
      const isText = typeof body === 'string' || body instanceof Uint8Array
      const response = await instance.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: {
            ...(key === null ? {} : { [instance.apiKeyHeader]: key }),
            ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: isText ? (body as BodyInit) : JSON.stringify(body) }),
        }),
      )
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: jsonOf(text) }
    },
    [Symbol.asyncDispose]: () => instance.stop(),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
