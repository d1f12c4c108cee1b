import { isRecord } from '../../base/is-record.ts'
import type { Query, Service } from '../client/client.ts'
import { textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'

/**
 * The record with an id; `undefined` where it is gone.
 *
 * @throws ServiceError where something else comes in its place
 */
export async function readRecord(service: Service, path: string, id: string, query?: Query) {
  const record = await unlessGone(service.get(`${path}/${encodeURIComponent(id)}`, query))
  if (record === undefined || (isRecord(record) && textOf(record.id) === id)) return record
  throw new ServiceError(`GET ${path}/${id}: something else came in its place`)
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
