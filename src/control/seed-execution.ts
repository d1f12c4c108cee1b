import type { Clock } from '../clock.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { FixtureOf } from '../model/fixture.ts'

/** Where a waiting execution waits for a webhook, the service sets this time (observed, section 6). */
export const WAITS_FOR_WEBHOOK = '3000-01-01T00:00:00.000Z'

const UNFINISHED = ['running', 'new']

/** A whole execution from as little as its workflow and status. */
export function executionRecord(given: FixtureOf<'executions'>, id: string, clock: Clock): ExecutionRecord {
  const { status } = given
  const startedAt = given.startedAt ?? clock.iso()
  const stopped = UNFINISHED.includes(status) ? null : startedAt
  const number = (value: string | number | null | undefined) =>
    value === undefined || value === null ? null : String(value)
  return {
    id,
    workflowId: String(given.workflowId),
    status,
    finished: given.finished ?? status === 'success',
    mode: given.mode ?? 'trigger',
    retryOf: number(given.retryOf),
    retrySuccessId: number(given.retrySuccessId),
    startedAt,
    stoppedAt: given.stoppedAt === undefined ? stopped : given.stoppedAt,
    waitTill: given.waitTill === undefined && status === 'waiting' ? WAITS_FOR_WEBHOOK : (given.waitTill ?? null),
    deletedAt: given.deletedAt ?? null,
    ...(given.data === undefined ? {} : { data: given.data }),
    ...(given.workflowData === undefined ? {} : { workflowData: given.workflowData }),
    ...(given.customData === undefined ? {} : { customData: given.customData }),
  }
}
