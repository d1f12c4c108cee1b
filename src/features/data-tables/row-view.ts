import type { CellValue, DataTableRecord, DataTableRowRecord } from '../../model/data-table.ts'

/** A row as answered: its columns by their index, then the system's own. */
export type RowView = Record<string, CellValue>

export function rowView({ columns }: DataTableRecord, row: DataTableRowRecord): RowView {
  const { rowId: id, createdAt, updatedAt } = row
  return {
    ...Object.fromEntries(columns.map(column => [column.name, row.values[column.id] ?? null])),
    id,
    createdAt,
    updatedAt,
  }
}

/** A change that was not made: the row as it is, and as it would be. */
export const beforeAndAfter = (before: RowView, after: RowView): RowView[] => [
  { ...before, dryRunState: 'before' },
  { ...after, dryRunState: 'after' },
]

/** A row that there is not. */
export const noRow = (names: Iterable<string>): RowView => ({
  id: null,
  createdAt: null,
  updatedAt: null,
  ...Object.fromEntries([...names].map(name => [name, null])),
})
