import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { type BuiltRequest, withQuery } from './http-built-request.ts'
import { shownOptions } from './http-failures.ts'
import type { HttpAnswer } from './http-mock.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

export interface Pagination {
  /** `updateAParameterInEachRequest` or `responseContainsNextURL`. */
  mode: string
  parameters: { type: string; name: string; value: unknown }[]
  nextUrl: unknown
  completeWhen: string
  completeExpression: string
  statusCodes: number[]
  maxRequests: unknown
}

/** What expressions of a pagination read of the page before; nothing before the first. */
export interface Page {
  count: number
  response: { body?: unknown; headers?: unknown; statusCode?: number }
}

export const FIRST_PAGE: Page = { count: 0, response: {} }

/** Whether a node asks for several pages. */
export function hasPages(context: NodeContext): boolean {
  const given = context.stored('options.pagination.pagination')
  return context.typeVersion >= 3 && isRecord(given) && given.paginationMode !== 'off'
}

/** @throws NodeFailure for a pagination that could not go on */
export function paginationOf(context: NodeContext): Pagination {
  const stored = context.stored('options.pagination.pagination')
  const given = isRecord(stored) ? stored : {}
  const { paginationMode = 'updateAParameterInEachRequest', parameters, nextURL } = given
  const { paginationCompleteWhen = 'responseIsEmpty', completeExpression, statusCodesWhenComplete } = given
  const pagination: Pagination = {
    mode: String(paginationMode),
    parameters: recordsOf(isRecord(parameters) ? parameters.parameters : []).map(({ type = 'qs', name, value }) => ({
      type: String(type),
      name: String(name ?? ''),
      value,
    })),
    nextUrl: nextURL,
    completeWhen: String(paginationCompleteWhen),
    completeExpression: String(completeExpression ?? ''),
    statusCodes: String(statusCodesWhenComplete ?? '')
      .split(',')
      .map(text => Number.parseInt(text, 10)),
    maxRequests: given.limitPagesFetched === true ? given.maxRequests : undefined,
  }
  checkPagination(pagination)
  return pagination
}

function checkPagination({ mode, parameters, completeWhen, completeExpression }: Pagination) {
  if (completeWhen === 'other' && !completeExpression.startsWith('=')) {
    throw new NodeFailure('Invalid or empty Complete Expression')
  }
  if (mode !== 'updateAParameterInEachRequest') return
  const [only] = parameters
  if (parameters.length === 1 && only?.name === '' && only.value === '') {
    throw new NodeFailure(
      "At least one entry with 'Name' and 'Value' filled must be included in 'Parameters' to use 'Update a Parameter in Each Request' mode ",
    )
  }
  for (const [at, { name, value }] of parameters.entries()) {
    const where = `parameter [${at + 1}] in pagination settings`
    if (name === '') throw new NodeFailure(`Parameter name must be set for ${where}`)
    if (value === '')
      throw new NodeFailure(`Some value must be provided for ${where}, omitting it will result in an infinite loop`)
  }
}

/** A request with what a pagination sets for its page, also for the first. */
export function withPage(
  context: NodeContext,
  itemIndex: number,
  request: BuiltRequest,
  pagination: Pagination,
  page: Page,
): BuiltRequest {
  const names = namesOf(context, request, page)
  if (pagination.mode === 'responseContainsNextURL') {
    const next = context.evaluate(pagination.nextUrl, itemIndex, 'nextURL', names)
    return next === undefined ? request : atNextUrl(context, itemIndex, request, next)
  }
  const query = { ...request.query }
  const headers = { ...request.headers }
  let { body } = request
  for (const { type, name, value } of pagination.parameters) {
    const known = context.evaluate(value, itemIndex, 'parameters', names)
    if (type === 'body') {
      // a form of several parts has texts alone
      const field = request.encoding === 'multipart' ? String(known) : known
      body = { ...(isRecord(body) ? body : {}), ...(known === undefined ? {} : { [name]: field }) }
      headers['content-type'] ??= 'application/json'
    } else if (known === undefined) continue
    else if (type === 'headers') headers[name.toLowerCase()] = String(known)
    else query[name] = known
  }
  return withQuery({ ...request, headers, ...(body === undefined ? {} : { body }) }, request.address, query)
}

/** What the address of the next page has in its query counts more than what the node names. */
function atNextUrl(context: NodeContext, itemIndex: number, request: BuiltRequest, next: unknown): BuiltRequest {
  if (typeof next !== 'string' || !URL.canParse(next)) {
    throw invalidPageUrl(context, itemIndex, next, 'Next URL')
  }
  const named = [...new URL(next).searchParams.keys()]
  const query = Object.fromEntries(Object.entries(request.query).filter(([name]) => !named.includes(name)))
  return withQuery(request, next, query)
}

/** The error of an invalid address of a page. @param parameter the one that names it */
export function invalidPageUrl(context: NodeContext, itemIndex: number, url: unknown, parameter: string) {
  const description = `Make sure the "${parameter}" parameter evaluates to a valid URL.`
  // from version 4.5 on, the details of an error name its item
  const shown = context.typeVersion < 4.5 ? {} : { itemIndex }
  return pagesFailure(context, `'${url}' is not a valid URL.`, description, shown)
}

function pagesFailure(context: NodeContext, message: string, description: string, shown: Record<string, unknown>) {
  const cause = { name: 'Error', message }
  return new NodeFailure(message, {
    name: 'NodeApiError',
    description,
    fields: { message, timestamp: context.now, name: 'NodeOperationError', description, context: shown, cause },
  })
}

/** Whether no further page is asked for. */
export function isComplete(
  context: NodeContext,
  itemIndex: number,
  request: BuiltRequest,
  pagination: Pagination,
  page: Page,
): boolean {
  const { response } = page
  const names = namesOf(context, request, page)
  const most = Number(context.evaluate(pagination.maxRequests, itemIndex, 'maxRequests', names))
  if (most && page.count >= most) return true
  switch (pagination.completeWhen) {
    case 'receiveSpecificStatusCodes':
      return pagination.statusCodes.includes(response.statusCode ?? 0)
    case 'other': {
      const { completeExpression } = pagination
      const isDone = Boolean(context.evaluate(completeExpression, itemIndex, 'completeExpression', names))
      const isNeverError = context.parameter('options.response.response.neverError', itemIndex, false) === true
      return isDone && (isNeverError || isSuccess(response.statusCode ?? 0))
    }
    default:
      return Array.isArray(response.body) ? response.body.length === 0 : !response.body
  }
}

export const isSuccess = (status: number) => status >= 200 && status < 300

function namesOf({ typeVersion }: NodeContext, request: BuiltRequest, { count, response }: Page) {
  return { $request: shownOptions(request), $response: response, $version: typeVersion, $pageCount: count }
}

function nothingRead() {
  const message =
    'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined'
  const code = 'ERR_INVALID_ARG_TYPE'
  return new NodeFailure(message, { name: 'NodeApiError', httpCode: code, fields: { message, code } })
}

/** How often the same answer may come one after the other. */
const MOST_ALIKE = 2

/** Notices a pagination that gets the same answer again and again. */
export class RepeatedAnswers {
  #alike = 0
  #length = 0
  #known: string | undefined

  /**
   * @param isRead whether the body is read as text or JSON before it is compared: an empty one is nothing then
   * @throws NodeFailure for the same answer as before, once too often, and for nothing
   */
  check(context: NodeContext, itemIndex: number, { headers, bytes }: HttpAnswer, isRead: boolean): void {
    const length = Number.parseInt(headers['content-length'] ?? '0', 10) || 0
    const isSameLength = length === this.#length
    this.#length = length
    if (!isSameLength) {
      this.#alike = 0
      return
    }
    if (isRead && !headers.etag && bytes.length === 0) throw nothingRead()
    const shown = headers.etag || Buffer.from(bytes).toString('latin1')
    this.#alike = this.#known === shown ? this.#alike + 1 : 0
    this.#known = shown
    if (this.#alike <= MOST_ALIKE) return
    throw pagesFailure(
      context,
      'The returned response was identical 5x, so requests got stopped',
      'Check if "Pagination Completed When" has been configured correctly.',
      { itemIndex },
    )
  }
}
