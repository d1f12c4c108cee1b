import { type Static, Type } from '@sinclair/typebox'
import type { Collection } from '../../base/store.ts'
import { isBefore, newestFirst } from '../../features/executions/rules.ts'
import { memoizeByRevision } from '../../features/memoize-by-revision.ts'
import { cursorAfter, MAX_LIMIT, type Page } from '../../http/paging.ts'
import { EXECUTION_STATUSES, type ExecutionRecord, type ExecutionStatus } from '../../model/execution.ts'
import { Enumeration } from '../../model/schema.ts'
import type { State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'

const HOUR = 3_600_000
const USUAL_HOURS = 24 * 14

const text = Type.Optional(Type.String())
export const OverviewQuery = Type.Object({
  workflowId: text,
  hours: Type.Optional(Type.Number({ multipleOf: 1, minimum: 1, maximum: 24 * 366 })),
})
export const ExecutionsQuery = Type.Object({
  id: text,
  workflowId: text,
  status: Type.Optional(Enumeration(EXECUTION_STATUSES)),
  limit: Type.Optional(Type.Number({ multipleOf: 1, minimum: 1, maximum: MAX_LIMIT })),
  cursor: text,
})

export type OverviewQuery = Static<typeof OverviewQuery>
export type ExecutionsQuery = Static<typeof ExecutionsQuery>

/** Counts, and executions per hour. */
export const overviewOf = (state: State, { workflowId, hours = USUAL_HOURS }: OverviewQuery, now: number) => ({
  counts: countsOf(state),
  executions: executionsPerHour(state, workflowId, hours, now),
})

/** How many records there are of each kind. */
function countsOf({ workflows, tags, credentials, executions, users }: State) {
  return {
    workflows: workflows.size,
    activeWorkflows: activeCount(workflows),
    executions: executions.size,
    tags: tags.size,
    credentials: credentials.size,
    users: users.size,
  }
}

/**
 * The executions that started in each hour, by status; hours in which none did are left out. The last hour is the
 * present one or, where nothing ran lately, that of the newest execution.
 */
function executionsPerHour({ executions }: State, workflowId: string | undefined, hours: number, now: number) {
  const starts = startsOf(executions).filter(start => workflowId === undefined || start.workflowId === workflowId)
  const newest = starts.reduce((latest, { hour }) => Math.max(latest, hour), -1)
  const present = Math.floor(now / HOUR)
  const last = newest < 0 || newest > present - hours ? Math.max(present, newest) : newest
  const perHour = new Map<number, Partial<Record<ExecutionStatus, number>>>()
  for (const { hour, status } of starts) {
    if (hour <= last - hours) continue
    const counts = perHour.get(hour) ?? {}
    counts[status] = (counts[status] ?? 0) + 1
    perHour.set(hour, counts)
  }
  const isoOf = (hour: number) => new Date(hour * HOUR).toISOString()
  return {
    from: isoOf(last - hours + 1),
    until: isoOf(last + 1),
    hours: [...perHour].sort(([a], [b]) => a - b).map(([hour, counts]) => ({ hour: isoOf(hour), counts })),
  }
}

/** One page of executions, newest first, whatever their status, with the names of their workflows. */
export function executionPage({ executions, workflows }: State, query: ExecutionsQuery, page: Page) {
  const wanted = newestFirst(executions).filter(
    ({ id, workflowId, status }) =>
      (query.id === undefined || query.id === id) &&
      (query.workflowId === undefined || query.workflowId === workflowId) &&
      (query.status === undefined || query.status === status),
  )
  const from = wanted.findIndex(it => isBefore(it, page.lastId))
  const items = from < 0 ? [] : wanted.slice(from, from + page.limit)
  const last = items.at(-1)
  const more = last !== undefined && last !== wanted.at(-1)
  return {
    data: items.map(({ data, workflowData, ...shown }) => ({
      ...shown,
      workflowName: workflows.get(shown.workflowId)?.name ?? null,
    })),
    total: wanted.length,
    nextCursor: more ? cursorAfter(last, page) : null,
  }
}

const startsOf = memoizeByRevision((executions: Collection<ExecutionRecord>) =>
  Array.from(executions.values(), ({ startedAt, status, workflowId }) => ({
    hour: Math.floor(Date.parse(startedAt) / HOUR),
    status,
    workflowId,
  })),
)

const activeCount = memoizeByRevision((workflows: Collection<WorkflowRecord>) => {
  let count = 0
  for (const { active } of workflows.values()) if (active) count++
  return count
})
