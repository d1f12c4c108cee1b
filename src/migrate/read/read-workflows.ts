import { forEachConcurrently } from '../../core/base/for-each-concurrently.ts'
import { recordsOf } from '../../core/base/is-record.ts'
import type { Service } from '../client/client.ts'
import type { DownloadCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import { listPages, type OnProgress, type RecordReader, readPage, readRecord, type Selection } from './read-records.ts'

/** Pages are smaller than they may be: a workflow can be large. */
const PAGE = 100

/**
 * Reads the workflows that are wanted, in the order of the list. The current service lists them without their description, so they are read one by
 * one there.
 */
export async function readWorkflows(
  service: Service,
  caches: DownloadCaches,
  { tags = [], active }: Selection,
  onProgress: OnProgress,
): Promise<RecordReader> {
  const pages = await caches.open('workflows')
  const whole = await caches.open('whole-workflows')
  const listed = new Map<string, string>()
  const unlisted: string[] = []
  const seen = new Set<string>()
  let number = 0
  const query = { limit: PAGE, ...(active ? { active: true } : {}) }
  for await (const items of listPages(service, '/workflows', pages, query)) {
    for (const item of items) {
      const id = textOf(item.id)
      if (id === undefined || seen.has(id) || !hasTags(item, tags)) continue
      seen.add(id)
      if (isShortened(item)) unlisted.push(id)
      service.countRecords(1)
      listed.set(id, String(number))
    }
    number++
    onProgress({ part: 'workflows', done: listed.size - unlisted.length })
  }
  refuseUnknownTags(service, tags, listed.size)
  const left = unlisted.filter(id => !whole.has(id))
  let done = listed.size - left.length
  await forEachConcurrently(left, service.concurrency, async id => {
    await whole.put(id, (await readRecord(service, '/workflows', id)) ?? null)
    onProgress({ part: 'workflows', done: ++done, total: listed.size })
  })
  // what was deleted since it was listed is none: its executions go with it
  for (const id of unlisted) if ((await whole.get(id)) === null) listed.delete(id)
  onProgress({ part: 'workflows', done: listed.size, total: listed.size })
  const shortened = new Set(unlisted)
  const page = readPage(pages)
  return {
    ids: [...listed.keys()],
    async read(id) {
      if (shortened.has(id)) return whole.get(id) as Promise<Fields>
      const key = listed.get(id)
      return key === undefined ? undefined : (await page(key)).get(id)
    },
  }
}

const isShortened = (item: Fields) => 'isArchived' in item && !('description' in item)

const hasTags = (item: Fields, wanted: readonly string[]) => {
  const names = recordsOf(item.tags).map(tag => tag.name)
  return wanted.every(name => names.includes(name))
}

function refuseUnknownTags({ url }: Service, tags: readonly string[], found: number) {
  if (tags.length === 0 || found > 0) return
  const which = tags.map(name => JSON.stringify(name)).join(' and ')
  throw new ServiceError(`${url} has no such workflow with the tag ${which}`)
}

/** Says what a key lacks that may not read workflows. */
export const withoutWorkflows =
  ({ url }: Service) =>
  (error: unknown): never => {
    if (!(error instanceof ServiceError) || error.status !== 403) throw error
    throw new ServiceError(
      `${url}: the key may not list workflows. Give it the scopes workflow:list and workflow:read`,
      { status: 403, cause: error },
    )
  }
