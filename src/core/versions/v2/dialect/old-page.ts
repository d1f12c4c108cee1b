import { Type } from '@sinclair/typebox'
import { badRequest } from '../../../base/errors.ts'
import { dataTableRefusals } from '../../../features/data-tables/refusals.ts'
import { DEFAULT_LIMIT, decodeCursor, MAX_LIMIT, type Page, pageOf } from '../../../http/paging.ts'
import { EndlessNumber } from '../../../model/schema.ts'

/** The paging parameters of an older list. A limit that is not whole is left to the list. */
export const oldPageParameters = {
  limit: Type.Optional(
    EndlessNumber({ default: DEFAULT_LIMIT, maximum: MAX_LIMIT, description: 'The most items that the page may hold' }),
  ),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before' })),
}

interface PageQuery {
  limit?: number
  offset?: number
  cursor?: string
}

/**
 * The page of a list at which the service fails where a number is not whole. A cursor need not say where it starts.
 *
 * @throws ApiError 400
 */
export function wholePage({ offset = 0, ...query }: PageQuery): Page {
  const page = pageOf(query, { limitAtLeastOne: false })
  const saysWhere = query.cursor !== undefined && 'offset' in decodeCursor(query.cursor)
  const start = saysWhere ? page : { ...page, offset }
  for (const name of ['limit', 'offset'] as const) {
    if (!Number.isInteger(start[name])) throw badRequest(`request/query/${name} must be integer`)
  }
  return start
}

/**
 * The page of a list of data tables or rows: numbers count as the whole number that they begin with, in a cursor too.
 *
 * @throws ApiError 400 for a negative one, and for what is no number
 * @example
 * dataTablePage({ limit: 2.7 }) // { limit: 2, offset: 0 }
 */
export function dataTablePage(query: PageQuery): Page {
  const { limit, offset } = query.cursor === undefined ? query : decodeCursor(query.cursor)
  return { limit: count('limit', limit ?? DEFAULT_LIMIT), offset: count('offset', offset ?? 0) }
}

function count(name: string, value: unknown): number {
  const number = Number.parseInt(String(value), 10)
  if (Number.isNaN(number)) throw dataTableRefusals.dataTablePageInvalid(name)
  if (number < 0) throw dataTableRefusals.dataTablePageNegative(name)
  return number
}
