import { type TObject, Type } from '@sinclair/typebox'
import { AnyMap, answerOf, DateTime, Nullable, ReadOnly } from '../../../model/schema.ts'
import { sentNodeFields, settingFields } from '../../../model/workflow-fields.ts'
import type { Decisions } from '../decisions.ts'
import { Tag, TagInput } from './tag.ts'

type InputRules = Pick<Decisions, 'executionTimeoutLimited' | 'nodeCredentialsAreObjects'>

/** A node of a workflow. No field is required. */
const nodeInput = ({ nodeCredentialsAreObjects }: InputRules) => {
  const { credentials } = sentNodeFields
  return Type.Object(
    {
      ...sentNodeFields,
      ...(nodeCredentialsAreObjects ? { credentials: { ...credentials, additionalProperties: AnyMap() } } : {}),
    },
    { additionalProperties: false },
  )
}

/** Settings of a workflow. */
const workflowSettings = ({ executionTimeoutLimited }: InputRules) =>
  Type.Object(
    {
      ...settingFields,
      ...(executionTimeoutLimited ? { executionTimeout: Type.Optional(Type.Number({ maximum: 3600 })) } : {}),
    },
    { additionalProperties: false },
  )

const StaticData = Type.Union([Nullable(Type.String({ format: 'jsonString' })), Nullable(AnyMap())])

/** A workflow as sent, as strict as the rules ask. */
const workflowInput = (rules: InputRules) =>
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
      tags: ReadOnly(Type.Array(TagInput)),
    },
    { additionalProperties: false },
  )

/** Query parameters of the list of workflows. */
export const workflowFilters = {
  active: Type.Optional(Type.Boolean()),
  tags: Type.Optional(
    Type.String({ allowReserved: true, description: 'Names of tags, separated by commas; all must be there' }),
  ),
  name: Type.Optional(Type.String({ allowReserved: true, description: 'A part of the name' })),
}

/** What a workflow looks like, as sent and as shown. */
export interface WorkflowShapes {
  WorkflowInput: ReturnType<typeof workflowInput>
  Workflow: TObject
}

export function workflowShapes(decisions: Decisions): WorkflowShapes {
  const { properties } = answerOf(workflowInput(decisions))
  const answer = Type.Object({ ...properties, tags: Type.Optional(Type.Array(Tag)) }, { additionalProperties: false })
  return { WorkflowInput: workflowInput(decisions), Workflow: decisions.workflowExtras ? withExtras(answer) : answer }
}

const withExtras = ({ properties }: TObject) =>
  Type.Object(
    {
      ...properties,
      staticData: Type.Any({ description: 'An object, null, or whatever else JSON text held' }),
      meta: Nullable(AnyMap()),
      pinData: Nullable(AnyMap()),
      versionId: Type.String(),
      triggerCount: Type.Number(),
    },
    { additionalProperties: false },
  )
