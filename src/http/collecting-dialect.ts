import { badRequest, forbidden, type Texts, unsupportedMediaType } from '../base/errors.ts'
import type { Caller } from './api-key.ts'
import { mediaTypeOf, requireJson } from './body.ts'
import type { Context } from './context.ts'
import type { Dialect, Incoming } from './dialect.ts'
import type { Call, Operation } from './operation.ts'
import { type PageRules, pageOf } from './paging.ts'
import { coerce, readQuery } from './query.ts'
import { validationErrors } from './validation-errors.ts'

export interface CollectingDialectOptions {
  texts?: Texts
  page: PageRules
  /** Whether only the first validation error is reported; all of them otherwise. */
  firstErrorOnly?: boolean
  skipsByteOrderMark?: boolean
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
  falsyBodyIsEmpty = false,
  allows,
  admit,
}: CollectingDialectOptions): Dialect {
  function check(operation: Operation, incoming: Incoming, context: Context, body: unknown): Call {
    const params = typedParams(operation, incoming.params())
    const query = readQuery(incoming.search, operation.query)
    const options = { firstOnly: firstErrorOnly }
    const errors = [
      operation.query ? validationErrors(operation.query, query, 'request/query', options) : [],
      operation.params ? validationErrors(operation.params, params, 'request/params', options) : [],
      operation.body ? validationErrors(operation.body.schema, body, 'request/body', options) : [],
    ].filter(texts => texts.length > 0)
    if (errors.length) throw badRequest((firstErrorOnly ? errors.slice(0, 1) : errors).flat().join(', '))
    operation.body?.check?.(body)
    const isList = operation.query?.properties.cursor !== undefined
    const start = isList ? pageOf(query, page) : { limit: 0, offset: 0 }
    const { caller } = incoming
    if (admit) admit(operation, caller, context, params)
    else if (!allows(operation, caller, context)) throw forbidden()
    return { user: caller.user, key: caller.key, params, query, page: start, body, origin: incoming.origin }
  }

  return {
    texts,
    answersHead: false,
    skipsByteOrderMark,
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
