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

/** @throws NodeFailure for a pagination that could not go on */
export function paginationOf(context: NodeContext): Pagination | undefined {
  const given = context.stored('options.pagination.pagination')
  if (!isRecord(given)) return undefined
  const { paginationMode = 'updateAParameterInEachRequest', parameters, nextURL } = given
  if (paginationMode === 'off') return undefined
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
    return next === undefined ? request : atNextUrl(request, next)
  }
  const query = { ...request.query }
  const headers = { ...request.headers }
  let { body } = request
  for (const { type, name, value } of pagination.parameters) {
    const known = context.evaluate(value, itemIndex, 'parameters', names)
    if (known === undefined) continue
    if (type === 'headers') headers[name.toLowerCase()] = String(known)
    else if (type === 'body') {
      // a form of several parts has texts alone
      const field = request.encoding === 'multipart' ? String(known) : known
      body = { ...(isRecord(body) ? body : {}), [name]: field }
      headers['content-type'] ??= 'application/json'
    } else query[name] = known
  }
  return withQuery({ ...request, headers, ...(body === undefined ? {} : { body }) }, request.address, query)
}

/** What the address of the next page has in its query counts more than what the node names. */
function atNextUrl(request: BuiltRequest, next: unknown): BuiltRequest {
  if (typeof next !== 'string' || !URL.canParse(next)) {
    const description = 'Make sure the "Next URL" parameter evaluates to a valid URL.'
    throw pagesFailure(`'${next}' is not a valid URL.`, description)
  }
  const named = [...new URL(next).searchParams.keys()]
  const query = Object.fromEntries(Object.entries(request.query).filter(([name]) => !named.includes(name)))
  return withQuery(request, next, query)
}

const pagesFailure = (message: string, description: string) =>
  new NodeFailure(message, {
    name: 'NodeApiError',
    description,
    fields: { message, name: 'NodeOperationError', description, level: 'warning' },
  })

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

/** How often the same answer may come one after the other. */
const MOST_ALIKE = 2

/** Notices a pagination that gets the same answer again and again. */
export class RepeatedAnswers {
  #alike = 0
  #length = 0
  #known = ''

  /** @throws NodeFailure for the same answer as before, once too often */
  check({ headers, bytes }: HttpAnswer): void {
    const length = Number.parseInt(headers['content-length'] ?? '0', 10) || 0
    const isSameLength = length === this.#length
    this.#length = length
    if (!isSameLength) {
      this.#alike = 0
      return
    }
    const shown = headers.etag ?? Buffer.from(bytes).toString('latin1')
    this.#alike = this.#known === shown ? this.#alike + 1 : 0
    this.#known = shown
    if (this.#alike <= MOST_ALIKE) return
    throw pagesFailure(
      'The returned response was identical 5x, so requests got stopped',
      'Check if "Pagination Completed When" has been configured correctly.',
    )
  }
}
