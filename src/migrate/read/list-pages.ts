import { isRecord, recordsOf } from '../../base/is-record.ts'
import { giveWay } from '../../base/run-in-slices.ts'
import type { Query, Service } from '../client/client.ts'
import type { Fields } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import type { Shelf } from '../shelf/shelf.ts'
import { refuseTooWide } from './read-record.ts'

interface Page {
  items: Fields[]
  next: string | null
}

/**
 * The pages of a list, each kept on the shelf: those that are there already are not asked for again.
 *
 * @throws ServiceError where a page is none, or has more items than were asked for, or its cursor leads back to a page
 *   that was read
 */
export async function* listPages(
  service: Service,
  path: string,
  shelf: Shelf,
  query: Query = {},
): AsyncGenerator<Fields[]> {
  let cursor: string | null | undefined
  let number = 0
  const cursors = new Set<string>()
  for (const key of shelf.keys()) {
    const page = (await shelf.get(key)) as Page
    if (page.next !== null) cursors.add(page.next)
    yield page.items
    cursor = page.next
    number++
  }
  while (cursor !== null) {
    await giveWay()
    const page = pageOf(await service.get(path, { ...query, cursor }), path)
    refuseTooMany(page.items.length, path, query.limit)
    if (page.next !== null && cursors.has(page.next)) throw new ServiceError(`GET ${path}: its pages have no end`)
    if (page.next !== null) cursors.add(page.next)
    await shelf.put(String(number++), page)
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

/** The pages of a list that are on the shelf. */
export async function* keptPages(shelf: Shelf): AsyncGenerator<Fields[]> {
  for (const key of shelf.keys()) yield ((await shelf.get(key)) as Page).items
}

/** All items of a list, each once. */
export async function listAll(service: Service, path: string, shelf: Shelf, query: Query = {}): Promise<Fields[]> {
  const found = new Map<unknown, Fields>()
  for await (const items of listPages(service, path, shelf, query)) {
    service.countRecords(items.length)
    for (const item of items) found.set(item.id, item)
  }
  return [...found.values()]
}

function pageOf(answer: unknown, path: string): Page {
  if (!isRecord(answer) || !Array.isArray(answer.data)) throw new ServiceError(`GET ${path}: the answer is no list`)
  const next = answer.nextCursor
  const items = recordsOf(answer.data)
  for (const item of items) refuseTooWide(item, path)
  return { items, next: typeof next === 'string' && next !== '' ? next : null }
}
