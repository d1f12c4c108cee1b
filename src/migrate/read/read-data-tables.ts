import type { Service } from '../client/client.ts'
import { type Fields, textOf } from '../fields.ts'
import type { Shelves } from '../shelf/shelf.ts'
import { listAll, listPages } from './list-pages.ts'
import { unlessGone } from './read-record.ts'
import type { OnProgress } from './selection.ts'

/** Data tables, and their rows page by page. */
export interface DataTableReader {
  tables: readonly Fields[]
  rowsOf(id: string): AsyncIterable<Fields[]>
}

export async function readDataTables(
  service: Service,
  shelves: Shelves,
  onProgress: OnProgress,
): Promise<DataTableReader> {
  const listed = await listAll(service, '/data-tables', await shelves.open('data-tables'), { limit: 100 })
  const tables: Fields[] = []
  for (const [at, table] of listed.reverse().entries()) {
    const isThere = await unlessGone(readRows(String(table.id), at))
    if (isThere) tables.push(table)
    onProgress({ part: 'data tables', done: at + 1, total: listed.length })
  }

  async function readRows(id: string, at: number) {
    for await (const rows of rowPages(id)) {
      service.countRecords(rows.length)
      onProgress({ part: 'data tables', done: at, total: listed.length })
    }
    return true
  }

  async function* rowPages(id: string): AsyncGenerator<Fields[]> {
    const shelf = await shelves.open(`rows-${encodeURIComponent(id).slice(0, 100)}`)
    yield* listPages(service, `/data-tables/${encodeURIComponent(id)}/rows`, shelf, { limit: 250 })
  }
  return { tables: tables.filter(({ id }) => textOf(id) !== undefined), rowsOf: rowPages }
}
