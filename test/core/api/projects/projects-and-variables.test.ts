import { describe, expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS } from '../place.ts'
import { idOf, idsIn } from '../world.ts'

describe('variables', () => {
  test('are created, listed with their project, changed and deleted', async () => {
    await using instance = await startLicensed()
    const ask = asked.bind(null, instance)
    const created = await ask('POST /variables', { key: 'region', value: 'eu', projectId: IDS.team })
    expect([created.status, created.text]).toEqual([201, ''])
    const page = await ask(`GET /variables?projectId=${IDS.team}`)
    expect(page.body).toMatchObject({
      data: [
        { key: 'here', value: '', type: 'string', project: { id: IDS.team, name: 'Team', type: 'team' } },
        { key: 'region', value: 'eu', project: { id: IDS.team } },
      ],
      nextCursor: null,
    })
    const id = String(idsIn(page)[1])
    const changed = await ask(`PUT /variables/${id}`, { key: 'zone', value: '', projectId: null })
    expect([changed.status, changed.text]).toEqual([204, ''])
    const empty = await ask('GET /variables?state=empty')
    expect(empty.body).toMatchObject({ data: [{ key: 'here' }, { id, key: 'zone', project: null }] })
    expect((await ask(`DELETE /variables/${id}`)).status).toBe(204)
    expect(idsIn(await ask('GET /variables'))).toEqual(['v-global', 'v-team', 'v-other'])
    const first = await ask('GET /variables?limit=1')
    const { nextCursor } = first.body as { nextCursor: string }
    expect(idsIn(await ask(`GET /variables?cursor=${encodeURIComponent(nextCursor)}`))).toEqual(['v-team'])
  })

  test.each<[string, unknown, string]>([
    ['POST /variables', {}, "400 request/body must have required property 'key'"],
    ['POST /variables', { key: '1st', value: '' }, '400 request/body/key Invalid'],
    ['POST /variables', { key: '', value: '' }, '400 request/body/key String must contain at least 1 character(s)'],
    [
      'POST /variables',
      { key: 'k'.repeat(51), value: '' },
      '400 request/body/key String must contain at most 50 character(s)',
    ],
    [
      'POST /variables',
      { key: 'k', value: 'v'.repeat(1001) },
      '400 request/body/value String must contain at most 1000 character(s)',
    ],
    ['POST /variables', { key: 'k', value: 5 }, '400 request/body/value Expected string, received number'],
    ['POST /variables', { id: 'x', key: 'k', value: '' }, '400 request/body/id is read-only'],
    ['POST /variables', { key: 'k', value: '', foo: 1 }, "400 request/body Unrecognized key(s) in object: 'foo'"],
    ['POST /variables', { key: 'k', value: '', projectId: 'nope' }, '404 Project not found'],
    ['POST /variables', { key: 'everywhere', value: '' }, "400 A variable with key 'everywhere' already exists"],
    ['PUT /variables/nope', { key: 'k', value: '' }, '404 Could not find variable with id: nope'],
    ['PUT /variables/v-global', { key: 'k', value: '', projectId: 'nope' }, '404 Project not found'],
    ['DELETE /variables/nope', undefined, '404 Could not find variable with id: nope'],
    ['GET /variables?state=x', undefined, "400 request/query/state Invalid enum value. Expected 'empty', received 'x'"],
  ])('are refused: %s %j', async (request, body, refusal) => {
    await using instance = await startLicensed()
    const before = JSON.stringify(instance.state())
    expect(outcomeOf(await asked(instance, request, body))).toBe(refusal)
    expect(JSON.stringify(instance.state())).toBe(before)
  })
})

describe('projects', () => {
  test('are created with who made them as admin, listed, renamed and deleted', async () => {
    await using instance = await startLicensed()
    const ask = asked.bind(null, instance)
    const made = await ask('POST /projects', { name: 'Sales' })
    expect([made.status, Object.keys(made.body as object)]).toEqual([
      201,
      [
        'id',
        'name',
        'type',
        'icon',
        'description',
        'customTelemetryTags',
        'creatorId',
        'createdAt',
        'updatedAt',
        'role',
        'scopes',
      ],
    ])
    expect(made.body).toMatchObject({ name: 'Sales', type: 'team', creatorId: IDS.owner, role: 'project:admin' })
    const id = idOf(made)
    const members = await ask(`GET /projects/${id}/users`)
    expect(members.body).toMatchObject({ data: [{ id: IDS.owner, role: 'project:admin' }], nextCursor: null })
    expect((await ask(`PUT /projects/${id}`, { name: 'Marketing' })).status).toBe(204)
    const { data } = (await ask('GET /projects')).body as { data: { name: string; type: string }[] }
    expect(data.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'personal Olga Owner <olga@example.com>',
      'personal Adam <adam@example.com>',
      'personal Mia <mia@example.com>',
      'personal Vic <vic@example.com>',
      'personal <paul@example.com>',
      'team Team',
      'team Other team',
      'team Marketing',
    ])
    expect((await ask(`DELETE /projects/${id}`)).status).toBe(204)
    expect(outcomeOf(await ask(`GET /projects/${id}/users`))).toBe('404 Project not found')
  })

  test('take all that they hold with them', async () => {
    await using instance = await startLicensed()
    expect((await asked(instance, `DELETE /projects/${IDS.team}`)).status).toBe(204)
    const { workflows, credentials, executions, variables, ...state } = instance.state()
    expect(workflows.map(({ id }) => id)).toEqual(['w-owner', 'w-member'])
    expect(credentials.map(({ id }) => id)).toEqual(['c-owner', 'c-member'])
    expect(executions.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4])
    expect(variables.map(({ id }) => id)).toEqual(['v-global', 'v-other'])
    expect(state.dataTables?.map(({ id }) => id)).toEqual([IDS.ownersTable, IDS.membersTable])
    expect(state.folders ?? []).toEqual([])
  })

  test('have members that come, change and go', async () => {
    await using instance = await startLicensed()
    const ask = asked.bind(null, instance)
    const roles = async () => {
      const { data } = (await ask(`GET /projects/${IDS.team}/users`)).body as {
        data: { email: string; role: string }[]
      }
      return data.map(({ email, role }) => `${email} ${role}`)
    }
    const relations = [
      { userId: IDS.admin, role: 'project:admin' },
      { userId: IDS.viewer, role: 'project:reader' },
    ]
    const added = await ask(`POST /projects/${IDS.team}/users`, { relations })
    expect([added.status, added.text]).toEqual([201, ''])
    expect((await ask(`PATCH /projects/${IDS.team}/users/${IDS.member}`, { role: 'project:viewer' })).status).toBe(204)
    expect(await roles()).toEqual([
      'mia@example.com project:viewer',
      'vic@example.com project:reader',
      'adam@example.com project:admin',
    ])
    expect((await ask(`DELETE /projects/${IDS.team}/users/${IDS.member}`)).status).toBe(204)
    expect(await roles()).toEqual(['vic@example.com project:reader', 'adam@example.com project:admin'])
  })

  const relation = (userId: string, role: string) => ({ relations: [{ userId, role }] })
  test.each<[string, unknown, string]>([
    ['POST /projects', {}, "400 request/body must have required property 'name'"],
    ['POST /projects', { name: '' }, '400 request/body/name String must contain at least 1 character(s)'],
    ['POST /projects', { name: 'x', type: 'team' }, '400 request/body/type is read-only'],
    ['POST /projects', { name: 'x', icon: null }, "400 request/body Unrecognized key(s) in object: 'icon'"],
    ['PUT /projects/nope', { name: 'x' }, '404 Project not found'],
    ['PUT /projects/members-project', { name: 'x' }, '400 A personal project cannot be changed'],
    ['DELETE /projects/members-project', undefined, '400 A personal project cannot be changed'],
    ['DELETE /projects/nope', undefined, '404 Project not found'],
    [
      `POST /projects/${IDS.team}/users`,
      { relations: [] },
      '400 request/body/relations Array must contain at least 1 element(s)',
    ],
    [`POST /projects/${IDS.team}/users`, relation(IDS.admin, 'project:nope'), '400 Role project:nope does not exist'],
    [`POST /projects/${IDS.team}/users`, relation(IDS.admin, 'global:admin'), '400 Role global:admin does not exist'],
    [`POST /projects/${IDS.team}/users`, relation('nope', 'project:viewer'), '404 Could not find user with id: nope'],
    ['POST /projects/nope/users', relation(IDS.admin, 'project:viewer'), '404 Project not found'],
    [
      `PATCH /projects/${IDS.team}/users/${IDS.admin}`,
      { role: 'project:viewer' },
      '404 The user is not a member of this project',
    ],
    [`PATCH /projects/${IDS.team}/users/${IDS.member}`, { role: 'nope' }, '400 Role nope does not exist'],
    [`DELETE /projects/${IDS.team}/users/${IDS.admin}`, undefined, '404 The user is not a member of this project'],
  ])('are refused: %s %j', async (request, body, refusal) => {
    await using instance = await startLicensed()
    const before = JSON.stringify(instance.state())
    expect(outcomeOf(await asked(instance, request, body))).toBe(refusal)
    expect(JSON.stringify(instance.state())).toBe(before)
  })
})
