export const COLUMN_TYPES = ['string', 'number', 'boolean', 'date'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** What a column may be called. */
export const COLUMN_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/
/** The columns that every row has, whatever its table says. */
export const SYSTEM_COLUMNS = ['id', 'createdAt', 'updatedAt'] as const

export interface DataTableColumn {
  id: string
  name: string
  type: ColumnType
  createdAt: string
  updatedAt: string
}

/** A table of data. Its columns are in the order of their index. */
export interface DataTableRecord {
  id: string
  name: string
  projectId: string
  columns: DataTableColumn[]
  /** The number that the next row gets. */
  nextRowId: number
  createdAt: string
  updatedAt: string
}

/** A date is kept as ISO 8601 text. */
export type CellValue = string | number | boolean | null

/** A row of a table. */
export interface DataTableRowRecord {
  /** `rowKey` of its table and number. */
  id: string
  tableId: string
  rowId: number
  /** By the id of the column; null where absent. */
  values: { [columnId: string]: CellValue }
  createdAt: string
  updatedAt: string
}

/** The id of a row in the document. */
export const rowKey = (tableId: string, rowId: number) => `${tableId}:${rowId}`

/** What tells the tables of a project apart. */
export const tableName = (projectId: string, name: string) => JSON.stringify([projectId, name])
