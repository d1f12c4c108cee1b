import { isRecord } from '../../base/is-record.ts'
import type { DataTableRecord } from '../../model/data-table.ts'
import type { State } from '../../model/state.ts'
import { dataTableRefusals } from './refusals.ts'
import { dataTableSize } from './table-size.ts'

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

/** The tables of those projects that pass the filter, newest first where nothing else is asked for. */
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
  const [field = 'createdAt', direction = 'desc'] = sortBy?.split(':') ?? []
  const keyed = tables.map((table, at) => ({ table, key: sortKey(state, table, field), at }))
  const sign = direction === 'desc' ? -1 : 1
  keyed.sort((a, b) => sign * (compare(a.key, b.key) || (field === 'createdAt' ? a.at - b.at : 0)))
  return keyed.map(({ table }) => table)
}

function sortKey(state: State, table: DataTableRecord, field: string): string | number {
  if (field === 'size') return dataTableSize(state, table)
  if (field === 'name') return table.name.toLowerCase()
  return field === 'updatedAt' ? table.updatedAt : table.createdAt
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
