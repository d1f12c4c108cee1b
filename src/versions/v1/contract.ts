import { createV1, type V1Definition } from './v1.ts'

/** The published reference to the letter; where it is silent, the measured behaviour of version 1.41.1. */
export const definition: V1Definition = {
  name: 'contract',
  measured: { release: '1.41.1', day: '2026-11-20' },
  isReference: true,
  isAnsweredBy: async () => true,
  decisions: {
    ids: {
      about: 'ids of workflows, tags, credentials',
      value: 'counter',
      says: '`"1"`, `"2"`, … per kind, never reused',
    },
    executionIds: {
      about: 'execution `id`, `retryOf`, `retrySuccessId`',
      value: 'number',
      says: 'numbers',
    },
    executionWorkflowId: {
      about: 'execution `workflowId`',
      value: 'number',
      says: "a number where the workflow's id is a whole number in decimal, else the string",
    },
    executionExtras: {
      about: 'execution fields',
      value: false,
      says: "the reference's ten",
    },
    runningCountsAsNext: {
      about: '`nextCursor` when only running executions are left',
      value: false,
      says: 'null',
    },
    absentAsNull: {
      about: 'an absent value in a field that is not nullable in the reference',
      value: false,
      says: 'the field is left out',
    },
    workflowExtras: {
      about: 'workflow fields',
      value: false,
      says: "the reference's, `tags` in every answer",
    },
    staticDataEchoed: {
      about: 'POST answer for a JSON-string `staticData`',
      value: false,
      says: 'as every read gives it',
    },
    staticDataTyped: {
      about: '`staticData` whose JSON is neither an object nor null',
      value: true,
      says: 'its JSON text',
    },
    workflowOrder: {
      about: 'order of workflows in the list, and of tags inside a workflow',
      value: 'creation',
      says: 'creation',
    },
    activationAnswersBefore: {
      about: 'answer of activate and deactivate',
      value: false,
      says: 'the workflow after the change, `staticData` untouched',
    },
    activationChecked: {
      about: 'activation',
      value: false,
      says: 'any existing workflow',
    },
    activeUpdateChecked: {
      about: 'PUT of an active workflow',
      value: false,
      says: 'saved, stays active',
    },
    executionTimeoutLimited: {
      about: '`executionTimeout` over 3600',
      value: true,
      says: '400',
    },
    tagNameLength: {
      about: 'tag name',
      value: undefined,
      says: 'any non-empty string after trimming; empty is 400',
    },
    tagUpdateAnswersChange: {
      about: 'PUT /tags/{id} answer',
      value: false,
      says: 'the whole tag',
    },
    credentialEchoed: {
      about: 'POST /credentials answer',
      value: false,
      says: "the reference's fields",
    },
    deletedCredentialHasId: {
      about: 'DELETE /credentials/{id} answer',
      value: true,
      says: 'the whole credential without `data`',
    },
    usersFor: {
      about: 'users operations',
      value: ['global:owner'],
      says: 'the owner only, others 403',
    },
    foreignCredentialsFor: {
      about: "DELETE of another user's credential",
      value: [],
      says: '404 for everyone but its owner',
    },
    nodeCredentialsAreObjects: {
      about: 'node `credentials` value that is not an object',
      value: true,
      says: '400',
    },
    emptyAudit: {
      about: 'audit with nothing to report',
      value: 'object',
      says: '`{}`',
    },
    auditSectionsWithoutLocation: {
      about: 'audit sections without a location list (instance settings, outdated version), kind `custom`',
      value: false,
      says: 'left out',
    },
    communityNodesFromWorkflows: {
      about: 'community nodes in the audit',
      value: true,
      says: 'of the installed packages, and of the node types that workflows use',
    },
    excludedNodes: {
      about: '`nodesExclude` in the audit',
      value: 'none',
      says: '`none`',
    },
    limitAtLeastOne: {
      about: '`limit` 0 or negative',
      value: true,
      says: '400 `request/query/limit must be >= 1`',
    },
    remoteChangeConflicts: {
      about: 'source control, a workflow changed only on the remote',
      value: false,
      says: 'pulled',
    },
    pullAnswer: {
      about: 'source control pull answer',
      value: 'importResult',
      says: '`importResult`',
    },
    sourceControlStatus: {
      about: 'source control refusals',
      value: false,
      says: '`{"message": …}`',
    },
  },
}

export const contract = createV1(definition)
