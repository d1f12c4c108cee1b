import { Type } from '@sinclair/typebox'
import { AnyMap, DateTime, Enumeration, ReadOnly } from './schema.ts'

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())
const number = Type.Optional(Type.Number())

/** The fields of a node that every version takes, and that source control pulls. None is required. */
export const nodeFields = {
  id: text,
  name: text,
  webhookId: text,
  disabled: flag,
  notesInFlow: flag,
  notes: text,
  type: Type.Optional(Type.String({ examples: ['n8n-nodes-base.manualTrigger'] })),
  typeVersion: number,
  executeOnce: flag,
  alwaysOutputData: flag,
  retryOnFail: flag,
  maxTries: number,
  waitBetweenTries: number,
  continueOnFail: Type.Optional(Type.Boolean({ deprecated: true, description: 'use onError instead' })),
  onError: text,
  position: Type.Optional(Type.Array(Type.Number())),
  parameters: Type.Optional(AnyMap()),
  credentials: Type.Optional(AnyMap({ description: 'credential type name to { id, name }' })),
}

/** The fields of a node as a workflow is sent to the API. */
export const sentNodeFields = { ...nodeFields, createdAt: ReadOnly(DateTime()), updatedAt: ReadOnly(DateTime()) }

/** The settings that a workflow has in every version. `executionTimeout` is in seconds. */
export const settingFields = {
  saveExecutionProgress: flag,
  saveManualExecutions: flag,
  saveDataErrorExecution: Type.Optional(Enumeration(['all', 'none'])),
  saveDataSuccessExecution: Type.Optional(Enumeration(['all', 'none'])),
  executionTimeout: number,
  errorWorkflow: Type.Optional(Type.String({ description: 'id of the workflow with the error trigger node' })),
  timezone: Type.Optional(Type.String({ examples: ['Europe/Berlin'] })),
  executionOrder: text,
}
