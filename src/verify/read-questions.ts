import type { TSchema } from '@sinclair/typebox'
import { Kind } from '@sinclair/typebox'
import type { Operation } from '../core/http/operation.ts'
import { innerOf } from '../core/model/schema.ts'
import type { LocalSide } from './local-side.ts'
import type { Question } from './question.ts'
import type { Sample } from './read-sample.ts'
import { badQueries } from './refused-questions.ts'
import { isCopied } from './uncopied.ts'
import { filledIn, unknownParams } from './unknown-values.ts'

/** How many records of a list are asked for one by one. */
const MAX_RECORDS = 2
/** Fewer than are read of any list, so that both sides have the page. */
const PAGE = 2

interface Known {
  ours: LocalSide
  sample: Pick<Sample, 'whole' | 'executionsWithData'>
}

/** Questions about what a GET answers: of lists, of records that there are, of unknown ones, with bad queries. */
export async function readQuestions(operation: Operation, { ours, sample }: Known): Promise<Question[]> {
  if (operation.method !== 'GET') return []
  const { path } = operation
  const places = path.includes('/:') ? await placesOf(path, ours) : [{}]
  const [place] = places
  const missing = unknownParams(path, operation.params)
  const used = place ?? missing
  const found = places.flatMap(params => pages(operation, params, sample))
  const absent = path.includes('/:') ? [questionOf(operation, 'an unknown record', missing)] : []
  const bad = badQueries(operation, filledIn(path, used), used)
  // where the value is ignored, the whole list comes: of a list that was not read to its end only its beginning
  const limited = bad.map(question => withLimit(question, operation, sample))
  return [...found, ...absent, ...limited.map(question => ({ ...question, ...shapeOnly(operation) }))]
}

const questionOf = (
  { id, method, path, ...operation }: Operation,
  name: string,
  params: Record<string, string>,
  query = '',
): Question => ({
  operation: id,
  name,
  method,
  path: filledIn(path, params) + query,
  key: 'own',
  params,
  ...shapeOnly({ id, ...operation }),
})

const shapeOnly = ({ id }: Pick<Operation, 'id'>) => (isCopied(id) ? {} : { shapeOnly: true })

const isList = ({ query }: Operation) => query?.properties.limit !== undefined

/** Whether a list was read to its end; a list inside a record is short enough to be asked for whole. */
const isWhole = ({ path }: Operation, { whole }: Known['sample']) => path.includes('/:') || whole.has(path)

function pages(operation: Operation, params: Record<string, string>, sample: Known['sample']): Question[] {
  if (!isList(operation)) {
    return [
      questionOf(operation, 'as it is', params),
      ...choicesOf(operation).map(([name, value]) =>
        questionOf(operation, `${name}=${value}`, params, `?${name}=${value}`),
      ),
    ]
  }
  const limit = `?limit=${PAGE}`
  const first = questionOf(operation, 'the first page', params, limit)
  if (!isWhole(operation, sample)) return [first]
  const filters = choicesOf(operation).flatMap(([name, value]) => {
    // data was copied of the newest executions alone
    if (/data/i.test(name) && sample.executionsWithData < PAGE) return []
    return [questionOf(operation, `${name}=${value}`, params, `${limit}&${name}=${value}`)]
  })
  return [first, questionOf(operation, 'the whole list', params), ...filters]
}

/** Each parameter with fixed values, and its first one. */
function choicesOf({ query }: Operation): [string, string][] {
  return Object.entries<TSchema>(query?.properties ?? {}).flatMap(([name, given]): [string, string][] => {
    const schema = innerOf(given)
    if (schema.type === 'boolean') return [[name, 'true']]
    if (schema[Kind] === 'Enumeration') return [[name, String(schema.enum[0])]]
    return []
  })
}

/** Query parameters that the same list has in other versions: this service may have them already, or still. */
export function otherParameters(operation: Operation, others: readonly Operation[]): Question[] {
  const { method, path, query } = operation
  if (method !== 'GET' || path.includes('/:')) return []
  const known = Object.keys(query?.properties ?? {})
  const theirs = others.filter(it => it.method === method && it.path === path)
  const found = new Map(theirs.flatMap(it => Object.entries<TSchema>(it.query?.properties ?? {})))
  return [...found]
    .filter(([name]) => !known.includes(name))
    .map(([name, schema]) => {
      const limit = isList(operation) ? `&limit=${PAGE}` : ''
      const question = questionOf(
        operation,
        `${name}, as in other versions`,
        {},
        `?${name}=${anyValue(schema)}${limit}`,
      )
      return { ...question, parameter: name, shapeOnly: true }
    })
}

function anyValue(given: TSchema): string {
  const schema = innerOf(given)
  if (schema.type === 'boolean') return 'true'
  if (schema.type === 'number' || schema.type === 'integer') return '1'
  return schema[Kind] === 'Enumeration' ? String(schema.enum[0]) : 'understudy'
}

function withLimit(question: Question, operation: Operation, sample: Known['sample']): Question {
  if (!isList(operation) || isWhole(operation, sample) || question.parameter === 'limit') return question
  return { ...question, path: `${question.path}&limit=${PAGE}` }
}

/** What our instance has for the parameters of a path: a few records, and of each the first of what is inside it. */
async function placesOf(path: string, ours: LocalSide): Promise<Record<string, string>[]> {
  const parts = path.split('/')
  let places: { at: string; params: Record<string, string> }[] = [{ at: '', params: {} }]
  for (const part of parts.slice(1)) {
    if (!part.startsWith(':')) {
      places = places.map(({ at, params }) => ({ at: `${at}/${part}`, params }))
      continue
    }
    const name = part.slice(1)
    const next: typeof places = []
    for (const { at, params } of places) {
      const ids = await valuesAt(at, name, ours)
      const most = Object.keys(params).length === 0 ? MAX_RECORDS : 1
      for (const id of ids.slice(0, most))
        next.push({ at: `${at}/${encodeURIComponent(id)}`, params: { ...params, [name]: id } })
    }
    places = next
  }
  return places.map(({ params }) => params)
}

const EXAMPLE_TYPES = ['githubApi', 'httpHeaderAuth']

/** What may stand for a parameter: the ids of the list at its path, or what a record has under its name. */
async function valuesAt(path: string, name: string, ours: LocalSide): Promise<string[]> {
  if (name === 'credentialTypeName') return EXAMPLE_TYPES
  for (const field of ['id', name, 'slug', 'packageName']) {
    const values = await ours.idsIn(path, field)
    const isOfRecord = /:|\/[^/]+\/[^/]+$/.test(path) && field === 'id'
    if (values.length > 0 && !(isOfRecord && path.split('/').length === 3)) return values
  }
  return []
}
