import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { Query, Service } from '../client/client.ts'
import type { Fields } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import type { Shelf } from '../shelf/shelf.ts'

interface Page {
  items: Fields[]
  next: string | null
}

/**
 * The pages of a list, each kept on the shelf: those that are there already are not asked for again.
 *
 * @throws ServiceError where a page is none, or its cursor leads back to it
 */
export async function* listPages(
  service: Service,
  path: string,
  shelf: Shelf,
  query: Query = {},
): AsyncGenerator<Fields[]> {
  let cursor: string | null | undefined
  let number = 0
  for (const key of shelf.keys()) {
    const page = (await shelf.get(key)) as Page
    yield page.items
    cursor = page.next
    number++
  }
  while (cursor !== null) {
    const page = pageOf(await service.get(path, { ...query, cursor }), path)
    if (page.next !== null && page.next === cursor) throw new ServiceError(`GET ${path}: its pages have no end`)
    await shelf.put(String(number++), page)
    yield page.items
    cursor = page.next
  }
}

/** The pages of a list that are on the shelf. */
export async function* keptPages(shelf: Shelf): AsyncGenerator<Fields[]> {
  for (const key of shelf.keys()) yield ((await shelf.get(key)) as Page).items
}

/** All items of a list, each once. */
export async function listAll(service: Service, path: string, shelf: Shelf, query: Query = {}): Promise<Fields[]> {
  const found = new Map<unknown, Fields>()
  for await (const items of listPages(service, path, shelf, query)) for (const item of items) found.set(item.id, item)
  return [...found.values()]
}

function pageOf(answer: unknown, path: string): Page {
  if (!isRecord(answer) || !Array.isArray(answer.data)) throw new ServiceError(`GET ${path}: the answer is no list`)
  const next = answer.nextCursor
  return { items: recordsOf(answer.data), next: typeof next === 'string' && next !== '' ? next : null }
}
