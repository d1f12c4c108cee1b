import { createV2, type V2Definition } from './v2.ts'

/** What version 2.41.1 of the service was measured to do. */
export const definition: V2Definition = {
  name: 'n8n-2.41',
  neighbour: 'n8n-1.41',
  measured: { release: '2.41.1', day: '2026-11-21' },
  /** It has a list of credentials, which a key may be refused. */
  isAnsweredBy: async service => [200, 403].includes((await service.get('/credentials', { limit: 1 })).status),
  data: {
    credentialTypes: () => import('../../../../data/n8n-2.41/credential-types.json', { with: { type: 'json' } }),
    nodeTypes: () => import('../../../../data/n8n-2.41/node-types.json', { with: { type: 'json' } }),
    activationRequirements: () =>
      import('../../../../data/n8n-2.41/activation-requirements.json', { with: { type: 'json' } }),
    nodeParameters: () => import('../../../../data/n8n-2.41/parameters.jsonl', { with: { type: 'text' } }),
  },
  changes: [
    {
      subject: 'operations',
      sentence:
        '130 more, in two families: the old one checks as before, the new one reports the first error only, with texts of its own',
    },
    {
      subject: 'keys',
      sentence: 'several for each user, with a label, scopes that are enforced, and an end date; 401 `Unauthorized`',
    },
    {
      subject: 'what a user may do',
      sentence: 'by the scopes of the role, in the instance and in projects; 403 for records of others',
    },
    {
      subject: 'licence',
      sentence: 'projects, folders, variables, roles, source control and settings need a feature of the licence',
    },
    {
      subject: 'ids in paths',
      sentence: 'for members, an unknown record is reported before the body is checked',
    },
    {
      subject: 'workflow fields',
      sentence:
        'adds `description, isArchived, activeVersionId, activeVersion, versionCounter, sourceWorkflowId, nodeGroups, shared`; every write answers in the order of a read',
    },
    {
      subject: 'saving a workflow',
      sentence: 'checks its structure and merges settings; only a changed graph is a new version',
    },
    {
      subject: 'activation',
      sentence:
        'publishes a version, which stays live while drafts are saved; nodes must be configured; a taken webhook is 409',
    },
    {
      subject: 'DELETE of an active workflow',
      sentence: '409',
    },
    {
      subject: 'executions',
      sentence: 'eight statuses to filter by, retry, stop, annotation tags; the id of a path is a positive integer',
    },
    {
      subject: 'credentials',
      sentence: 'can be listed, changed, moved and tested; an id may be given',
    },
    {
      subject: '`limit`',
      sentence: 'more than 250 counts as 250; a negative one is 400',
    },
  ],
}

export const n8n241 = createV2(definition)
