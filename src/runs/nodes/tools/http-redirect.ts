import { type BuiltRequest, withQuery } from './http-built-request.ts'
import type { HttpAnswer } from './http-mock.ts'
import type { NodeContext } from './node-context.ts'

/** How often a request follows redirects where its node does not say it. */
const USUAL_REDIRECTS = 21

/** How many redirects the node follows; 0 where a redirect fails it. */
export function redirectsOf(context: NodeContext, itemIndex: number, method: string): number {
  const isReading = method === 'GET' || method === 'HEAD'
  const option = (path: string) => context.parameter(`options.${path}`, itemIndex)
  if (context.typeVersion < 3) {
    const isFollowed = (isReading && option('followRedirect') !== false) || option('followAllRedirects') === true
    return isFollowed ? USUAL_REDIRECTS : 0
  }
  const isUsual = context.typeVersion >= 4 && option('redirect') === undefined
  if (!isUsual && option('redirect.redirect.followRedirects') !== true) return 0
  return Number(option('redirect.redirect.maxRedirects') ?? USUAL_REDIRECTS)
}

/** The next request of a redirect, as programs follow one; nothing where the answer is none. */
export function redirected(
  context: NodeContext,
  itemIndex: number,
  request: BuiltRequest,
  { status, headers }: HttpAnswer,
): BuiltRequest | undefined {
  const { location } = headers
  if (status < 300 || status >= 400 || !location) return undefined
  const next = new URL(location, request.url)
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const isRead = (status === 303 && !isReading) || ((status === 301 || status === 302) && request.method === 'POST')
  const isOtherOrigin = next.origin !== new URL(request.url).origin
  const isSecretKept =
    !isOtherOrigin ||
    context.parameter('options.sendCredentialsOnCrossOriginRedirect', itemIndex, context.typeVersion < 4.4) === true
  const kept = Object.entries(request.headers).filter(
    ([name]) => !(isRead && name.startsWith('content-')) && (isSecretKept || !/^(authorization|cookie)$/.test(name)),
  )
  const { body, encoding, files, credential, ...rest } = request
  return withQuery(
    {
      ...rest,
      ...(isRead ? { method: 'GET' } : { body, encoding, files }),
      ...(isSecretKept && credential ? { credential } : {}),
      headers: Object.fromEntries(kept),
    } as BuiltRequest,
    next.href,
    {},
  )
}
