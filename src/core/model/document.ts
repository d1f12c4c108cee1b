import type { Layout } from '../base/store.ts'
import type { CredentialRecord, CredentialSchema } from './credential.ts'
import type { CustomRoleRecord } from './custom-role.ts'
import { type DataTableRecord, type DataTableRowRecord, tableName } from './data-table.ts'
import type { ExecutionRecord } from './execution.ts'
import type { Licence } from './licence.ts'
import { type FolderRecord, type ProjectRecord, personalProjectId } from './project.ts'
import type { VariableRecord } from './source-control.ts'
import type { AnnotationTagRecord, TagRecord } from './tag.ts'
import { type ApiKeyRecord, keyLabel, type UserRecord } from './user.ts'
import { webhookKeys } from './webhooks.ts'
import type { WorkflowRecord } from './workflow.ts'
import type { PublishEventRecord, WorkflowVersionRecord } from './workflow-version.ts'

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
  workflowVersions: WorkflowVersionRecord
  publishEvents: PublishEventRecord
  annotationTags: AnnotationTagRecord
  dataTables: DataTableRecord
  dataTableRows: DataTableRowRecord
  projects: ProjectRecord
  folders: FolderRecord
  customRoles: CustomRoleRecord
}

/** The highest number given out so far, per kind. */
export interface Counters {
  workflows: number
  tags: number
  credentials: number
  executions: number
  /** 0 where absent. */
  publishEvents?: number
}

/** An installed community package; its nodes appear in the audit (docs/behaviour/audit.md#sections). */
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
  /** Shows whether an encryption key is the one that the credentials' data was sealed with; null while nothing is. */
  sealCheck: string | null
  licence: Licence
  /** The version of the service that the document was made from; null where it was made here. */
  profile: string | null
  /** Credential types beside the shipped ones, or instead of those with the same name: their data schemas. */
  credentialTypes: Record<string, CredentialSchema>
  /** What was changed of the settings of telemetry. */
  otelSettings: Record<string, unknown> | null
}

/** How the store lays the document out: its collections with their indexes, and its other values. */
export const layout: Layout<Collections, Values> = {
  collections: {
    users: { indexes: { email: (user: UserRecord) => user.email, projectId: personalProjectId } },
    apiKeys: {
      indexes: {
        hash: (key: ApiKeyRecord) => key.hash,
        userId: (key: ApiKeyRecord) => key.userId,
        label: (key: ApiKeyRecord) => keyLabel(key.userId, key.label),
      },
    },
    workflows: {
      indexes: {
        tag: (workflow: WorkflowRecord) => workflow.tags,
        owner: (workflow: WorkflowRecord) => workflow.owner,
        /** Of the active ones: no two may have the same. */
        webhook: (workflow: WorkflowRecord) =>
          workflow.active ? (workflow.publishedWebhooks ?? webhookKeys(workflow)) : undefined,
      },
      asText: new Set(['nodes', 'connections', 'nodeGroups', 'pinData', 'staticData']),
      untilChanged: true,
    },
    tags: { indexes: { name: (tag: TagRecord) => tag.name } },
    credentials: { indexes: { type: (credential: CredentialRecord) => credential.type } },
    executions: {
      indexes: { workflowId: (execution: ExecutionRecord) => execution.workflowId },
      texts: new Set(['data', 'workflowData']),
    },
    variables: { indexes: { key: (variable: VariableRecord) => variable.key } },
    workflowVersions: {
      indexes: { workflowId: (version: WorkflowVersionRecord) => version.workflowId },
      asText: new Set(['nodes', 'connections', 'nodeGroups']),
    },
    publishEvents: { indexes: { workflowId: (event: PublishEventRecord) => event.workflowId } },
    annotationTags: { indexes: { name: (tag: AnnotationTagRecord) => tag.name } },
    dataTables: {
      indexes: {
        projectId: (table: DataTableRecord) => table.projectId,
        name: (table: DataTableRecord) => tableName(table.projectId, table.name),
      },
    },
    dataTableRows: { indexes: { tableId: (row: DataTableRowRecord) => row.tableId } },
    projects: { indexes: {} },
    folders: { indexes: { projectId: (folder: FolderRecord) => folder.projectId } },
    customRoles: { indexes: {} },
  },
  values: {
    counters: { workflows: 0, tags: 0, credentials: 0, executions: 0 },
    sourceControl: null,
    communityPackages: [],
    sealCheck: null,
    licence: null,
    profile: null,
    credentialTypes: {},
    otelSettings: null,
  },
}
