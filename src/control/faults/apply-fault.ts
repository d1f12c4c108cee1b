import { late } from '../../core/base/late-modules.ts'
import { clientGone } from '../../core/runtime/platform.ts'
import { cutResponse, droppedConnection } from '../../core/runtime/reset-connection.ts'
import type { FaultRule } from './fault-rule.ts'
import type { DueFault } from './faults.ts'

const WITHOUT_BODY = [204, 205, 304]
const TOO_MANY_REQUESTS = 429
/** The longest that a timer takes. Without one, Node would end while a client without a socket waits. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Answers a request as a fault wants it.
 *
 * @param serve what answers it without the fault; not called where nothing is to be done
 * @param ended ends every wait: the connection is dropped then
 */
export async function applyFault(
  { rule, delay }: DueFault,
  request: Request,
  serve: () => Promise<Response> | Response,
  ended: AbortSignal,
): Promise<Response> {
  if (delay && !(await isWaited(delay, request, ended))) return droppedConnection()
  if (rule.hang) await isWaited(LONGEST_MS, request, ended)
  if (isUnanswered(rule)) return droppedConnection()
  const response = answersItself(rule) ? ownAnswer(rule) : await serve()
  if (rule.drop === 'middle') return cutInTheMiddle(response)
  if (rule.malformed === 'truncated') return withBody(response, await firstHalf(response))
  if (rule.malformed === 'html') return withBody(response, htmlPage(response.status), 'text/html; charset=utf-8')
  return response
}

/** Waits; false where the client went away or the instance stopped. */
function isWaited(milliseconds: number, request: Request, ended: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => settle(true), milliseconds)
    const gone = clientGone(request)
    const giveUp = () => settle(false)
    function settle(result: boolean) {
      clearTimeout(timer)
      gone.removeEventListener('abort', giveUp)
      ended.removeEventListener('abort', giveUp)
      resolve(result)
    }
    gone.addEventListener('abort', giveUp)
    ended.addEventListener('abort', giveUp)
    if (gone.aborted || ended.aborted) giveUp()
  })
}

/** Whether the operation is asked for its answer, and reads what was sent. */
export const isServed = (rule: FaultRule) => !isUnanswered(rule) && !answersItself(rule)

const isUnanswered = ({ hang, drop }: FaultRule) => hang === true || drop === 'before'

const answersItself = ({ status, retryAfter }: FaultRule) => status !== undefined || retryAfter !== undefined

function ownAnswer({ status = TOO_MANY_REQUESTS, body, headers, retryAfter }: FaultRule): Response {
  const shown = body === undefined ? { message: late.http.STATUS_CODES[status] ?? `Status ${status}` } : body
  const isText = typeof shown === 'string'
  return new Response(WITHOUT_BODY.includes(status) ? null : isText ? shown : JSON.stringify(shown), {
    status,
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...headers,
    },
  })
}

/** Without a body there is no middle, and what was to be answered never arrives. */
async function cutInTheMiddle(response: Response): Promise<Response> {
  if (WITHOUT_BODY.includes(response.status)) return droppedConnection()
  return cutResponse(await firstHalf(response), response)
}

/** The first half of the body, unpacked. */
async function firstHalf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = response
  const isPacked = response.headers.get('content-encoding') === 'gzip'
  const stream = isPacked ? body?.pipeThrough(new DecompressionStream('gzip')) : body
  const bytes = await new Response(stream).bytes()
  return bytes.slice(0, bytes.length >> 1)
}

function withBody(response: Response, body: string | Uint8Array<ArrayBuffer>, type?: string): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  if (type !== undefined) headers.set('content-type', type)
  return new Response(WITHOUT_BODY.includes(response.status) ? null : body, { status: response.status, headers })
}

const htmlPage = (status: number) =>
  `<!DOCTYPE html>\n<html><head><title>${status} ${late.http.STATUS_CODES[status] ?? ''}</title></head>` +
  `<body><h1>${late.http.STATUS_CODES[status] ?? status}</h1><p>This page is where JSON should be.</p></body></html>\n`
