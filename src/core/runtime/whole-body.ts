import { PLATFORM } from './platform.ts'

type Whole = string | Uint8Array<ArrayBuffer>

/** Headers in the form of which the runtime makes a response soonest. */
export type SendableHeaders = Headers | Readonly<Record<string, string>>

export interface WholeInit {
  status: number
  headers: SendableHeaders
}

/** Headers that are sent many times: on Node they are written as they are, the other runtimes copy `Headers` soonest. */
export const sendableHeaders = (headers: Readonly<Record<string, string>>): SendableHeaders =>
  PLATFORM === 'Node' ? headers : new Headers(headers)

/** The value of a header. */
export const headerIn = (headers: SendableHeaders, name: string): string | null =>
  headers instanceof Headers ? headers.get(name) : (headers[name] ?? null)

let LazyResponse: ReturnType<typeof defineLazyResponse> | undefined

/** A response whose body is there as a whole: on Node that is sent, which costs less than reading the stream of it. */
export function wholeResponse(body: Whole, init: WholeInit): Response {
  if (PLATFORM !== 'Node') return new Response(body, init)
  LazyResponse ??= defineLazyResponse()
  return new LazyResponse(body, init)
}

/** Sets a header of a response; on Node without making a `Headers` of those that it has. */
export function setHeader(response: Response, name: string, value: string) {
  if (LazyResponse && response instanceof LazyResponse) response.setHeader(name, value)
  else response.headers.set(name, value)
}

/** What a response was made of by `wholeResponse` on Node. */
export const wholeBodyOf = (response: Response): { whole: Whole; unread: SendableHeaders | undefined } | undefined =>
  LazyResponse && response instanceof LazyResponse ? response : undefined

/**
 * A response that is made when something is asked of it. Node's own takes longer to make than the rest of a short
 * response, and the listener needs none. A class only when it is needed: naming `Response` loads all of fetch on Node.
 */
function defineLazyResponse() {
  class WholeResponse {
    readonly whole: Whole
    #init: WholeInit
    #headers: Headers | undefined
    #made: Response | undefined

    constructor(whole: Whole, init: WholeInit) {
      this.whole = whole
      this.#init = init
    }

    setHeader(name: string, value: string) {
      const { status, headers } = this.#init
      if (this.#made || this.#headers || headers instanceof Headers) this.headers.set(name, value)
      else this.#init = { status, headers: { ...headers, [name]: value } }
    }

    /** Its headers, unless a caller read its body. */
    get unread() {
      return this.#made ? undefined : (this.#headers ?? this.#init.headers)
    }

    get #response() {
      const { status, headers } = this.#init
      this.#made ??= new Response(this.whole, { status, headers: this.#headers ?? headers })
      return this.#made
    }

    get status() {
      return this.#init.status
    }
    get ok() {
      return this.#init.status >= 200 && this.#init.status < 300
    }
    get statusText() {
      return ''
    }
    get type() {
      return this.#response.type
    }
    get url() {
      return ''
    }
    get redirected() {
      return false
    }
    /** A caller may change them. */
    get headers() {
      if (this.#made) return this.#made.headers
      this.#headers ??= new Headers(this.#init.headers)
      return this.#headers
    }
    get body() {
      return this.#response.body
    }
    get bodyUsed() {
      return this.#made?.bodyUsed ?? false
    }
    arrayBuffer() {
      return this.#response.arrayBuffer()
    }
    blob() {
      return this.#response.blob()
    }
    bytes() {
      return this.#response.bytes()
    }
    formData() {
      return this.#response.formData()
    }
    json() {
      return this.#response.json()
    }
    text() {
      return this.#response.text()
    }
    textStream() {
      return this.#response.textStream()
    }
    clone() {
      return this.#response.clone()
    }
  }
  // clients of `fetch` without a socket get it, and ask whether it is a response
  Object.setPrototypeOf(WholeResponse.prototype, Response.prototype)
  return WholeResponse
}
