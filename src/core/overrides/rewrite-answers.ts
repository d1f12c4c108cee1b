import { isRecord } from '../base/is-record.ts'
import { mapTexts } from '../base/map-texts.ts'
import { readJson } from '../base/read-json.ts'
import type { Operation } from '../http/operation.ts'
import { createParamReader, pathOf } from '../http/path.ts'
import { type Reply, type Rewrite, reply } from '../http/reply.ts'
import { changeFields } from './change-fields.ts'
import type { AnswerOverride, OperationOverrides, Overrides, ValueKind } from './overrides.ts'

/** What changes the answers of an operation; `undefined` where overrides say nothing of them. */
export function rewriteFor(
  overrides: Overrides | undefined,
  operation: Operation,
  { base, apiKeyHeader }: { base: string; apiKeyHeader: string },
): Rewrite | undefined {
  const own = overridesOf(overrides, operation)
  if (!own || (!own.answers && !own.addedFields && !own.missingFields)) return undefined
  const paramsOf = createParamReader(base, operation.path)
  return async (made, request) => {
    const value = readJson(await textOf(made))
    const asked = askedOf(request, operation, paramsOf, apiKeyHeader)
    const rule = own.answers?.find(it => fits(it, made.status, value, asked))
    if (rule?.to.body !== undefined) {
      const body = mapTexts(rule.to.body, text => filled(text, asked))
      return reply(body, rule.to.status)
    }
    const status = rule?.to.status ?? made.status
    if (made.status >= 300 || value === undefined) return status === made.status ? made : reply(value ?? {}, status)
    const changed = changeFields(value, own.addedFields ?? {}, own.missingFields ?? [])
    return { ...reply(changed, status), ...(made.nextCursor === undefined ? {} : { nextCursor: made.nextCursor }) }
  }
}

/** What an operation that the service does not have is answered with; `undefined` where it has it. */
export const missingReply = (overrides: Overrides | undefined, operation: Operation): Reply | undefined => {
  const missing = overridesOf(overrides, operation)?.missing
  return missing && reply(missing.body ?? {}, missing.status)
}

/** The same request without the query parameters that are accepted and have no effect. */
export function withoutAccepted(request: Request, overrides: Overrides | undefined, operation: Operation): Request {
  const accepted = overridesOf(overrides, operation)?.acceptedParameters
  const at = request.url.indexOf('?')
  if (!accepted || at < 0) return request
  const known = Object.keys(operation.query?.properties ?? {})
  const isAccepted = (name: string) => accepted.includes(name) || (accepted.includes('*') && !known.includes(name))
  const pairs = request.url.slice(at + 1).split('&')
  const left = pairs.filter(pair => !isAccepted(decoded(pair.split('=')[0] ?? '')))
  if (left.length === pairs.length) return request
  const url = request.url.slice(0, at) + (left.length > 0 ? `?${left.join('&')}` : '')
  return new Request(url, request)
}

const overridesOf = (overrides: Overrides | undefined, { id }: Operation): OperationOverrides | undefined =>
  overrides && Object.hasOwn(overrides.operations, id) ? overrides.operations[id] : undefined

type ParamsOf = ReturnType<typeof createParamReader>

/** What rules read of a request. */
export interface AskedRequest {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The first query parameter that the operation does not have. */
  unknown: string | undefined
  hasKey: boolean
}

function askedOf(request: Request, operation: Operation, paramsOf: ParamsOf, header: string): AskedRequest {
  const { name, search } = pathOf(request.url)
  const query = new URLSearchParams(search)
  const hasKey = (request.headers.get(header) ?? '').trim() !== ''
  return { params: paramsIn(name, paramsOf), query, unknown: unknownIn(query, operation), hasKey }
}

/** The first query parameter that an operation does not have. */
export const unknownIn = (query: URLSearchParams, operation: Operation): string | undefined =>
  [...query.keys()].find(name => !Object.hasOwn(operation.query?.properties ?? {}, name))

function fits({ when, from }: AnswerOverride, status: number, value: unknown, asked: AskedRequest) {
  if (from.status !== status || !isMet(when, asked)) return false
  if (from.message === undefined) return true
  return (isRecord(value) ? value.message : undefined) === filled(from.message, asked)
}

/** Whether a request is as a rule wants it. */
export function isMet(when: AnswerOverride['when'], { query, unknown, hasKey }: AskedRequest): boolean {
  const { parameter, value, key } = when ?? {}
  if (key !== undefined && hasKey !== (key === 'some')) return false
  const name = parameter === '*' ? unknown : parameter
  if (parameter !== undefined && (name === undefined || !query.has(name))) return false
  return value === undefined || kindOf(query.get(name ?? '') ?? '') === value
}

/** What a value of a query reads as. */
export function kindOf(text: string): ValueKind {
  if (text === '') return 'empty'
  if (text === 'true' || text === 'false') return 'boolean'
  return Number.isNaN(Number(text)) ? 'text' : 'number'
}

/** A text with the parameters of a request in the place of their names. */
function filled(text: string, { params, query, unknown }: AskedRequest): string {
  if (!text.includes('{')) return text
  return text.replaceAll(/\{(\??)(\w{1,100}|\*)\}/g, (whole, isQuery: string, name: string) => {
    if (name === '*') return unknown ?? whole
    const value = isQuery ? query.get(name) : Object.hasOwn(params, name) ? params[name] : undefined
    return value ?? whole
  })
}

/** A path with a bad percent escape has no parameters. */
function paramsIn(path: string, paramsOf: ParamsOf): Record<string, string> {
  try {
    return paramsOf(path)
  } catch {
    return {}
  }
}

const textOf = async ({ body }: Reply) => {
  if (typeof body === 'string') return body
  return body instanceof Blob ? body.text() : new TextDecoder().decode(body)
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
