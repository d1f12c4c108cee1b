import { Type } from '@sinclair/typebox'
import { invalidCursor } from '../../../base/errors.ts'
import { DEFAULT_LIMIT, decodeCursor, type Page, pageFrom, requireNumericId } from '../../../http/paging.ts'

/** The paging parameters of a list, in the order in which their validation errors are reported. */
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
  const { offset, lastId, limit } = decodeCursor(query.cursor)
  if (offset === undefined && (lastId === undefined || by === 'offset')) throw invalidCursor()
  if (by === 'offset') return pageFrom({ limit, offset })
  const page = pageFrom({ limit, lastId })
  requireNumericId(page)
  return page
}
