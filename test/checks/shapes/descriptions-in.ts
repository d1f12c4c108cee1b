/** Every description and summary of a document, with where it stands. */
export function descriptionsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]): [string, string][] => {
    const here = `${path}/${name}`
    if (typeof inner === 'string') return name === 'description' || name === 'summary' ? [[here, inner]] : []
    return descriptionsIn(inner, here)
  })
}

/** The descriptions that say nothing, or break off. */
export const unsaidIn = (document: unknown) =>
  descriptionsIn(document).filter(([, text]) => text === '' || text !== text.trim())
