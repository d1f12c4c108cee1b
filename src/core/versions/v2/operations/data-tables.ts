import { Type } from '@sinclair/typebox'
import { forbidden } from '../../../base/errors.ts'
import { dataTableRefusals } from '../../../features/data-tables/refusals.ts'
import {
  checkDataTable,
  checkDataTableSort,
  createDataTable,
  type DataTableInput,
  deleteDataTable,
  getDataTable,
  listDataTables,
  readDataTableFilter,
  renameDataTable,
} from '../../../features/data-tables/tables.ts'
import { findProject, projectIdOf } from '../../../features/projects/find-project.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { noContent, reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { accessIn } from '../access.ts'
import { dataTablePage, oldPageParameters } from '../dialect/old-page.ts'
import { onDataTable } from '../guards.ts'
import type { V2Parts } from '../parts.ts'

const shared = { dialect: 'old', tag: 'DataTable' } as const

export const dataTableOperations = ({ shapes, presenters }: V2Parts) => {
  const one = { 200: { description: 'The table', schema: shapes.Table } }

  return [
    operation({
      ...shared,
      id: 'listDataTables',
      method: 'GET',
      path: '/data-tables',
      summary: 'Retrieve all data tables, newest first',
      scope: 'dataTable:list',
      query: Type.Object({
        ...oldPageParameters,
        filter: Type.Optional(shapes.JsonText({ description: 'JSON: id, name and projectId, each one or several' })),
        sortBy: Type.Optional(Type.String({ description: 'name, createdAt, updatedAt or size, with :asc or :desc' })),
      }),
      readPage: dataTablePage,
      reads: ['dataTables', 'dataTableRows'],
      responses: { 200: { description: 'A page of tables', schema: listOf(shapes.ListedTable) } },
      run: ({ query, page, user }, { store }) => {
        const filter = query.filter === undefined ? {} : { filter: readDataTableFilter(JSON.parse(query.filter)) }
        if (query.sortBy !== undefined) checkDataTableSort(query.sortBy)
        const access = accessIn(store.data, user)
        const sees = (projectId: string) => access.inProject('dataTable:list', projectId)
        const tables = listDataTables(store.data, sees, { ...filter, sortBy: query.sortBy })
        const { items, nextCursor } = paginate(tables, page)
        return pageReply(
          items.map(table => presenters.showListedTable(store.data, table)),
          nextCursor,
        )
      },
    }),
    operation({
      ...shared,
      id: 'createDataTable',
      method: 'POST',
      path: '/data-tables',
      summary: 'Create a data table',
      scope: 'dataTable:create',
      body: {
        schema: shapes.NewTable,
        required: true,
        example: { name: 'customers', columns: [{ name: 'email', type: 'string' }] },
      },
      responses: { 201: { description: 'The new table', schema: shapes.Table }, ...refusals(409) },
      run: async ({ body, user }: Call<unknown, unknown, DataTableInput & { projectId?: string }>, context) => {
        const { store } = context
        checkDataTable(body)
        const own = projectIdOf(store.data, { owner: user.id })
        const projectId = body.projectId || own
        const made = await store.update(draft => {
          if (!findProject(draft, projectId)) throw dataTableRefusals.dataTableProjectNotFound(projectId)
          if (!accessIn(draft, user).inProject('dataTable:create', projectId)) throw forbidden()
          return createDataTable(draft, body, projectId, context)
        })
        return reply(presenters.showTable(store.data, made), 201)
      },
    }),
    operation({
      ...shared,
      id: 'getDataTable',
      method: 'GET',
      path: '/data-tables/:dataTableId',
      summary: 'Retrieve a data table',
      ...onDataTable('dataTable:read'),
      reads: ['dataTables', 'dataTableRows'],
      responses: { ...one, ...refusals(404) },
      run: ({ params }, { store }) =>
        reply(presenters.showTable(store.data, getDataTable(store.data, params.dataTableId))),
    }),
    operation({
      ...shared,
      id: 'updateDataTable',
      method: 'PATCH',
      path: '/data-tables/:dataTableId',
      summary: 'Rename a data table',
      ...onDataTable('dataTable:update'),
      body: { schema: shapes.RenamedTable, required: true, example: { name: 'clients' } },
      responses: { ...one, ...refusals(404, 409) },
      run: async ({ params, body }: Call<{ dataTableId: string }, unknown, { name: string }>, context) => {
        const { store } = context
        const table = await store.update(draft =>
          renameDataTable(draft, getDataTable(draft, params.dataTableId), body.name, context),
        )
        return reply(presenters.showTable(store.data, table))
      },
    }),
    operation({
      ...shared,
      id: 'deleteDataTable',
      method: 'DELETE',
      path: '/data-tables/:dataTableId',
      summary: 'Delete a data table with its rows',
      ...onDataTable('dataTable:delete'),
      responses: { 204: { description: 'It is deleted' }, ...refusals(404) },
      run: async ({ params }, { store }) => {
        await store.update(draft => deleteDataTable(draft, getDataTable(draft, params.dataTableId)))
        return noContent()
      },
    }),
  ]
}
