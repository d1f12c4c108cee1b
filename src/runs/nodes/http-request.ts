import type { NodeItem } from '../../core/model/run-data.ts'
import { answerItems, bodyIn, connectionFailure, errorItem, statusFailure } from './tools/http-answer.ts'
import { buildRequest } from './tools/http-build-request.ts'
import { ConnectionFailure, type HttpAnswer } from './tools/http-mock.ts'
import { type BuiltRequest, firstPage, isComplete, type Page, paginationOf } from './tools/http-pagination.ts'
import { shownUrl, wireRequest } from './tools/http-wire-request.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'

/** A pagination goes on at most this often; the service's own bound is the one that the node names, if any. */
const MAX_PAGES = 1000

/** HTTP Request: built as the service builds it, and answered by what the run has for it. */
export const httpRequest: NodeType = {
  async run(context): Promise<NodeResult> {
    const made: NodeItem[] = []
    for (const itemIndex of context.items.keys()) {
      context.checkTime()
      try {
        const items = await itemsFor(context, itemIndex)
        if (typeof items === 'string') return { callsService: items }
        for (const item of items) made.push(item)
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
    const answer = await send(context, paged, itemIndex)
    if (!answer) return `no answer is given for ${paged.method} ${shownUrl(paged)}: give one in http`
    const answered = await answerItems(context, itemIndex, paged, checked(context, itemIndex, paged, answer))
    for (const item of answered) items.push(item)
    page = { pageCount: count + 1, request: paged, response: shownResponse(answer) }
    if (!pagination || isComplete(context, itemIndex, pagination, page)) break
    if (pagination.maxRequests > 0 && count + 1 >= pagination.maxRequests) break
  }
  return items
}

async function send(context: NodeContext, request: BuiltRequest, itemIndex: number): Promise<HttpAnswer | undefined> {
  try {
    const { method, headers, body } = request
    const shown = { method, url: shownUrl(request), headers, itemIndex, ...(body === undefined ? {} : { body }) }
    return await context.send(shown, () => wireRequest(context, request))
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
