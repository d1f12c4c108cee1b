import type { Version } from '../../http/version.ts'
import type { Fields } from '../fields.ts'

export const KINDS = [
  'workflows',
  'tags',
  'credentials',
  'users',
  'variables',
  'projects',
  'dataTables',
  'executions',
] as const
export type Kind = (typeof KINDS)[number]

/** One side of a comparison: its records by kind. A kind that is left out is not known there, so it is not compared. */
export interface Side {
  /** What it is called in the result. */
  name: string
  /** The address, of a service: what an earlier promotion there noted counts. */
  url?: string
  /** Which version a service is. */
  version?: Version
  /** The document, of a file: the notes lie beside it. */
  file?: string
  records: Partial<Record<Kind, Fields[]>>
}
