import type { RunForm } from '../../model/run-data.ts'
import type { Role } from '../../model/user.ts'

/** What versions with the operations of the reference decide differently. */
export interface Decisions {
  ids: 'counter' | 'random'
  executionIds: 'number' | 'text'
  executionWorkflowId: 'number' | 'text'
  executionExtras: boolean
  runForm: RunForm
  runningCountsAsNext: boolean
  absentAsNull: boolean
  workflowExtras: boolean
  staticDataEchoed: boolean
  staticDataTyped: boolean
  workflowOrder: 'creation' | 'id'
  activationAnswersBefore: boolean
  activationChecked: boolean
  activeUpdateChecked: boolean
  webhooksBelowWorkflow: boolean
  executionTimeoutLimited: boolean
  tagNameLength: number | undefined
  tagUpdateAnswersChange: boolean
  credentialEchoed: boolean
  deletedCredentialHasId: boolean
  usersFor: readonly Role[]
  foreignCredentialsFor: readonly Role[]
  nodeCredentialsAreObjects: boolean
  emptyAudit: 'object' | 'array'
  auditSectionsWithoutLocation: boolean
  communityNodesFromWorkflows: boolean
  excludedNodes: string
  limitAtLeastOne: boolean
  remoteChangeConflicts: boolean
  pullAnswer: 'importResult' | 'files'
  sourceControlStatus: boolean
}

/** What a version decides, and the sentence that the documentation prints. */
export interface Stated<Value> {
  value: Value
  sentence: string
}

/** What the first version decides: everything, each with what it is about. */
export type FirstDecisions = { readonly [Name in keyof Decisions]: Stated<Decisions[Name]> & { subject: string } }

/** What a later version decides otherwise than its neighbour. */
export type ChangedDecisions = { readonly [Name in keyof Decisions]?: Stated<Decisions[Name]> }
