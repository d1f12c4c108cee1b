import { isRecord } from '../../base/is-record.ts'
import type { Query, Service } from '../client/client.ts'
import { type Fields, textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'

/**
 * The record with an id; `undefined` where it is gone.
 *
 * @throws ServiceError where something else comes in its place
 */
export async function readRecord(service: Service, path: string, id: string, query?: Query) {
  const record = await unlessGone(service.get(`${path}/${encodeURIComponent(id)}`, query))
  if (record === undefined) return record
  if (isRecord(record) && textOf(record.id) === id) return refuseTooWide(record, path)
  throw new ServiceError(`GET ${path}/${id}: something else came in its place`)
}

const MOST_FIELDS = 5000

/** @throws ServiceError for a record with more fields than any has: each copy of it would take long */
export function refuseTooWide(record: Fields, path: string): Fields {
  let count = 0
  for (const _ in record)
    if (++count > MOST_FIELDS) throw new ServiceError(`GET ${path}: a record has more than ${MOST_FIELDS} fields`)
  return record
}

/** What the service gives; `undefined` where it says that there is no such thing. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError && error.isAnswer(404)) return undefined
    throw error
  }
}
