import type { DataTableRecord, DataTableRowRecord } from '../../model/data-table.ts'
import type { Draft, State } from '../../model/state.ts'
import { dataTableRefusals } from './refusals.ts'

const MIB = 1024 * 1024
/** The most bytes of the rows of a table; `FRAME_BYTES` are added to each for what it has beside its values. */
const MAX_BYTES = 50 * MIB
const FRAME_BYTES = 100

/** What changes of rows have made of tables, so that the next one need not go through all rows again. */
const tables = new WeakMap<DataTableRecord, number>()
const rows = new WeakMap<DataTableRowRecord, number>()

/** About how many bytes a table takes: those of its rows as JSON. Each row is measured once. */
export function dataTableSize(state: State | Draft, { id }: DataTableRecord): number {
  let size = 0
  for (const row of state.dataTableRows.by('tableId', id)) size += rowSize(row)
  return size
}

/**
 * Adds up what a change makes of a table, row by row.
 *
 * @throws ApiError 400 as soon as the table grows beyond what it may take
 */
export function createSizeCheck(draft: Draft, table: DataTableRecord) {
  const before = tables.get(table) ?? dataTableSize(draft, table)
  let size = before
  let framed = 0

  return {
    add(row: DataTableRowRecord, replaced?: DataTableRowRecord) {
      size += rowSize(row) - (replaced ? rowSize(replaced) : 0)
      framed += FRAME_BYTES
      if (size <= before || size + framed <= MAX_BYTES) return
      throw dataTableRefusals.dataTableTooLarge(inMib(size), inMib(MAX_BYTES))
    },
    /** Remembers the size of the table as it is after the change. */
    keep(after: DataTableRecord) {
      tables.set(after, size)
    },
  }
}

const inMib = (bytes: number) => Math.round(bytes / MIB)

function rowSize(row: DataTableRowRecord): number {
  const known = rows.get(row)
  if (known !== undefined) return known
  const size = JSON.stringify(row.values).length
  rows.set(row, size)
  return size
}
