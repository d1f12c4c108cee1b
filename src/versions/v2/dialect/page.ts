import { Type } from '@sinclair/typebox'
import { invalidCursor } from '../../../errors.ts'
import { DEFAULT_LIMIT, decodeCursor, type Page, wholeNumber } from '../../../http/paging.ts'

/** The paging parameters of a list, in the order in which their validation errors are told. */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ default: DEFAULT_LIMIT, description: 'At most 250; 0 means all' })),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before' })),
}

/** For lists whose page may also start at a place. */
export const offsetParameter = {
  offset: Type.Optional(Type.Integer({ default: 0, description: 'How many items to pass over' })),
}

/**
 * The page that a query asks for. A cursor's own limit wins. A cursor must say where the page starts.
 *
 * @param by what the cursors of the list say: a place, or the last id of the page before
 * @throws ApiError 400 `An invalid cursor was provided`
 */
export function pageOf(query: { limit?: number; offset?: number; cursor?: string }, by: 'offset' | 'lastId'): Page {
  if (query.cursor === undefined) return { limit: query.limit ?? DEFAULT_LIMIT, offset: query.offset ?? 0 }
  const cursor = decodeCursor(query.cursor)
  const { offset, lastId, limit = DEFAULT_LIMIT } = cursor
  if (offset === undefined && (lastId === undefined || by === 'offset')) throw invalidCursor()
  const page: Page = { limit: wholeNumber(limit), offset: by === 'offset' ? wholeNumber(offset) : 0 }
  if (by === 'lastId' && lastId !== undefined) page.lastId = idOf(lastId)
  if (by === 'offset' && (typeof offset === 'string' || typeof limit === 'string')) page.isLast = true
  return page
}

function idOf(value: unknown): string {
  const text = String(value)
  if (!/^\d+$/.test(text)) throw invalidCursor()
  return text.replace(/^0+(?=\d)/, '')
}
