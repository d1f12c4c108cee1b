import { Type } from '@sinclair/typebox'
import { invalidCursor } from '../base/errors.ts'

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 250

export interface PageRules {
  /** Whether a limit of 0 or less is refused; it means everything otherwise. */
  limitAtLeastOne: boolean
}

/** The paging parameters of a list, in the order in which their validation errors are reported. */
export const pageParameters = ({ limitAtLeastOne }: PageRules) => ({
  limit: Type.Optional(
    Type.Number({
      multipleOf: 1,
      default: DEFAULT_LIMIT,
      maximum: MAX_LIMIT,
      ...(limitAtLeastOne ? { minimum: 1 } : {}),
      description: 'The most items that the page may hold',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before' })),
})

/** Where a page starts and how long it is. `limit` 0 or less: everything. */
export interface Page {
  limit: number
  offset: number
  /** The last execution id of the page before. */
  lastId?: string
  /** What the cursor held, where one of it was text: the service joins both to the next offset instead of adding them. */
  texts?: { limit: unknown; offset: unknown }
}

/**
 * The page that a query asks for. A cursor's own limit wins; a cursor of the other kind only sets the limit.
 *
 * @throws ApiError 400 `An invalid cursor was provided`
 */
export function pageOf(query: { limit?: number; cursor?: string }, { limitAtLeastOne }: PageRules): Page {
  if (query.cursor === undefined) return { limit: query.limit ?? DEFAULT_LIMIT, offset: 0 }
  const page = pageFrom(decodeCursor(query.cursor))
  if (page.limit < 1 && limitAtLeastOne) throw invalidCursor()
  return page
}

/**
 * The page that a cursor's fields name, whose numbers may be text. @throws ApiError 400 for a number that is not whole
 */
export function pageFrom({ limit = DEFAULT_LIMIT, offset = 0, lastId }: Record<string, unknown>): Page {
  const page: Page = { limit: wholeNumber(limit), offset: wholeNumber(offset) }
  if (lastId !== undefined) page.lastId = String(lastId).replace(/^0+(?=\d)/, '')
  if (typeof offset === 'string' || typeof limit === 'string') page.texts = { limit, offset }
  return page
}

/**
 * Checks that the page before ended at a decimal id, as those of executions are. Other lists pass `lastId` over.
 *
 * @throws ApiError 400 `An invalid cursor was provided`
 */
export function requireNumericId({ lastId }: Page) {
  if (lastId !== undefined && !/^\d+$/.test(lastId)) throw invalidCursor()
}

/**
 * One page of a list, with the cursor of the next. Goes through the list no further than it must.
 *
 * @param looksAhead whether a page follows where there is one more record, wherever the cursor of that page points
 */
export function paginate<T>(
  list: Iterable<T>,
  { limit, offset, texts }: Page,
  { looksAhead = false }: { looksAhead?: boolean } = {},
): { items: T[]; nextCursor: string | null } {
  const start = Math.max(offset, 0)
  const end = limit > 0 ? start + limit : Number.POSITIVE_INFINITY
  const cursor = texts
    ? { limit: texts.limit, offset: `${texts.offset}${texts.limit}` }
    : { limit, offset: offset + limit }
  const next = looksAhead ? end : Number(cursor.offset)
  const items: T[] = []
  let seen = 0
  for (const item of list) {
    if (seen >= start && seen < end) items.push(item)
    seen++
    if (seen > end && seen > next) break
  }
  const hasNext = limit > 0 && next < seen
  return { items, nextCursor: hasNext ? encodeCursor(cursor) : null }
}

const encodeCursor = (cursor: Record<string, unknown>) => Buffer.from(JSON.stringify(cursor)).toString('base64')

/** The cursor of the page that comes after a record. */
export const cursorAfter = ({ id }: { id: string }, { limit }: Page) => encodeCursor({ lastId: id, limit })

export function decodeCursor(text: string): Record<string, unknown> {
  let cursor: unknown
  try {
    cursor = JSON.parse(Buffer.from(text, 'base64').toString())
  } catch (cause) {
    throw invalidCursor(cause)
  }
  // a list counts as no cursor, see docs/behaviour/common.md#paging
  if (typeof cursor !== 'object' || cursor === null) throw invalidCursor()
  return cursor as Record<string, unknown>
}

function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (!Number.isSafeInteger(number)) throw invalidCursor()
  return number as number
}
