import { type TObject, Type } from '@sinclair/typebox'
import { AnyMap, answerOf, DateTime, Enumeration, Nullable, ReadOnly } from '../../../model/schema.ts'
import type { Decisions } from '../decisions.ts'
import { Tag, TagInput } from './tag.ts'

type InputRules = Pick<Decisions, 'executionTimeoutLimited' | 'nodeCredentialsAreObjects'>

/** A node of a workflow. No field is required. */
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

/** Workflow settings. `executionTimeout` is in seconds. */
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
