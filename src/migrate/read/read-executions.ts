import { forEachConcurrently, type Service } from '../client/client.ts'
import type { DownloadCache, DownloadCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { cachedPages, listPages, type OnProgress, type RecordReader, readRecord } from './read-records.ts'

/**
 * Reads the newest executions of some workflows, oldest first, and one by one, as the data of a page of them may be more than the service
 * or this process can hold.
 */
export async function readExecutions(
  service: Service,
  caches: DownloadCaches,
  most: number,
  workflowIds: ReadonlySet<string>,
  onProgress: OnProgress,
): Promise<RecordReader> {
  const list = await caches.open('executions')
  const whole = await caches.open('whole-executions')
  const { ids, oldestUnclear } = await newest(service, list, most, workflowIds)
  let done = ids.size - [...ids].filter(id => !whole.has(id)).length
  onProgress({ part: 'executions', done, total: ids.size })
  // the pages come from the cache again: a page of executions is held at a time, and only the ids of all
  for await (const items of cachedPages(list)) {
    const left = items.filter(({ id }) => ids.has(String(id)) && !whole.has(String(id)))
    await forEachConcurrently(left, service.concurrency, async listed => {
      const id = String(listed.id)
      const one = await readRecord(service, '/executions', id, { includeData: true })
      await whole.put(id, one ? { ...listed, ...one } : null)
      onProgress({ part: 'executions', done: ++done, total: ids.size })
    })
  }
  const statusOf = await createStatusOf(service, caches, oldestUnclear)
  return {
    ids: [...ids].sort((a, b) => Number(a) - Number(b)),
    async read(id) {
      const execution = (await whole.get(id)) as Fields | null
      return execution ? { ...execution, status: statusOf(execution) } : undefined
    },
  }
}

/** The ids of the newest executions, and the lowest number of those whose status the list does not tell. */
async function newest(service: Service, list: DownloadCache, most: number, workflowIds: ReadonlySet<string>) {
  const ids = new Set<string>()
  let oldestUnclear = Number.POSITIVE_INFINITY
  for await (const items of listPages(service, '/executions', list, { limit: Math.min(most, 250) })) {
    for (const item of items) {
      const id = textOf(item.id)
      if (id === undefined || !workflowIds.has(textOf(item.workflowId) ?? '')) continue
      service.countRecords(1)
      ids.add(id)
      if (isUnclear(item)) oldestUnclear = Math.min(oldestUnclear, Number(id))
      if (ids.size >= most) return { ids, oldestUnclear }
    }
  }
  return { ids, oldestUnclear }
}

const isUnclear = (one: Fields) => one.status === undefined && one.finished !== true && !one.waitTill && one.stoppedAt

/** The published reference shows no status: there it follows from the other fields, and from what the filter finds. */
async function createStatusOf(service: Service, caches: DownloadCaches, oldest: number) {
  const failed = new Set<string>()
  if (Number.isFinite(oldest)) {
    const pages = listPages(service, '/executions', await caches.open('failed-executions'), {
      limit: 250,
      status: 'error',
    })
    for await (const items of pages) {
      for (const { id } of items) failed.add(String(id))
      if (items.some(({ id }) => Number(id) < oldest)) break
    }
  }
  return (one: Fields) => {
    if (one.status !== undefined) return one.status
    if (one.finished === true) return 'success'
    if (one.waitTill) return 'waiting'
    if (!one.stoppedAt) return 'running'
    return failed.has(String(one.id)) ? 'error' : 'canceled'
  }
}
