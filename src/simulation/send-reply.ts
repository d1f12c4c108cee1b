import type { WebhookReply } from '../features/simulation/webhook-reply.ts'

const WITHOUT_BODY = [204, 205, 304]

/** The answer to a call: JSON, or text, with the headers that the workflow names. */
export function sendReply(request: Request, { status, body, headers: given }: WebhookReply): Response {
  const isText = typeof body === 'string'
  const headers = new Headers({
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
  })
  for (const [name, value] of given) setIfPossible(headers, name, value)
  const isEmpty = body === undefined || WITHOUT_BODY.includes(status) || request.method === 'HEAD'
  if (isEmpty && !given.some(([name]) => name.toLowerCase() === 'content-type')) headers.delete('content-type')
  return new Response(isEmpty ? null : isText ? body : JSON.stringify(body), { status, headers })
}

/** The connection's own headers are not a workflow's to set. */
const OF_THE_CONNECTION = ['content-length', 'transfer-encoding', 'connection', 'upgrade']

function setIfPossible(headers: Headers, name: string, value: string) {
  if (OF_THE_CONNECTION.includes(name.toLowerCase())) return
  try {
    headers.set(name, value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}
