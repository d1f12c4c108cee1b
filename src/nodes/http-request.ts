import { isRecord, recordsOf } from '../base/is-record.ts'
import type { NodeItem } from '../model/run-data.ts'
import { answerItems, bodyIn, connectionFailure, errorItem, statusFailure } from './http-answer.ts'
import { type BuiltRequest, buildRequest } from './http-build-request.ts'
import { ConnectionFailure, type HttpAnswer } from './http-mock.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './node-context.ts'

/** A pagination goes on at most this often; the service's own bound is the one that the node names, if any. */
const MAX_PAGES = 1000

/** HTTP Request: built as the service builds it, and answered by mocks. Nothing is ever sent. */
export const httpRequest: NodeType = {
  async run(context): Promise<NodeResult> {
    const made: NodeItem[] = []
    for (const itemIndex of context.items.keys()) {
      context.checkTime()
      try {
        const items = await itemsFor(context, itemIndex)
        if (typeof items === 'string') return { callsService: items }
        made.push(...items)
      } catch (error) {
        if (context.onError === 'stop' || !(error instanceof NodeFailure)) throw error
        made.push(errorItem(error, itemIndex))
      }
    }
    return { main: [made] }
  },
}

/** The items of one request with its pages; a text where no mock answers it. */
async function itemsFor(context: NodeContext, itemIndex: number): Promise<NodeItem[] | string> {
  const pagination = paginationOf(context, itemIndex)
  const items: NodeItem[] = []
  let page: Page | undefined
  for (let count = 0; count < MAX_PAGES; count++) {
    context.checkTime()
    const request = await buildRequest(context, itemIndex, page && { pagination, page })
    const paged = pagination && count === 0 ? firstPage(context, itemIndex, request, pagination) : request
    const answer = send(context, paged, itemIndex)
    if (!answer) return `no answer is given for ${paged.method} ${paged.url}`
    items.push(...(await answerItems(context, itemIndex, paged, checked(context, itemIndex, paged, answer))))
    page = { pageCount: count + 1, request: paged, response: shownResponse(answer) }
    if (!pagination || isComplete(context, itemIndex, pagination, page)) break
    if (pagination.maxRequests > 0 && count + 1 >= pagination.maxRequests) break
  }
  return items
}

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

function paginationOf(context: NodeContext, itemIndex: number): Pagination | undefined {
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
function firstPage(context: NodeContext, itemIndex: number, request: BuiltRequest, pagination: Pagination) {
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
    else url.searchParams.set(name, String(known))
  }
  return { ...request, url: url.href, headers, ...(body === undefined ? {} : { body }) }
}

function isComplete(context: NodeContext, itemIndex: number, pagination: Pagination, page: Page): boolean {
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

function send(context: NodeContext, request: BuiltRequest, itemIndex: number): HttpAnswer | undefined {
  try {
    const { method, url, headers, shown, body } = request
    return context.send({ method, url: shown ?? url, headers, itemIndex, ...(body === undefined ? {} : { body }) })
  } catch (error) {
    if (!(error instanceof ConnectionFailure)) throw error
    throw connectionFailure(error, itemIndex, request)
  }
}

/** @throws NodeFailure for a status that is no success, unless the node never fails by one */
function checked(context: NodeContext, itemIndex: number, request: BuiltRequest, answer: HttpAnswer): HttpAnswer {
  const isFine = answer.status >= 200 && answer.status < 300
  if (isFine || context.parameter('options.response.response.neverError', itemIndex, false) === true) return answer
  throw statusFailure(answer, itemIndex, request)
}

const shownResponse = (answer: HttpAnswer) => ({
  body: bodyIn(answer),
  headers: answer.headers,
  statusCode: answer.status,
})
