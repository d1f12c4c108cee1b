import { expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { asked, startLicensed } from '../asked.ts'
import { IDS, licensedPlace } from '../place.ts'

type Row = Record<string, unknown>

const CUSTOM = 'global:helper'
const workflows = licensedPlace.workflows ?? []
const [first, ...others] = workflows
const place = {
  ...licensedPlace,
  users: licensedPlace.users?.map(user => (user.id === IDS.viewer ? { ...user, role: CUSTOM } : user)),
  workflows: [
    { ...first, tags: [IDS.tag], pinData: { Hook: [{ json: {} }] }, parentFolderId: null },
    ...others,
    { id: 'w-made', name: 'Made', owner: 'mia@example.com', projectId: IDS.team, parentFolderId: 'inner' },
  ],
  folders: [
    ...(licensedPlace.folders ?? []),
    { id: 'inner', name: 'Inner', projectId: IDS.team, parentFolderId: 'folder' },
    { id: 'beside', name: 'Beside', projectId: IDS.team },
  ],
  customRoles: [
    ...(licensedPlace.customRoles ?? []),
    { id: CUSTOM, displayName: 'Helper', roleType: 'global', scopes: ['tag:list'] },
  ],
} as Fixture

/** What is different in a state: `+` a new record with its fields, `-` one that is gone, or the field that changed. */
function differences(before: Row, after: Row): string[] {
  const recordsOf = (list: unknown) =>
    new Map((Array.isArray(list) ? (list as Row[]) : []).map((record, at) => [String(record.id ?? at), record]))
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap(kind => {
    if (!Array.isArray(before[kind] ?? after[kind])) return []
    const [old, now] = [recordsOf(before[kind]), recordsOf(after[kind])]
    const gone = [...old.keys()].filter(id => !now.has(id)).map(id => `- ${kind} ${id}`)
    const made = [...now]
      .filter(([id]) => !old.has(id))
      .map(([, record]) => `+ ${kind} ${Object.keys(record).sort().join(' ')}`)
    const changed = [...now].flatMap(([id, record]) => {
      const was = old.get(id)
      if (!was) return []
      const fields = [...new Set([...Object.keys(was), ...Object.keys(record)])].sort()
      return fields
        .filter(field => JSON.stringify(was[field]) !== JSON.stringify(record[field]))
        .map(field => `${kind} ${id} ${field}`)
    })
    return [...gone, ...made, ...changed]
  })
}

const graph = { nodes: [], connections: {}, settings: {} }
const T = `/data-tables/${IDS.ownersTable}`
const filter = (value: string) => ({ filters: [{ columnName: 'email', condition: 'eq', value }] })
const query = (value: string) => encodeURIComponent(JSON.stringify(filter(value)))

const VERSION =
  '+ workflowVersions authors autosaved connections createdAt description id name nodeGroups nodes updatedAt workflowId'

test.each<[request: string, body: unknown, changed: string[]]>([
  ['POST /tags', { name: 'new' }, ['+ tags createdAt id name updatedAt']],
  [`PUT /tags/${IDS.tag}`, { name: 'other' }, ['tags 2tUt1wbLX592XDdX name', 'tags 2tUt1wbLX592XDdX updatedAt']],
  [`PUT /tags/${IDS.tag}`, { name: 'billing' }, []],
  [`DELETE /tags/${IDS.tag}`, undefined, ['- tags 2tUt1wbLX592XDdX', 'workflows w-owner tags']],
  [
    'POST /workflows',
    { ...graph, name: 'n' },
    [
      VERSION,
      '+ workflows active connections createdAt id meta name nodes owner pinData settings staticData tags triggerCount updatedAt versionCounter versionId',
    ],
  ],
  [
    'POST /workflows',
    { ...graph, name: 'n', projectId: IDS.team, parentFolderId: 'folder' },
    [
      VERSION,
      '+ workflows active connections createdAt id meta name nodes owner parentFolderId pinData projectId settings staticData tags triggerCount updatedAt versionCounter versionId',
    ],
  ],
  [
    'PUT /workflows/w-owner',
    { ...graph, name: 'n' },
    [
      VERSION,
      VERSION,
      'workflows w-owner name',
      'workflows w-owner nodes',
      'workflows w-owner updatedAt',
      'workflows w-owner versionCounter',
      'workflows w-owner versionId',
    ],
  ],
  [
    'PUT /workflows/w-team',
    { ...graph, name: 'w-team', parentFolderId: 'inner', description: 'd', staticData: { a: 1 }, pinData: { a: [] } },
    [
      VERSION,
      VERSION,
      'workflows w-team description',
      'workflows w-team nodes',
      'workflows w-team parentFolderId',
      'workflows w-team pinData',
      'workflows w-team staticData',
      'workflows w-team updatedAt',
      'workflows w-team versionCounter',
      'workflows w-team versionId',
    ],
  ],
  ['DELETE /workflows/w-member', undefined, ['- executions 3', '- executions 4', '- workflows w-member']],
  [
    'PUT /workflows/w-team/transfer',
    { destinationProjectId: 'members-project' },
    ['workflows w-team owner', 'workflows w-team parentFolderId', 'workflows w-team projectId'],
  ],
  ['PUT /workflows/w-team/tags', [{ id: IDS.tag }], ['workflows w-team tags']],
  [
    'POST /workflows/w-owner/activate',
    {},
    [
      '+ publishEvents createdAt event id userId versionId workflowId',
      VERSION,
      'workflows w-owner active',
      'workflows w-owner activeVersionId',
      'workflows w-owner triggerCount',
    ],
  ],
  [
    'POST /workflows/w-owner/archive',
    undefined,
    [VERSION, VERSION, 'workflows w-owner isArchived', 'workflows w-owner updatedAt', 'workflows w-owner versionId'],
  ],
  [
    'POST /credentials',
    { name: 'c', type: 'httpBasicAuth', data: { user: 'u', password: 'p' } },
    ['+ credentials createdAt id name owner type updatedAt'],
  ],
  ['PATCH /credentials/c-owner', { name: 'New' }, ['credentials c-owner name', 'credentials c-owner updatedAt']],
  ['PATCH /credentials/c-owner', { data: { user: 'u', password: 'other' } }, ['credentials c-owner updatedAt']],
  ['DELETE /credentials/c-member', undefined, ['- credentials c-member']],
  [
    'PUT /credentials/c-team/transfer',
    { destinationProjectId: 'members-project' },
    ['credentials c-team owner', 'credentials c-team projectId'],
  ],
  ['DELETE /executions/1', undefined, ['- executions 1']],
  [
    'POST /executions/1/retry',
    undefined,
    [
      '+ executions createdAt data deletedAt finished id mode retryOf retrySuccessId startedAt status stoppedAt waitTill workflowId workflowVersionId',
    ],
  ],
  ['POST /executions/2/stop', undefined, ['executions 2 status', 'executions 2 stoppedAt', 'executions 2 waitTill']],
  ['PUT /executions/1/tags', [{ id: 'note1' }], ['executions 1 annotationTags']],
  [`PATCH ${T}`, { name: 'n' }, ['dataTables OwnersTable00000 name', 'dataTables OwnersTable00000 updatedAt']],
  [`DELETE ${T}`, undefined, ['- dataTableRows OwnersTable00000:1', '- dataTables OwnersTable00000']],
  [
    'POST /data-tables',
    { name: 'n', columns: [{ name: 'a', type: 'string' }] },
    ['+ dataTables columns createdAt id name nextRowId projectId updatedAt'],
  ],
  [
    `POST ${T}/columns`,
    { name: 'n', type: 'string' },
    ['dataTables OwnersTable00000 columns', 'dataTables OwnersTable00000 updatedAt'],
  ],
  [
    `PATCH ${T}/columns/${IDS.column}`,
    { name: 'n' },
    ['dataTables OwnersTable00000 columns', 'dataTables OwnersTable00000 updatedAt'],
  ],
  [
    `DELETE ${T}/columns/${IDS.column}`,
    undefined,
    ['dataTables OwnersTable00000 columns', 'dataTables OwnersTable00000 updatedAt'],
  ],
  [
    `POST ${T}/rows`,
    { data: [{ email: 'b' }] },
    [
      '+ dataTableRows createdAt id rowId tableId updatedAt values',
      'dataTables OwnersTable00000 nextRowId',
      'dataTables OwnersTable00000 updatedAt',
    ],
  ],
  [
    `PATCH ${T}/rows/update`,
    { filter: filter('ann@example.com'), data: { email: 'x' } },
    [
      'dataTableRows OwnersTable00000:1 updatedAt',
      'dataTableRows OwnersTable00000:1 values',
      'dataTables OwnersTable00000 updatedAt',
    ],
  ],
  [
    `PATCH ${T}/rows/update`,
    { filter: filter('absent'), data: { email: 'x' } },
    ['dataTables OwnersTable00000 updatedAt'],
  ],
  [
    `POST ${T}/rows/upsert`,
    { filter: filter('ann@example.com'), data: { email: 'x' } },
    [
      'dataTableRows OwnersTable00000:1 updatedAt',
      'dataTableRows OwnersTable00000:1 values',
      'dataTables OwnersTable00000 updatedAt',
    ],
  ],
  [
    `POST ${T}/rows/upsert`,
    { filter: filter('absent'), data: { email: 'x' } },
    [
      '+ dataTableRows createdAt id rowId tableId updatedAt values',
      'dataTables OwnersTable00000 nextRowId',
      'dataTables OwnersTable00000 updatedAt',
    ],
  ],
  [
    `DELETE ${T}/rows/delete?filter=${query('ann@example.com')}`,
    undefined,
    [
      '- dataTableRows OwnersTable00000:1',
      'dataTables OwnersTable00000 nextRowId',
      'dataTables OwnersTable00000 updatedAt',
    ],
  ],
  [`DELETE ${T}/rows/delete?filter=${query('absent')}`, undefined, ['dataTables OwnersTable00000 updatedAt']],
  [
    `DELETE ${T}/rows/clear`,
    undefined,
    [
      '- dataTableRows OwnersTable00000:1',
      'dataTables OwnersTable00000 nextRowId',
      'dataTables OwnersTable00000 updatedAt',
    ],
  ],
  [
    'POST /projects',
    { name: 'n' },
    ['+ projects createdAt creatorId customTelemetryTags description icon id members name updatedAt'],
  ],
  [
    `PUT /projects/${IDS.team}`,
    { name: 'n' },
    ['projects VmwOO9HeTEj20kxM name', 'projects VmwOO9HeTEj20kxM updatedAt'],
  ],
  [
    `DELETE /projects/${IDS.team}`,
    undefined,
    [
      '- credentials c-team',
      '- dataTables TeamTable0000000',
      '- executions 5',
      '- folders folder',
      '- folders inner',
      '- folders beside',
      '- projects VmwOO9HeTEj20kxM',
      '- variables v-team',
      '- workflows w-team',
      '- workflows w-made',
    ],
  ],
  [
    `POST /projects/${IDS.team}/users`,
    { relations: [{ userId: IDS.admin, role: 'project:viewer' }] },
    ['projects VmwOO9HeTEj20kxM members', 'projects VmwOO9HeTEj20kxM updatedAt'],
  ],
  [
    `PATCH /projects/${IDS.team}/users/${IDS.viewer}`,
    { role: 'project:editor' },
    ['projects VmwOO9HeTEj20kxM members', 'projects VmwOO9HeTEj20kxM updatedAt'],
  ],
  [
    `DELETE /projects/${IDS.team}/users/${IDS.viewer}`,
    undefined,
    ['projects VmwOO9HeTEj20kxM members', 'projects VmwOO9HeTEj20kxM updatedAt'],
  ],
  [
    `POST /projects/${IDS.team}/folders`,
    { name: 'n' },
    ['+ folders createdAt id name parentFolderId projectId updatedAt'],
  ],
  [`PATCH /projects/${IDS.team}/folders/inner`, { name: 'n' }, ['folders inner name', 'folders inner updatedAt']],
  [
    `DELETE /projects/${IDS.team}/folders/folder`,
    undefined,
    [
      '- folders folder',
      '- folders inner',
      VERSION,
      VERSION,
      VERSION,
      VERSION,
      'workflows w-team isArchived',
      'workflows w-team parentFolderId',
      'workflows w-team updatedAt',
      'workflows w-team versionId',
      'workflows w-made isArchived',
      'workflows w-made parentFolderId',
      'workflows w-made updatedAt',
      'workflows w-made versionId',
    ],
  ],
  [
    `DELETE /projects/${IDS.team}/folders/folder?transferToFolderId=beside`,
    undefined,
    ['- folders folder', 'folders inner parentFolderId', 'folders inner updatedAt', 'workflows w-team parentFolderId'],
  ],
  ['POST /variables', { key: 'k', value: 'v' }, ['+ variables id key projectId type value']],
  ['PUT /variables/v-team', { key: 'k', value: 'v' }, ['variables v-team key', 'variables v-team value']],
  ['DELETE /variables/v-team', undefined, ['- variables v-team']],
  [
    'POST /users',
    [{ email: 'new@example.com', role: 'global:member' }],
    ['+ users createdAt email firstName id isPending lastName role updatedAt'],
  ],
  [
    `PATCH /users/${IDS.member}/role`,
    { newRoleName: 'global:admin' },
    ['users 33333333-3333-4333-8333-333333333333 role', 'users 33333333-3333-4333-8333-333333333333 updatedAt'],
  ],
  [
    `DELETE /users/${IDS.member}`,
    undefined,
    [
      '- credentials c-member',
      '- dataTableRows MembersTable0000:1',
      '- dataTables MembersTable0000',
      '- executions 3',
      '- executions 4',
      'projects VmwOO9HeTEj20kxM members',
      '- users 33333333-3333-4333-8333-333333333333',
      '- workflows w-member',
      'workflows w-made owner',
    ],
  ],
  [
    'POST /roles',
    { displayName: 'New', roleType: 'project', scopes: ['workflow:read'] },
    ['+ customRoles createdAt description displayName id roleType scopes updatedAt'],
  ],
  [
    'PUT /roles/project:reader',
    { displayName: 'New', description: null, scopes: ['workflow:read'] },
    [
      'customRoles project:reader displayName',
      'customRoles project:reader scopes',
      'customRoles project:reader updatedAt',
    ],
  ],
  ['DELETE /roles/project:reader', undefined, ['- customRoles project:reader']],
  [
    `DELETE /roles/${CUSTOM}?reassignRoleSlug=global:member`,
    undefined,
    [
      '- customRoles global:helper',
      'users 44444444-4444-4444-8444-444444444444 role',
      'users 44444444-4444-4444-8444-444444444444 updatedAt',
    ],
  ],
])('%s %j changes %j, and nothing else', async (request, body, changed) => {
  await using instance = await startLicensed(place)
  await instance.clock.advance('1s')
  const before = instance.state()
  const { status, text } = await asked(instance, request, body)
  expect([status < 300, text]).toEqual([true, text])
  expect(differences(before as never, instance.state() as never)).toEqual(changed)
})
