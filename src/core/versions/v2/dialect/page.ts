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

interface PagedList {
  /** What the cursors of the list say: a place, or the last id of the page before. */
  by: 'offset' | 'lastId'
  /** Whether the query itself may say where the page starts: a cursor need not, then. */
  takesOffset: boolean
}

/**
 * The page that a query asks for. A cursor's own limit wins, in lists by id where it is a whole number. A cursor of a
 * place must say where the page starts.
 *
 * @throws ApiError 400 `An invalid cursor was provided`
 */
export function pageOf(
  query: { limit?: number; offset?: number; cursor?: string },
  { by, takesOffset }: PagedList,
): Page {
  const start = query.offset ?? 0
  if (query.cursor === undefined) return { limit: query.limit ?? DEFAULT_LIMIT, offset: start }
  const { offset, lastId, limit } = decodeCursor(query.cursor)
  if (by === 'offset') {
    if (offset === undefined && !takesOffset) throw invalidCursor()
    return pageFrom({ limit, offset: offset ?? start })
  }
  const ownLimit = Number.isInteger(limit) ? Math.max(limit as number, 1) : undefined
  return { limit: ownLimit ?? query.limit ?? DEFAULT_LIMIT, offset: 0, ...lastIdOf(lastId) }
}

/** What lists by id take for the last one: nothing for an empty one, the next whole number for another number. */
function lastIdOf(given: unknown): { lastId?: string } {
  if (given === undefined || given === null || given === '') return {}
  const page = pageFrom({ lastId: given })
  if (/^-?\d+(\.\d+)?$/.test(String(given)) && !/^\d+$/.test(String(given)))
    return { lastId: String(Math.max(Math.ceil(Number(given)), 0)) }
  requireNumericId(page)
  return { lastId: page.lastId ?? '' }
}
