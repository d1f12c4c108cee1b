import { SANDBOX, setGivenHeader } from './keep-apart.ts'
import type { WebhookReply } from './webhook-reply.ts'

const WITHOUT_BODY = [204, 205, 304]

/**
 * The answer to a call: JSON, or text, with the headers that the workflow names.
 *
 * @param policy what a page of ours is further held to
 */
export function sendReply(request: Request, { status, body, headers: given }: WebhookReply, policy = ''): Response {
  const isText = typeof body === 'string'
  const headers = new Headers({
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
  })
  for (const [name, value] of given) setGivenHeader(headers, name, value)
  const isEmpty = body === undefined || WITHOUT_BODY.includes(status) || request.method === 'HEAD'
  if (isEmpty && !given.some(([name]) => name.toLowerCase() === 'content-type')) headers.delete('content-type')
  headers.set('content-security-policy', policy === '' ? SANDBOX : `${SANDBOX}; ${policy}`)
  return new Response(isEmpty ? null : isText ? body : JSON.stringify(body), { status, headers })
}
