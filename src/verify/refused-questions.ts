import type { TSchema } from '@sinclair/typebox'
import { Kind } from '@sinclair/typebox'
import type { Operation } from '../core/http/operation.ts'
import { innerOf } from '../core/model/schema.ts'
import type { Question } from './question.ts'
import { filledIn, malformedBody, unknownParams } from './unknown-values.ts'

/** Why an operation is not asked with the key. */
export const WHOLE_INSTANCE = 'it acts on the whole instance: asked without a key only'

/** Not a GET, and yet it only reports. */
const REPORTS = ['/audit']

/**
 * Whether a write can be asked with the key although nothing may change: of a record that does not exist, or for a new
 * one of a collection with a body that no version takes. Others act on the whole instance, and a version that reads its
 * body otherwise would do so.
 */
export function canBeRefused({ path, method }: Operation, operations: readonly Operation[]): boolean {
  if (path.includes('/:') || REPORTS.includes(path)) return true
  return method === 'POST' && operations.some(other => isRecordOf(other.path, path))
}

/** Whether a path is that of the records of a collection, and of nothing inside of them. */
export const isRecordOf = (path: string, collection: string) =>
  path.startsWith(`${collection}/:`) && !path.slice(collection.length + 2).includes('/')

/** Questions about writes, each of which is refused whatever the version: nothing changes. */
export function refusedWrites(operation: Operation, operations: readonly Operation[]): Question[] {
  if (operation.method === 'GET') return []
  const { id, method, path, body } = operation
  const params = unknownParams(path, operation.params)
  const ask = { operation: id, method, path: filledIn(path, params), params, key: 'own' } as const
  const keyless: Question = { ...ask, key: 'none', name: 'no key' }
  if (!canBeRefused(operation, operations)) return [keyless]
  const isRecord = path.includes('/:')
  if (!body || body.mediaType !== undefined) return isRecord ? [{ ...ask, name: 'an unknown record' }] : [keyless]
  const questions: Question[] = [
    { ...ask, name: 'fields of other types', body: JSON.stringify(malformedBody(body.schema)) },
  ]
  if (body.required && isFirstOfResource(operation, operations))
    questions.push({ ...ask, name: 'a body of another media type', body: 'understudy', mediaType: 'text/plain' })
  if (isRecord) questions.push({ ...ask, name: 'an unknown field alone', body: JSON.stringify({ understudy: true }) })
  return questions
}

/** Whether it is the first write with a body of its resource and dialect: these check what a body is alike. */
function isFirstOfResource(operation: Operation, operations: readonly Operation[]): boolean {
  const group = groupOf(operation)
  return (
    operations.find(
      it => it.method !== 'GET' && it.body?.required && groupOf(it) === group && canBeRefused(it, operations),
    ) === operation
  )
}

const groupOf = ({ path, dialect = '' }: Operation) => `${path.split('/')[1]} ${dialect}`

/** Questions without a key, and with a wrong one: one of each resource and dialect, as these are checked alike. */
export function keyQuestions(operations: readonly Operation[]): Question[] {
  const seen = new Set<string>()
  return operations.flatMap(operation => {
    const { id, method, path } = operation
    const group = groupOf(operation)
    if (method !== 'GET' || seen.has(group)) return []
    seen.add(group)
    const params = unknownParams(path, operation.params)
    const ask = { operation: id, method, path: filledIn(path, params), params } as const
    return [
      { ...ask, key: 'none' as const, name: 'no key' },
      { ...ask, key: 'wrong' as const, name: 'a wrong key' },
    ]
  })
}

/** Invalid values of the query parameters of an operation. @param path with its parameters filled in */
export function badQueries(operation: Operation, path: string, params: Record<string, string>): Question[] {
  const { id, method, query } = operation
  const ask = { operation: id, method, params, key: 'own' } as const
  const properties = Object.entries<TSchema>(query?.properties ?? {})
  const bad = properties.flatMap(([name, schema]) => badValues(name, schema).map(value => [name, value] as const))
  const [first] = properties
  return [
    { ...ask, name: 'an unknown parameter', path: `${path}?understudy=1`, parameter: 'understudy' },
    ...bad.map(([name, value]) => ({
      ...ask,
      name: `an invalid ${name}`,
      path: `${path}?${name}=${value}`,
      parameter: name,
    })),
    ...(first ? [{ ...ask, name: `an empty ${first[0]}`, path: `${path}?${first[0]}=`, parameter: first[0] }] : []),
  ]
}

function badValues(name: string, given: TSchema): string[] {
  const schema = innerOf(given)
  if (name === 'cursor') return ['understudy']
  const isWord = schema[Kind] === 'Enumeration' || schema.type === 'boolean' || schema.format !== undefined
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  // free texts take anything
  return isWord || isNumber ? ['understudy'] : []
}
