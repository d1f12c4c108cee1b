import { forEachConcurrently, type Query, type Service } from '../client/client.ts'
import type { DownloadCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import { listPages, type OnProgress, type RecordReader, readPage, readRecord } from './read-records.ts'

const PAGE = 100
/** The largest page of executions with their data that is asked for, as far as the executions before it tell. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

/** Reads the newest executions of some workflows, oldest first. */
export async function readExecutions(
  service: Service,
  caches: DownloadCaches,
  most: number,
  workflowIds: ReadonlySet<string>,
  onProgress: OnProgress,
): Promise<RecordReader> {
  const list = await caches.open('executions')
  const whole = await caches.open('whole-executions')
  const data = createDataRequests(service)
  const pageKeys = new Map<string, string>()
  let oldestUnclear = Number.POSITIVE_INFINITY
  let number = 0
  for await (const items of listPages(data.service, '/executions', list, { limit: Math.min(most, PAGE) })) {
    const wanted = items
      .filter(({ id, workflowId }) => textOf(id) !== undefined && workflowIds.has(textOf(workflowId) ?? ''))
      .filter(({ id }) => !pageKeys.has(String(id)))
      .slice(0, most - pageKeys.size)
    service.countRecords(wanted.length)
    const left = wanted.filter(item => !data.isWhole(item) && !whole.has(String(item.id)))
    let done = pageKeys.size + wanted.length - left.length
    await forEachConcurrently(left, service.concurrency, async listed => {
      const id = String(listed.id)
      const one = await readRecord(service, '/executions', id, { includeData: true })
      if (one) data.noteSingle(one)
      await whole.put(id, one ? { ...listed, ...one } : null)
      onProgress({ part: 'executions', done: ++done })
    })
    data.endPage(items.length, wanted.length)
    for (const item of wanted) {
      pageKeys.set(String(item.id), String(number))
      if (isUnclear(item)) oldestUnclear = Math.min(oldestUnclear, Number(item.id))
    }
    onProgress({ part: 'executions', done: pageKeys.size })
    number++
    if (pageKeys.size >= most) break
  }
  onProgress({ part: 'executions', done: pageKeys.size, total: pageKeys.size })
  const statusOf = await createStatusOf(service, caches, oldestUnclear)
  const page = readPage(list)
  return {
    ids: [...pageKeys.keys()].sort((a, b) => Number(a) - Number(b)),
    async read(id) {
      const key = pageKeys.get(id)
      const execution = (whole.has(id) ? await whole.get(id) : key && (await page(key)).get(id)) as Fields | null
      return execution ? { ...execution, status: statusOf(execution) } : undefined
    },
  }
}

/**
 * Decides for each page of a list of executions whether it is asked for with their data. It is, while most of the
 * executions are wanted and a page of them is not expected to be large: the data of a hundred executions may be more
 * than the service can hold. The other executions are read one by one.
 */
function createDataRequests(service: Service) {
  let isWithData = false
  let singlesShowStatus = true
  let singles = 0
  let bytesBefore = service.bytesRead()

  async function get(path: string, query: Query = {}) {
    if (!isWithData) return service.get(path, query)
    try {
      return await service.get(path, { ...query, includeData: true })
    } catch (error) {
      // it may have been too large, or have taken too long
      if (!(error instanceof ServiceError) || (error.status !== undefined && error.status < 500)) throw error
      isWithData = false
      return service.get(path, query)
    }
  }

  return {
    service: { ...service, get },
    /** Whether an item of the list says as much as the execution by itself: some versions do not list the status. */
    isWhole: (item: Fields) =>
      'data' in item && (item.status !== undefined || item.finished === true || !singlesShowStatus),
    noteSingle(execution: Fields) {
      singles++
      if (execution.status === undefined) singlesShowStatus = false
    },
    endPage(listed: number, wanted: number) {
      const bytes = service.bytesRead() - bytesBefore
      const each = bytes / (isWithData ? listed : singles)
      isWithData = wanted * 2 >= listed && each * PAGE <= MAX_PAGE_BYTES
      bytesBefore += bytes
      singles = 0
    },
  }
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
