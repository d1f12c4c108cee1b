import { type Static, Type } from '@sinclair/typebox'
import { AnyMap, Enumeration } from '../../model/schema.ts'

const Id = Type.Union([Type.String({ minLength: 1 }), Type.Number()])
const Text = Type.String({ minLength: 1 })
const Whatever = Type.Optional(Type.Unknown())

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())
const number = Type.Optional(Type.Number())
const saved = Type.Optional(Enumeration(['all', 'none']))

/** The fields that are taken of a node in a repository: all that any version's API takes. */
export const nodeFields = {
  id: text,
  name: text,
  webhookId: text,
  disabled: flag,
  notesInFlow: flag,
  notes: text,
  type: text,
  typeVersion: number,
  executeOnce: flag,
  alwaysOutputData: flag,
  retryOnFail: flag,
  maxTries: number,
  waitBetweenTries: number,
  continueOnFail: flag,
  onError: text,
  position: Type.Optional(Type.Array(Type.Number())),
  parameters: Type.Optional(AnyMap()),
  credentials: Type.Optional(AnyMap()),
}

/** The fields that are taken of a workflow's settings in a repository. */
export const settingsFields = {
  saveExecutionProgress: flag,
  saveManualExecutions: flag,
  saveDataErrorExecution: saved,
  saveDataSuccessExecution: saved,
  executionTimeout: number,
  errorWorkflow: text,
  timezone: text,
  executionOrder: text,
}

/** `workflows/<id>.json`, as real instances push it. Other keys are ignored. */
export const WorkflowFile = Type.Object({
  id: Id,
  name: Type.String(),
  nodes: Type.Array(Type.Object(nodeFields)),
  connections: AnyMap(),
  settings: Type.Object(settingsFields),
  triggerCount: Type.Optional(Type.Number()),
  versionId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  owner: Whatever,
})

/** `credential_stubs/<id>.json`. */
export const CredentialFile = Type.Object({
  id: Id,
  name: Type.String(),
  type: Text,
  data: Type.Optional(AnyMap()),
  ownedBy: Whatever,
})

/** `tags.json`. */
export const TagsFile = Type.Object({
  tags: Type.Array(Type.Object({ id: Id, name: Text })),
  mappings: Type.Array(Type.Object({ workflowId: Id, tagId: Id })),
})
export type TagsFile = Static<typeof TagsFile>

/** `variable_stubs.json`. The value of a stub is empty, and then leaves the one of the instance alone. */
export const VariablesFile = Type.Array(
  Type.Object({
    id: Id,
    key: Text,
    type: Type.Optional(Type.String()),
    value: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
)
export type VariablesFile = Static<typeof VariablesFile>

/** The e-mail of an owner: text, or `{ type: 'personal', personalEmail }`. A team has none. */
export function ownerEmail(owner: unknown): string | undefined {
  if (typeof owner === 'string') return owner
  const { personalEmail } = (owner ?? {}) as { personalEmail?: unknown }
  return typeof personalEmail === 'string' ? personalEmail : undefined
}
