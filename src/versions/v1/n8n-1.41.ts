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
      says: '16 random characters `[A-Za-z0-9]`',
    },
    executionIds: {
      value: 'text',
      says: 'strings (DELETE answers `id` as a number)',
    },
    executionWorkflowId: {
      value: 'text',
      says: 'a string',
    },
    executionExtras: {
      value: true,
      says: 'GET by id adds `status`, `deletedAt`; includeData adds `workflowData`',
    },
    runningCountsAsNext: {
      value: true,
      says: 'a cursor to an empty page',
    },
    absentAsNull: {
      value: true,
      says: '`null`',
    },
    workflowExtras: {
      value: true,
      says: 'adds `versionId, meta, pinData, triggerCount`; POST, PUT, DELETE answers leave `tags` out',
    },
    staticDataEchoed: {
      value: true,
      says: 'echoed as sent',
    },
    staticDataTyped: {
      value: false,
      says: 'the value itself',
    },
    workflowOrder: {
      value: 'id',
      says: 'id, byte order',
    },
    activationAnswersBefore: {
      value: true,
      says: 'the workflow as before with the new `active`; a schedule trigger writes its `staticData`',
    },
    activationChecked: {
      value: true,
      says: 'needs an enabled trigger, poller or webhook node of a known type, a free webhook path, a valid cron expression',
    },
    activeUpdateChecked: {
      value: true,
      says: 're-checked as an activation; a refusal is 400 (and, unlike the real one, nothing is saved)',
    },
    executionTimeoutLimited: {
      value: false,
      says: 'accepted',
    },
    tagNameLength: {
      value: 24,
      says: '1 to 24 characters after trimming; outside that 409 `Tag already exists`',
    },
    tagUpdateAnswersChange: {
      value: true,
      says: '`{id, name}` and `updatedAt` if it changed',
    },
    credentialEchoed: {
      value: true,
      says: 'echoes unknown top-level keys',
    },
    deletedCredentialHasId: {
      value: false,
      says: 'the same without `id`',
    },
    usersFor: {
      value: ['global:owner', 'global:admin'],
      says: 'owner and admin',
    },
    foreignCredentialsFor: {
      value: ['global:owner', 'global:admin'],
      says: 'allowed to owner and admin, 404 for members',
    },
    nodeCredentialsAreObjects: {
      value: false,
      says: 'accepted',
    },
    emptyAudit: {
      value: 'array',
      says: '`[]`',
    },
    auditSectionsWithoutLocation: {
      value: true,
      says: 'present',
    },
    communityNodesFromWorkflows: {
      value: false,
      says: 'of the installed packages only',
    },
    limitAtLeastOne: {
      value: false,
      says: 'everything, `nextCursor` null',
    },
    remoteChangeConflicts: {
      value: true,
      says: 'a conflict unless `force`',
    },
    pullAnswer: {
      value: 'files',
      says: 'array of changed files',
    },
    sourceControlStatus: {
      value: true,
      says: '`{"status":"Error","message": …}`',
    },
  },
}

export const n8n141 = createV1(definition)
