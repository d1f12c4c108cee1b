import { describe, expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, KEYS } from '../place.ts'
import { idsIn } from '../world.ts'

const team = `/projects/${IDS.team}`
const relations = (userId: string, role: string) => ({ relations: [{ userId, role }] })
const NO_MEMBER = '404 The user is not a member of this project'
const PERSONAL = '400 A personal project cannot be changed'

describe('of projects, their members and their things', () => {
  test.each<[string, unknown, string]>([
    [`POST ${team}/users`, relations(IDS.admin, 'project:viewer'), '201'],
    [`POST ${team}/users`, relations(IDS.viewer, 'project:editor'), '201'],
    [`POST ${team}/users`, relations(IDS.admin, 'project:reader'), '201'],
    [`POST ${team}/users`, relations('nobody', 'project:viewer'), '404 Could not find user with id: nobody'],
    [`POST ${team}/users`, relations(IDS.admin, 'project:nope'), '400 Role project:nope does not exist'],
    [`POST ${team}/users`, relations(IDS.admin, 'global:member'), '400 Role global:member does not exist'],
    [
      `POST ${team}/users`,
      relations(IDS.admin, 'project:personalOwner'),
      '400 Role project:personalOwner does not exist',
    ],
    ['POST /projects/members-project/users', relations(IDS.admin, 'project:viewer'), PERSONAL],
    ['POST /projects/nope/users', relations(IDS.admin, 'project:viewer'), '404 Project not found'],
    [`PATCH ${team}/users/${IDS.viewer}`, { role: 'project:editor' }, '204'],
    [`PATCH ${team}/users/${IDS.admin}`, { role: 'project:editor' }, NO_MEMBER],
    [`PATCH ${team}/users/${IDS.viewer}`, { role: 'project:nope' }, '400 Role project:nope does not exist'],
    ['PATCH /projects/members-project/users/x', { role: 'project:editor' }, PERSONAL],
    [`DELETE ${team}/users/${IDS.viewer}`, undefined, '204'],
    [`DELETE ${team}/users/${IDS.admin}`, undefined, NO_MEMBER],
    ['DELETE /projects/members-project/users/x', undefined, PERSONAL],
    [`PUT ${team}`, { name: 'n' }, '204'],
    ['PUT /projects/members-project', { name: 'n' }, PERSONAL],
    ['PUT /projects/nope', { name: 'n' }, '404 Project not found'],
    ['DELETE /projects/members-project', undefined, PERSONAL],
    ['DELETE /projects/nope', undefined, '404 Project not found'],
    [
      ...(['PUT /workflows/w-team/transfer', { destinationProjectId: IDS.team }] as const),
      "400 You can't transfer a workflow into the same destination it already belongs to.",
    ],
    [
      ...(['PUT /workflows/w-team/transfer', { destinationProjectId: 'nope' }] as const),
      '404 Could not find project with the id "nope". Make sure you have the permission to create workflows in it.',
    ],
    [
      ...(['PUT /workflows/nope/transfer', { destinationProjectId: IDS.team }] as const),
      '404 Could not find workflow with the id "nope". Make sure you have the permission to move it.',
    ],
    [
      ...(['PUT /credentials/c-team/transfer', { destinationProjectId: IDS.team }] as const),
      "400 You can't transfer a credential into the project that's already owning it.",
    ],
    [
      ...(['PUT /credentials/c-team/transfer', { destinationProjectId: 'nope' }] as const),
      '404 Could not find project with the id "nope". Make sure you have the permission to create credentials in it.',
    ],
    [
      ...(['PUT /credentials/nope/transfer', { destinationProjectId: IDS.team }] as const),
      '404 Could not find the credential with the id "nope". Make sure you have the permission to move it.',
    ],
    [`DELETE /users/${IDS.owner}`, undefined, '400 Cannot delete your own user'],
    [`DELETE /users/${IDS.viewer}`, undefined, '204'],
  ])('%s %j is answered %s', async (request, body, outcome) => {
    await using instance = await startLicensed()
    const before = instance.state()
    expect(outcomeOf(await asked(instance, request, body))).toBe(outcome)
    if (!outcome.startsWith('2')) expect(instance.state()).toEqual(before)
    else expect(instance.state()).not.toEqual(before)
  })

  test('the instance owner is not deleted, whoever asks', async () => {
    await using instance = await startLicensed()
    const answer = await asked(instance, `DELETE /users/${IDS.owner}`, undefined, KEYS.admin)
    expect(outcomeOf(answer)).toBe('403 Instance owner cannot be deleted')
  })

  test.each<[object, [string, string][]]>([
    [
      relations(IDS.admin, 'project:admin'),
      [
        [IDS.member, 'editor'],
        [IDS.viewer, 'viewer'],
        [IDS.admin, 'admin'],
      ],
    ],
    [
      relations(IDS.member, 'project:admin'),
      [
        [IDS.member, 'admin'],
        [IDS.viewer, 'viewer'],
      ],
    ],
  ])('with %j the members are %j', async (body, expected) => {
    await using instance = await startLicensed()
    await asked(instance, `POST ${team}/users`, body)
    const { data } = (await asked(instance, `GET ${team}/users`)).body as { data: { id: string; role: string }[] }
    expect(data.map(({ id, role }) => [id, role.replace('project:', '')])).toEqual(expected)
  })

  test.each([
    [IDS.team, [IDS.member, IDS.viewer]],
    ['other-team', []],
    ['members-project', [IDS.member]],
  ])('the users of %s are %j', async (projectId, ids) => {
    await using instance = await startLicensed()
    expect(idsIn(await asked(instance, `GET /users?projectId=${projectId}`))).toEqual(ids)
  })

  test.each([
    ['', [IDS.owner, IDS.admin, IDS.member, IDS.viewer, IDS.pending]],
    ['?offset=1', [IDS.admin, IDS.member, IDS.viewer, IDS.pending]],
    ['?offset=1&limit=2', [IDS.admin, IDS.member]],
    ['?offset=9', []],
  ])('GET /users%s has %j', async (query, ids) => {
    await using instance = await startLicensed()
    expect(idsIn(await asked(instance, `GET /users${query}`))).toEqual(ids)
  })
})

describe('what a role is used by', () => {
  test.each([
    ['project:editor', 1, 1],
    ['project:viewer', 1, 1],
    ['project:admin', 0, 0],
    ['project:personalOwner', 5, 5],
    ['global:owner', 1, 0],
    ['global:member', 3, 0],
    ['project:reader', 0, 0],
  ])('%s: %i users in %i projects', async (slug, usedByUsers, usedByProjects) => {
    await using instance = await startLicensed()
    const path = `GET /roles/${encodeURIComponent(slug)}`
    expect((await asked(instance, `${path}?withUsageCount=true`)).body).toMatchObject({ usedByUsers, usedByProjects })
    for (const query of ['', '?withUsageCount=false']) {
      expect((await asked(instance, `${path}${query}`)).body).not.toHaveProperty('usedByUsers')
    }
  })

  test('a role of several members of several projects counts each once', async () => {
    await using instance = await startLicensed()
    await asked(instance, `POST ${team}/users`, relations(IDS.viewer, 'project:editor'))
    await asked(instance, 'POST /projects/other-team/users', relations(IDS.viewer, 'project:editor'))
    const { body } = await asked(instance, 'GET /roles/project%3Aeditor?withUsageCount=true')
    expect(body).toMatchObject({ usedByUsers: 2, usedByProjects: 2 })
  })

  test.each([
    ['Looks on!', /^project:looks-on-[a-z0-9]{6}$/],
    ['  --A  B--', /^project:a-b-[a-z0-9]{6}$/],
    ['!!', /^project:[a-z0-9]{6}$/],
  ])('of the name %s, a role gets the slug %p', async (displayName, slug) => {
    await using instance = await startLicensed()
    const { body } = await asked(instance, 'POST /roles', { displayName, roleType: 'project', scopes: [] })
    expect(body).toMatchObject({ slug: expect.stringMatching(slug), description: null, systemRole: false })
  })
})
