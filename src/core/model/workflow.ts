import { Type } from '@sinclair/typebox'
import { allPromoted, madeDates, madeId, type SentFieldsOf, type WrittenKeys } from './field.ts'
import { anything, flag, id, owner, someText, text } from './fixture/fields.ts'
import { AnyMap, Nullable } from './schema.ts'

/** A node as workflows hold it. Its parameters are stored as sent, whatever they are. */
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

/** A workflow as the document stores it: `tags` are tag ids, `owner` is a user id. */
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

const TagReference = Type.Union(
  [text, Type.Object({ id: Type.Optional(id), name: Type.Optional(text) }, { additionalProperties: true })],
  { expects: 'the id or name of a tag, or a tag' },
)

const FixtureNodeGroup = Type.Object({
  id: text,
  name: text,
  description: Type.Optional(text),
  nodeIds: Type.Array(text),
})

/** The graph of a workflow, or of one of its versions, as a fixture gives it. */
export const graphShapes = {
  nodes: Type.Optional(Type.Array(AnyMap())),
  connections: Type.Optional(AnyMap()),
  nodeGroups: Type.Optional(Nullable(Type.Array(FixtureNodeGroup))),
}

const VERSIONS = ['3f2b1c00-0000-4000-8000-000000000001', '3f2b1c00-0000-4000-8000-000000000002'] as const
const NODE = { id: 'n', name: 'N', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters: {} }

const COUNTED = 'each service counts its own versions'
const PLACE = 'a new workflow goes to the personal project of the key’s user'

/** What is said of each field of a workflow, in the order of a document. */
export const workflowFields = {
  ...allPromoted('own', madeDates),
  id: { ...madeId, promoted: 'own' },
  name: {
    shape: text,
    absent: 'required',
    written: { create: 'as sent', update: 'as sent' },
    compared: 'value',
    promoted: 'sent',
    examples: ['A workflow', 'Another workflow'],
  },
  active: {
    shape: Type.Optional(flag),
    absent: { stored: false },
    written: 'operation',
    compared: 'value',
    promoted: 'rule',
    examples: [false, true],
  },
  nodes: {
    shape: graphShapes.nodes,
    absent: { stored: [] },
    written: { create: 'by rule', update: 'by rule' },
    compared: 'rule',
    promoted: 'rule',
    examples: [[NODE], [{ ...NODE, disabled: true }]],
  },
  connections: {
    shape: graphShapes.connections,
    absent: { stored: {} },
    written: { create: 'as sent', update: 'as sent' },
    compared: 'rule',
    promoted: 'rule',
    examples: [{ N: { main: [[{ node: 'N', type: 'main', index: 0 }]] } }, { N: { main: [[]] } }],
  },
  settings: {
    shape: Type.Optional(Nullable(AnyMap())),
    absent: { stored: {} },
    written: { create: 'by rule', update: 'by rule' },
    compared: 'rule',
    promoted: 'rule',
    examples: [{ executionOrder: 'v1' }, { executionOrder: 'v1', timezone: 'UTC' }],
  },
  staticData: {
    shape: Type.Optional(anything),
    absent: { stored: null },
    written: { create: 'by rule', update: 'by rule' },
    compared: { not: 'runs leave it behind', butWithinInstance: 'hidden value' },
    promoted: { stays: 'what runs left behind is of the service on which they ran' },
    examples: [{ a: 1 }, { a: 2 }],
  },
  tags: {
    shape: Type.Optional(Nullable(Type.Array(TagReference))),
    absent: { stored: [] },
    written: 'operation',
    compared: 'rule',
    promoted: 'rule',
    examples: [['t'], ['u']],
  },
  owner: {
    shape: owner,
    absent: { made: 'the owner of the instance' },
    written: 'service',
    compared: { not: 'each service has its own users', butWithinInstance: 'value' },
    promoted: 'own',
    shownAs: ['shared'],
    examples: ['owner@example.com', 'mia@example.com'],
  },
  projectId: {
    shape: Type.Optional(Nullable(someText)),
    absent: { made: 'the personal project of its owner' },
    written: 'operation',
    compared: { not: 'a promotion puts workflows into another project', butWithinInstance: 'value' },
    promoted: { stays: PLACE },
    shownAs: ['shared'],
    examples: ['projectOfTeam001', 'projectOfTeam002'],
  },
  versionId: {
    shape: Type.Optional(Nullable(text)),
    absent: { made: 'a uuid' },
    written: 'service',
    compared: { not: COUNTED },
    promoted: 'own',
    examples: VERSIONS,
  },
  meta: {
    shape: Type.Optional(anything),
    absent: { stored: null },
    written: 'service',
    compared: { not: 'no API writes it', butWithinInstance: 'value' },
    promoted: { stays: 'no API writes it' },
    examples: [{ templateId: '1' }, { templateId: '2' }],
  },
  pinData: {
    shape: Type.Optional(anything),
    absent: { stored: null },
    written: { create: 'as sent', update: 'as sent' },
    compared: 'rule',
    promoted: 'sent where given',
    examples: [{ N: [{ json: { a: 1 } }] }, { N: [{ json: { a: 2 } }] }],
  },
  triggerCount: {
    shape: Type.Optional(Type.Integer()),
    absent: { stored: 0 },
    written: 'service',
    compared: { not: 'it follows from the nodes' },
    promoted: 'own',
    examples: [0, 1],
  },
  description: {
    shape: Type.Optional(Nullable(text)),
    absent: { means: '' },
    written: { update: 'as sent' },
    compared: 'value',
    promoted: 'sent where given',
    examples: ['What it is for', 'What else it is for'],
  },
  isArchived: {
    shape: Type.Optional(flag),
    absent: { means: false },
    written: 'operation',
    compared: 'value',
    promoted: 'rule',
    examples: [false, true],
  },
  versionCounter: {
    shape: Type.Optional(Type.Integer({ minimum: 1 })),
    absent: { means: 1 },
    written: 'service',
    compared: { not: COUNTED },
    promoted: 'own',
    examples: [1, 2],
  },
  sourceWorkflowId: {
    shape: Type.Optional(Nullable(text)),
    absent: { means: null },
    written: 'service',
    compared: { not: 'it names a workflow of the service that made the copy', butWithinInstance: 'value' },
    promoted: 'own',
    examples: ['1', '2'],
  },
  parentFolderId: {
    shape: Type.Optional(Nullable(someText)),
    absent: { means: null },
    written: { create: 'by rule', update: 'by rule' },
    compared: { not: 'a promotion puts workflows into no folder', butWithinInstance: 'value' },
    promoted: { stays: PLACE },
    shownAs: ['parentFolder'],
    examples: ['folderOfTeam0001', 'folderOfTeam0002'],
  },
  more: {
    shape: Type.Optional(AnyMap()),
    absent: { means: {} },
    written: { create: 'by rule', update: 'by rule' },
    compared: 'rule',
    promoted: 'rule',
    examples: [{ colour: 'red' }, { colour: 'blue' }],
  },
  nodeGroups: {
    shape: graphShapes.nodeGroups,
    absent: { means: [] },
    written: { create: 'as sent', update: 'as sent' },
    compared: 'rule',
    promoted: 'sent',
    examples: [[], [{ id: 'g', name: 'G', nodeIds: ['n'] }]],
  },
  activeVersionId: {
    shape: Type.Optional(Nullable(someText)),
    absent: { made: 'its version while it is active' },
    written: 'operation',
    compared: { not: 'the graph that is published is compared instead' },
    promoted: 'rule',
    shownAs: ['activeVersion'],
    examples: VERSIONS,
  },
  publishedWebhooks: {
    shape: null,
    absent: { made: 'from the nodes that are published' },
    written: 'service',
    compared: { not: 'the graph that is published is compared instead' },
    promoted: 'own',
    examples: [['GET a'], ['GET b']],
  },
} satisfies SentFieldsOf<WorkflowRecord>

type Always = 'name' | 'nodes' | 'connections' | 'settings'

/** A workflow as a request sends it. */
export type WorkflowInput = Pick<WorkflowRecord, Always> &
  Partial<Pick<WorkflowRecord, Exclude<WrittenKeys<typeof workflowFields>, Always | 'more'>>>
