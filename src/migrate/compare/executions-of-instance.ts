import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { Service } from '../client/client.ts'
import { forEachConcurrently } from '../client/limit-concurrency.ts'
import { type Fields, textOf } from '../fields.ts'
import { readRecord } from '../read/read-record.ts'
import type { OnProgress } from '../read/selection.ts'
import { comparableExecution } from './comparable.ts'
import { isOver } from './newest-executions.ts'

const PAGE = 250

/**
 * The newest executions of a running Understudy that are over, with a digest in place of their data: one by one, as the
 * data of all may be more than memory holds.
 */
export async function executionsOfInstance(service: Service, most: number, onProgress: OnProgress = () => {}) {
  const found: Fields[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined && found.length < most; ) {
    const page = await service.getControl(`/overview/executions?limit=${PAGE}${cursor && `&cursor=${cursor}`}`)
    if (!isRecord(page)) break
    const listed = recordsOf(page.data)
      .filter(isOver)
      .slice(0, most - found.length)
    await forEachConcurrently(listed, service.concurrency, async ({ workflowName, ...execution }) => {
      const whole = await readRecord(service, '/executions', textOf(execution.id) ?? '', { includeData: true })
      found.push(comparableExecution({ ...execution, ...(whole ? { data: whole.data } : {}) }))
    })
    onProgress({ part: 'executions', done: found.length })
    cursor = textOf(page.nextCursor)
  }
  return found
}
