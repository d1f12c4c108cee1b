import { badRequest, forbidden, type Texts, unsupportedMediaType } from '../base/errors.ts'
import type { Caller } from './api-key.ts'
import { mediaTypeOf, requireJson } from './body.ts'
import type { Context } from './context.ts'
import type { Dialect, Incoming } from './dialect.ts'
import type { Call, Operation } from './operation.ts'
import { type Page, type PageRules, pageOf } from './paging.ts'
import { coerce, readQuery } from './query.ts'
import { validationErrors } from './validation-errors.ts'

export interface CollectingDialectOptions {
  texts?: Texts
  page: PageRules
  /** Whether of the query and the path only the first error is reported, and the first of the body; all otherwise. */
  firstErrorOnly?: boolean
  skipsByteOrderMark?: boolean
  sessionCookie?: string
  /** Whether the page of a list is read after access was decided; before otherwise. */
  pageAfterAccess?: boolean
  /** Whether a body of `false`, `0` or an empty text counts as an empty object, as `null` always does. */
  falsyBodyIsEmpty?: boolean
  allows(operation: Operation, caller: Caller, context: Context): boolean
  /**
   * Refuses who may not call the operation, after the validation. Default: 403 for whom `allows` does not let through.
   */
  admit?(operation: Operation, caller: Caller, context: Context, params: Record<string, unknown>): void
}

/**
 * The dialect of the 1.x versions, and of the older operations since. It checks in this order: content type 415, JSON
 * 400, percent escapes 400, query syntax 400, the shapes of query, parameters and body 400, cursor 400, access 403.
 */
export function createCollectingDialect({
  texts = {},
  page,
  firstErrorOnly = false,
  skipsByteOrderMark = false,
  sessionCookie,
  pageAfterAccess = false,
  falsyBodyIsEmpty = false,
  allows,
  admit,
}: CollectingDialectOptions): Dialect {
  function check(operation: Operation, incoming: Incoming, context: Context, body: unknown): Call {
    const params = typedParams(operation, incoming.params())
    const query = readQuery(incoming.search, operation.query)
    const options = { firstOnly: firstErrorOnly }
    const ofQuery = operation.query ? validationErrors(operation.query, query, 'request/query', options) : []
    const skipsParams = firstErrorOnly && ofQuery.length > 0
    const ofParams =
      operation.params && !skipsParams ? validationErrors(operation.params, params, 'request/params', options) : []
    const ofBody = operation.body ? validationErrors(operation.body.schema, body, 'request/body', options) : []
    const errors = [...ofQuery, ...ofParams, ...ofBody]
    if (errors.length) throw badRequest(errors.join(', '))
    operation.body?.check?.(body)
    const start = pageAfterAccess ? undefined : startOf(operation, query)
    const { caller } = incoming
    if (admit) admit(operation, caller, context, params)
    else if (!allows(operation, caller, context)) throw forbidden()
    const from = start ?? startOf(operation, query)
    return { user: caller.user, key: caller.key, params, query, page: from, body, origin: incoming.origin }
  }

  function startOf({ query: schema, readPage }: Operation, query: Record<string, unknown>): Page {
    if (schema?.properties.cursor === undefined) return NO_PAGE
    return readPage ? readPage(query) : pageOf(query, page)
  }

  return {
    texts,
    answersHead: false,
    skipsByteOrderMark,
    ...(sessionCookie === undefined ? {} : { sessionCookie }),
    allows,
    receive(operation, incoming, context) {
      if (operation.method === 'GET') return check(operation, incoming, context, undefined)
      return readBody(operation, incoming).then(value => {
        const body = falsyBodyIsEmpty ? value || {} : value
        return check(operation, incoming, context, body)
      })
    },
  }
}

const NO_PAGE: Page = { limit: 0, offset: 0 }

async function readBody({ body }: Operation, incoming: Incoming): Promise<unknown> {
  const { headers } = incoming
  const type = mediaTypeOf(headers)
  if (body?.mediaType !== undefined && type !== body.mediaType) throw unsupportedMediaType(type)
  if (body?.mediaType !== undefined) return {}
  if (body?.required || (body && type !== undefined && incoming.hasBody())) requireJson(headers)
  const json = type === 'application/json' ? await incoming.readBody() : undefined
  return json?.value ?? {}
}

function typedParams({ params: schema }: Operation, params: Record<string, string>): Record<string, unknown> {
  const typed: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(params)) typed[name] = coerce(text, schema?.properties[name]?.type)
  return typed
}
