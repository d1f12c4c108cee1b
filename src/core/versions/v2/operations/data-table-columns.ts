import { Type } from '@sinclair/typebox'
import { addColumn, type ColumnInput, changeColumn, deleteColumn } from '../../../features/data-tables/columns.ts'
import { getDataTable } from '../../../features/data-tables/tables.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { noContent, reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { onDataTable } from '../guards.ts'
import type { V2Parts } from '../parts.ts'

const shared = { dialect: 'old', tag: 'DataTable' } as const

interface Change {
  name?: string
  index?: number
}

export const dataTableColumnOperations = ({ shapes, presenters }: V2Parts) => [
  operation({
    ...shared,
    id: 'listDataTableColumns',
    method: 'GET',
    path: '/data-tables/:dataTableId/columns',
    summary: 'Retrieve the columns of a data table',
    ...onDataTable('dataTableColumn:read'),
    reads: ['dataTables'],
    responses: { 200: { description: 'Its columns', schema: Type.Array(shapes.Column) }, ...refusals(404) },
    run: ({ params }, { store }) => {
      const table = getDataTable(store.data, params.dataTableId)
      return reply(table.columns.map((column, index) => presenters.showColumn(table, column, index)))
    },
  }),
  operation({
    ...shared,
    id: 'createDataTableColumn',
    method: 'POST',
    path: '/data-tables/:dataTableId/columns',
    summary: 'Add a column to a data table',
    ...onDataTable('dataTableColumn:create'),
    body: { schema: shapes.NewColumn, required: true, example: { name: 'age', type: 'number' } },
    responses: { 201: { description: 'The new column', schema: shapes.Column }, ...refusals(404, 409) },
    run: async (
      { params, body }: Call<{ dataTableId: string }, unknown, ColumnInput & { index?: number }>,
      context,
    ) => {
      const { table, column, index } = await context.store.update(draft => {
        const table = getDataTable(draft, params.dataTableId)
        return { table, ...addColumn(draft, table, body, context) }
      })
      const { dataTableId, name, type, id, updatedAt, createdAt } = presenters.showColumn(table, column, index)
      return reply({ dataTableId, name, type, index, id, updatedAt, createdAt }, 201)
    },
  }),
  operation({
    ...shared,
    id: 'updateDataTableColumn',
    method: 'PATCH',
    path: '/data-tables/:dataTableId/columns/:columnId',
    summary: 'Rename or move a column',
    ...onDataTable('dataTableColumn:update'),
    params: shapes.ColumnParams,
    body: { schema: shapes.ChangedColumn, required: true, example: { index: 0 } },
    responses: { 200: { description: 'The column', schema: shapes.Column }, ...refusals(404, 409) },
    run: async ({ params, body }: Call<{ dataTableId: string; columnId: string }, unknown, Change>, context) => {
      const { table, column, index } = await context.store.update(draft => {
        const table = getDataTable(draft, params.dataTableId)
        return { table, ...changeColumn(draft, table, params.columnId, body, context) }
      })
      return reply(presenters.showColumn(table, column, index))
    },
  }),
  operation({
    ...shared,
    id: 'deleteDataTableColumn',
    method: 'DELETE',
    path: '/data-tables/:dataTableId/columns/:columnId',
    summary: 'Delete a column',
    ...onDataTable('dataTableColumn:delete'),
    params: shapes.ColumnParams,
    responses: { 204: { description: 'It is deleted' }, ...refusals(404) },
    run: async ({ params }, context) => {
      await context.store.update(draft =>
        deleteColumn(draft, getDataTable(draft, params.dataTableId), params.columnId, context),
      )
      return noContent()
    },
  }),
]
