import { createV1, type V1Definition } from './v1.ts'

/** The published reference to the letter; where it is silent, the measured behaviour of version 1.41.1. */
export const definition: V1Definition = {
  name: 'contract',
  measured: { release: '1.41.1', day: '2026-11-20' },
  isReference: true,
  isAnsweredBy: async () => true,
  decisions: {
    ids: {
      subject: 'ids of workflows, tags, credentials',
      value: 'counter',
      sentence: '`"1"`, `"2"`, … per kind, never reused',
    },
    executionIds: {
      subject: 'execution `id`, `retryOf`, `retrySuccessId`',
      value: 'number',
      sentence: 'numbers',
    },
    executionWorkflowId: {
      subject: 'execution `workflowId`',
      value: 'number',
      sentence: "a number where the workflow's id is a whole number in decimal, else the string",
    },
    executionExtras: {
      subject: 'execution fields',
      value: false,
      sentence: "the reference's ten",
    },
    runForm: {
      subject: 'run data',
      value: 'plain',
      sentence: 'runs of nodes without numbers',
    },
    runningCountsAsNext: {
      subject: '`nextCursor` when only running executions are left',
      value: false,
      sentence: 'null',
    },
    absentAsNull: {
      subject: 'an absent value in a field that is not nullable in the reference',
      value: false,
      sentence: 'the field is left out',
    },
    workflowExtras: {
      subject: 'workflow fields',
      value: false,
      sentence: "the reference's, `tags` in every answer",
    },
    staticDataEchoed: {
      subject: 'POST answer for a JSON-string `staticData`',
      value: false,
      sentence: 'as every read gives it',
    },
    staticDataTyped: {
      subject: '`staticData` whose JSON is neither an object nor null',
      value: true,
      sentence: 'its JSON text',
    },
    workflowOrder: {
      subject: 'order of workflows in the list, and of tags inside a workflow',
      value: 'creation',
      sentence: 'creation',
    },
    activationAnswersBefore: {
      subject: 'answer of activate and deactivate',
      value: false,
      sentence: 'the workflow after the change, `staticData` untouched',
    },
    activationChecked: {
      subject: 'activation',
      value: false,
      sentence: 'any existing workflow',
    },
    activeUpdateChecked: {
      subject: 'PUT of an active workflow',
      value: false,
      sentence: 'saved, stays active',
    },
    webhooksBelowWorkflow: {
      subject: 'webhook whose node has no `webhookId`',
      value: false,
      sentence: 'at its path',
    },
    executionTimeoutLimited: {
      subject: '`executionTimeout` over 3600',
      value: true,
      sentence: '400',
    },
    tagNameLength: {
      subject: 'tag name',
      value: undefined,
      sentence: 'any non-empty string after trimming; empty is 400',
    },
    tagUpdateAnswersChange: {
      subject: 'PUT /tags/{id} answer',
      value: false,
      sentence: 'the whole tag',
    },
    credentialEchoed: {
      subject: 'POST /credentials answer',
      value: false,
      sentence: "the reference's fields",
    },
    deletedCredentialHasId: {
      subject: 'DELETE /credentials/{id} answer',
      value: true,
      sentence: 'the whole credential without `data`',
    },
    usersFor: {
      subject: 'users operations',
      value: ['global:owner'],
      sentence: 'the owner only, others 403',
    },
    foreignCredentialsFor: {
      subject: "DELETE of another user's credential",
      value: [],
      sentence: '404 for everyone but its owner',
    },
    nodeCredentialsAreObjects: {
      subject: 'node `credentials` value that is not an object',
      value: true,
      sentence: '400',
    },
    emptyAudit: {
      subject: 'audit with nothing to report',
      value: 'object',
      sentence: '`{}`',
    },
    auditSectionsWithoutLocation: {
      subject: 'audit sections without a location list (instance settings, outdated version), kind `custom`',
      value: false,
      sentence: 'left out',
    },
    communityNodesFromWorkflows: {
      subject: 'community nodes in the audit',
      value: true,
      sentence: 'of the installed packages, and of the node types that workflows use',
    },
    excludedNodes: {
      subject: '`nodesExclude` in the audit',
      value: 'none',
      sentence: '`none`',
    },
    limitAtLeastOne: {
      subject: '`limit` 0 or negative',
      value: true,
      sentence: '400 `request/query/limit must be >= 1`',
    },
    remoteChangeConflicts: {
      subject: 'source control, a workflow changed only on the remote',
      value: false,
      sentence: 'pulled',
    },
    pullAnswer: {
      subject: 'source control pull answer',
      value: 'importResult',
      sentence: '`importResult`',
    },
    sourceControlStatus: {
      subject: 'source control refusals',
      value: false,
      sentence: '`{"message": …}`',
    },
  },
}

export const contract = createV1(definition)
