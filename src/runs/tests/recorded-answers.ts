import { isRecord } from '../../core/base/is-record.ts'
import { readJson } from '../../core/base/read-json.ts'
import { type Item, type NodeItem, outputsIn } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { RecordedRun } from './recorded-mocks.ts'

/** What a request was answered, as `http` of a case has it. */
export type Answer = {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  error?: string
}

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest'
const CONTINUES = ['continueRegularOutput', 'continueErrorOutput']

/**
 * What the requests of one run of an HTTP Request node were answered, in their order, as far as its output shows it.
 * Executions hold no requests: whether the node makes the same of these answers, a run with them shows.
 *
 * @param count how many items the run got
 * @returns `undefined` where the output does not show it: with pages, with files, and before an item that failed
 */
export function answersOf(node: Node, run: RecordedRun, count: number): Answer[] | undefined {
  if (node.type !== HTTP_REQUEST || hasPages(node)) return undefined
  // it sent nothing
  if (run.hints?.some(({ message }) => message.startsWith('Not simulated:'))) return undefined
  const asked = node.executeOnce === true ? Math.min(count, 1) : count
  if (run.error && !run.data) return asked === 1 ? answersOfError(node, run.error) : undefined
  const groups = Map.groupBy(
    outputsIn(run).flatMap(items => items ?? []),
    itemOf,
  )
  if ([...groups.keys()].some(item => item === undefined || item >= asked)) return undefined
  const answers = Array.from({ length: asked }, (_, item) => answersOfItems(node, groups.get(item) ?? []))
  return answers.every(found => found !== undefined) ? answers.flat() : undefined
}

/** The item of the input that an item was made of. */
function itemOf({ pairedItem }: NodeItem): number | undefined {
  const paired = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem
  return typeof paired === 'object' ? paired.item : paired
}

function answersOfItems(node: Node, items: readonly NodeItem[]): Answer[] | undefined {
  if (items.some(({ binary }) => binary !== undefined)) return undefined
  const [first, ...more] = items.map(({ json }) => json)
  if (first === undefined || more.length > 0) return [{ json: items.map(({ json }) => json) }]
  // JSON that is neither an object nor a list
  if (!isRecord(first)) return [{ json: first }]
  const { error } = first
  const failed =
    error !== undefined && continues(node) && answersOfError(node, isRecord(error) ? error : { message: error })
  if (failed) return failed
  const answer = isWhole(first) ? answerOfWhole(first) : answerOfBody(node, first)
  return answer && [answer]
}

const continues = ({ onError, continueOnFail }: Node) => CONTINUES.includes(String(onError)) || continueOnFail === true

/** Status and headers beside the body, as an option of the node says. */
const isWhole = ({ headers, statusCode }: Item) => isRecord(headers) && typeof statusCode === 'number'

function answerOfWhole({ headers, statusCode, statusMessage: _, ...rest }: Item): Answer | undefined {
  const texts = Object.entries(isRecord(headers) ? headers : {})
  const [body, ...more] = Object.values(rest)
  if (more.length > 0 || !texts.every(([, value]) => typeof value === 'string')) return undefined
  return { status: Number(statusCode), headers: headers as Record<string, string>, ...bodyOf(body) }
}

/** One field with the name that the node gives to what is no object: its value is the body. */
function answerOfBody(node: Node, json: Item): Answer {
  const { field, format } = responseOf(node)
  const only = Object.keys(json).length === 1 ? json[String(field)] : undefined
  return only === undefined || isRecord(only) || format === 'json' ? { json } : bodyOf(only)
}

const bodyOf = (body: unknown): Answer =>
  body === undefined ? {} : typeof body === 'string' ? { text: body } : { json: body }

/** The format that a node expects, and the field for what is no object, in all its versions. */
function responseOf({ typeVersion = 1, parameters = {} }: Node): { field: unknown; format: unknown } {
  if (typeVersion < 3) {
    const { dataPropertyName: field = 'data', responseFormat: format = 'json' } = parameters
    return { field, format }
  }
  const response = within(parameters, 'options', 'response', 'response')
  return { field: response.outputPropertyName ?? 'data', format: response.responseFormat }
}

const hasPages = ({ parameters = {} }: Node) => {
  const { paginationMode = 'off' } = within(parameters, 'options', 'pagination', 'pagination')
  return paginationMode !== 'off'
}

function within(value: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  const inner = names.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value)
  return isRecord(inner) ? inner : {}
}

/** A node that tries again was answered so each time. */
function answersOfError({ retryOnFail, maxTries }: Node, error: Record<string, unknown>): Answer[] | undefined {
  const answer = answerOfError(error)
  const tries = retryOnFail === true ? Math.min(5, Math.max(2, Number(maxTries) || 3)) : 1
  return answer && Array.from({ length: tries }, () => answer)
}

function answerOfError({ message, messages, httpCode, code }: Record<string, unknown>): Answer | undefined {
  const answers = [messages, message].flat().map(text => (typeof text === 'string' ? answerOfStatus(text) : undefined))
  const answer = answers.find(found => found !== undefined)
  if (answer) return answer
  const failure = [httpCode, code].map(String).find(text => /^[A-Z][A-Z\d_]+$/.test(text))
  return failure === undefined ? undefined : { error: failure }
}

/** The service writes `404 - "{\"message\":\"…\"}"`: the body is a JSON text. */
function answerOfStatus(text: string): Answer | undefined {
  const status = /^[1-5]\d\d(?= - )/.exec(text)?.[0]
  const body = status === undefined ? undefined : readJson(text.slice(status.length + 3))
  if (typeof body !== 'string') return undefined
  const json = readJson(body)
  const isWritten = json !== undefined && JSON.stringify(json) === body
  return { status: Number(status), ...(body === '' ? {} : isWritten ? { json } : { text: body }) }
}
