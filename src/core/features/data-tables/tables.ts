import { compare } from '../../base/compare.ts'
import { isRecord } from '../../base/is-record.ts'
import type { DataTableRecord } from '../../model/data-table.ts'
import type { Draft, State } from '../../model/state.ts'
import { checkColumns, type DataTableContext, findDuplicate, isReserved, newColumn } from './columns.ts'
import { dataTableRefusals } from './refusals.ts'
import { readColumnName } from './row-input.ts'
import { dataTableSize } from './table-size.ts'

export interface DataTableInput {
  name: string
  columns: readonly { name: string; type: string }[]
}

export function getDataTable(state: State | Draft, id: string): DataTableRecord {
  const table = state.dataTables.get(id)
  if (!table) throw dataTableRefusals.dataTableNotFound(id)
  return table
}

/**
 * Checks what a new table shall be, beyond the shape of the body: to be called before its project is looked for.
 *
 * @throws ApiError for the first thing that is wrong.
 */
export function checkDataTable({ name, columns }: DataTableInput): void {
  checkBlank(name)
  checkColumns(columns)
}

/** Makes a table in a project that there is. */
export function createDataTable(draft: Draft, input: DataTableInput, projectId: string, context: DataTableContext) {
  const { columns } = input
  const name = storedName(input.name)
  checkColumns(columns)
  checkName(draft, name, projectId)
  const reserved = columns.find(column => isReserved(column.name))
  if (reserved) throw dataTableRefusals.newColumnNameReserved(reserved.name)
  const duplicate = findDuplicate(columns)
  if (duplicate !== undefined) throw dataTableRefusals.columnNameTaken(duplicate, name)
  const now = context.clock.iso()
  const table: DataTableRecord = {
    id: context.ids.short(),
    name,
    projectId,
    nextRowId: 1,
    createdAt: now,
    updatedAt: now,
    columns: columns.map(({ name, type }) => newColumn({ name: readColumnName(name), type }, context)),
  }
  draft.dataTables.set(table)
  return table
}

/** Renames a table. Its own name counts as taken. */
export function renameDataTable(draft: Draft, table: DataTableRecord, given: string, { clock }: DataTableContext) {
  checkBlank(given)
  const name = storedName(given)
  checkName(draft, name, table.projectId)
  const renamed = { ...table, name, updatedAt: wholeSecond(clock.iso()) }
  draft.dataTables.set(renamed)
  return renamed
}

/** The service dates a renamed table to the second, which puts it behind others of that second in the list. */
const wholeSecond = (time: string) => `${time.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}.000Z`

/** Deletes a table with its rows. */
export function deleteDataTable(draft: Draft, table: DataTableRecord): void {
  for (const row of draft.dataTableRows.by('tableId', table.id)) draft.dataTableRows.delete(row.id)
  draft.dataTables.delete(table.id)
}

/** Without the blanks around it; the database has no half of a surrogate pair. */
const storedName = (given: string) => given.trim().toWellFormed()

function checkBlank(name: string) {
  if (name.trim() === '') throw dataTableRefusals.dataTableNameEmpty()
}

function checkName(draft: Draft, name: string, projectId: string) {
  if (draft.dataTables.by('projectId', projectId).some(other => other.name === name)) {
    throw dataTableRefusals.dataTableNameTaken(name)
  }
}

const FIELDS = ['id', 'name', 'projectId'] as const

/** What tables are asked for: any of the texts. */
export type DataTableFilter = Partial<Record<(typeof FIELDS)[number], string[]>>

const SORTS = ['name', 'createdAt', 'updatedAt', 'size'].flatMap(field => [`${field}:asc`, `${field}:desc`])

/** Reads the `filter` of the list from its JSON. @throws ApiError */
export function readDataTableFilter(value: unknown): DataTableFilter {
  if (!isRecord(value)) throw dataTableRefusals.dataTableFilterInvalid()
  return Object.fromEntries(
    Object.entries(value).map(([field, given]) => {
      const texts: unknown[] = Array.isArray(given) ? given : [given]
      if (!FIELDS.some(known => known === field) || !texts.every(text => typeof text === 'string'))
        throw dataTableRefusals.dataTableFilterInvalid()
      return [field, texts]
    }),
  )
}

/** Checks the `sortBy` of the list. @throws ApiError */
export function checkDataTableSort(sortBy: string): void {
  if (!SORTS.includes(sortBy)) throw dataTableRefusals.dataTableSortUnknown(SORTS)
}

/** The tables of those projects that pass the filter, last changed first where nothing else is asked for. */
export function listDataTables(
  state: State,
  includesProject: (projectId: string) => boolean,
  { filter = {}, sortBy }: { filter?: DataTableFilter; sortBy?: string | undefined },
): DataTableRecord[] {
  const ids = filter.id && new Set(filter.id)
  const projectIds = filter.projectId && new Set(filter.projectId)
  const parts = filter.name?.map(part => part.toLowerCase())
  const tables = [...state.dataTables.values()].filter(
    ({ id, name, projectId }) =>
      includesProject(projectId) &&
      (ids?.has(id) ?? true) &&
      (projectIds?.has(projectId) ?? true) &&
      (parts?.some(part => name.toLowerCase().includes(part)) ?? true),
  )
  const [field = 'updatedAt', direction = 'desc'] = sortBy?.split(':') ?? []
  const keyed = tables.map((table, at) => ({ table, key: sortKey(state, table, field), at }))
  const sign = direction === 'desc' ? -1 : 1
  keyed.sort((a, b) => sign * (compare(a.key, b.key) || (field.endsWith('At') ? a.at - b.at : 0)))
  return keyed.map(({ table }) => table)
}

function sortKey(state: State, table: DataTableRecord, field: string): string | number {
  if (field === 'size') return dataTableSize(state, table)
  if (field === 'name') return table.name.toLowerCase()
  return field === 'updatedAt' ? table.updatedAt : table.createdAt
}
