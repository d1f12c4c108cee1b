import { forEachConcurrently } from '../../core/base/for-each-concurrently.ts'
import type { Query, Service } from '../client/client.ts'
import type { DownloadCache, DownloadCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import { listPages, type OnProgress, type RecordReader, readPage, readRecord } from './read-records.ts'

const PAGE = 100
/** The largest page of executions with their data that is asked for, as far as the executions before it show. */
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
  /** Execution → the page that it is on. */
  const pageKeys = new Map<string, string>()
  let singlesShowStatus = true
  /** Some versions do not list the status, but show it of an execution by itself. */
  const saysAll = (item: Fields) =>
    hasData(item) && (item.status !== undefined || item.finished === true || !singlesShowStatus)
  let done = 0
  let total: { total?: number } = {}
  const pages = pagesWithData(service, list, {
    limit: most,
    isWanted: ({ id, workflowId }) => workflowIds.has(textOf(workflowId) ?? '') && !pageKeys.has(String(id)),
    isWhole: item => whole.has(String(item.id)) || saysAll(item),
    onListed(count, isLast) {
      const known = pageKeys.size + count
      if (isLast || known >= most) total = { total: Math.min(known, most) }
      onProgress({ part: 'executions', done, ...total })
    },
    async put(listed, one) {
      if (one && one.status === undefined) singlesShowStatus = false
      await whole.put(String(listed.id), one ? { ...listed, ...one } : null)
      onProgress({ part: 'executions', done: ++done, ...total })
    },
  })
  let oldestUnclear = Number.POSITIVE_INFINITY
  let number = 0
  for await (const wanted of pages) {
    const items = wanted.slice(0, most - pageKeys.size)
    service.countRecords(items.length)
    for (const item of items) {
      pageKeys.set(String(item.id), String(number))
      if (isUnclear(item)) oldestUnclear = Math.min(oldestUnclear, Number(item.id))
    }
    done = pageKeys.size
    onProgress({ part: 'executions', done })
    number++
    if (pageKeys.size >= most) break
  }
  onProgress({ part: 'executions', done, total: done })
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

/** Whether a listed execution came with its data. */
export const hasData = ({ data }: Fields) => data !== undefined && data !== null

interface PagesWithData {
  /** How many executions are wanted at most. */
  limit: number
  isWanted(listed: Fields): boolean
  /** Whether nothing more is to be read of an execution. */
  isWhole(listed: Fields): boolean
  /** Called with the number of wanted executions of a page, before they are read one by one. */
  onListed?(count: number, isLast: boolean): void
  /** Takes one that was read by itself; `undefined` where it is gone. */
  put(listed: Fields, one: Fields | undefined): Promise<void>
}

/**
 * The wanted executions of the list, page by page, newest first. A page is asked for with the data of its executions
 * while most of them are wanted and it is not expected to be large: the data of a hundred executions may be more than
 * the service can hold. Where it came without, they are read one by one, before the page is passed on.
 */
export async function* pagesWithData(
  service: Service,
  list: DownloadCache,
  { limit, isWanted, isWhole, onListed, put }: PagesWithData,
): AsyncGenerator<Fields[]> {
  let isWithData = false

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

  let bytesBefore = service.bytesRead()
  for await (const items of listPages({ ...service, get }, '/executions', list, { limit: Math.min(limit, PAGE) })) {
    const wanted = items.filter(item => textOf(item.id) !== undefined && isWanted(item))
    const left = wanted.filter(item => !isWhole(item))
    onListed?.(wanted.length, items.length < Math.min(limit, PAGE))
    await forEachConcurrently(left, service.concurrency, async listed => {
      await put(listed, await readRecord(service, '/executions', String(listed.id), { includeData: true }))
    })
    const bytes = service.bytesRead() - bytesBefore
    const each: number = bytes / (isWithData ? items.length : left.length)
    isWithData = wanted.length * 2 >= items.length && each * PAGE <= MAX_PAGE_BYTES
    bytesBefore += bytes
    yield wanted
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
