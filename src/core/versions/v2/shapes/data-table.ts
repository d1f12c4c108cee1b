import { FormatRegistry, type TSchema, Type } from '@sinclair/typebox'
import { AnyMap, DateTime, Enumeration, RequiringSome } from '../../../model/schema.ts'

FormatRegistry.Set('nanoid', text => /^[A-Za-z0-9]{16}$/.test(text))

const flag = Type.Optional(Type.Boolean())
const strict = { additionalProperties: false }
const COLUMN_TYPES = ['string', 'number', 'boolean', 'date'] as const

/** A query parameter that is JSON. */
export const JsonText = (options = {}) => Type.String({ ...options, format: 'jsonString' })
export const TableParams = Type.Object({ dataTableId: Type.String({ format: 'nanoid' }) })
export const ColumnParams = Type.Object({
  dataTableId: Type.String({ format: 'nanoid' }),
  columnId: Type.String({ format: 'nanoid' }),
})

const tableName = Type.String({ minLength: 1, maxLength: 128 })

/** A table as POST takes it. */
export const NewTable = Type.Object({
  name: tableName,
  columns: Type.Array(
    // json is documented, and refused when the columns are looked at
    Type.Object({ name: Type.String({ minLength: 1 }), type: Enumeration([...COLUMN_TYPES, 'json']) }),
  ),
  projectId: Type.Optional(Type.String()),
})

export const RenamedTable = Type.Object({ name: tableName })

const columnName = Type.String({ minLength: 1, maxLength: 63, pattern: '^[a-zA-Z][a-zA-Z0-9_]*$' })
const index = Type.Integer({ minimum: 0 })

export const NewColumn = Type.Object({
  name: columnName,
  type: Enumeration(COLUMN_TYPES),
  index: Type.Optional(index),
})

export const ChangedColumn = RequiringSome(
  ['name', 'index'],
  Type.Object({ name: Type.Optional(columnName), index: Type.Optional(index) }, strict),
)

export const NewRows = Type.Object({
  data: Type.Array(AnyMap(), { minItems: 1 }),
  returnType: Type.Optional(Enumeration(['count', 'id', 'all'])),
})

const RowFilter = Type.Object({
  type: Type.Optional(Enumeration(['and', 'or'])),
  filters: Type.Array(
    Type.Object({
      columnName: Type.String(),
      condition: Enumeration(['eq', 'neq', 'like', 'ilike', 'gt', 'gte', 'lt', 'lte']),
      value: Type.Unknown(),
    }),
    { minItems: 1 },
  ),
})

export const RowChange = Type.Object({ filter: RowFilter, data: AnyMap(), returnData: flag, dryRun: flag })

const dates = { updatedAt: DateTime(), createdAt: DateTime() }

/** A column as shown. */
export const Column = Type.Object(
  {
    ...dates,
    id: Type.String(),
    dataTableId: Type.String(),
    name: Type.String(),
    type: Enumeration(COLUMN_TYPES),
    index,
  },
  strict,
)

const tableOf = (column: TSchema) =>
  Type.Object(
    {
      ...dates,
      id: Type.String(),
      name: Type.String(),
      projectId: Type.String(),
      columns: Type.Array(column),
      sizeBytes: Type.Integer(),
    },
    strict,
  )

/** A table as shown. `sizeBytes` is about the length of its rows. */
export const Table = tableOf(Column)

/** A table in the list. */
export const ListedTable = tableOf(Type.Omit(Column, ['dataTableId'], strict))

/** A row: its columns by name, and its own. */
export const Row = AnyMap({ description: 'column name to value, and `id`, `createdAt`, `updatedAt`' })

export const Inserted = Type.Union([
  Type.Object({ success: Type.Boolean(), insertedRows: Type.Integer() }, strict),
  Type.Array(AnyMap()),
])

export const Changed = Type.Union([Type.Boolean(), Type.Array(Row)])
