import { type TProperties, Type } from '@sinclair/typebox'
import { EXECUTION_MODES } from '../../model/execution.ts'
import { AnyMap, DateTime, Enumeration, Nullable, ReadOnly } from '../../model/schema.ts'
import { settingFields } from '../../model/workflow-fields.ts'
import { Tag, TagInput } from '../v1/shapes/tag.ts'
import { NodeInput } from '../v2/shapes/workflow-input.ts'

const strict = { additionalProperties: false }
const text = Type.Optional(Type.String())
const number = Type.Optional(Type.Number())
const dates = { updatedAt: DateTime(), createdAt: DateTime() }

/** Settings of a workflow. */
export const WorkflowSettings = Type.Object(
  {
    ...settingFields,
    callerPolicy: Type.Optional(
      Enumeration(['any', 'none', 'workflowsFromAList', 'workflowsFromSameOwner'], {
        default: 'workflowsFromSameOwner',
      }),
    ),
    callerIds: text,
    timeSavedPerExecution: number,
    availableInMCP: Type.Optional(Type.Boolean({ default: false })),
  },
  strict,
)

/** A workflow as POST and PUT take it. */
export const WorkflowInput = Type.Object(
  {
    id: ReadOnly(Type.String()),
    name: Type.String(),
    active: ReadOnly(Type.Boolean()),
    createdAt: ReadOnly(DateTime()),
    updatedAt: ReadOnly(DateTime()),
    nodes: Type.Array(NodeInput),
    connections: AnyMap(),
    settings: WorkflowSettings,
    staticData: Type.Optional(Type.Union([Nullable(Type.String({ format: 'jsonString' })), Nullable(AnyMap())])),
    tags: ReadOnly(Type.Array(TagInput)),
    shared: Type.Optional(Type.Unknown({ description: 'passed over' })),
    activeVersion: ReadOnly(AnyMap()),
  },
  strict,
)

/** A version of a workflow. */
export const Version = Type.Object(
  {
    ...dates,
    versionId: Type.String(),
    workflowId: Type.String(),
    nodes: Type.Array(AnyMap()),
    connections: AnyMap(),
    authors: Type.String(),
    name: Nullable(Type.String()),
    description: Nullable(Type.String()),
  },
  strict,
)

/** A workflow as shown; operations leave parts of it out. */
export const Workflow = Type.Object(
  {
    ...dates,
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Nullable(Type.String())),
    active: Type.Boolean(),
    isArchived: Type.Boolean(),
    nodes: Type.Array(AnyMap()),
    connections: AnyMap(),
    settings: AnyMap(),
    staticData: Type.Any({ description: 'An object, null, or whatever else JSON text held' }),
    meta: Nullable(AnyMap()),
    pinData: Type.Optional(Nullable(AnyMap())),
    versionId: Type.String(),
    activeVersionId: Nullable(Type.String()),
    versionCounter: Type.Optional(Type.Integer()),
    triggerCount: Type.Integer(),
    shared: Type.Optional(Type.Any()),
    tags: Type.Optional(Type.Array(Tag)),
    activeVersion: Type.Optional(Nullable(Version)),
  },
  strict,
)

const fields: TProperties = {
  finished: Type.Boolean(),
  mode: Enumeration(EXECUTION_MODES),
  retryOf: Nullable(Type.String()),
  retrySuccessId: Nullable(Type.String()),
  status: Type.String(),
  startedAt: DateTime(),
  stoppedAt: Nullable(DateTime()),
  workflowId: Type.String(),
  waitTill: Nullable(DateTime()),
}
const details: TProperties = {
  data: Type.Optional(AnyMap({ description: 'only when includeData is true' })),
  workflowData: Type.Optional(Nullable(AnyMap())),
  customData: Type.Optional(AnyMap()),
}
const single = { ...fields, createdAt: DateTime(), deletedAt: Nullable(DateTime()) }

export const ListedExecution = Type.Object({ id: Type.String(), ...fields, ...details }, strict)
export const Execution = Type.Object({ id: Type.String(), ...single, ...details }, strict)
export const DeletedExecution = Type.Object({ id: Type.Integer(), ...single }, strict)
export const RetriedExecution = Type.Object({
  id: Type.String(),
  mode: Type.String(),
  startedAt: DateTime(),
  workflowId: Type.String(),
  finished: Type.Boolean(),
  retryOf: Type.Integer(),
  status: Type.String(),
  ...details,
})

/** A credential as shown: never its data. */
export const Credential = Type.Object({
  ...dates,
  id: Type.Optional(Type.String()),
  name: Type.String(),
  type: Type.String(),
  isManaged: Type.Boolean(),
  isGlobal: Type.Boolean(),
})

/** Where something is to be moved. Unknown keys are ignored. */
export const Destination = Type.Object({ destinationProjectId: Type.String() })
