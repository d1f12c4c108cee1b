import { call, withQuery } from './api.js'

const PAGES = 4

/**
 * A page of archived workflows. The API cannot be asked for them alone, so those that are not active are looked through,
 * a thousand at most; there may be more behind `nextCursor`, even where none was found.
 *
 * @param {{ name: string, tags: string, cursor?: string, atLeast: number }} wanted
 * @param {{ signal: AbortSignal }} options
 */
export async function loadArchived({ name, tags, cursor, atLeast }, options) {
  const data = []
  let nextCursor = cursor
  for (let page = 0; page < PAGES; page++) {
    const asked = { name, tags, active: 'false', excludePinnedData: 'true', limit: 250, cursor: nextCursor }
    const found = await call('GET', withQuery('/api/v1/workflows', asked), options)
    data.push(...found.data.filter(({ isArchived }) => isArchived))
    nextCursor = found.nextCursor
    if (!nextCursor || data.length >= atLeast) break
  }
  return { data, nextCursor }
}
