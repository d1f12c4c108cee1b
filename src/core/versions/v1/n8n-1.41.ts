import { definition as contract } from './contract.ts'
import { createV1, type V1Definition } from './v1.ts'

/** What version 1.41.1 of the service was measured to do. */
export const definition: V1Definition = {
  name: 'n8n-1.41',
  after: contract,
  namesRelease: true,
  measured: { release: '1.41.1', day: '2026-11-20' },
  /** It shows the version of a workflow; where there is none, it takes a limit of 0, which means all. */
  async isAnsweredBy(service) {
    const workflow = await service.firstWorkflow()
    if (workflow) return 'versionId' in workflow
    return (await service.get('/workflows', { limit: 0 })).status === 200
  },
  decisions: {
    ids: {
      value: 'random',
      sentence: '16 random characters `[A-Za-z0-9]`',
    },
    executionIds: {
      value: 'text',
      sentence: 'strings (DELETE answers `id` as a number)',
    },
    executionWorkflowId: {
      value: 'text',
      sentence: 'a string',
    },
    executionExtras: {
      value: true,
      sentence: 'GET by id adds `status`, `deletedAt`; includeData adds `workflowData`',
    },
    runningCountsAsNext: {
      value: true,
      sentence: 'a cursor to an empty page',
    },
    absentAsNull: {
      value: true,
      sentence: '`null`',
    },
    workflowExtras: {
      value: true,
      sentence: 'adds `versionId, meta, pinData, triggerCount`; POST, PUT, DELETE answers leave `tags` out',
    },
    staticDataEchoed: {
      value: true,
      sentence: 'echoed as sent',
    },
    staticDataTyped: {
      value: false,
      sentence: 'the value itself',
    },
    workflowOrder: {
      value: 'id',
      sentence: 'id, byte order',
    },
    activationAnswersBefore: {
      value: true,
      sentence: 'the workflow as before with the new `active`; a schedule trigger writes its `staticData`',
    },
    activationChecked: {
      value: true,
      sentence:
        'needs an enabled trigger, poller or webhook node of a known type, a free webhook path, a valid cron expression',
    },
    activeUpdateChecked: {
      value: true,
      sentence: 're-checked as an activation; a refusal is 400 (and, unlike the real one, nothing is saved)',
    },
    webhooksBelowWorkflow: {
      value: true,
      sentence:
        'below the workflow id and the name of the node in small letters, `/webhook/<workflow id>/<node name>/<path>`, and at no other address; it conflicts with none',
    },
    executionTimeoutLimited: {
      value: false,
      sentence: 'accepted',
    },
    tagNameLength: {
      value: 24,
      sentence: '1 to 24 characters after trimming; outside that 409 `Tag already exists`',
    },
    tagUpdateAnswersChange: {
      value: true,
      sentence: '`{id, name}` and `updatedAt` if it changed',
    },
    credentialEchoed: {
      value: true,
      sentence: 'echoes unknown top-level keys',
    },
    deletedCredentialHasId: {
      value: false,
      sentence: 'the same without `id`',
    },
    usersFor: {
      value: ['global:owner', 'global:admin'],
      sentence: 'owner and admin',
    },
    foreignCredentialsFor: {
      value: ['global:owner', 'global:admin'],
      sentence: 'allowed to owner and admin, 404 for members',
    },
    nodeCredentialsAreObjects: {
      value: false,
      sentence: 'accepted',
    },
    emptyAudit: {
      value: 'array',
      sentence: '`[]`',
    },
    auditSectionsWithoutLocation: {
      value: true,
      sentence: 'present',
    },
    communityNodesFromWorkflows: {
      value: false,
      sentence: 'of the installed packages only',
    },
    limitAtLeastOne: {
      value: false,
      sentence: 'everything, `nextCursor` null',
    },
    remoteChangeConflicts: {
      value: true,
      sentence: 'a conflict unless `force`',
    },
    pullAnswer: {
      value: 'files',
      sentence: 'array of changed files',
    },
    sourceControlStatus: {
      value: true,
      sentence: '`{"status":"Error","message": …}`',
    },
  },
}

export const n8n141 = createV1(definition)
