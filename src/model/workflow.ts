import { Type } from '@sinclair/typebox'
import { AnyMap, answerOf, DateTime, Enumeration, Nullable, ReadOnly } from './schema.ts'
import { Tag } from './tag.ts'

interface InputRules {
  executionTimeoutLimited: boolean
  nodeCredentialsAreObjects: boolean
}

/** A node of a workflow (reference 2.2). No field is required. */
const nodeInput = ({ nodeCredentialsAreObjects }: InputRules) =>
  Type.Object(
    {
      id: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      webhookId: Type.Optional(Type.String()),
      disabled: Type.Optional(Type.Boolean()),
      notesInFlow: Type.Optional(Type.Boolean()),
      notes: Type.Optional(Type.String()),
      type: Type.Optional(Type.String({ examples: ['n8n-nodes-base.manualTrigger'] })),
      typeVersion: Type.Optional(Type.Number()),
      executeOnce: Type.Optional(Type.Boolean()),
      alwaysOutputData: Type.Optional(Type.Boolean()),
      retryOnFail: Type.Optional(Type.Boolean()),
      maxTries: Type.Optional(Type.Number()),
      waitBetweenTries: Type.Optional(Type.Number()),
      continueOnFail: Type.Optional(Type.Boolean({ deprecated: true, description: 'use onError instead' })),
      onError: Type.Optional(Type.String()),
      position: Type.Optional(Type.Array(Type.Number())),
      parameters: Type.Optional(AnyMap()),
      credentials: Type.Optional(
        AnyMap({
          description: 'credential type name to { id, name }',
          ...(nodeCredentialsAreObjects ? { additionalProperties: AnyMap() } : {}),
        }),
      ),
      createdAt: ReadOnly(DateTime()),
      updatedAt: ReadOnly(DateTime()),
    },
    { additionalProperties: false },
  )

/** Workflow settings (reference 2.3). `executionTimeout` is in seconds. */
const workflowSettings = ({ executionTimeoutLimited }: InputRules) =>
  Type.Object(
    {
      saveExecutionProgress: Type.Optional(Type.Boolean()),
      saveManualExecutions: Type.Optional(Type.Boolean()),
      saveDataErrorExecution: Type.Optional(Enumeration(['all', 'none'])),
      saveDataSuccessExecution: Type.Optional(Enumeration(['all', 'none'])),
      executionTimeout: Type.Optional(Type.Number(executionTimeoutLimited ? { maximum: 3600 } : {})),
      errorWorkflow: Type.Optional(Type.String({ description: 'id of the workflow with the error trigger node' })),
      timezone: Type.Optional(Type.String({ examples: ['Europe/Berlin'] })),
      executionOrder: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  )

const StaticData = Type.Union([Nullable(Type.String({ format: 'jsonString' })), Nullable(AnyMap())])

/** A workflow as sent (reference 2.1), as strict as the rules ask. */
export const workflowInput = (rules: InputRules) =>
  Type.Object(
    {
      id: ReadOnly(Type.String()),
      name: Type.String(),
      active: ReadOnly(Type.Boolean()),
      createdAt: ReadOnly(DateTime()),
      updatedAt: ReadOnly(DateTime()),
      nodes: Type.Array(nodeInput(rules)),
      connections: AnyMap(),
      settings: workflowSettings(rules),
      staticData: Type.Optional(StaticData),
      tags: ReadOnly(Type.Array(Tag)),
    },
    { additionalProperties: false },
  )

/** A workflow as answered. */
export const Workflow = answerOf(workflowInput({ executionTimeoutLimited: true, nodeCredentialsAreObjects: true }))

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
  /** The team project that has it; the owner's personal project where absent. */
  projectId?: string
  parentFolderId?: string | null
}

/** Nodes that the editor shows as one. */
export interface NodeGroup {
  id: string
  name: string
  description?: string
  nodeIds: string[]
}
