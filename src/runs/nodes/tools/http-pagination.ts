import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import type { FileDescription, NodeContext } from './node-context.ts'
import { setParameter } from './query-text.ts'

/** A request as the node would send it. */
export interface BuiltRequest {
  method: string
  /** With a placeholder in the place of a secret, as the headers. */
  url: string
  headers: Record<string, string>
  /** JSON as it is, forms by their fields, other bodies as text. */
  body?: unknown
  /** How the body is written. */
  encoding?: BodyEncoding
  /** The files of its body: of a form by their fields, of a body that is a file under an empty name. */
  files?: Record<string, FileDescription>
  /** What the credential adds, with its secrets. */
  credential?: { headers: Record<string, string>; query: Record<string, string> }
}

export type BodyEncoding = 'json' | 'form' | 'multipart' | 'text' | 'file'

/** What expressions of a pagination read. */
export interface Page {
  pageCount: number
  request: BuiltRequest
  response: { body: unknown; headers: Record<string, string>; statusCode: number }
}

export interface Pagination {
  /** `updateAParameterInEachRequest` or `responseContainsNextURL`. */
  mode: string
  parameters: { type: string; name: string; value: unknown }[]
  nextUrl: unknown
  completeWhen: string
  completeExpression: unknown
  statusCodes: number[]
  maxRequests: number
}

export function paginationOf(context: NodeContext, itemIndex: number): Pagination | undefined {
  const given = context.stored('options.pagination.pagination')
  if (!isRecord(given)) return undefined
  const { paginationMode = 'updateAParameterInEachRequest', parameters, nextURL } = given
  if (paginationMode === 'off') return undefined
  const { paginationCompleteWhen = 'responseIsEmpty', completeExpression, statusCodesWhenComplete } = given
  const isLimited = given.limitPagesFetched === true
  return {
    mode: String(paginationMode),
    parameters: recordsOf(isRecord(parameters) ? parameters.parameters : []).map(({ type = 'qs', name, value }) => ({
      type: String(type),
      name: String(name ?? ''),
      value,
    })),
    nextUrl: nextURL,
    completeWhen: String(paginationCompleteWhen),
    completeExpression,
    statusCodes: String(statusCodesWhenComplete ?? '')
      .split(',')
      .map(Number),
    maxRequests: isLimited ? Number(context.parameter('options.pagination.pagination.maxRequests', itemIndex, 100)) : 0,
  }
}

/** Parameters of a pagination are in the first request, too. */
export function firstPage(context: NodeContext, itemIndex: number, request: BuiltRequest, pagination: Pagination) {
  const response = { body: {}, headers: {}, statusCode: 0 }
  return withPage(context, itemIndex, request, { pagination, page: { pageCount: 0, request, response } })
}

/** A request with what a pagination sets for a page. */
export function withPage(
  context: NodeContext,
  itemIndex: number,
  request: BuiltRequest,
  { pagination, page }: { pagination: Pagination | undefined; page: Page },
): BuiltRequest {
  if (!pagination) return request
  const names = { $pageCount: page.pageCount, $response: page.response, $request: page.request }
  const evaluate = (value: unknown, name: string) => context.evaluate(value, itemIndex, name, names)
  if (pagination.mode === 'responseContainsNextURL') {
    return page.pageCount === 0 ? request : { ...request, url: String(evaluate(pagination.nextUrl, 'nextURL') ?? '') }
  }
  const url = new URL(request.url)
  const headers = { ...request.headers }
  let { body } = request
  for (const { type, name, value } of pagination.parameters) {
    const known = evaluate(value, 'parameters')
    if (type === 'headers') headers[name.toLowerCase()] = String(known)
    else if (type === 'body') body = { ...(isRecord(body) ? body : {}), [name]: known }
    else setParameter(url, name, String(known))
  }
  return { ...request, url: url.href, headers, ...(body === undefined ? {} : { body }) }
}

export function isComplete(context: NodeContext, itemIndex: number, pagination: Pagination, page: Page): boolean {
  const { response, request, pageCount } = page
  switch (pagination.completeWhen) {
    case 'receiveSpecificStatusCodes':
      return pagination.statusCodes.includes(response.statusCode)
    case 'other': {
      const names = { $pageCount: pageCount, $response: response, $request: request }
      return Boolean(context.evaluate(pagination.completeExpression, itemIndex, 'completeExpression', names))
    }
    default:
      return isEmpty(response.body)
  }
}

const isEmpty = (body: unknown) =>
  body === undefined || body === null || body === '' || (typeof body === 'object' && Object.keys(body).length === 0)
