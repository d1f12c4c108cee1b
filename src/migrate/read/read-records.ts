import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { giveWay } from '../../core/base/run-in-slices.ts'
import type { Query, Service } from '../client/client.ts'
import type { DownloadCache } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'

/** Which part of a service is read. */
export interface Selection {
  /** How many executions, the newest ones, with their data. Default 0: none. */
  executions?: number | undefined
  /** Only workflows that have all of these tags, by name. */
  tags?: readonly string[] | undefined
  /** Only active workflows. */
  active?: boolean | undefined
}

/** How far a reading is. */
export interface Progress {
  part: string
  done: number
  /** Where it is known. */
  total?: number
}

export type OnProgress = (progress: Progress) => void

/** Records in their order; each is read when it is asked for. */
export interface RecordReader {
  ids: readonly string[]
  read(id: string): Promise<Fields | undefined>
}

/** The records one by one, without those that are gone. */
export async function* eachRecord({ ids, read }: RecordReader): AsyncGenerator<Fields> {
  for (const id of ids) {
    await giveWay()
    const record = await read(id)
    if (record) yield record
  }
}

interface Page {
  items: Fields[]
  next: string | null
}

/** A list of more pages, or with longer cursors, is made to be read for ever. */
const MAX_PAGES = 10_000
const MAX_CURSOR = 4096

/**
 * The pages of a list, each stored in the cache: those that are there already are not asked for again.
 *
 * @throws ServiceError where a page is none, or has more items than were asked for, or its cursor leads back to a page
 *   that was read, or there are more pages than any list has
 */
export async function* listPages(
  service: Service,
  path: string,
  cache: DownloadCache,
  query: Query = {},
): AsyncGenerator<Fields[]> {
  let cursor: string | null | undefined
  let number = 0
  const cursors = new Set<string>()
  for (const key of cache.keys()) {
    const page = (await cache.get(key)) as Page
    if (page.next !== null) cursors.add(page.next)
    yield page.items
    cursor = page.next
    number++
  }
  while (cursor !== null) {
    await giveWay()
    const page = pageOf(await service.get(path, { ...query, cursor }), path)
    refuseTooMany(page.items.length, path, query.limit)
    const isEndless = page.next !== null && (number >= MAX_PAGES || page.next.length > MAX_CURSOR)
    if (isEndless || (page.next !== null && cursors.has(page.next)))
      throw new ServiceError(`GET ${path}: its pages have no end`)
    if (page.next !== null) cursors.add(page.next)
    await cache.put(String(number++), page)
    yield page.items
    cursor = page.next
  }
}

function refuseTooMany(count: number, path: string, limit: Query[string]) {
  if (typeof limit !== 'number' || count <= limit) return
  throw new ServiceError(
    `GET ${path}: a page has ${count} records, which are more records than were asked for (${limit})`,
  )
}

/**
 * Reads pages of a list from its cache, by their keys; the items by their ids. Records are asked for in the order of
 * their pages, so one is in memory.
 */
export function readPage(cache: DownloadCache) {
  let last: { key: string; items: Promise<Map<string | undefined, Fields>> } | undefined
  const itemsOf = async (key: string) => {
    const { items } = (await cache.get(key)) as Page
    return new Map(items.map(item => [textOf(item.id), item]))
  }
  return (key: string) => {
    if (last?.key !== key) last = { key, items: itemsOf(key) }
    return last.items
  }
}

/** All items of a list, each once. */
export async function listAll(
  service: Service,
  path: string,
  cache: DownloadCache,
  query: Query = {},
): Promise<Fields[]> {
  const found = new Map<unknown, Fields>()
  for await (const items of listPages(service, path, cache, query)) {
    service.countRecords(items.length)
    for (const item of items) found.set(item.id, item)
  }
  return [...found.values()]
}

function pageOf(answer: unknown, path: string): Page {
  if (!isRecord(answer) || !Array.isArray(answer.data)) throw new ServiceError(`GET ${path}: the answer is not a list`)
  const next = answer.nextCursor
  const items = recordsOf(answer.data)
  for (const item of items) refuseTooWide(item, path)
  return { items, next: typeof next === 'string' && next !== '' ? next : null }
}

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

const MAX_FIELDS = 5000

/** @throws ServiceError for a record with more fields than any has: each copy of it would take long */
export function refuseTooWide(record: Fields, path: string): Fields {
  let count = 0
  for (const _ in record)
    if (++count > MAX_FIELDS) throw new ServiceError(`GET ${path}: a record has more than ${MAX_FIELDS} fields`)
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
