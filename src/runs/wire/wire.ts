import type { HttpAnswer, HttpMock, WireAnswer, WireRequest } from '../nodes/tools/http-mock.ts'
import type { ForwardTarget } from './forward-target.ts'
import { ANSWER_LIMIT_MS, AnswerTooLarge, headersIn, MAX_ANSWER_BYTES, withinTime } from './limits.ts'

/** Answers a request, as the `fetch` of an app does. */
export type AnswerRequest = (request: Request) => Response | Promise<Response>

/** What answers requests: an answer, a function, or where they are forwarded. */
export interface HttpRule extends HttpMock {
  handle?: AnswerRequest
  forward?: ForwardTarget
}

/** Has the requests of one run answered by functions and forwards; what has a fixed answer never comes here. */
export class Wire {
  readonly #rules: HttpRule[] = []

  /** Rules as a worker takes them: a function or a forward is a number to ask by. */
  plan(rules: readonly HttpRule[]): HttpMock[] {
    return rules.map(({ handle, forward, ...mock }) => {
      if (!handle && !forward) return mock
      const asked = this.#rules.push({ ...mock, ...(handle ? { handle } : {}), ...(forward ? { forward } : {}) }) - 1
      return { ...mock, asked }
    })
  }

  readonly answer = async (asked: number, request: WireRequest): Promise<WireAnswer> => {
    const { handle, forward } = this.#rules[asked] ?? {}
    // what sends is loaded by those alone who forward
    if (forward) return (await import('./forward.ts')).forwardRequest(request, forward)
    if (handle) return answerByFunction(request, handle)
    throw new TypeError(`No function or forward has the number ${asked}`)
  }
}

async function answerByFunction(given: WireRequest, handle: AnswerRequest): Promise<WireAnswer> {
  try {
    return await withinTime(ANSWER_LIMIT_MS, 'The function that answers requests', async () => {
      const response: unknown = await handle(requestOf(given))
      if (!isResponse(response)) throw new TypeError('The function that answers requests must return a Response')
      return readResponse(response)
    })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
    return { failure: { message, code, stack } }
  }
}

/** A request of this method has no body for `fetch`. */
const BODILESS = ['GET', 'HEAD']

const requestOf = ({ method, url, headers, body }: WireRequest) =>
  new Request(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined || BODILESS.includes(method) ? {} : { body: new Uint8Array(body) }),
  })

/** Also one of another realm, as some test runners have. */
const isResponse = (value: unknown): value is Response =>
  typeof value === 'object' && value !== null && 'status' in value && 'headers' in value && 'arrayBuffer' in value

async function readResponse(response: Response): Promise<Omit<HttpAnswer, 'delay'>> {
  const { status, headers } = response
  return { status, headers: headersIn([...headers]), bytes: await bytesIn(response) }
}

async function bytesIn({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLarge()
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
