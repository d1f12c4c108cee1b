import { notFound } from '../../base/errors.ts'
import type { Collection } from '../../base/store.ts'
import type { ExecutionRecord, StatusFilter } from '../../model/execution.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { memoizeByRevision } from '../memoize-by-revision.ts'
import { sees } from '../visibility.ts'

/** A page of executions: none or a negative limit is no limit; it begins after the last id of the page before. */
export interface PageOfExecutions {
  limit: number
  lastId?: string
}

export interface ExecutionFilters {
  status?: StatusFilter
  workflowId?: string
}

/** One page of executions, newest first. Running ones are not listed (docs/behaviour/executions.md#list-141). */
export function listExecutions(state: State, filters: ExecutionFilters, page: PageOfExecutions, user: UserRecord) {
  const wanted = executionFilter(state, filters, user)
  const rest = newestFirst(state.executions).filter(execution => isBefore(execution, page.lastId) && wanted(execution))
  const listed = rest.filter(execution => execution.status !== 'running')
  const items = page.limit <= 0 ? listed : listed.slice(0, page.limit)
  const last = items.at(-1)
  return { items, last, left: last ? rest.filter(execution => isBefore(execution, last.id)) : [] }
}

/** One page of the executions that are asked for, newest first, and whether there are more of them. */
export function listSelected(state: State, page: PageOfExecutions, isAsked: (execution: ExecutionRecord) => boolean) {
  const items: ExecutionRecord[] = []
  for (const execution of newestFirst(state.executions)) {
    if (!isBefore(execution, page.lastId) || !isAsked(execution)) continue
    if (page.limit > 0 && items.length === page.limit) return { items, hasMore: true }
    items.push(execution)
  }
  return { items, hasMore: false }
}

/** An execution by its id as a number. */
export function getExecution(state: State | Draft, id: number, user: UserRecord): ExecutionRecord {
  const execution = state.executions.get(String(id))
  if (!execution || !seesExecution(state, execution, user)) throw notFound()
  return execution
}

export function deleteExecution(draft: Draft, id: number, user: UserRecord): ExecutionRecord {
  const execution = getExecution(draft, id, user)
  draft.executions.delete(execution.id)
  return execution
}

function executionFilter(state: State, { status, workflowId }: ExecutionFilters, user: UserRecord) {
  return (execution: ExecutionRecord) =>
    (workflowId === undefined || execution.workflowId === workflowId) &&
    (status === undefined || hasStatus(execution, status)) &&
    seesExecution(state, execution, user)
}

const hasStatus = ({ status }: ExecutionRecord, filter: StatusFilter) =>
  status === filter || (filter === 'error' && status === 'crashed')

/** An execution belongs to its workflow's owner. */
function seesExecution(state: State | Draft, execution: ExecutionRecord, user: UserRecord) {
  const owner = state.workflows.get(execution.workflowId)?.owner
  return owner === undefined ? user.role !== 'global:member' : sees(user, owner)
}

/** Whether it comes after that one in a list: newest first. */
export const isBefore = ({ id }: ExecutionRecord, lastId: string | undefined) =>
  lastId === undefined || compareNumbers(id, lastId) < 0

/** Decimal text in the order of the numbers, however long. */
const compareNumbers = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** All executions, newest first. */
export const newestFirst = memoizeByRevision((executions: Collection<ExecutionRecord>) =>
  [...executions.values()].sort((a, b) => compareNumbers(b.id, a.id)),
)
