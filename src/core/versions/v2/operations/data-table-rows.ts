import { Type } from '@sinclair/typebox'
import { runAtOnce, runSoon } from '../../../base/run-in-slices.ts'
import {
  checkRowChange,
  checkRowDeletion,
  clearRows,
  deleteRows,
  insertRows,
  updateRows,
  upsertRow,
} from '../../../features/data-tables/change-rows.ts'
import { hasPatterns, listRows, rowView } from '../../../features/data-tables/read-rows.ts'
import {
  type RowFilter,
  readQueryFilter,
  readRow,
  readRowFilter,
  readRowSort,
  readRows,
} from '../../../features/data-tables/row-input.ts'
import { getDataTable } from '../../../features/data-tables/tables.ts'
import type { Context } from '../../../http/context.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import type { DataTableRowRecord } from '../../../model/data-table.ts'
import type { Draft } from '../../../model/state.ts'
import { dataTablePage, oldPageParameters } from '../dialect/old-page.ts'
import { onDataTable } from '../guards.ts'
import type { V2Parts } from '../parts.ts'

const shared = { dialect: 'old', tag: 'DataTable' } as const

interface InTable {
  dataTableId: string
}
interface Insertion {
  data: Record<string, unknown>[]
  returnType?: 'count' | 'id' | 'all'
}
interface Change {
  filter: unknown
  data: Record<string, unknown>
  returnData?: boolean
  dryRun?: boolean
}

const CHANGE_EXAMPLE = {
  filter: { type: 'and', filters: [{ columnName: 'email', condition: 'eq', value: 'a@example.com' }] },
  data: { email: 'b@example.com' },
}

const changeRows =
  (change: typeof updateRows) =>
  async ({ params, body }: Call<InTable, unknown, Change>, context: Context) => {
    const filter = readRowFilter(body.filter)
    const data = readRow(body.data)
    checkRowChange({ data })
    const changed = await updateBy(filter, context, draft =>
      change(draft, getDataTable(draft, params.dataTableId), { ...body, filter, data }, context),
    )
    return reply(changed)
  }

/** Others are served while patterns are searched for in many texts. */
const updateBy = <T>(filter: RowFilter, context: Context, change: Steps<T>) =>
  update(context, hasPatterns(filter), change)

type Steps<T> = (draft: Draft) => Generator<undefined, T>

const update = <T>({ store }: Context, isLong: boolean, change: Steps<T>) =>
  isLong ? store.updateInSteps(change) : store.update(draft => runAtOnce(change(draft)) as never)

/** With more values, others are served while they are inserted: a date of another zone takes a while. */
const VALUES_AT_ONCE = 500

function isLongInsertion(rows: Insertion['data']): boolean {
  let values = 0
  return rows.some(row => {
    values += 1 + Object.keys(row).length
    return values > VALUES_AT_ONCE
  })
}

export const dataTableRowOperations = ({ shapes }: V2Parts) => {
  const changed = { 200: { description: 'true, the rows, or pairs of before and after', schema: shapes.Changed } }

  return [
    operation({
      ...shared,
      id: 'getDataTableRows',
      method: 'GET',
      path: '/data-tables/:dataTableId/rows',
      summary: 'Retrieve rows of a data table',
      ...onDataTable('dataTableRow:read'),
      query: Type.Object({
        ...oldPageParameters,
        filter: Type.Optional(
          shapes.JsonText({ description: 'JSON: { type, filters: [{ columnName, condition, value }] }' }),
        ),
        sortBy: Type.Optional(Type.String({ description: 'a column, with :asc or :desc' })),
        search: Type.Optional(Type.String({ description: "A part of any column's text" })),
      }),
      readPage: dataTablePage,
      reads: ['dataTables', 'dataTableRows'],
      responses: { 200: { description: 'A page of rows', schema: listOf(shapes.Row) }, ...refusals(404) },
      run: ({ params, query, page }, { store, zone }) => {
        const filter = query.filter === undefined ? undefined : readQueryFilter(query.filter)
        const sort = query.sortBy === undefined ? undefined : readRowSort(query.sortBy)
        const table = getDataTable(store.data, params.dataTableId)
        const rows = runSoon(listRows(store.data, table, { filter, sort, search: query.search, zone }))
        const show = (found: DataTableRowRecord[]) => {
          const { items, nextCursor } = paginate(found, page)
          return pageReply(
            items.values().map(row => rowView(table, row)),
            nextCursor,
          )
        }
        return rows instanceof Promise ? rows.then(show) : show(rows)
      },
    }),
    operation({
      ...shared,
      id: 'insertDataTableRows',
      method: 'POST',
      path: '/data-tables/:dataTableId/rows',
      summary: 'Insert rows into a data table',
      ...onDataTable('dataTableRow:create'),
      body: { schema: shapes.NewRows, required: true, example: { data: [{ email: 'a@example.com' }] } },
      responses: {
        200: { description: 'How many, their ids, or the rows', schema: shapes.Inserted },
        ...refusals(404),
      },
      run: async ({ params, body }: Call<InTable, unknown, Insertion>, context) => {
        const rows = await runSoon(readRows(body.data))
        return reply(
          await update(context, isLongInsertion(body.data), draft =>
            insertRows(draft, getDataTable(draft, params.dataTableId), rows, body.returnType ?? 'count', context),
          ),
        )
      },
    }),
    operation({
      ...shared,
      id: 'updateDataTableRows',
      method: 'PATCH',
      path: '/data-tables/:dataTableId/rows/update',
      summary: 'Change the rows that pass a filter',
      ...onDataTable('dataTableRow:update'),
      body: { schema: shapes.RowChange, required: true, example: CHANGE_EXAMPLE },
      responses: { ...changed, ...refusals(404) },
      run: changeRows(updateRows),
    }),
    operation({
      ...shared,
      id: 'upsertDataTableRow',
      method: 'POST',
      path: '/data-tables/:dataTableId/rows/upsert',
      summary: 'Change the rows that pass a filter, or insert one where none does',
      ...onDataTable('dataTableRow:upsert'),
      body: { schema: shapes.RowChange, required: true, example: CHANGE_EXAMPLE },
      responses: { ...changed, ...refusals(404) },
      run: changeRows(upsertRow),
    }),
    operation({
      ...shared,
      id: 'clearDataTableRows',
      method: 'DELETE',
      path: '/data-tables/:dataTableId/rows/clear',
      summary: 'Delete all rows of a data table',
      ...onDataTable('dataTableRow:delete'),
      responses: {
        200: {
          description: 'How many there were',
          schema: Type.Object({ deletedCount: Type.Integer() }, { additionalProperties: false }),
        },
        ...refusals(404),
      },
      run: async ({ params }, context) =>
        reply(await context.store.update(draft => clearRows(draft, getDataTable(draft, params.dataTableId), context))),
    }),
    operation({
      ...shared,
      id: 'deleteDataTableRows',
      method: 'DELETE',
      path: '/data-tables/:dataTableId/rows/delete',
      summary: 'Delete the rows that pass a filter',
      ...onDataTable('dataTableRow:delete'),
      query: Type.Object({
        filter: shapes.JsonText({ description: 'as for GET; at least one condition' }),
        returnData: Type.Optional(Type.Boolean({ default: false })),
        dryRun: Type.Optional(Type.Boolean({ default: false })),
      }),
      responses: { ...changed, ...refusals(404) },
      run: async ({ params, query }, context) => {
        const { returnData, dryRun } = query
        const filter = readQueryFilter(query.filter)
        checkRowDeletion(filter)
        const change = { filter, returnData, dryRun }
        const deleted = await updateBy(filter, context, draft =>
          deleteRows(draft, getDataTable(draft, params.dataTableId), change, context),
        )
        return reply(deleted)
      },
    }),
  ]
}
