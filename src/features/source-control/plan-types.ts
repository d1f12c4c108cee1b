import type { VariableRecord } from '../../model/source-control.ts'
import type { TagRecord } from '../../model/tag.ts'
import type { Kind } from './kinds.ts'

/** An item of the repository that is to be written, and the record that it replaces, if there is one. */
export interface ItemChange<T, R> {
  item: T
  before: R | undefined
  path: string
}

export interface TagChange {
  id: string
  name: string
  before: TagRecord | undefined
}

/** `id` is undefined for a variable that only the request knows. */
export interface VariableChange {
  id: string | undefined
  key: string
  type: string
  value: string
  before: VariableRecord | undefined
}

export interface Conflict {
  kind: 'workflow' | 'credential' | 'tag' | 'variable'
  id: string
  name: string
  why: string
}

export interface DeletedUpstream {
  kind: Kind | 'mappings'
  id: string
  name: string
  path: string
}

export interface PlanOptions {
  /** The remote wins every conflict. */
  force: boolean
  /** Values that the request gives, by key. */
  variables: ReadonlyMap<string, string>
  /** A workflow that only the remote has changed is a conflict, too. */
  remoteChangeConflicts: boolean
}
