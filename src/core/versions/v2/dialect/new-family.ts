import { badRequest, forbidden } from '../../../base/errors.ts'
import { mediaTypeOf, requireJson } from '../../../http/body.ts'
import type { Dialect, Incoming } from '../../../http/dialect.ts'
import type { Call, Operation } from '../../../http/operation.ts'
import { hasLicence, hasScope, requireLicence } from '../access.ts'
import { firstError } from './first-error.ts'
import { pageOf } from './page.ts'
import { readQuery } from './query.ts'

/**
 * The newer operations: the scope 403, what the path names, the licence 403, content type 415, JSON 400, then the first
 * validation error of path, body and query, then the cursor 400 (docs/behaviour/n8n-2.41.md#order-of-checks).
 */
export const newFamily: Dialect = {
  texts: { keyMissing: 'Unauthorized', keyUnknown: 'Unauthorized' },
  answersHead: true,
  skipsByteOrderMark: true,
  allows: (operation, caller, context) => hasScope(operation, caller, context) && hasLicence(operation, context),
  receive(operation, incoming, context) {
    const { caller } = incoming
    const licensed = (call: Call) => {
      if (operation.licenceAfterBody) requireLicence(operation, context)
      return call
    }
    if (!hasScope(operation, caller, context)) throw forbidden()
    const params = incoming.params()
    operation.guard?.(caller, params, context)
    if (!operation.licenceAfterBody) requireLicence(operation, context)
    if (!operation.body) return licensed(check(operation, incoming, params, undefined))
    return readBody(operation.body.required, incoming).then(body => licensed(check(operation, incoming, params, body)))
  },
}

function check(operation: Operation, incoming: Incoming, texts: Record<string, string>, body: unknown): Call {
  const params = operation.params ? typedParams(operation, texts) : texts
  const wrong = operation.body && firstError(operation.body.schema, body, 'request/body')
  if (wrong) throw badRequest(wrong)
  operation.body?.check?.(body)
  const query = readQuery(incoming.search, operation.query)
  const { cursor, offset } = operation.query?.properties ?? {}
  const list = { by: operation.pagesBy ?? 'offset', takesOffset: offset !== undefined }
  const page = cursor === undefined ? { limit: 0, offset: 0 } : pageOf(query, list)
  const { user, key } = incoming.caller
  return { user, key, params, query, page, body, origin: incoming.origin }
}

async function readBody(isRequired: boolean, incoming: Incoming): Promise<unknown> {
  const type = mediaTypeOf(incoming.headers)
  if (isRequired || type !== undefined) requireJson(incoming.headers)
  const json = type === undefined ? undefined : await incoming.readBody()
  return json?.value ?? {}
}

function typedParams({ params: schema }: Operation, texts: Record<string, string>): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) {
    params[name] = schema?.properties[name]?.type === 'integer' ? positiveInteger(name, text) : text
  }
  return params
}

function positiveInteger(name: string, text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0
  if (number > 0) return number
  throw badRequest(`request/params/${name} must be a positive integer`)
}
