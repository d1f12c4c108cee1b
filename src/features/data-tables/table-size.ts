import type { DataTableRecord, DataTableRowRecord } from '../../model/data-table.ts'
import type { State } from '../../state.ts'

const sizes = new WeakMap<DataTableRowRecord, number>()

/** About how many bytes a table takes: those of its rows as JSON. Each row is measured once. */
export function dataTableSize(state: State, { id }: DataTableRecord): number {
  let size = 0
  for (const row of state.dataTableRows.by('tableId', id)) size += rowSize(row)
  return size
}

function rowSize(row: DataTableRowRecord): number {
  const known = sizes.get(row)
  if (known !== undefined) return known
  const size = JSON.stringify(row.values).length
  sizes.set(row, size)
  return size
}
