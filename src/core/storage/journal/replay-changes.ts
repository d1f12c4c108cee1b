import type { StoredDocument } from '../document/index.ts'
import type { Changes } from './journal-line.ts'

/** The document with the changes applied. */
export function replayChanges(document: StoredDocument, commits: Iterable<Changes>): StoredDocument {
  const parts = new Map<string, unknown>(document)
  const tables = new Map<string, Map<string, { id: string }>>()
  const table = (name: string) => {
    const known = tables.get(name)
    if (known) return known
    const records = parts.get(name)
    // a journal that names a value as a collection yields a document that `checkParts` refuses
    const made = new Map((Array.isArray(records) ? records : []).map(record => [record?.id, record]))
    tables.set(name, made)
    return made
  }
  for (const changes of commits) {
    for (const [name, ids] of Object.entries(changes.delete ?? {})) for (const id of ids) table(name).delete(id)
    for (const [name, records] of Object.entries(changes.set ?? {})) {
      for (const record of records) table(name).set(record.id, record)
    }
    for (const [name, value] of Object.entries(changes.values ?? {})) parts.set(name, value)
  }
  for (const [name, records] of tables) parts.set(name, [...records.values()])
  return parts
}
