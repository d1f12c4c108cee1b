import { PLATFORM } from './platform.ts'

type Whole = string | Uint8Array<ArrayBuffer>

let LazyResponse: ReturnType<typeof defineLazyResponse> | undefined

/** A response whose body is there as a whole: on Node that is sent, which costs less than reading the stream of it. */
export function wholeResponse(body: Whole, init: ResponseInit): Response {
  if (PLATFORM !== 'Node') return new Response(body, init)
  LazyResponse ??= defineLazyResponse()
  return new LazyResponse(body, init)
}

/** The body of a response that `wholeResponse` made on Node. */
export const wholeBodyOf = (response: Response): Whole | undefined =>
  LazyResponse && response instanceof LazyResponse ? response.whole : undefined

/**
 * A response whose stream is made when it is asked for. Node's own makes one at once, which costs more than the rest of a
 * response; the listener reads none. A class only when it is needed: naming `Response` loads all of fetch on Node.
 */
function defineLazyResponse() {
  return class WholeResponse extends Response {
    readonly whole: Whole
    #made: Response | undefined

    constructor(whole: Whole, init: ResponseInit) {
      super(null, init)
      this.whole = whole
    }

    get #response() {
      this.#made ??= new Response(this.whole, {
        status: this.status,
        statusText: this.statusText,
        headers: this.headers,
      })
      return this.#made
    }

    override get body() {
      return this.#response.body
    }
    override get bodyUsed() {
      return this.#made?.bodyUsed ?? false
    }
    override arrayBuffer() {
      return this.#response.arrayBuffer()
    }
    override blob() {
      return this.#response.blob()
    }
    override bytes() {
      return this.#response.bytes()
    }
    override formData() {
      return this.#response.formData()
    }
    override json() {
      return this.#response.json()
    }
    override text() {
      return this.#response.text()
    }
    override clone() {
      return this.#response.clone()
    }
  }
}
