import { recordsOf } from '../../base/is-record.ts'
import type { Service } from '../client/client.ts'
import { executionRecord, userRecord } from '../clone/fixture-records.ts'
import type { Fields } from '../fields.ts'
import { withOwnFields } from '../own-fields.ts'
import type { DataTableReader } from '../read/read-data-tables.ts'
import { readService } from '../read/read-service.ts'
import { eachRecord, type RecordReader } from '../read/record-reader.ts'
import type { OnProgress, Selection } from '../read/selection.ts'
import type { Shelves } from '../shelf/shelf.ts'
import { comparableExecution, comparableTable } from './comparable.ts'
import { withPublished } from './published-graph.ts'
import type { Side } from './side.ts'

/** Which version a service is, and its records as a comparison takes them, through its public API. */
export async function recordsOfService(
  service: Service,
  shelves: Shelves,
  selection: Selection,
  onProgress?: OnProgress,
): Promise<Required<Pick<Side, 'version' | 'records'>>> {
  const reading = await readService(service, shelves, selection, onProgress)
  const { version, users, tags, workflows, credentials, executions, variables, projects, dataTables } = reading
  const records = {
    tags,
    credentials,
    workflows: await all(workflows, one => ({
      ...withPublished(withOwnFields(one, version)),
      tagNames: one.tags && recordsOf(one.tags).map(({ name }) => name),
    })),
    ...(users ? { users: users.map(user => userRecord(user)) } : {}),
    ...(variables ? { variables } : {}),
    ...(projects ? { projects } : {}),
    ...(executions ? { executions: await all(executions, one => comparableExecution(executionRecord(one))) } : {}),
    ...(dataTables ? { dataTables: await tables(dataTables) } : {}),
  }
  return { version, records }
}

const all = (reader: RecordReader, shape: (record: Fields) => Fields): Promise<Fields[]> =>
  Array.fromAsync(eachRecord(reader), shape)

async function tables({ tables, rowsOf }: DataTableReader) {
  const records: Fields[] = []
  for (const table of tables) {
    const rows = (await Array.fromAsync(rowsOf(String(table.id)))).flat()
    records.push(comparableTable({ ...table, rows }))
  }
  return records
}
