import { withoutSlashes } from '../../core/base/without-slashes.ts'
import { pathOf } from '../../core/http/path.ts'
import { recordOf } from '../schedules/item.ts'
import { brokenPage } from './replies.ts'
import { decodedPath, type Kind, type WebhookTarget } from './webhook-table.ts'
import { type CallContext, type CalledAt, type CallHandler, originOf } from './webhooks.ts'

/** What is answered at the paths of a folder. */
interface Answers {
  answer(request: Request, target: WebhookTarget, at: CalledAt): Promise<Response>
  /** @param wrong the methods that the path has, or that it is a path for test calls */
  refuse(request: Request, path: string, wrong: { methods?: readonly string[]; isTest?: boolean }): Response
}

/**
 * Answers calls below a folder, `/webhook/` or `/form/`, and below the one for test calls: which pages may call, of which
 * methods, and what is there.
 */
export function servePaths(kind: Kind, { table, store }: CallContext, { answer, refuse }: Answers): CallHandler {
  return async (request, cameAt) => {
    const { method, headers } = request
    const { name } = pathOf(request.url)
    const sentPath = decodedPath(name)
    const path = withoutSlashes(sentPath)
    if (method === 'OPTIONS' && !headers.has('origin')) return new Response(null, { status: 204 })
    if (!name.startsWith(`/${kind}/`)) return refuse(request, path, { isTest: true })
    const targets = table.at(store.data, path)
    const methods = [...targets.keys()].sort()
    // the service lists the methods of a path that is called as it is registered
    const listed = sentPath === path ? methods : []
    const asked = method === 'OPTIONS' ? headers.get('access-control-request-method') : method
    const target = asked === null ? undefined : targets.get(asked)
    // the service fails where it looks for the origins that may call; our own page shall see why
    if (asked !== null && !target && isOfAnotherOrigin(request)) return brokenPage(['OPTIONS', ...listed])
    if (method === 'OPTIONS') return answerOptions(request, target, listed)
    if (!target) return refuse(request, path, { methods })
    const answered =
      target.kind === kind ? await answer(request, target, { path, cameAt }) : refuse(request, path, { methods })
    return withOrigin(request, answered, target, listed)
  }
}

const MAX_AGE_SECONDS = '300'

function answerOptions(request: Request, target: WebhookTarget | undefined, methods: readonly string[]): Response {
  const response = withOrigin(request, new Response(null, { status: 204 }), target, methods)
  if (!target) return response
  const asked = request.headers.get('access-control-request-headers')
  if (asked !== null) response.headers.set('access-control-allow-headers', asked)
  response.headers.set('access-control-max-age', MAX_AGE_SECONDS)
  return response
}

const isOfAnotherOrigin = (request: Request) => {
  const origin = request.headers.get('origin')
  return origin !== null && origin !== originOf(request)
}

/**
 * Says to a browser whose pages may read the answer: those of the node's list, or of any origin. No call is refused by
 * it.
 *
 * @param target what is called, or is asked for before
 */
function withOrigin(
  request: Request,
  response: Response,
  target: WebhookTarget | undefined,
  methods: readonly string[],
): Response {
  const origin = request.headers.get('origin')
  if (origin === null) return response
  const { allowedOrigins } = recordOf(target?.node.parameters?.options)
  const allowed = typeof allowedOrigins === 'string' && allowedOrigins !== '' ? allowedOrigins : '*'
  const list = allowed.split(',')
  if (target) {
    const named = allowed === '*' || list.includes(origin) ? origin : (list[0] ?? '')
    response.headers.set('access-control-allow-origin', named)
  }
  response.headers.set('access-control-allow-methods', ['OPTIONS', ...methods].join(', '))
  response.headers.append('vary', 'Origin')
  return response
}
