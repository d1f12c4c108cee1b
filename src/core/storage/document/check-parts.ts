import { StorageError } from '../../base/store.ts'
import type { StoredDocument } from './document-text.ts'

/**
 * Checks that a document has known parts only, and that its collections are arrays of records with unique ids.
 *
 * @throws StorageError that names the first part that is not
 */
export function checkParts(
  path: string,
  document: StoredDocument,
  collections: readonly string[],
  values: readonly string[],
) {
  for (const name of document.keys()) {
    if (name === 'format' || collections.includes(name) || values.includes(name)) continue
    throw invalidPart(
      path,
      name,
      `is not a part of a document (those are: format, ${[...collections, ...values].join(', ')})`,
    )
  }
  for (const name of collections) if (document.has(name)) checkRecords(path, name, document.get(name))
}

function checkRecords(path: string, name: string, records: unknown) {
  if (!Array.isArray(records)) throw invalidPart(path, name, 'must be an array')
  const ids = new Set<string>()
  for (let index = 0; index < records.length; index++) {
    const id: unknown = records[index]?.id
    if (typeof id !== 'string' || id === '') throw invalidPart(path, `${name}/${index}/id`, 'must be a text')
    if (ids.has(id)) throw invalidPart(path, `${name}/${index}/id`, `"${id}" is the id of another record as well`)
    ids.add(id)
  }
}

const invalidPart = (path: string, part: string, what: string) =>
  new StorageError(`${path}: ${part} ${what}. Correct the file; nothing was touched.`)
