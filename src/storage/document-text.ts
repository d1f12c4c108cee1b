/** What the document file holds, part by part, in the order in which it is written. */
export type StoredDocument = ReadonlyMap<string, unknown>

/**
 * The text of a document, in pieces: an element of an array per line, so that a change of a record is a change of a
 * line. Each piece is made when it is asked for: the whole text never exists at once.
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
    yield opening + JSON.stringify(element)
    opening = ',\n    '
  }
  yield elements.length === 0 ? '[]' : '\n  ]'
}
