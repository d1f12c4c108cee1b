import type { NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import {
  type Answered,
  answerItems,
  failedBody,
  pageBody,
  type Reading,
  readingOf,
  statusText,
} from './tools/http-answer.ts'
import { buildRequest, hasScalarBody } from './tools/http-build-request.ts'
import type { BuiltRequest } from './tools/http-built-request.ts'
import {
  connectionFailure,
  errorItem,
  pageFailure,
  statusFailure,
  unreadPage,
  unsentFailure,
} from './tools/http-failures.ts'
import { invalidName } from './tools/http-headers.ts'
import { ConnectionFailure, type HttpAnswer } from './tools/http-mock.ts'
import { unwritablePart } from './tools/http-multipart.ts'
import {
  FIRST_PAGE,
  hasPages,
  isComplete,
  isSuccess,
  type Page,
  type Pagination,
  paginationOf,
  RepeatedAnswers,
  withPage,
} from './tools/http-pagination.ts'
import { redirected, redirectsOf } from './tools/http-redirect.ts'
import { shownUrl, wireRequest } from './tools/http-wire-request.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'

/** A pagination goes on at most this often; the service's own bound is the one that the node names, if any. */
const MAX_PAGES = 1000

/** What became of the requests of an item, before their answers are made items. */
type Outcome =
  | { answers: Answered[] }
  /** Before the request, or by it: then the item shows the error whole. */
  | { failure: NodeFailure }
  | { isUnanswered: string }

/** HTTP Request: built as the service builds it, and answered by what the run has for it. All requests are sent first. */
export const httpRequest: NodeType = {
  async run(context): Promise<NodeResult> {
    const outcomes: Outcome[] = []
    for (const itemIndex of context.items.keys()) {
      context.checkTime()
      const outcome = await outcomeOf(context, itemIndex)
      if ('isUnanswered' in outcome) return { callsService: outcome.isUnanswered }
      outcomes.push(outcome)
    }
    const made: NodeItem[] = []
    for (const [itemIndex, outcome] of outcomes.entries()) {
      try {
        if ('failure' in outcome) throw outcome.failure
        if ('answers' in outcome) {
          for (const item of await itemsOf(context, itemIndex, outcome.answers)) made.push(item)
        }
      } catch (error) {
        if (context.onError === 'stop' || !(error instanceof NodeFailure)) throw error
        // the old versions fail as a whole, but for requests
        if (context.typeVersion < 3 && !('failure' in outcome)) throw error
        made.push(errorItem(context, error, itemIndex))
      }
    }
    if (context.typeVersion >= 3 && made.length === 1 && made[0]?.json === undefined) {
      throw bareFailure("Cannot read properties of undefined (reading 'data')")
    }
    if (context.onError === 'errorOutput' && made.some(({ json }) => json === undefined)) {
      throw bareFailure("Cannot read properties of undefined (reading 'error')")
    }
    return { main: [made.map(item => (item.json === undefined ? { ...item, json: {} } : item))] }
  },
}

async function itemsOf(context: NodeContext, itemIndex: number, answers: readonly Answered[]): Promise<NodeItem[]> {
  const reading = readingOf(context, itemIndex)
  const items: NodeItem[] = []
  for (const answered of answers) {
    for (const item of await answerItems(context, itemIndex, answered, reading)) items.push(item)
  }
  return items
}

async function outcomeOf(context: NodeContext, itemIndex: number): Promise<Outcome> {
  try {
    const request = await buildRequest(context, itemIndex)
    const pagination = hasPages(context) ? paginationOf(context) : undefined
    return await new Exchange(context, itemIndex, request).run(pagination)
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    const { item, fields, httpCode } = error.details
    const isWhole = context.typeVersion < 3 && !item && !fields
    // what fails before its request ends the node at once; the requests of all items are sent before one fails by its own
    if (isWhole || (context.onError === 'stop' && !httpCode && !fields)) throw error
    return { failure: error }
  }
}

/** No answer is given for a request. */
class Unanswered extends Error {}

/** The requests of one item: one, or those of its pages, each with its redirects. */
class Exchange {
  readonly #context: NodeContext
  readonly #itemIndex: number
  readonly #request: BuiltRequest
  readonly #reading: Reading

  constructor(context: NodeContext, itemIndex: number, request: BuiltRequest) {
    this.#context = context
    this.#itemIndex = itemIndex
    this.#request = request
    this.#reading = readingOf(context, itemIndex)
  }

  async run(pagination: Pagination | undefined): Promise<Outcome> {
    try {
      return { answers: pagination ? await this.#pages(pagination) : [await this.#one()] }
    } catch (error) {
      if (error instanceof Unanswered) return { isUnanswered: error.message }
      throw error
    }
  }

  async #one(): Promise<Answered> {
    const { answer, request } = await this.#send(this.#request)
    if (!isSuccess(answer.status) && !this.#reading.isNeverError) {
      throw statusFailure(this.#context, answer, failedBody(answer, this.#reading), this.#itemIndex, this.#request)
    }
    return { answer, request }
  }

  async #pages(pagination: Pagination): Promise<Answered[]> {
    const [context, itemIndex] = [this.#context, this.#itemIndex]
    const answers: Answered[] = []
    const repeated = new RepeatedAnswers()
    let page: Page = FIRST_PAGE
    while (page.count < MAX_PAGES) {
      const { answer, request } = await this.#send(withPage(context, itemIndex, this.#request, pagination, page))
      const { format, isStream } = this.#reading
      if (format !== 'file' || answer.headers.etag) repeated.check(context, itemIndex, answer, !isStream)
      const body = pageBody(answer, this.#reading)
      answers.push({ answer, request, page: { body } })
      const { headers, status } = answer
      const shown = format === 'file' ? {} : body
      page = { count: page.count + 1, response: { body: shown, headers, statusCode: status } }
      if (isComplete(context, itemIndex, this.#request, pagination, page)) return answers
      if (!isSuccess(status) && format === 'file') throw unreadPage(itemIndex, this.#request)
      if (!isSuccess(status)) throw pageFailure(answer, body, statusText(status), itemIndex, this.#request)
    }
    throw new NodeFailure(`The pagination did not end within ${MAX_PAGES} requests`, { context: { itemIndex } })
  }

  /** @throws Unanswered where no answer is given; NodeFailure for no connection, and for redirects without an end */
  async #send(first: BuiltRequest): Promise<{ answer: HttpAnswer; request: BuiltRequest }> {
    const [context, itemIndex] = [this.#context, this.#itemIndex]
    const most = redirectsOf(context, itemIndex, first.method)
    const problem = unsentProblem(first, most > 0)
    if (problem) throw unsentFailure(problem, itemIndex, first)
    let request = first
    for (let count = 0; ; count++) {
      context.checkTime()
      const answer = await answerTo(context, request, itemIndex)
      const next = most > 0 ? redirected(context, itemIndex, request, answer) : undefined
      if (!next) return { answer, request }
      if (count >= most) {
        const failure = new ConnectionFailure('ERR_FR_TOO_MANY_REDIRECTS', request.url, {
          message: 'Maximum number of redirects exceeded',
        })
        throw connectionFailure(failure, itemIndex, this.#request)
      }
      request = next
    }
  }
}

/** Why a request cannot be sent, if so. */
function unsentProblem(request: BuiltRequest, isRedirected: boolean) {
  if (hasScalarBody(request)) {
    const message = 'Data after transformation must be a string, an ArrayBuffer, a Buffer, or a Stream'
    return { message, code: 'ERR_BAD_REQUEST', name: 'AxiosError' }
  }
  const name = invalidName(request.headers)
  if (name !== undefined) {
    const message = `Header name must be a valid HTTP token ["${name}"]`
    return { message, code: 'ERR_INVALID_HTTP_TOKEN', name: 'TypeError' }
  }
  const message = unwritablePart(request, isRedirected)
  return message === undefined ? undefined : { message, name: 'TypeError' }
}

/** Whether an answer has no body, whatever is given for it. */
const isBodiless = (method: string, status: number) => method === 'HEAD' || status === 204 || status === 304

async function answerTo(context: NodeContext, request: BuiltRequest, itemIndex: number): Promise<HttpAnswer> {
  const { method, headers, body } = request
  const shown = { method, url: shownUrl(request), headers, itemIndex, ...(body === undefined ? {} : { body }) }
  try {
    const answer = await context.send(shown, () => wireRequest(context, itemIndex, request))
    if (answer) return isBodiless(method, answer.status) ? { ...answer, bytes: new Uint8Array() } : answer
  } catch (error) {
    if (!(error instanceof ConnectionFailure)) throw error
    throw connectionFailure(error, itemIndex, request)
  }
  throw new Unanswered(`no answer is given for ${method} ${shown.url}: give one in http`)
}
