import { jsonOf } from '../state/index.ts'

/** The parts of the document by name, in the order in which they are written. */
export type StoredDocument = ReadonlyMap<string, unknown>

/**
 * The text of a document, in pieces, with one array element per line: a changed record is one changed line. Pieces are
 * generated on demand, so that the whole text is never in memory.
 */
export function* documentText(document: StoredDocument): Generator<string> {
  let opening = '{\n'
  for (const [name, part] of document) {
    yield `${opening}  ${JSON.stringify(name)}: `
    opening = ',\n'
    if (Array.isArray(part)) yield* arrayText(part)
    else yield JSON.stringify(part, null, 2).replaceAll('\n', '\n  ')
  }
  yield document.size === 0 ? '{}\n' : '\n}\n'
}

function* arrayText(elements: readonly unknown[]) {
  let opening = '[\n    '
  for (const element of elements) {
    yield opening + jsonOf(element)
    opening = ',\n    '
  }
  yield elements.length === 0 ? '[]' : '\n  ]'
}
