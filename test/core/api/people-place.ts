import type { CredentialRecord } from '../../../src/core/model/credential.ts'
import type { Draft } from '../../../src/core/model/state.ts'
import type { UserRecord } from '../../../src/core/model/user.ts'
import type { WorkflowRecord } from '../../../src/core/model/workflow.ts'
import { changed, storeOf } from './memory-draft.ts'

export { ROLES as roles } from '../../../src/core/versions/v2/roles.ts'

export const now = '2026-01-01T00:00:00.000Z'
export const dates = { createdAt: now, updatedAt: now }
export const person = (id: string, role: string, more: Partial<UserRecord> = {}): UserRecord => ({
  id,
  email: `${id}@example.com`,
  firstName: 'Ann',
  lastName: null,
  role,
  isPending: false,
  projectId: `p-${id}`,
  ...dates,
  ...more,
})
export const OWNER = person('owner', 'global:owner')
export const ADMIN = person('admin', 'global:admin')
export const MEMBER = person('member', 'global:member')
export const OTHER = person('other', 'global:member', { firstName: null, isPending: true })
export const workflow = (id: string, owner: string, more: Partial<WorkflowRecord> = {}): WorkflowRecord => ({
  id,
  name: id,
  active: false,
  nodes: [],
  connections: {},
  settings: {},
  staticData: null,
  tags: [],
  owner,
  versionId: id,
  meta: null,
  pinData: null,
  triggerCount: 0,
  ...dates,
  ...more,
})
export const credential = (id: string, owner: string): CredentialRecord => ({
  id,
  name: id,
  type: 'x',
  data: '',
  owner,
  ...dates,
})
export const team = {
  id: 'team',
  name: 'Team',
  icon: null,
  description: null,
  customTelemetryTags: [],
  creatorId: 'owner',
  ...dates,
  members: [
    { userId: 'member', role: 'project:editor' },
    { userId: 'other', role: 'project:viewer' },
  ],
}
export const WORKFLOWS = [
  workflow('w-owner', 'owner'),
  workflow('w-member', 'member'),
  workflow('w-team', 'owner', { projectId: 'team' }),
]
export const store = () =>
  storeOf({
    users: [OWNER, ADMIN, MEMBER, OTHER],
    workflows: WORKFLOWS,
    credentials: [credential('c-member', 'member')],
    projects: [team],
  })
export const act = <T>(change: (draft: Draft) => T) => changed(store(), change)
