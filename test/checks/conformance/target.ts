import type { Fixture, ProfileName } from '../../../src/index.ts'
import { startInstance } from '../../../src/testing.ts'
import type { Step } from '../../case.ts'

export interface Answer {
  status: number
  /** The JSON of the answer, or its text where it is none. */
  body: unknown
}

/** A service that cases are played against. */
export interface Target extends AsyncDisposable {
  send(step: Step): Promise<Answer>
  /** All that it holds, to compare before and after; a service that is not ours does not tell. */
  state?(): Promise<string>
}

/** A fresh instance of ours, in memory. */
export async function freshInstance(profile: ProfileName, fixture: Fixture = {}): Promise<Target> {
  const instance = await startInstance({ profile, fixture, socket: false })
  return {
    send: step => sendTo(request => instance.fetch(request), instance.url, instance.apiKey, step),
    state: async () => (await instance.request('GET', '/_control/state')).text,
    [Symbol.asyncDispose]: () => instance.stop(),
  }
}

/** A service that runs somewhere, whatever it is. `url` is its root, without `/api/v1`. */
export const runningService = (url: string, apiKey: string): Target => ({
  send: step => sendTo(request => answerInTime(request), url.replace(/\/$/, ''), apiKey, step),
  [Symbol.asyncDispose]: async () => {},
})

const LONGEST_ANSWER_MS = 20_000

/** A service that does not answer differs in that. */
const answerInTime = (request: Request) =>
  fetch(request, { signal: AbortSignal.timeout(LONGEST_ANSWER_MS) }).catch(
    error => new Response(`no answer: ${error.name}`, { status: 599 }),
  )

async function sendTo(
  fetch: (request: Request) => Promise<Response>,
  url: string,
  apiKey: string,
  [method, path, body, { key = apiKey, headers = {} } = {}]: Step,
): Promise<Answer> {
  const isText = typeof body === 'string'
  const request = new Request(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { 'X-N8N-API-KEY': key }),
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  })
  // fetch adds a content type of its own to text
  if (isText && !headers['content-type']) request.headers.delete('content-type')
  const answer = await fetch(request)
  const text = await answer.text()
  return { status: answer.status, body: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
