import { compare } from '../../base/compare.ts'
import { common } from '../../base/errors.ts'
import type { Collection } from '../../base/store.ts'
import type { ExecutionRecord, StatusFilter } from '../../model/execution.ts'
import type { Draft, State } from '../../model/state.ts'
import { memoizeByRevision } from '../memoize-by-revision.ts'
import { executionRefusals } from './refusals.ts'
import { hasStatus } from './selection.ts'

/** A page of executions: none or a negative limit is no limit; it begins after the last id of the page before. */
export interface PageOfExecutions {
  limit: number
  lastId?: string
}

export interface ExecutionFilters {
  status?: StatusFilter
  workflowId?: string
}

/** Whether the user sees an execution. */
export type Sees = (execution: ExecutionRecord) => boolean

/** One page of executions, newest first. Running ones are not listed (docs/behaviour/executions.md#list-141). */
export function listExecutions(state: State, filters: ExecutionFilters, page: PageOfExecutions, sees: Sees) {
  const wanted = executionFilter(filters, sees)
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

/** An execution that the user sees. @throws ApiError 404 */
export function getExecution(state: State | Draft, id: number | string, sees: Sees): ExecutionRecord {
  const execution = state.executions.get(String(id))
  if (!execution || !sees(execution)) throw common.notFound()
  return execution
}

/** Deletes an execution that the user sees. @throws ApiError 404; 400 for a running one, unless these are deleted too */
export function deleteExecution(
  draft: Draft,
  id: number | string,
  sees: Sees,
  { deletesRunning }: { deletesRunning: boolean },
): ExecutionRecord {
  const execution = getExecution(draft, id, sees)
  if (execution.status === 'running' && !deletesRunning) throw executionRefusals.executionIsRunning()
  draft.executions.delete(execution.id)
  return execution
}

const executionFilter =
  ({ status, workflowId }: ExecutionFilters, sees: Sees) =>
  (execution: ExecutionRecord) =>
    (workflowId === undefined || execution.workflowId === workflowId) &&
    (status === undefined || hasStatus(execution.status, status)) &&
    sees(execution)

/** Whether it comes after that one in a list: newest first. */
export const isBefore = ({ id }: ExecutionRecord, lastId: string | undefined) =>
  lastId === undefined || compareNumbers(id, lastId) < 0

/** Decimal text in the order of the numbers, however long. */
const compareNumbers = (a: string, b: string) => a.length - b.length || compare(a, b)

/** All executions, newest first. */
export const newestFirst = memoizeByRevision((executions: Collection<ExecutionRecord>) =>
  [...executions.values()].sort((a, b) => compareNumbers(b.id, a.id)),
)
