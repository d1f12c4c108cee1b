import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import { bareFailure } from './stop-and-error.ts'
import type { DataTableRequest, RowFilter, TableColumn, TableRow } from './tools/data-table-request.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { entriesOf, flagOf, invalidInput, locatedValue, numberOf, textOf } from './tools/parameters.ts'
import { convert } from './tools/value-types.ts'

/** Data Table: rows and tables of the instance. */
export const dataTable: NodeType = {
  async run(context) {
    const resource = textOf(context, 'resource', 0, 'row')
    const operation = textOf(context, 'operation', 0, resource === 'table' ? 'list' : 'insert')
    if (resource === 'row' && operation === 'insert' && flagOf(context, 'options.optimizeBulk', 0)) {
      return { main: [[await insertedTogether(context)]] }
    }
    const run = resource === 'table' ? TABLE_OPERATIONS[operation] : ROW_OPERATIONS[operation]
    if (!run) throw new NodeFailure(`The operation "${operation}" is not supported!`)
    return { main: [await forEachItem(context, (item, at) => run(context, item, at))] }
  },
}

type Operation = (context: NodeContext, item: NodeItem, at: number) => Promise<NodeItem[]>

const ROW_OPERATIONS: Record<string, Operation> = {
  insert: async (context, item, at) => {
    const { id, columns } = await tableOf(context, at)
    const row = rowOf(context, item, columns, at)
    return rowItems(await ask(context, { operation: 'insert', table: id, rows: [row] }), at)
  },
  get: async (context, _, at) => {
    const { id, columns } = await tableOf(context, at)
    const filter = filterOf(context, columns, at)
    const limit = flagOf(context, 'returnAll', at) ? undefined : numberOf(context, 'limit', at, 50)
    const column = textOf(context, 'orderByColumn', at, 'createdAt')
    const direction = textOf(context, 'orderByDirection', at, 'DESC') === 'ASC' ? 'ASC' : 'DESC'
    return rowItems(
      await ask(context, {
        operation: 'get',
        table: id,
        ...(filter ? { filter } : {}),
        ...(limit === undefined ? {} : { limit }),
        ...(flagOf(context, 'orderBy', at) ? { sortBy: { column, direction } } : {}),
      }),
      at,
    )
  },
  rowExists: async (context, item, at) => ((await hasRow(context, at)) ? [item] : []),
  rowNotExists: async (context, item, at) => ((await hasRow(context, at)) ? [] : [item]),
  update: (context, item, at) => changed(context, item, at, 'update'),
  upsert: (context, item, at) => changed(context, item, at, 'upsert'),
  deleteRows: async (context, _, at) => {
    const { id, columns } = await tableOf(context, at)
    const filter = neededFilter(context, columns, at)
    const isDryRun = flagOf(context, 'options.dryRun', at)
    return resultItems(await ask(context, { operation: 'delete', table: id, filter, isDryRun }), isDryRun, at)
  },
}

const TABLE_OPERATIONS: Record<string, Operation> = {
  list: async (context, _, at) => {
    const name = textOf(context, 'options.filterName', at)
    const limit = flagOf(context, 'returnAll', at, true) ? undefined : numberOf(context, 'limit', at, 50)
    const value = await ask(context, {
      operation: 'list',
      sortBy: textOf(context, 'options.sortField', at, 'name'),
      direction: textOf(context, 'options.sortDirection', at, 'asc') === 'desc' ? 'desc' : 'asc',
      ...(name === '' ? {} : { name }),
      ...(limit === undefined ? {} : { limit }),
    })
    return rowItems(value, at)
  },
  create: async (context, _, at) => {
    const columns = entriesOf(context, 'columns.column', at).map(({ name, type = 'string' }) => ({
      name: String(name ?? ''),
      type: type as TableColumn['type'],
    }))
    const name = textOf(context, 'tableName', at)
    const isReusing = flagOf(context, 'options.createIfNotExists', at)
    return rowItems([await ask(context, { operation: 'create', name, columns, isReusing })], at)
  },
  clear: async (context, _, at) => {
    const { id } = await tableOf(context, at)
    const value = await ask(context, { operation: 'clear', table: id })
    return rowItems([{ success: true, ...(isRecord(value) ? value : {}) }], at)
  },
  update: async (context, _, at) => {
    const { id } = await tableOf(context, at)
    const name = textOf(context, 'newName', at)
    await ask(context, { operation: 'rename', table: id, name })
    return rowItems([{ success: true, name }], at)
  },
  delete: async (context, _, at) => {
    const { id } = await tableOf(context, at)
    await ask(context, { operation: 'drop', table: id })
    return rowItems([{ success: true, deletedTableId: id }], at)
  },
}

async function ask(context: NodeContext, request: DataTableRequest): Promise<unknown> {
  context.checkTime()
  const reply = await context.instance.dataTable(request)
  if ('error' in reply) throw bareFailure(reply.error)
  return reply.value
}

interface Table {
  id: string
  columns: TableColumn[]
}

async function tableOf(context: NodeContext, at: number): Promise<Table> {
  const given = context.parameter('dataTableId', at)
  const table = String(locatedValue(given) ?? '')
  const isName = isRecord(given) && given.mode === 'name'
  const found = await ask(context, { operation: 'columns', table, isName })
  if (isRecord(found)) return { id: String(found.id), columns: recordsOf(found.columns) as TableColumn[] }
  if (isName) throw new NodeFailure(`Data table with name "${table}" not found`)
  throw new NodeFailure(`Data table with ID '${table}' could not be found in this project`, {
    description:
      'It may have been deleted, or skipped when the workflow was imported. Choose an existing data table in the node.',
  })
}

const rowItems = (rows: unknown, at: number): NodeItem[] =>
  recordsOf(rows).map(json => ({ json, pairedItem: { item: at } }))

function resultItems(value: unknown, isDryRun: boolean, at: number): NodeItem[] {
  if (!isDryRun) return rowItems(value, at)
  const pairs = recordsOf(value).flatMap(({ before, after }) => [
    { ...(isRecord(before) ? before : {}), dryRunState: 'before' },
    { ...(isRecord(after) ? after : {}), dryRunState: 'after' },
  ])
  return rowItems(pairs, at)
}

async function changed(
  context: NodeContext,
  item: NodeItem,
  at: number,
  operation: 'update' | 'upsert',
): Promise<NodeItem[]> {
  const { id, columns } = await tableOf(context, at)
  const filter = neededFilter(context, columns, at)
  const data = rowOf(context, item, columns, at)
  const isDryRun = flagOf(context, 'options.dryRun', at)
  return resultItems(await ask(context, { operation, table: id, filter, data, isDryRun }), isDryRun, at)
}

async function hasRow(context: NodeContext, at: number): Promise<boolean> {
  const { id, columns } = await tableOf(context, at)
  const filter = neededFilter(context, columns, at)
  const rows = await ask(context, { operation: 'get', table: id, filter, limit: 1 })
  return recordsOf(rows).length > 0
}

/** All rows at once; the node puts out how many. */
async function insertedTogether(context: NodeContext): Promise<NodeItem> {
  const { id, columns } = await tableOf(context, 0)
  const rows = context.items.map((item, at) => rowOf(context, item, columns, at))
  const made = await ask(context, { operation: 'insert', table: id, rows })
  return { json: { success: true, insertedRows: recordsOf(made).length }, pairedItem: { item: 0 } }
}

const TYPES: Record<string, string> = { date: 'dateTime' }

/** The values of a row: those of the form, or the fields of the item. */
function rowOf(context: NodeContext, { json }: NodeItem, columns: TableColumn[], at: number): TableRow {
  const isMapped = textOf(context, 'columns.mappingMode', at, 'defineBelow') === 'autoMapInputData'
  const given = isMapped ? json : context.parameter('columns.value', at, {})
  const row: TableRow = {}
  for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
    const column = columns.find(other => other.name === name)
    if (!column) throw bareFailure(`Validation error with data table request: unknown column name '${name}'`)
    const type = TYPES[column.type] ?? column.type
    const converted = convert(value, type, context.zone)
    if (!converted.isValid) throw invalidInput(context, name, name, type, value, at)
    row[name] = type === 'dateTime' ? isoText(converted.value) : converted.value
  }
  return row
}

const isoText = (value: unknown) =>
  value !== null && typeof value === 'object' && 'toMillis' in value && typeof value.toMillis === 'function'
    ? new Date(value.toMillis()).toISOString()
    : value

const OWN_COLUMNS = ['id', 'createdAt', 'updatedAt']

function filterOf(context: NodeContext, columns: TableColumn[], at: number): RowFilter | undefined {
  const conditions = entriesOf(context, 'filters.conditions', at)
  if (conditions.length === 0) return undefined
  const known = new Set([...OWN_COLUMNS, ...columns.map(({ name }) => name)])
  const unknown = conditions.map(({ keyName = 'id' }) => String(keyName)).filter(name => !known.has(name))
  if (unknown.length > 0) {
    const names = unknown.map(name => `"${name}"`).join(', ')
    throw new NodeFailure(
      `Filter validation failed: Column(s) ${names} do not exist in the selected table. This often happens when switching between tables with different schemas. Please update your filter conditions.`,
    )
  }
  return {
    type: textOf(context, 'matchType', at, 'anyCondition') === 'allConditions' ? 'and' : 'or',
    filters: conditions.map(({ keyName = 'id', condition = 'eq', keyValue }) => ({
      columnName: String(keyName),
      ...comparisonOf(String(condition), keyValue ?? null),
    })),
  }
}

type Comparison = Pick<RowFilter['filters'][number], 'condition' | 'value'>

function comparisonOf(condition: string, value: unknown): Comparison {
  switch (condition) {
    case 'isEmpty':
      return { condition: 'eq', value: null }
    case 'isNotEmpty':
      return { condition: 'neq', value: null }
    case 'isTrue':
      return { condition: 'eq', value: true }
    case 'isFalse':
      return { condition: 'eq', value: false }
    default:
      return { condition: condition as Comparison['condition'], value }
  }
}

function neededFilter(context: NodeContext, columns: TableColumn[], at: number): RowFilter {
  const filter = filterOf(context, columns, at)
  if (!filter) throw new NodeFailure('At least one condition is required')
  return filter
}
