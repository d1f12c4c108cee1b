import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { Fixture } from '../../model/fixture.ts'
import { type Fields, textOf } from '../fields.ts'
import { comparableExecution, comparableTable } from './comparable.ts'
import { withPublished } from './published-graph.ts'
import { KINDS, type Kind, type Side } from './side.ts'

/** A fixture's records as a comparison takes them. What an export does not hold is not known, rather than empty. */
export function recordsOfFixture(fixture: Fixture, { isWhole = false }: { isWhole?: boolean } = {}): Side['records'] {
  const parts = fixture as Fields
  const records: Partial<Record<Kind, Fields[]>> = {}
  for (const kind of KINDS) {
    if (Array.isArray(parts[kind]) || (isWhole && kind !== 'executions'))
      records[kind] = recordsOf(parts[kind]).map(withId)
  }
  const names = new Map((records.tags ?? []).map(tag => [tag.id, tag.name]))
  const versions = new Map(recordsOf(parts.workflowVersions).map(version => [version.id, version]))
  if (records.workflows)
    records.workflows = records.workflows.map(workflow => ({
      ...withPublished(workflow, versions),
      tagNames: tagNames(workflow, names),
    }))
  if (Array.isArray(parts.dataTableRows))
    records.dataTables &&= withRows(records.dataTables, recordsOf(parts.dataTableRows))
  records.executions &&= records.executions.map(comparableExecution)
  records.dataTables &&= records.dataTables.map(comparableTable)
  return records
}

/** A record without an id is told by its place. */
const withId = (record: Fields, at: number): Fields => ({ ...record, id: textOf(record.id) ?? `number ${at + 1}` })

/** Tables with their rows in them: a document keeps those apart, by the ids of the columns. */
function withRows(tables: Fields[], rows: Fields[]): Fields[] {
  const byTable = Map.groupBy(rows, ({ tableId }) => tableId)
  return tables.map(table => {
    const names = recordsOf(table.columns).map(({ id, name }) => [String(name), String(id)] as const)
    const found = (byTable.get(table.id) ?? []).sort((a, b) => Number(a.rowId) - Number(b.rowId))
    return {
      ...table,
      rows: found.map(({ rowId, values }) => {
        const cells = isRecord(values) ? values : {}
        return { ...Object.fromEntries(names.map(([name, id]) => [name, cells[id] ?? null])), id: rowId }
      }),
    }
  })
}

function tagNames({ tags }: Fields, names: ReadonlyMap<unknown, unknown>): unknown {
  if (!Array.isArray(tags)) return tags === undefined ? undefined : []
  return tags.map(tag => (isRecord(tag) ? (tag.name ?? names.get(textOf(tag.id))) : (names.get(tag) ?? tag)))
}
