import type { Layout } from '../storage/store.ts'
import type { CredentialRecord } from './credential.ts'
import type { ExecutionRecord } from './execution.ts'
import type { VariableRecord } from './source-control.ts'
import type { TagRecord } from './tag.ts'
import type { ApiKeyRecord, UserRecord } from './user.ts'
import { webhookKeys } from './webhooks.ts'
import type { WorkflowRecord } from './workflow.ts'

/** The number of the document's form. A document of an older form is upgraded when it is opened. */
export const FORMAT = 1

/** The collections of the document: arrays in the file, each record with an `id` of its own. */
export interface Collections {
  users: UserRecord
  apiKeys: ApiKeyRecord
  workflows: WorkflowRecord
  tags: TagRecord
  credentials: CredentialRecord
  executions: ExecutionRecord
  variables: VariableRecord
}

/** The highest number given out so far, per kind. */
export interface Counters {
  workflows: number
  tags: number
  credentials: number
  executions: number
}

/** An installed community package; its nodes appear in the audit (observed, section 7). */
export interface CommunityPackage {
  packageName: string
  installedVersion?: string
  installedNodes: { name: string; type: string; latestVersion?: number }[]
}

/** What is in the document beside the collections. */
export interface Values {
  counters: Counters
  /** What the last pull saw: the base of the next three-way comparison. */
  sourceControl: Record<string, unknown> | null
  communityPackages: CommunityPackage[]
  /** Tells whether an encryption key is the one that the credentials' data was sealed with; null while nothing is. */
  sealCheck: string | null
}

/** How the store lays the document out: its collections with their indexes, and its other values. */
export const layout: Layout<Collections, Values> = {
  collections: {
    users: { indexes: { email: (user: UserRecord) => user.email } },
    apiKeys: {
      indexes: { hash: (key: ApiKeyRecord) => key.hash, userId: (key: ApiKeyRecord) => key.userId },
    },
    workflows: {
      indexes: {
        tag: (workflow: WorkflowRecord) => workflow.tags,
        owner: (workflow: WorkflowRecord) => workflow.owner,
        /** Of the active ones: no two may have the same. */
        webhook: (workflow: WorkflowRecord) => (workflow.active ? webhookKeys(workflow) : undefined),
      },
    },
    tags: { indexes: { name: (tag: TagRecord) => tag.name } },
    credentials: { indexes: { type: (credential: CredentialRecord) => credential.type } },
    executions: { indexes: { workflowId: (execution: ExecutionRecord) => execution.workflowId } },
    variables: { indexes: { key: (variable: VariableRecord) => variable.key } },
  },
  values: {
    counters: { workflows: 0, tags: 0, credentials: 0, executions: 0 },
    sourceControl: null,
    communityPackages: [],
    sealCheck: null,
  },
}
