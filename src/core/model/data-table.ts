import { Type } from '@sinclair/typebox'
import { type FieldsOf, madeDates, PAIRED } from './field.ts'
import { count, dates, projectId, strict } from './fixture/fields.ts'
import { AnyMap, Enumeration } from './schema.ts'
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

/** A date is stored as ISO 8601 text. */
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

/** What the tables of a project differ in. */
export const tableName = (projectId: string, name: string) => JSON.stringify([projectId, name])

/** As the service makes ids: it knows no others of tables and columns. */
export const tableId = Type.String({ pattern: '^[A-Za-z0-9_-]{16}$' })

const FixtureColumn = Type.Object(
  {
    id: Type.Optional(tableId),
    name: Type.String({ pattern: COLUMN_NAME.source }),
    type: Enumeration(COLUMN_TYPES),
    ...dates,
  },
  strict,
)

/** What is said of each field of a data table, in the order of a document; `rows` are records of their own there. */
export const dataTableFields = {
  id: {
    shape: Type.Optional(tableId),
    absent: { made: '16 characters' },
    written: 'service',
    compared: PAIRED,
    examples: ['datatable0000001', 'datatable0000002'],
  },
  name: {
    shape: Type.String({ minLength: 1, maxLength: 128 }),
    absent: 'required',
    written: { create: 'by rule', update: 'by rule' },
    compared: 'value',
    examples: ['A table', 'Another table'],
  },
  projectId: {
    shape: projectId,
    absent: { made: 'the personal project of its owner' },
    written: { create: 'by rule' },
    compared: { refersTo: 'projects' },
    examples: ['projectOfTeam001', 'projectOfTeam002'],
  },
  columns: {
    shape: Type.Array(FixtureColumn),
    absent: 'required',
    written: { create: 'by rule' },
    compared: 'rule',
    examples: [[{ name: 'c', type: 'string' }], [{ name: 'c', type: 'number' }]],
  },
  nextRowId: {
    shape: Type.Optional(count),
    absent: { made: 'after its last row' },
    written: 'service',
    compared: { not: 'it counts rows that were deleted as well', butWithinInstance: 'value' },
    examples: [1, 2],
  },
  ...madeDates,
  rows: {
    shape: Type.Optional(Type.Array(AnyMap())),
    absent: { made: 'those that it had' },
    written: 'operation',
    compared: 'rule',
    shownAs: ['sizeBytes'],
    examples: [[{ id: 1 }], [{ id: 1 }, { id: 2 }]],
  },
} satisfies FieldsOf<DataTableRecord & { rows: unknown }>
