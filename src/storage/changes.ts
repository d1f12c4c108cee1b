import type { StoredDocument } from './document-text.ts'
import type { Changes } from './journal-line.ts'
import type { StateDraft } from './state-layers.ts'

/** The JSON text of what an update has changed, in pieces: those of the records, and what is between them. */
export function encodeChanges<C, V>(draft: StateDraft<C, V>): string[] {
  const pieces: string[] = []
  const tables = draft.changedTables
  const deletions = tables.filter(([, table]) => table.deleted.size > 0)
  const changed = tables
    .map(([name, table]) => ({ name, records: [...table.changed] }))
    .filter(has => has.records.length)

  let between = '{'
  let separator = ''
  const open = (opening: string) => {
    between += separator + opening
    separator = ','
  }
  if (deletions.length > 0) {
    const ids = deletions.map(([name, table]) => `${JSON.stringify(name)}:${JSON.stringify([...table.deleted])}`)
    open(`"delete":{${ids.join()}}`)
  }
  if (changed.length > 0) open('"set":{')
  for (const [position, { name, records }] of changed.entries()) {
    between += `${position === 0 ? '' : ','}${JSON.stringify(name)}:[`
    for (const record of records) {
      pieces.push(between, JSON.stringify(record))
      between = ','
    }
    between = ']'
  }
  if (changed.length > 0) between += '}'
  if (draft.changedValues.size > 0) open(`"values":${JSON.stringify(Object.fromEntries(draft.changedValues))}`)
  pieces.push(`${between}}`)
  return pieces
}

/** The document with the changes made in it. */
export function replayChanges(document: StoredDocument, commits: Iterable<Changes>): StoredDocument {
  const parts = new Map<string, unknown>(document)
  const tables = new Map<string, Map<string, { id: string }>>()
  const table = (name: string) => {
    const known = tables.get(name)
    if (known) return known
    const records = parts.get(name)
    // a journal that takes a value for a collection makes a document that is refused
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
