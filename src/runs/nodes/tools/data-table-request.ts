/** What a Data Table node asks of the instance, and what it is answered. */

export type TableColumn = { name: string; type: 'string' | 'number' | 'boolean' | 'date' }

/** A row as the API shows it: `{ id, createdAt, updatedAt, …columns }`; times are in ISO 8601. */
export type TableRow = Record<string, unknown>

/** Rows that fulfil all (`and`) or one (`or`) of these; `null` for `eq` and `neq` is an empty cell. */
export interface RowFilter {
  type: 'and' | 'or'
  filters: {
    columnName: string
    condition: 'eq' | 'neq' | 'like' | 'ilike' | 'gt' | 'gte' | 'lt' | 'lte'
    value: unknown
  }[]
}

/**
 * One operation. `table` is an id, or a name where `isName`; the table is looked up in the project of the workflow.
 * Values of rows are converted to the types of their columns by the instance, and written all or none.
 *
 * - `columns`: the table's columns; `value` is `{ id, name, columns: TableColumn[] }`
 * - `get`, `insert`, `update`, `upsert`, `delete`: `value` is the list of rows that were found, made, changed or deleted
 *   (of deleted ones as they were)
 * - `isDryRun`: nothing is written; `value` is a list of pairs `{ before: TableRow, after: TableRow }`, in which a row that
 *   was or will be missing has `null` for each field
 * - `clear`: `value` is `{ deletedCount }`; `rename`: `{ name }`; `drop`: `{ id }`; `create` and `list`: tables as the API
 *   shows them
 */
export type DataTableRequest =
  | { operation: 'columns'; table: string; isName: boolean }
  | {
      operation: 'get'
      table: string
      filter?: RowFilter
      limit?: number
      sortBy?: { column: string; direction: 'ASC' | 'DESC' }
    }
  | { operation: 'insert'; table: string; rows: TableRow[] }
  | { operation: 'update' | 'upsert'; table: string; filter: RowFilter; data: TableRow; isDryRun: boolean }
  | { operation: 'delete'; table: string; filter: RowFilter; isDryRun: boolean }
  | { operation: 'clear' | 'drop'; table: string }
  | { operation: 'rename'; table: string; name: string }
  | { operation: 'create'; name: string; columns: TableColumn[]; isReusing: boolean }
  | { operation: 'list'; name?: string; limit?: number; sortBy: string; direction: 'asc' | 'desc' }

/** `undefined` as `value` of `columns` means that there is no such table. */
export type DataTableReply = { value: unknown } | { error: string }
