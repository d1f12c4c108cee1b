import { expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { asked } from '../asked.ts'
import { KEYS, licensedPlace } from '../place.ts'

const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const credential = { id: 'c', name: 'c', type: 'httpBasicAuth', data: { user: 'u', password: 'p' }, ...at }
const execution = { id: '9', workflowId: 'w', status: 'success' as const, startedAt: at.createdAt }
const workflow = { id: 'w', name: 'w', nodes: [], connections: {}, settings: {}, versionId: 'v', ...at }
const [FLAGS, FALSE] = [
  { isManaged: true, isGlobal: true, isResolvable: true, resolvableAllowFallback: true },
  { isManaged: false, isGlobal: false, isResolvable: false, resolvableAllowFallback: false },
]

type Row = [kind: 'credentials' | 'executions' | 'workflows' | 'users', given: object, path: string, shown: object]

test.each<Row>([
  ['credentials', {}, '/credentials/c', { ...FALSE, resolverId: null }],
  ...Object.keys(FLAGS).map(
    (name): Row => [...(['credentials', { [name]: true }, '/credentials/c', { ...FALSE, [name]: true }] as Row)],
  ),
  ['credentials', { resolverId: 'r' }, '/credentials/c', { resolverId: 'r' }],
  [
    ...(['executions', {}, '/executions/9?includeData=true'] as const),
    {
      createdAt: at.createdAt,
      storedAt: 'db',
      tracingContext: null,
      deduplicationKey: null,
      customData: {},
      binaryDataSizeBytes: 0,
      usedPrivateCredentials: false,
      workflowVersionId: 'v',
      retryOf: null,
      workflowData: { id: 'w', name: 'w', nodes: [], connections: {}, settings: {}, nodeGroups: [] },
    },
  ],
  ['executions', { createdAt: at.updatedAt }, '/executions/9', { createdAt: at.updatedAt, startedAt: at.createdAt }],
  ['executions', { storedAt: 'fs' }, '/executions/9', { storedAt: 'fs' }],
  ['executions', { tracingContext: { a: 1 } }, '/executions/9', { tracingContext: { a: 1 } }],
  ['executions', { deduplicationKey: 'k' }, '/executions/9', { deduplicationKey: 'k' }],
  ['executions', { jsonSizeBytes: 7 }, '/executions/9', { jsonSizeBytes: 7 }],
  ['executions', { data: { a: 1 } }, '/executions/9', { jsonSizeBytes: 7 }],
  ['executions', { binaryDataSizeBytes: 8 }, '/executions/9', { binaryDataSizeBytes: 8 }],
  ['executions', { usedPrivateCredentials: true }, '/executions/9', { usedPrivateCredentials: true }],
  ['executions', { workflowVersionId: 'older' }, '/executions/9', { workflowVersionId: 'older' }],
  ['executions', { workflowVersionId: null }, '/executions/9', { workflowVersionId: null }],
  ['executions', { customData: { a: 'b' } }, '/executions/9?includeData=true', { customData: { a: 'b' } }],
  ['executions', { workflowData: { id: 'x' } }, '/executions/9?includeData=true', { workflowData: { id: 'x' } }],
  [
    ...(['workflows', {}, '/workflows/w'] as const),
    {
      description: null,
      isArchived: false,
      versionCounter: 1,
      sourceWorkflowId: null,
      nodeGroups: [],
      pinData: null,
      staticData: null,
      meta: null,
      activeVersionId: null,
      activeVersion: null,
      tags: [],
    },
  ],
  ['workflows', { description: 'd' }, '/workflows/w', { description: 'd' }],
  ['workflows', { isArchived: true }, '/workflows/w', { isArchived: true }],
  ['workflows', { versionCounter: 5 }, '/workflows/w', { versionCounter: 5 }],
  ['workflows', { sourceWorkflowId: 's' }, '/workflows/w', { sourceWorkflowId: 's' }],
  ['workflows', { staticData: { a: 1 } }, '/workflows/w', { staticData: { a: 1 } }],
  ['workflows', { meta: { a: 1 } }, '/workflows/w', { meta: { a: 1 } }],
  ['workflows', { pinData: { a: [] } }, '/workflows/w', { pinData: { a: [] } }],
  ['users', {}, '/users/u@example.com', { firstName: null, lastName: null, isPending: false, mfaEnabled: false }],
  ['users', { mfaEnabled: true }, '/users/u@example.com', { mfaEnabled: true }],
  ['users', { isPending: true }, '/users/u@example.com', { isPending: true }],
  ['users', { firstName: 'A', lastName: 'B' }, '/users/u@example.com', { firstName: 'A', lastName: 'B' }],
  ['users', { role: 'global:admin' }, '/users/u@example.com?includeRole=true', { role: 'global:admin' }],
])('of %s with %j, GET %s shows %j', async (kind, given, path, shown) => {
  const fixture = {
    users: [...(licensedPlace.users ?? []).slice(0, 1), { email: 'u@example.com', ...(kind === 'users' ? given : {}) }],
    credentials: [{ ...credential, ...(kind === 'credentials' ? given : {}) }],
    workflows: [{ ...workflow, ...(kind === 'workflows' ? given : {}) }],
    executions: [{ ...execution, ...(kind === 'executions' ? given : {}) }],
  }
  await using instance = await startInstance({ socket: false, profile: 'n8n-2.41', fixture })
  const { status, body } = await asked(instance, `GET ${path}`, undefined, KEYS.owner)
  expect([status, body]).toEqual([200, expect.objectContaining(shown)])
})
