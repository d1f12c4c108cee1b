import { describe, expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, KEYS } from '../place.ts'
import { idsIn, minimal } from '../world.ts'

type Who = 'owner' | 'admin' | 'member' | 'viewer'
const ALL = 'all'
const NOT_PERMITTED = "403 You don't have the permissions to save the workflow in this project."

describe('who sees what', () => {
  test.each<[string, Who, string | string[]]>([
    ['/workflows', 'owner', ALL],
    ['/workflows', 'admin', ALL],
    ['/workflows', 'member', ['w-member', 'w-team']],
    ['/workflows', 'viewer', ['w-team']],
    ['/executions', 'owner', ALL],
    ['/executions', 'member', ['5', '4', '3']],
    ['/executions', 'viewer', ['5']],
    ['/data-tables', 'owner', ALL],
    ['/data-tables', 'member', [IDS.membersTable, 'TeamTable0000000']],
    ['/data-tables', 'viewer', ['TeamTable0000000']],
    ['/credentials', 'owner', ALL],
    ['/variables', 'owner', ALL],
    ['/variables', 'member', ['v-global', 'v-team']],
    ['/variables', 'viewer', ['v-global', 'v-team']],
  ])('GET %s as %s', async (path, who, expected) => {
    await using instance = await startLicensed()
    const seen = idsIn(await asked(instance, `GET ${path}`, undefined, KEYS[who])) as string[]
    const all = idsIn(await asked(instance, `GET ${path}`, undefined, KEYS.admin)) as string[]
    expect(seen.toSorted()).toEqual((expected === ALL ? all : [...expected]).toSorted() as string[])
    expect(all.length).toBeGreaterThan(2)
  })

  test.each<[Who, string, unknown, string]>([
    ['member', 'GET /workflows/w-team', undefined, '200'],
    ['viewer', 'GET /workflows/w-team', undefined, '200'],
    ['viewer', 'PUT /workflows/w-team', minimal(), '403 Forbidden'],
    ['member', 'PUT /workflows/w-team', minimal(), '200'],
    ['viewer', 'POST /workflows/w-team/activate', undefined, '403 Forbidden'],
    ['member', 'POST /workflows/w-team/activate', undefined, '200'],
    ['viewer', 'DELETE /credentials/c-team', undefined, '403 Forbidden'],
    ['member', 'DELETE /credentials/c-team', undefined, '200'],
    ['viewer', 'GET /executions/5', undefined, '200'],
    ['viewer', 'POST /executions/5/retry', undefined, '404 The execution with the ID "5" does not exist.'],
    ['member', 'POST /executions/5/retry', undefined, '200'],
    ['viewer', 'GET /data-tables/TeamTable0000000', undefined, '200'],
    ['viewer', 'PATCH /data-tables/TeamTable0000000', { name: 'x' }, '403 Forbidden'],
    ['member', 'PATCH /data-tables/TeamTable0000000', { name: 'x' }, '200'],
    ['member', 'POST /workflows', minimal({ projectId: IDS.team }), '200'],
    ['viewer', 'POST /workflows', minimal({ projectId: IDS.team }), NOT_PERMITTED],
    ['member', 'POST /workflows', minimal({ projectId: 'other-team' }), NOT_PERMITTED],
    ['member', 'POST /workflows', minimal({ parentFolderId: 'folder' }), '404 Could not find the folder: folder'],
    ['member', 'POST /workflows', minimal({ projectId: IDS.team, parentFolderId: 'folder' }), '200'],
    ['member', `GET /projects/${IDS.team}/users`, undefined, '200'],
    ['member', 'GET /projects/other-team/users', undefined, '403 Forbidden'],
    ['member', 'GET /projects/nope/users', undefined, '404 Project not found'],
    ['member', `PUT /projects/${IDS.team}`, { name: 'x' }, '403 Forbidden'],
    ['viewer', `GET /projects/${IDS.team}/folders`, undefined, '200'],
    ['viewer', `POST /projects/${IDS.team}/folders`, { name: 'x' }, '403 Forbidden'],
    ['member', `POST /projects/${IDS.team}/folders`, { name: 'x' }, '201'],
    ['member', 'GET /projects/other-team/folders', undefined, '403 Forbidden'],
    ['member', 'POST /projects/members-project/folders', { name: 'x' }, '201'],
    ['member', 'POST /variables', { key: 'k', value: 'v', projectId: IDS.team }, '403 Forbidden'],
    [
      'member',
      'POST /n8n-packages/export',
      { workflowIds: ['w-owner'] },
      '400 1 workflow(s) not found or not accessible. Export aborted.',
    ],
  ])('%s: %s %j', async (who, request, body, expected) => {
    await using instance = await startLicensed()
    const before = JSON.stringify(instance.state())
    expect(outcomeOf(await asked(instance, request, body, KEYS[who]))).toBe(expected)
    if (!expected.startsWith('2')) expect(JSON.stringify(instance.state())).toBe(before)
  })

  test('follows membership at once', async () => {
    await using instance = await startLicensed()
    const seen = async (key = KEYS.viewer) =>
      (idsIn(await asked(instance, 'GET /workflows', undefined, key)) as string[]).toSorted()
    expect([await seen(), await seen(KEYS.member)]).toEqual([['w-team'], ['w-member', 'w-team']])
    await asked(instance, `DELETE /projects/${IDS.team}/users/${IDS.viewer}`)
    expect(await seen()).toEqual([])
    expect(outcomeOf(await asked(instance, 'GET /workflows/w-team', undefined, KEYS.viewer))).toBe('403 Forbidden')
    await asked(instance, 'PUT /workflows/w-owner/transfer', { destinationProjectId: 'other-team' })
    const relations = [{ userId: IDS.viewer, role: 'project:viewer' }]
    await asked(instance, 'POST /projects/other-team/users', { relations })
    expect(await seen()).toEqual(['w-owner'])
    expect(outcomeOf(await asked(instance, 'GET /executions/1', undefined, KEYS.viewer))).toBe('200')
  })

  test('follows a custom role', async () => {
    await using instance = await startLicensed()
    await asked(instance, `PATCH /projects/${IDS.team}/users/${IDS.viewer}`, { role: 'project:reader' })
    expect(outcomeOf(await asked(instance, 'GET /workflows/w-team', undefined, KEYS.viewer))).toBe('200')
    expect(outcomeOf(await asked(instance, 'GET /data-tables/TeamTable0000000', undefined, KEYS.viewer))).toBe(
      '403 Forbidden',
    )
    expect(idsIn(await asked(instance, 'GET /executions', undefined, KEYS.viewer))).toEqual([])
    const seen = async () => idsIn(await asked(instance, 'GET /workflows', undefined, KEYS.viewer))
    expect(await seen()).toEqual(['w-team'])
    const role = { displayName: 'Reader', description: '', scopes: ['workflow:list'] }
    expect((await asked(instance, 'PUT /roles/project:reader', role)).status).toBe(200)
    expect(await seen()).toEqual([])
  })
})

describe('a transfer', () => {
  test('moves a workflow out of its folder to a team, and a credential to a person', async () => {
    await using instance = await startLicensed()
    const into = (destinationProjectId: string) => ({ destinationProjectId })
    expect(outcomeOf(await asked(instance, 'PUT /workflows/w-team/transfer', into('other-team')))).toBe('204')
    const { body } = await asked(instance, 'GET /workflows/w-team')
    expect(body).toMatchObject({ shared: [{ projectId: 'other-team', project: { name: 'Other team', type: 'team' } }] })
    expect(instance.state().workflows.find(({ id }) => id === 'w-team')?.parentFolderId ?? null).toBeNull()
    expect(outcomeOf(await asked(instance, 'PUT /credentials/c-team/transfer', into('members-project')))).toBe('204')
    expect(outcomeOf(await asked(instance, 'DELETE /credentials/c-team', undefined, KEYS.member))).toBe('200')
  })

  test('needs the right to move and a project to create in', async () => {
    await using instance = await startLicensed()
    const into = (destinationProjectId: string) => ({ destinationProjectId })
    const member = (request: string, to: string) => asked(instance, request, into(to), KEYS.member)
    expect(outcomeOf(await member('PUT /workflows/w-team/transfer', 'members-project'))).toBe('403 Forbidden')
    expect(outcomeOf(await member('PUT /workflows/w-member/transfer', 'other-team'))).toStartWith('404 Could not find')
    expect(outcomeOf(await member('PUT /workflows/w-member/transfer', IDS.team))).toBe('204')
  })
})

describe('folders', () => {
  const at = `/projects/${IDS.team}/folders`

  test('are made in each other, listed, renamed and moved', async () => {
    await using instance = await startLicensed()
    const made = await asked(instance, `POST ${at}`, { name: 'Inner', parentFolderId: 'folder' })
    expect([made.status, Object.keys(made.body as object)]).toEqual([
      201,
      ['id', 'name', 'parentFolderId', 'createdAt', 'updatedAt'],
    ])
    const { id } = made.body as { id: string }
    const list = await asked(
      instance,
      `GET ${at}?sortBy=name:asc&filter={"name":"inn"}&select=["path"]`,
      undefined,
      KEYS.viewer,
    )
    expect(list.body).toEqual({ count: 1, data: [{ id, path: ['Folder', 'Inner'] }] })
    const one = await asked(instance, `GET ${at}/folder`, undefined, KEYS.viewer)
    expect(one.body).toMatchObject({ name: 'Folder', totalSubFolders: 1, totalWorkflows: 1 })
    const moved = await asked(instance, `PATCH ${at}/${id}`, { name: 'Outer', parentFolderId: '0' })
    expect(moved.body).toMatchObject({ id, name: 'Outer', parentFolderId: null })
  })

  test('hand on what they hold, or archive it with a version of its own', async () => {
    await using instance = await startLicensed()
    const { body } = await asked(instance, `POST ${at}`, { name: 'Other' })
    const { id } = body as { id: string }
    await asked(instance, 'POST /workflows/w-team/activate')
    expect((await asked(instance, `DELETE ${at}/folder?transferToFolderId=${id}`)).status).toBe(204)
    expect((await asked(instance, `GET ${at}/${id}`)).body).toMatchObject({ totalWorkflows: 1 })
    expect((await asked(instance, `DELETE ${at}/${id}`)).status).toBe(204)
    const workflow = await asked(instance, 'GET /workflows/w-team')
    expect(workflow.body).toMatchObject({ isArchived: true, active: false, activeVersionId: null })
    const history = await asked(instance, 'GET /workflows/w-team/history')
    const versions = (history.body as { data: { versionId: string }[] }).data.map(({ versionId }) => versionId)
    expect(versions).toEqual([expect.any(String), 'version-w-team'])
  })

  test.each<[string, unknown, string]>([
    [`POST ${at}`, {}, "400 request/body must have required property 'name'"],
    [`POST ${at}`, { name: 'x', foo: 1 }, '400 request/body must NOT have additional properties'],
    [`POST ${at}`, { name: ' ' }, '400 Folder name cannot be empty'],
    [`POST ${at}`, { name: 'x', parentFolderId: 'nope' }, '404 Could not find the folder: nope'],
    ['POST /projects/nope/folders', { name: 'x' }, '404 Project not found'],
    [`PATCH ${at}/folder`, {}, '400 request/body must NOT have fewer than 1 properties'],
    [`PATCH ${at}/folder`, { parentFolderId: 'folder' }, '400 A folder cannot lie in itself'],
    [`PATCH ${at}/nope`, { name: 'x' }, '404 Could not find the folder: nope'],
    [
      `DELETE ${at}/folder?transferToFolderId=folder`,
      undefined,
      '400 What a deleted folder holds cannot be moved into it',
    ],
    [`DELETE ${at}/folder?foo=1`, undefined, "400 Unknown query parameter 'foo'"],
    [`GET ${at}?filter=x`, undefined, '400 filter must be JSON'],
    [`GET ${at}?take=-1`, undefined, '400 Param `take` must be a non-negative integer'],
    [`GET ${at}/nope`, undefined, '404 Could not find the folder: nope'],
    ['PUT /workflows/w-owner', minimal({ parentFolderId: 'folder' }), '404 Could not find the folder: folder'],
  ])('are refused: %s %j', async (request, body, refusal) => {
    await using instance = await startLicensed()
    const before = JSON.stringify(instance.state())
    expect(outcomeOf(await asked(instance, request, body))).toBe(refusal)
    expect(JSON.stringify(instance.state())).toBe(before)
  })
})
