import type { Fixture } from '../../../src/index.ts'
import { webhook } from './world.ts'

const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }

export const IDS = {
  owner: '11111111-1111-4111-8111-111111111111',
  admin: '22222222-2222-4222-8222-222222222222',
  member: '33333333-3333-4333-8333-333333333333',
  viewer: '44444444-4444-4444-8444-444444444444',
  /** Pending, and a member of nothing; as the examples of the operations call a user. */
  pending: '91765f0d-3b29-45df-adb9-35b23937eb92',
  /** Two tables with one column each: of the owner, and of the member. */
  ownersTable: 'OwnersTable00000',
  membersTable: 'MembersTable0000',
  column: 'FirstColumn00000',
  /** As the examples of the operations call a project and a tag. */
  team: 'VmwOO9HeTEj20kxM',
  tag: '2tUt1wbLX592XDdX',
}

/** Keys by what they are for; all but the last two hold every scope of their user. */
export const KEYS = {
  owner: 'owner-key',
  admin: 'admin-key',
  member: 'member-key',
  viewer: 'viewer-key',
  scoped: 'scoped-key',
  expired: 'expired-key',
}

const table = (id: string, owner: string, column = `${id.slice(0, 12)}Clmn`) => ({
  id,
  name: 'people',
  owner,
  columns: [{ id: column, name: 'email', type: 'string' as const }],
  ...dates,
  rows: [{ email: 'ann@example.com' }],
})

const workflow = (id: string, more = {}) => ({
  id,
  name: id,
  nodes: [webhook('Hook', id)],
  connections: {},
  settings: {},
  versionId: `version-${id}`,
  ...dates,
  ...more,
})

const ran = (id: string, workflowId: string, status: string) => ({
  id,
  workflowId,
  status: status as 'error',
  mode: 'webhook' as const,
  startedAt: '2026-01-03T00:00:00.000Z',
  data: { resultData: { runData: {} } },
})

/**
 * An owner, an admin, a member and another one, each with a key; a workflow, a credential, a data table and executions of
 * the owner and of the member; a team project, of which the member is an editor and the other a viewer, with one of each.
 */
export const place = {
  users: [
    { id: IDS.owner, email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', role: 'global:owner' },
    { id: IDS.admin, email: 'adam@example.com', firstName: 'Adam', role: 'global:admin', apiKey: KEYS.admin },
    { id: IDS.member, email: 'mia@example.com', firstName: 'Mia', projectId: 'members-project', apiKey: KEYS.member },
    { id: IDS.viewer, email: 'vic@example.com', firstName: 'Vic', apiKey: KEYS.viewer },
    { id: IDS.pending, email: 'paul@example.com', isPending: true },
  ].map(user => ({ ...dates, ...user })),
  apiKeys: [
    { user: IDS.owner, label: 'narrow', key: KEYS.scoped, scopes: ['tag:list'] },
    { user: IDS.owner, label: 'over', key: KEYS.expired, expiresAt: '2020-01-01T00:00:00.000Z' },
  ],
  tags: [{ id: IDS.tag, name: 'billing', ...dates }],
  annotationTags: [{ id: 'note1', name: 'seen', ...dates }],
  workflows: [
    workflow('w-owner'),
    workflow('w-member', { owner: 'mia@example.com' }),
    workflow('w-team', { projectId: IDS.team, parentFolderId: 'folder' }),
  ],
  credentials: [
    { id: 'c-owner', owner: 'olga@example.com' },
    { id: 'c-member', owner: 'mia@example.com' },
    { id: 'c-team', projectId: IDS.team },
  ].map(one => ({ name: one.id, type: 'httpBasicAuth', data: { user: 'u', password: 'p' }, ...dates, ...one })),
  executions: [
    ran('1', 'w-owner', 'error'),
    ran('2', 'w-owner', 'waiting'),
    ran('3', 'w-member', 'error'),
    ran('4', 'w-member', 'waiting'),
    ran('5', 'w-team', 'error'),
  ],
  dataTables: [
    table(IDS.ownersTable, 'olga@example.com', IDS.column),
    table(IDS.membersTable, 'mia@example.com'),
    { id: 'TeamTable0000000', name: 'people', projectId: IDS.team, columns: [], ...dates },
  ],
  projects: [
    {
      id: IDS.team,
      name: 'Team',
      creatorId: IDS.owner,
      ...dates,
      members: [
        { user: IDS.member, role: 'project:editor' },
        { user: IDS.viewer, role: 'project:viewer' },
      ],
    },
    { id: 'other-team', name: 'Other team', creatorId: IDS.owner, members: [], ...dates },
  ],
  folders: [{ id: 'folder', name: 'Folder', projectId: IDS.team, ...dates }],
  variables: [
    { id: 'v-global', key: 'everywhere', value: '1' },
    { id: 'v-team', key: 'here', value: '', projectId: IDS.team },
    { id: 'v-other', key: 'there', value: '2', projectId: 'other-team' },
  ],
  customRoles: [
    {
      id: 'project:reader',
      displayName: 'Reader',
      roleType: 'project' as const,
      ...dates,
      scopes: ['workflow:list', 'workflow:read'],
    },
  ],
} as Fixture

/** The same in a licensed instance. */
export const licensedPlace: Fixture = { ...place, licence: 'all' }
