import { Type } from '@sinclair/typebox'
import { AnyMap, Enumeration } from '../../model/schema.ts'

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())
const number = Type.Optional(Type.Number())
const all = Type.Optional(Enumeration(['all', 'none']))

/** The fields that are taken of a node in a repository: all that any version's API takes. */
export const nodeFields = {
  ...{ id: text, name: text, webhookId: text, disabled: flag, notesInFlow: flag, notes: text, type: text },
  ...{ typeVersion: number, executeOnce: flag, alwaysOutputData: flag, retryOnFail: flag, maxTries: number },
  ...{
    waitBetweenTries: number,
    continueOnFail: flag,
    onError: text,
    position: Type.Optional(Type.Array(Type.Number())),
  },
  ...{ parameters: Type.Optional(AnyMap()), credentials: Type.Optional(AnyMap()) },
}

/** The fields that are taken of a workflow's settings in a repository. */
export const settingsFields = {
  ...{ saveExecutionProgress: flag, saveManualExecutions: flag, saveDataErrorExecution: all },
  ...{ saveDataSuccessExecution: all, executionTimeout: number, errorWorkflow: text, timezone: text },
  executionOrder: text,
}
