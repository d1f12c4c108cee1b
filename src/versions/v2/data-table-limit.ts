import { badRequest } from '../../base/errors.ts'
import type { Page } from '../../http/paging.ts'

/** Lists of data tables and rows refuse a negative limit. @throws ApiError 400 */
export function requireDataTableLimit({ limit }: Page) {
  if (limit < 0) throw badRequest('Param `limit` must be a non-negative integer')
}
