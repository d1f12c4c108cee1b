import { setTimeout as sleep } from 'node:timers/promises'
import { apiKeyHeader } from '../core/http/api-key.ts'
import { parseJson } from '../core/model/parse-json.ts'
import { DEFAULT_RETRY_RULES, type RetryRules, type ServiceOptions, waitBefore } from '../migrate/client/client.ts'
import { API, readBody, serviceAddress, startDeadline } from '../migrate/client/send-request.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { type Answer, type Ask, JSON_TYPE, type Question, WRONG_KEY } from './question.ts'

type Fetch = NonNullable<ServiceOptions['fetch']>

/** A `fetch` that begins at most this many requests a second, and counts them. */
export function createPacedFetch(rate: number, signal: AbortSignal | undefined, fetch: Fetch = globalThis.fetch) {
  let next = 0
  let count = 0
  const paced: Fetch = async (url, init) => {
    const now = performance.now()
    const start = Math.max(now, next)
    next = start + 1000 / rate
    if (start > now) await sleep(start - now, undefined, { signal })
    count++
    return fetch(url, init)
  }
  return { fetch: paced, count: () => count }
}

/** Milliseconds until a request must be answered. */
const TIMEOUT_MS = 30_000
/** Passing failures: something between, or a service that starts. */
const PASSING = [429, 502, 503, 504]
const MAX_BODY_BYTES = 32 * 1024 * 1024
const MAX_VALUES = 2_000_000

export interface AskOptions extends ServiceOptions {
  fetch: Fetch
}

/**
 * Asks a running service. A request is sent again where it was not answered, or turned away for the moment, as long as
 * it changes nothing. Redirects are refused: the key is sent to no other place.
 */
export function askService(options: AskOptions): Ask {
  const { apiKey, fetch, signal, insecure = false } = options
  const url = serviceAddress(options.url, { insecure })
  const header = options.apiKeyHeader ?? apiKeyHeader(options.serviceName ?? 'n8n')
  const retries: RetryRules = { ...DEFAULT_RETRY_RULES, tries: 4, timeout: TIMEOUT_MS, ...options.retries }

  return async question => {
    const what = `${question.method} ${url}${API}${question.path}`
    for (let attempt = 1; ; attempt++) {
      const { answer, failure, retryAfter } = await askOnce(question, what)
      if (answer) return answer
      if (attempt >= retries.tries) throw failure
      await sleep(waitBefore(attempt, retryAfter, retries), undefined, { signal })
    }
  }

  async function askOnce(question: Question, what: string): Promise<Outcome> {
    signal?.throwIfAborted()
    const deadline = startDeadline(retries.timeout, signal)
    try {
      const response = await fetch(url + API + question.path, {
        method: question.method,
        headers: headersOf(question, header, apiKey),
        ...(question.body === undefined ? {} : { body: question.body }),
        redirect: 'manual',
        signal: deadline.signal,
      })
      if (response.status >= 300 && response.status < 400) throw await redirected(response, what)
      const answer = await readAnswer(response, what)
      if (!PASSING.includes(answer.status)) return { answer, retryAfter: null }
      const failure = new ServiceError(`${what}: ${answer.status}, again and again`, { status: answer.status })
      return { failure, retryAfter: response.headers.get('retry-after') }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof ServiceError) throw cause
      const why = deadline.signal.aborted ? `no answer within ${retries.timeout / 1000} s` : 'it stopped answering'
      return { failure: new ServiceError(`${what}: ${why}`, { cause }), retryAfter: null }
    } finally {
      deadline.clear()
    }
  }
}

type Outcome =
  | { answer: Answer; failure?: undefined; retryAfter: null }
  | { answer?: undefined; failure: ServiceError; retryAfter: string | null }

async function redirected(response: Response, what: string) {
  await response.body?.cancel()
  const location = URL.parse(response.headers.get('location') ?? '', response.url || undefined)
  return new ServiceError(
    `${what} sends on to ${location?.origin ?? 'another place'}, and the key is not sent there. ` +
      'If that is the service, give its address instead',
    { status: response.status },
  )
}

/** The headers of a question. */
export function headersOf({ key, body, mediaType = JSON_TYPE }: Question, header: string, apiKey: string) {
  return {
    accept: JSON_TYPE,
    ...(key === 'none' ? {} : { [header]: key === 'own' ? apiKey : WRONG_KEY }),
    ...(body === undefined ? {} : { 'content-type': mediaType }),
  }
}

/** An answer that is not read: it says nothing of the service, and the next question may be asked. */
export class LargeAnswerError extends ServiceError {}

/** Reads a response. @throws LargeAnswerError */
export async function readAnswer(response: Response, what: string): Promise<Answer> {
  const { headers, status } = response
  const etag = headers.get('etag')
  return {
    status,
    contentType: headers.get('content-type'),
    allow: headers.get('allow'),
    etag: etag === null ? 'none' : etag.startsWith('W/') ? 'weak' : 'strong',
    body: parsed(await readText(response, what)),
  }
}

async function readText(response: Response, what: string): Promise<string> {
  const bytes = await readBody(response, (_count, total) => {
    if (total > MAX_BODY_BYTES)
      throw new LargeAnswerError(`${what}: the answer is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB`)
  })
  return bytes.toString('utf8')
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseJson(text, MAX_VALUES)
  } catch {
    return text
  }
}
