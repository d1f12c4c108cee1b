import type { Clock } from '../../core/base/clock.ts'
import { ApiError } from '../../core/base/errors.ts'
import {
  clearRows,
  deleteRows,
  insertRows,
  type RowContext,
  updateRows,
  upsertRow,
} from '../../core/features/data-tables/change-rows.ts'
import { listRows, type RowView, rowView } from '../../core/features/data-tables/read-rows.ts'
import { dataTableRefusals } from '../../core/features/data-tables/refusals.ts'
import { readRow, readRowFilter, readRowSort, readRows } from '../../core/features/data-tables/row-input.ts'
import {
  createDataTable,
  deleteDataTable,
  listDataTables,
  renameDataTable,
} from '../../core/features/data-tables/tables.ts'
import { type DataTableRecord, tableName } from '../../core/model/data-table.ts'
import type { FixtureOf } from '../../core/model/fixture.ts'
import { personalProjectId } from '../../core/model/project.ts'
import type { Draft, Secrets, State, Store } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { dataTableRecord } from '../../core/seeding/seed-data-table.ts'
import type { DataTableReply, DataTableRequest, TableRow } from '../nodes/tools/data-table-request.ts'

export interface DataTableParts {
  store: Store
  clock: Clock
  ids: { uuid(): string; short(): string }
  /** The time zone of dates without one. */
  zone: string
}

/** Does what Data Table nodes ask for; a change is stored for good before the node goes on. */
export type AskDataTable = (request: DataTableRequest) => Promise<DataTableReply>

/** The data tables of the project that has a workflow. */
export function dataTableAccess(parts: DataTableParts, workflow: WorkflowRecord): AskDataTable {
  return request =>
    answered(
      parts.store.updateInSteps(draft => perform(draft, request, { ...parts, projectId: projectOf(draft, workflow) })),
    )
}

/** The most changes of one run that is tried: each is made again for the next. */
const MAX_TRIED = 200

/** A data table as a fixture has it. */
export type GivenTable = FixtureOf<'dataTables'>

/**
 * The same for a run of which nothing is stored: only it sees its own changes.
 *
 * @param tables those that it sees beside the tables of the project, or in the place of one with the same id
 */
export function triedDataTables(
  parts: TriedTableParts,
  workflow: WorkflowRecord,
  tables: readonly GivenTable[] = [],
): AskDataTable {
  const made: DataTableRequest[] = []
  return async request => {
    if (made.length >= MAX_TRIED) return { error: `A run that is tried asks data tables ${MAX_TRIED} times at most` }
    made.push(request)
    let reply: DataTableReply = { value: undefined }
    const context = (draft: Draft) => ({ ...parts, projectId: projectOf(draft, workflow) })
    const isUndone = await parts.store
      .updateInSteps(function* (draft) {
        for (const table of tables) yield* placed(draft, table, context(draft))
        for (const earlier of made) reply = yield* performed(draft, earlier, context(draft))
        throw new Undone()
      })
      .catch(error => error)
    if (!(isUndone instanceof Undone)) throw isUndone
    return reply
  }
}

/** The parts that seed tables, too. */
export interface TriedTableParts extends DataTableParts {
  secrets: Secrets
}

/** Puts a table into the project, in the place of one that has its name. */
function* placed(draft: Draft, { owner: _, projectId: __, ...given }: GivenTable, context: TableContext) {
  const { projectId } = context
  const named = draft.dataTables.by('name', tableName(projectId, given.name.trim())).find(({ id }) => id !== given.id)
  if (named) deleteDataTable(draft, named)
  const record = yield* dataTableRecord(draft, given, { ...context, newIds: 'random' }, () => '')
  draft.dataTables.set({ ...record, projectId })
}

type TableContext = TriedTableParts & { projectId: string }

/** Ends an update that is not to be stored. */
class Undone extends Error {}

function* performed(draft: Draft, request: DataTableRequest, context: Context): Generator<unknown, DataTableReply> {
  try {
    return { value: yield* perform(draft, request, context) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error: error.message }
  }
}

async function answered(value: Promise<unknown>): Promise<DataTableReply> {
  try {
    return { value: await value }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error: error.message }
  }
}

function projectOf(state: State | Draft, { projectId, owner }: WorkflowRecord): string {
  const user = state.users.get(owner)
  return projectId ?? (user ? personalProjectId(user) : '')
}

type Context = RowContext & { ids: DataTableParts['ids']; projectId: string }

function* perform(draft: Draft, request: DataTableRequest, context: Context): Generator<unknown, unknown> {
  switch (request.operation) {
    case 'columns': {
      const table = tableOf(draft, request.table, context.projectId, request.isName)
      if (!table) return undefined
      return { id: table.id, name: table.name, columns: table.columns.map(({ name, type }) => ({ name, type })) }
    }
    case 'list':
      return listDataTables(draft as State, id => id === context.projectId, {
        ...(request.name === undefined ? {} : { filter: { name: [request.name] } }),
        sortBy: `${request.sortBy}:${request.direction}`,
      }).slice(0, request.limit)
    case 'create': {
      const known = tableOf(draft, request.name, context.projectId, true)
      return known && request.isReusing ? known : createDataTable(draft, request, context.projectId, context)
    }
    default: {
      // a table of another project counts as missing
      const table = tableOf(draft, request.table, context.projectId, false)
      if (!table) throw dataTableRefusals.dataTableNotFound(request.table)
      return yield* performOn(draft, table, request, context)
    }
  }
}

type OnTable = Exclude<DataTableRequest, { operation: 'columns' | 'list' | 'create' }>

function* performOn(
  draft: Draft,
  table: DataTableRecord,
  request: OnTable,
  context: Context,
): Generator<unknown, unknown> {
  const { zone, clock } = context
  switch (request.operation) {
    case 'get': {
      const { filter, sortBy, limit } = request
      const rows = yield* listRows(draft, table, {
        filter: filter && readRowFilter(filter),
        sort: sortBy && readRowSort(`${sortBy.column}:${sortBy.direction}`),
        zone,
      })
      return rows.slice(0, limit).map(row => rowView(table, row))
    }
    case 'insert':
      return yield* insertRows(draft, table, yield* readRows(request.rows), 'all', context)
    case 'update':
    case 'upsert': {
      const { filter, data, isDryRun } = request
      const change = request.operation === 'update' ? updateRows : upsertRow
      const asked = { filter: readRowFilter(filter), data: readRow(data), dryRun: isDryRun, returnData: true }
      return inPairs(yield* change(draft, table, asked, context), isDryRun)
    }
    case 'delete': {
      const asked = { filter: readRowFilter(request.filter), dryRun: request.isDryRun, returnData: true }
      return inPairs(yield* deleteRows(draft, table, asked, context), request.isDryRun)
    }
    case 'clear':
      return clearRows(draft, table, context)
    case 'drop':
      deleteDataTable(draft, table)
      return { id: table.id }
    case 'rename':
      return { name: renameDataTable(draft, table, request.name, { clock, ids: context.ids }).name }
  }
}

/** What a dry run returns: pairs of before and after. */
function inPairs(rows: true | RowView[], isDryRun: boolean): unknown {
  if (rows === true) return []
  if (!isDryRun) return rows
  const pairs: { before: TableRow; after: TableRow }[] = []
  for (let at = 0; at < rows.length; at += 2) {
    const [before, after] = [rows[at], rows[at + 1]].map(row => withoutState(row ?? {}))
    pairs.push({ before: before ?? {}, after: after ?? {} })
  }
  return pairs
}

const withoutState = ({ dryRunState, ...row }: TableRow) => row

function tableOf(state: State | Draft, given: string, projectId: string, isName: boolean): DataTableRecord | undefined {
  if (isName) return state.dataTables.by('projectId', projectId).find(({ name }) => name === given)
  const table = state.dataTables.get(given)
  return table?.projectId === projectId ? table : undefined
}
