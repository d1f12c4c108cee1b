import { dataTableRefusals } from '../../features/data-tables/refusals.ts'
import type { Page } from '../../http/paging.ts'

/** Lists of data tables and rows refuse a negative limit. @throws ApiError 400 */
export function requireDataTableLimit({ limit }: Page) {
  if (limit < 0) throw dataTableRefusals.dataTableLimitNegative()
}
