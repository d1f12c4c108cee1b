import { type TProperties, Type } from '@sinclair/typebox'
import { isRecord } from '../../../base/is-record.ts'
import { AnyMap, DateTime, Enumeration, Nullable, ReadOnly } from '../../../model/schema.ts'
import { sentNodeFields, settingFields } from '../../../model/workflow-fields.ts'
import { refusing } from './refusal.ts'

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())
const number = Type.Optional(Type.Number())
const strict = { additionalProperties: false }

/** A node of a workflow. No field is required here; the check of the structure wants a name, a type and a position. */
export const NodeInput = Type.Object(sentNodeFields, strict)

/** Settings of a workflow. */
export const WorkflowSettings = Type.Object(
  {
    ...settingFields,
    callerPolicy: Type.Optional(Enumeration(['any', 'none', 'workflowsFromAList', 'workflowsFromSameOwner'])),
    callerIds: text,
    timeSavedMode: Type.Optional(Enumeration(['fixed', 'dynamic'])),
    timeSavedPerExecution: number,
    availableInMCP: flag,
    customTelemetryTags: Type.Optional(Type.Array(Type.Object({ key: Type.String(), value: Type.String() }, strict))),
    binaryMode: Type.Optional(Enumeration(['separate', 'combined'])),
    redactionPolicy: Type.Optional(Enumeration(['none', 'non-manual', 'manual-only', 'all'])),
    credentialResolverId: text,
  },
  strict,
)

const Connections = refusing(AnyMap(), value => (isRecord(value) ? undefined : 'must be object'))

const StaticData = refusing(Type.Union([Type.Null(), Type.String({ format: 'jsonString' }), AnyMap()]), value =>
  typeof value === 'string' && !isJson(value) ? 'must be a JSON string' : undefined,
)

export const NodeGroup = Type.Object(
  { id: Type.String(), name: Type.String(), description: text, nodeIds: Type.Array(Type.String()) },
  strict,
)

/** A part of `shared`, as answers show it: it is checked and passed over. */
const Sharing = Type.Object(
  {
    createdAt: ReadOnly(DateTime()),
    updatedAt: ReadOnly(DateTime()),
    role: text,
    workflowId: text,
    projectId: text,
    project: Type.Optional(Type.Object({ id: ReadOnly(Type.String()), type: ReadOnly(Type.String()), name: text })),
  },
  strict,
)

const readOnly = {
  id: ReadOnly(Type.String()),
  active: ReadOnly(Type.Boolean()),
  createdAt: ReadOnly(DateTime()),
  updatedAt: ReadOnly(DateTime()),
  isArchived: ReadOnly(Type.Boolean()),
  versionId: ReadOnly(Type.String()),
  triggerCount: ReadOnly(Type.Integer()),
  tags: ReadOnly(Type.Array(AnyMap())),
  meta: ReadOnly(AnyMap()),
  activeVersion: ReadOnly(AnyMap()),
}

const writable = {
  name: Type.String(),
  nodes: Type.Array(NodeInput),
  connections: Connections,
  settings: WorkflowSettings,
  nodeGroups: Type.Optional(Type.Array(NodeGroup)),
  staticData: Type.Optional(StaticData),
  pinData: Type.Optional(Nullable(AnyMap())),
}

/** A workflow as POST and PUT take it, with further fields and settings that a version has. */
export function workflowInputs(own: TProperties, ownSettings: TProperties) {
  const settings =
    Object.keys(ownSettings).length === 0
      ? WorkflowSettings
      : Type.Object({ ...WorkflowSettings.properties, ...ownSettings }, strict)
  const taken = {
    ...readOnly,
    ...writable,
    settings,
    ...own,
  }
  return {
    WorkflowSettings: settings as typeof WorkflowSettings,
    NewWorkflow: Type.Object(
      {
        ...taken,
        projectId: text,
        parentFolderId: Type.Optional(Nullable(Type.String())),
        shared: Type.Optional(Type.Array(Sharing, { description: 'passed over' })),
      },
      strict,
    ),
    ChangedWorkflow: Type.Object(
      {
        ...taken,
        description: text,
        parentFolderId: Type.Optional(Nullable(Type.String())),
        shared: Type.Optional(Type.Array(Sharing, { description: 'passed over' })),
      },
      strict,
    ),
  }
}

export const { NewWorkflow, ChangedWorkflow } = workflowInputs({}, {})

/** Which version to publish, and what to call it. */
export const PublishOptions = Type.Object({
  versionId: Type.Optional(Type.String({ description: 'the current one where left out' })),
  name: text,
  description: text,
})

function isJson(given: string) {
  try {
    JSON.parse(given)
    return true
  } catch {
    return false
  }
}
