import { compare } from '../base/compare.ts'
import { ApiError, methodNotAllowed, sessionUnknown } from '../base/errors.ts'
import type { Caller } from './api-key.ts'
import { readJson } from './body.ts'
import { createResponseCache } from './caches.ts'
import type { Context } from './context.ts'
import type { Dialect, Incoming } from './dialect.ts'
import { errorReply } from './error-handling.ts'
import { hostOf } from './host.ts'
import { BASE, type Operation } from './operation.ts'
import { createParamReader, pathOf } from './path.ts'
import type { Rewrite } from './reply.ts'
import type { RequestRecord } from './request-record.ts'
import { refusals } from './response-schemas.ts'
import type { Answer, Checks, Surface } from './surface.ts'
import { dialectOf, type Version } from './version.ts'

const descriptionOf = (version: string) => `Understudy, a local stand-in for a workflow automation instance: its public
REST API, in the version ${version}. It stores workflows and does not run them.
Every operation takes an API key in a header: the one that the instance printed at its first start.`

/** The API: the operations of a version, each checked by its dialect and worded by its version. */
export function apiSurface(
  context: Context & { version: Version; rewrite?: ((operation: Operation) => Rewrite | undefined) | undefined },
): Surface<Operation, Caller> {
  const { version } = context
  const { operations, documentation } = version
  const cache = createResponseCache()
  const textsOf = (operation: Operation) => ({
    ...version.texts,
    ...dialectOf(version, operation).texts,
    ...operation.texts,
  })

  /** A stored response is looked for after access was decided. */
  function remembering(operation: Operation, dialect: Dialect, answer: Answer<Caller>): Answer<Caller> {
    const { reads } = operation
    if (operation.method !== 'GET' || !reads) return answer
    const texts = textsOf(operation)
    return (request, caller, record) => {
      if (!dialect.allows(operation, caller, context)) return answer(request, caller, record)
      const { url } = request
      const { data } = context.store
      const known = cache.get(url, caller.user, data, reads)
      if (known) return known
      const made = replyOrRefusal(() => answer(request, caller, record), request, texts)
      if (!(made instanceof Promise) && !(made instanceof Response)) cache.set(url, caller.user, data, reads, made)
      return made
    }
  }

  function authenticate(headers: Headers, { sessionCookie }: Dialect): Caller {
    try {
      return context.authenticate(headers)
    } catch (error) {
      if (sessionCookie && hasCookie(headers, sessionCookie)) throw sessionUnknown()
      throw error
    }
  }

  return {
    base: BASE,
    operations,
    context,
    texts: textsOf,
    ...(context.rewrite ? { rewrite: context.rewrite } : {}),
    checks(operation): Checks<Caller> {
      const dialect = dialectOf(version, operation)
      const paramsOf = createParamReader(BASE, operation.path)
      return {
        admit(request, record) {
          if (request.method === 'HEAD' && !dialect.answersHead) throw methodNotAllowed('HEAD')
          const caller = authenticate(request.headers, dialect)
          if (record) record.user = caller.user
          return caller
        },
        receive: (request, caller, record) =>
          dialect.receive(operation, incomingOf(request, { caller, record, paramsOf, dialect }), context),
        remember: answer => remembering(operation, dialect, answer),
      }
    },
    document: {
      title: 'Workflow automation API',
      description: descriptionOf(version.name),
      version: documentation.apiVersion,
      tags: documentation.tags,
      schemas: Object.fromEntries(Object.entries(documentation.schemas).sort(([a], [b]) => compare(a, b))),
      aliases: documentation.aliases,
      // unknown parameters, other roles, other media types
      refusals: ({ roles, scope, body }) =>
        refusals(400, 401, ...(roles || scope ? [403 as const] : []), ...(body ? [413 as const, 415 as const] : [])),
    },
  }
}

/** Whether a cookie of this name is sent that is not empty. */
function hasCookie(headers: Headers, name: string): boolean {
  const cookies = headers.get('cookie')?.split(';') ?? []
  return cookies.some(cookie => cookie.trimStart().startsWith(`${name}=`) && cookie.trim() !== `${name}=`)
}

interface Received {
  caller: Caller
  record: RequestRecord | undefined
  paramsOf(pathname: string): Record<string, string>
  dialect: Dialect
}

function incomingOf(request: Request, { caller, record, paramsOf, dialect }: Received): Incoming {
  const path = pathOf(request.url)
  return {
    caller,
    headers: request.headers,
    hasBody: () => request.body !== null && request.headers.get('content-length') !== '0',
    origin: () => `${request.url.slice(0, request.url.indexOf(':'))}://${hostOf(request).host}`,
    search: path.search,
    params: () => paramsOf(path.name),
    async readBody() {
      const body = await readJson(request, { skipsMark: dialect.skipsByteOrderMark })
      record?.noteBody(body)
      return body
    },
  }
}

/** A refusal as a reply, for the cache: clients ask for absent records as often as for present ones. */
function replyOrRefusal(answer: () => ReturnType<Answer<Caller>>, request: Request, texts: Version['texts']) {
  try {
    return answer()
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error, request, texts)
    throw error
  }
}
