/** The lines of a file with facts of node types; the package has such files in blocks, of which few are unpacked. */
export interface LinesByType {
  types: readonly string[]
  /** None of an unknown type. */
  linesOf(type: string): readonly string[]
}

/** @param text a line of JSON for each type and range of versions, which begins with `{"type":"…"` */
export function linesByType(text: string): LinesByType {
  const start = '{"type":"'
  const lines = text.split('\n').filter(line => line.startsWith(start))
  const byType = Map.groupBy(lines, line => line.slice(start.length, line.indexOf('"', start.length)))
  return { types: [...byType.keys()], linesOf: type => byType.get(type) ?? [] }
}
