import type { PatchOperation } from '../../core/base/json-patch.ts'

/** What a finding is about. */
export type Rule =
  | 'fixture'
  | 'creation'
  | 'publication'
  | 'structure'
  | 'node-type'
  | 'time-zone'
  | 'webhook'
  | 'expression'
  | 'code'
  | 'reference'
  | 'unreached'
  | 'needs-mock'
  | 'unknown-parameter'
  | 'value'
  | 'kind'
  | 'range'
  | 'required'
  | 'conditions'
  | 'port'
  | 'sub-node'
  | 'credential'
  | 'response'
  | 'schedule'
  | 'json'
  | 'data-flow'

/** A fault fails a run or a publication; a warning may be meant; a note is for those who test or activate the workflow. */
export type Severity = 'fault' | 'warning' | 'note'

/** Something about a workflow that was found without running it. */
export interface Finding {
  /** The number of the workflow among those that were checked, from 0. */
  workflow: number
  /** A JSON pointer from the workflow on, such as `/nodes/2/parameters/text`; empty for the workflow as a whole. */
  path: string
  /** The name of the node. */
  node?: string
  rule: Rule
  severity: Severity
  message: string
  /** What stands there. */
  value?: unknown
  /** What would be right: the allowed values or names, or a description of them. */
  expected?: unknown
  /** The nearest of those. */
  didYouMean?: string
  /** Operations of a JSON patch (RFC 6902) on the workflow that mend it, where that is safe. */
  fix?: readonly Fix[]
}

export type Fix = PatchOperation

/** A workflow that is checked, as a client would send it. Its id is its own among those that are checked together. */
export interface PlacedWorkflow {
  /** What messages call it. */
  place: string
  workflow: Record<string, unknown>
}
