/** A node as workflows hold it. Whatever its parameters are, they are kept as sent. */
export interface Node {
  id?: string
  name?: string
  type?: string
  typeVersion?: number
  disabled?: boolean
  position?: number[]
  webhookId?: string
  parameters?: Record<string, unknown>
  credentials?: Record<string, unknown>
  [field: string]: unknown
}

/** Node name → output type (`main`) → outputs → targets. Unchecked by the service, so any part may be something else. */
export type Connections = Record<string, unknown>

export interface WorkflowInput {
  name: string
  nodes: Node[]
  connections: Connections
  settings: Record<string, unknown>
  staticData?: unknown
  pinData?: unknown
  nodeGroups?: NodeGroup[]
  description?: string
  parentFolderId?: string | null
}

/** A workflow as the document keeps it: `tags` are tag ids, `owner` is a user id. */
export interface WorkflowRecord {
  id: string
  name: string
  active: boolean
  createdAt: string
  updatedAt: string
  nodes: Node[]
  connections: Connections
  settings: Record<string, unknown>
  staticData: unknown
  tags: string[]
  owner: string
  versionId: string
  meta: unknown
  pinData: unknown
  triggerCount: number
  description?: string | null
  /** False where absent. */
  isArchived?: boolean
  /** 1 where absent. */
  versionCounter?: number
  /** None where absent. */
  nodeGroups?: NodeGroup[]
  sourceWorkflowId?: string | null
  /** The published version. While `active`, absent and null mean the current one, `versionId`. */
  activeVersionId?: string | null
  /** The keys of the published version's webhooks, where they are not the current version's. */
  publishedWebhooks?: string[]
  /** The team project that has it; the owner's personal project where absent. */
  projectId?: string
  parentFolderId?: string | null
  /** Fields that one version alone has, as they were sent. */
  more?: Record<string, unknown>
}

/** Nodes that the editor shows as one. */
export interface NodeGroup {
  id: string
  name: string
  description?: string
  nodeIds: string[]
}
