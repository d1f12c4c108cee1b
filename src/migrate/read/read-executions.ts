import type { Service } from '../client/client.ts'
import { forEachConcurrently } from '../client/limit-concurrency.ts'
import { type Fields, textOf } from '../fields.ts'
import type { Shelf, Shelves } from '../shelf/shelf.ts'
import { listPages } from './list-pages.ts'
import { unlessGone } from './read-workflows.ts'
import type { OnProgress } from './selection.ts'

/** Executions, oldest first; each is read when it is asked for. */
export interface ExecutionReader {
  ids: readonly string[]
  read(id: string): Promise<Fields | undefined>
}

/**
 * Reads the newest executions of some workflows, one by one, as the data of a page of them may be more than the service
 * or this process can hold.
 */
export async function readExecutions(
  service: Service,
  shelves: Shelves,
  most: number,
  workflowIds: ReadonlySet<string>,
  onProgress: OnProgress,
): Promise<ExecutionReader> {
  const list = await shelves.open('executions')
  const found = await newest(service, list, most, workflowIds)
  const whole = await shelves.open('whole-executions')
  const left = [...found].filter(([id]) => !whole.has(id))
  let done = found.size - left.length
  onProgress({ part: 'executions', done, total: found.size })
  await forEachConcurrently(left, service.concurrency, async ([id, listed]) => {
    const path = `/executions/${encodeURIComponent(id)}`
    const one = await unlessGone(service.get(path, { includeData: true }))
    await whole.put(id, one ? { ...listed, ...(one as Fields) } : null)
    onProgress({ part: 'executions', done: ++done, total: found.size })
  })
  const statusOf = await createStatusOf(service, shelves, [...found.values()])
  return {
    ids: [...found.keys()].sort((a, b) => Number(a) - Number(b)),
    async read(id) {
      const execution = (await whole.get(id)) as Fields | null
      return execution ? { ...execution, status: statusOf(execution) } : undefined
    },
  }
}

async function newest(service: Service, list: Shelf, most: number, workflowIds: ReadonlySet<string>) {
  const found = new Map<string, Fields>()
  for await (const items of listPages(service, '/executions', list, { limit: Math.min(most, 250) })) {
    for (const item of items) {
      const id = textOf(item.id)
      if (id !== undefined && workflowIds.has(textOf(item.workflowId) ?? '')) found.set(id, item)
      if (found.size >= most) return found
    }
  }
  return found
}

/** The published reference shows no status: there it follows from the other fields, and from what the filter finds. */
async function createStatusOf(service: Service, shelves: Shelves, listed: Fields[]) {
  const isUnclear = (one: Fields) => one.status === undefined && one.finished !== true && !one.waitTill && one.stoppedAt
  const failed = new Set<string>()
  const oldest = Math.min(...listed.filter(isUnclear).map(({ id }) => Number(id)))
  if (Number.isFinite(oldest)) {
    const pages = listPages(service, '/executions', await shelves.open('failed-executions'), {
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
