import type { Fields } from '../fields.ts'
import type { Begun, Note, PromotedKind } from './notes.ts'

/**
 * What is to become of a thing: `+` created, `~` changed, `=` the same, `-` left there or removed, `!` cannot be, and
 * why.
 */
export type Sign = '+' | '~' | '=' | '-' | '!'

/** A line of the plan. */
export interface PlanLine {
  sign: Sign
  kind: PromotedKind
  /** The id here. */
  from?: string
  /** The id there. */
  to?: string
  name: string
  /** Of a credential. */
  type?: string
  /** What is done, or why it cannot be. */
  says: string[]
}

export interface TagStep {
  from: string
  name: string
  /** The id there, of one that gets another name. */
  to?: string
}

export interface CredentialStep {
  from: string
  name: string
  type: string
  /** The id there that the user gives, where the service lists none: whether it is one has to be asked. */
  to?: string
  /** Whether another one here has its name and type, so that these do not tell which one is there. */
  isTwin: boolean
  /** Opened when it is sent; without real data it is only looked up. */
  data: (() => unknown) | undefined
}

export interface WorkflowStep {
  from: string
  name: string
  /** The id there; none yet where it is created. */
  to?: string
  /** Whether its content is sent. */
  isSent: boolean
  /** Ids here of the tags that it is to have; left out where they are right. */
  tags?: readonly string[]
  activation?: 'activate' | 'deactivate'
  /** The body with the ids of the service as they are known by then. */
  body(): Fields
  /** What it refers to and is not there by now. */
  missing(): { credentials: string[]; workflows: string[] }
}

export interface RemovalStep {
  kind: PromotedKind
  from: string
  id: string
  name: string
  isActive: boolean
  /** A workflow that was made to look something up, and was left by a promotion that was killed. */
  isProbe?: boolean
}

/** What a promotion is going to do. */
export interface Plan {
  url: string
  lines: PlanLine[]
  /** Remarks about all of it. */
  remarks: string[]
  /** Whether anything is to be sent. */
  hasChanges: boolean
  /** How many things cannot be. */
  refused: number
}

/** The steps behind a plan, in their order. */
export interface Steps {
  tags: TagStep[]
  credentials: CredentialStep[]
  /** Called ones first. */
  workflows: WorkflowStep[]
  removals: RemovalStep[]
  /** What was found to be the same, or made by a promotion that was killed: to be noted first. */
  notes: Note[]
  /** Ids there by ids here; steps add to them. */
  ids: Record<PromotedKind, Map<string, string>>
  begun: readonly Begun[]
  /** Workflows that were sent before all that they refer to was there. */
  incomplete: Set<string>
}
