import { expect, test } from 'bun:test'
import { asked, startLicensed } from '../asked.ts'
import { IDS, KEYS, licensedPlace } from '../place.ts'
import { idsIn } from '../world.ts'

const TABLE = '/data-tables/TeamTable0000000'
const FILTER = { filters: [{ columnName: 'email', condition: 'eq', value: 'a' }] }
const change = { filter: FILTER, data: { email: 'b' } }

/** The place, where the viewer has a role with these scopes in the team; its table has a column. */
function placeWith(scopes: string[]) {
  const [team, ...others] = licensedPlace.projects ?? []
  const column = { id: 'TeamTable000Clmn', name: 'email', type: 'string' as const }
  const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
  const role = { id: 'project:tried', displayName: 'Tried', roleType: 'project' as const, scopes, ...dates }
  return {
    ...licensedPlace,
    users: licensedPlace.users?.map(one => (one.id === IDS.viewer ? { ...one, projectId: 'viewers-project' } : one)),
    projects: [{ ...team, name: 'Team', members: [{ user: IDS.viewer, role: role.id }] }, ...others],
    dataTables: licensedPlace.dataTables?.map(one =>
      one.id === 'TeamTable0000000' ? { ...one, columns: [column] } : one,
    ),
    customRoles: [role],
  }
}

test.each<[string[], string, unknown?]>([
  [['workflow:publish'], 'POST /workflows/w-team/activate'],
  [['workflow:publish'], 'POST /workflows/w-team/publish'],
  [['workflow:unpublish'], 'POST /workflows/w-team/deactivate'],
  [['workflow:unpublish'], 'POST /workflows/w-team/unpublish'],
  [['workflow:read'], 'GET /workflows/w-team'],
  [['workflow:read'], 'GET /workflows/w-team/history'],
  [['workflow:read'], 'GET /workflows/w-team/tags'],
  [['workflow:update'], 'PUT /workflows/w-team/tags', []],
  [['workflow:update'], 'PUT /workflows/w-team', { name: 'n', nodes: [], connections: {}, settings: {} }],
  [['workflow:delete'], 'POST /workflows/w-team/archive'],
  [['workflow:delete'], 'DELETE /workflows/w-team'],
  [
    ['workflow:create'],
    'POST /workflows',
    { name: 'n', nodes: [], connections: {}, settings: {}, projectId: IDS.team },
  ],
  [['workflow:move'], 'PUT /workflows/w-team/transfer', { destinationProjectId: 'viewers-project' }],
  [['credential:update'], 'PATCH /credentials/c-team', { name: 'renamed' }],
  [['credential:delete'], 'DELETE /credentials/c-team'],
  [['credential:create'], 'POST /credentials', credentialIn(IDS.team)],
  [['execution:read'], 'GET /executions/5'],
  [['execution:read'], 'GET /executions/5/tags'],
  [['execution:read'], 'PUT /executions/5/tags', []],
  [['execution:delete'], 'DELETE /executions/5'],
  [['workflow:execute', 'execution:read'], 'POST /executions/5/retry'],
  [['workflow:execute', 'execution:read'], 'POST /executions/5/stop'],
  [['dataTable:read'], `GET ${TABLE}`],
  [['dataTable:update'], `PATCH ${TABLE}`, { name: 'renamed' }],
  [['dataTable:delete'], `DELETE ${TABLE}`],
  [['dataTable:readColumn'], `GET ${TABLE}/columns`],
  [['dataTable:writeColumn'], `POST ${TABLE}/columns`, { name: 'age', type: 'number' }],
  [['dataTable:writeColumn'], `PATCH ${TABLE}/columns/TeamTable000Clmn`, { index: 0 }],
  [['dataTable:writeColumn'], `DELETE ${TABLE}/columns/TeamTable000Clmn`],
  [['dataTable:readRow'], `GET ${TABLE}/rows`],
  [['dataTable:writeRow'], `POST ${TABLE}/rows`, { data: [{}] }],
  [['dataTable:writeRow'], `PATCH ${TABLE}/rows/update`, change],
  [['dataTable:writeRow'], `POST ${TABLE}/rows/upsert`, change],
  [['dataTable:writeRow'], `DELETE ${TABLE}/rows/clear`],
  [['dataTable:writeRow'], `DELETE ${TABLE}/rows/delete?filter=${encodeURIComponent(JSON.stringify(FILTER))}`],
  [['project:read'], `GET /projects/${IDS.team}/users`],
  [['folder:list'], `GET /projects/${IDS.team}/folders`],
  [['folder:read'], `GET /projects/${IDS.team}/folders/folder`],
  [['folder:create'], `POST /projects/${IDS.team}/folders`, { name: 'n' }],
  [['folder:update'], `PATCH /projects/${IDS.team}/folders/folder`, { name: 'n' }],
  [['folder:delete'], `DELETE /projects/${IDS.team}/folders/folder`],
])('a role in a project with all of %j lets a member %s, and no other does', async (scopes, request, ...[body]) => {
  const mayWith = async (scopes: string[]) => {
    await using instance = await startLicensed(placeWith(scopes))
    const { status } = await asked(instance, request, body, KEYS.viewer)
    return status !== 403 && status !== 404
  }
  expect(await mayWith(scopes)).toBe(true)
  for (const left of scopes)
    expect([left, await mayWith(scopes.filter(scope => scope !== left))]).toEqual([left, false])
})

function credentialIn(projectId: string) {
  return { name: 'made', type: 'githubApi', data: { accessToken: 'a' }, projectId }
}

test.each([
  ['workflow:read', '/workflows', 'w-team'],
  ['execution:list', '/executions', '5'],
  ['dataTable:listProject', '/data-tables', 'TeamTable0000000'],
  ['projectVariable:list', '/variables', 'v-team'],
])('a role in a project with %s shows a member in GET %s what is there, and no other does', async (scope, path, id) => {
  const seesWith = async (scopes: string[]) => {
    await using instance = await startLicensed(placeWith(scopes))
    return idsIn(await asked(instance, `GET ${path}`, undefined, KEYS.viewer)).includes(id)
  }
  expect([await seesWith([scope]), await seesWith([])]).toEqual([true, false])
})
