import { jsonOf, type StateDraft } from '../state/index.ts'

/** The JSON text of an update's changes, in pieces: one per record, and the text between records. A step is a record. */
export function* encodeChanges<C, V>(draft: StateDraft<C, V>): Generator<undefined, string[]> {
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
      pieces.push(between, jsonOf(record))
      between = ','
      yield
    }
    between = ']'
  }
  if (changed.length > 0) between += '}'
  if (draft.changedValues.size > 0) open(`"values":${JSON.stringify(Object.fromEntries(draft.changedValues))}`)
  pieces.push(`${between}}`)
  return pieces
}
