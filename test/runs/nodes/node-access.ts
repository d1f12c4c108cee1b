import type { Item, NodeItem } from '../../../src/core/model/run-data.ts'
import type { DataTableReply, DataTableRequest, RowFilter } from '../../../src/runs/nodes/tools/data-table-request.ts'
import { TestAccess } from '../engine/playing.ts'

interface Given {
  credential?: { type: string; data: Item }
  table?: { columns: { name: string; type: string }[]; rows: Item[] }
}

/** An instance with one credential and one data table, in memory. */
export class NodeAccess extends TestAccess {
  readonly #given: Given
  #rows: Item[]
  #next: number

  constructor(given: Given) {
    super()
    this.#given = given
    const columns = given.table?.columns ?? []
    this.#rows = (given.table?.rows ?? []).map((row, at) => this.#whole(columns, row, at + 1))
    this.#next = this.#rows.length + 1
  }

  override async credential() {
    return this.#given.credential as never
  }

  rows(): Item[] {
    return this.#rows.map(({ createdAt, updatedAt, ...row }) => row)
  }

  async contentsOf(items: readonly NodeItem[]): Promise<string[]> {
    const files = items.flatMap(({ binary }) => Object.values(binary ?? {}))
    const bytes = await Promise.all(files.map(file => this.bytesOf(file as Item)))
    return bytes.map(file =>
      Buffer.from(file ?? [])
        .toString('utf8')
        .replace(/DTSTAMP:\w+/g, 'DTSTAMP'),
    )
  }

  #whole(columns: { name: string }[], row: Item, id: number): Item {
    const cells = columns.map(({ name }) => [name, row[name] ?? null])
    const at = '2026-01-01T00:00:00.000Z'
    return { ...Object.fromEntries(cells), id, createdAt: at, updatedAt: at }
  }

  override async dataTable(request: DataTableRequest): Promise<DataTableReply> {
    const columns = this.#given.table?.columns ?? []
    switch (request.operation) {
      case 'columns':
        return { value: request.table === 'table' ? { id: 'table', name: 't', columns } : undefined }
      case 'get': {
        const { filter, limit, sortBy } = request
        const found = this.#found(filter)
        if (sortBy) found.sort((left, right) => this.#order(left, right, sortBy.column, sortBy.direction === 'ASC'))
        return { value: limit === undefined ? found : found.slice(0, limit) }
      }
      case 'insert':
        return { value: request.rows.map(row => this.#insert(row)) }
      case 'update':
      case 'upsert':
        return { value: this.#change(request) }
      case 'delete': {
        const found = this.#found(request.filter)
        if (request.isDryRun) return { value: found.map(before => ({ before, after: emptied(before) })) }
        this.#rows = this.#rows.filter(row => !found.includes(row))
        return { value: found }
      }
      case 'clear': {
        const deletedCount = this.#rows.length
        this.#rows = []
        return { value: { deletedCount } }
      }
      default:
        if (request.operation === 'drop') this.#rows = []
        return { value: {} }
    }
  }

  #insert(row: Item): Item {
    const made = this.#whole(this.#given.table?.columns ?? [], row, this.#next++)
    this.#rows.push(made)
    return made
  }

  #change({ operation, filter, data, isDryRun }: Extract<DataTableRequest, { data: Item }>): Item[] {
    const found = this.#found(filter)
    if (isDryRun && found.length === 0) {
      const facts = { id: 0, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
      return [{ before: emptied({ ...facts, ...data }), after: { ...facts, ...data } }]
    }
    if (isDryRun) return found.map(before => ({ before, after: { ...before, ...data } }))
    if (found.length === 0) return operation === 'upsert' ? [this.#insert(data)] : []
    for (const row of found) Object.assign(row, data)
    return found
  }

  #order(left: Item, right: Item, column: string, isAscending: boolean): number {
    const order = Number(left[column]) - Number(right[column])
    return isAscending ? order : -order
  }

  #found(filter: RowFilter | undefined): Item[] {
    if (!filter) return [...this.#rows]
    const { type, filters } = filter
    const holds = (row: Item) => (each: RowFilter['filters'][number]) => fulfils(row[each.columnName], each)
    return this.#rows.filter(row => (type === 'and' ? filters.every(holds(row)) : filters.some(holds(row))))
  }
}

const emptied = (row: Item): Item => Object.fromEntries(Object.keys(row).map(name => [name, null]))

function fulfils(cell: unknown, { condition, value }: RowFilter['filters'][number]): boolean {
  const number = (given: unknown) => Number(given)
  switch (condition) {
    case 'eq':
      return value === null ? cell === null : String(cell) === String(value)
    case 'neq':
      return value === null ? cell !== null : String(cell) !== String(value)
    case 'gt':
      return cell !== null && number(cell) > number(value)
    case 'gte':
      return cell !== null && number(cell) >= number(value)
    case 'lt':
      return cell !== null && number(cell) < number(value)
    case 'lte':
      return cell !== null && number(cell) <= number(value)
    default: {
      const text = String(value)
      const wanted = (text.includes('%') ? text.replaceAll('%', '') : text).toLowerCase()
      return String(cell).toLowerCase().includes(wanted)
    }
  }
}
