import { describe, expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, KEYS, licensedPlace } from '../place.ts'

describe("users' roles", () => {
  test('change, by id or by e-mail address, and with them what a key may do', async () => {
    await using instance = await startLicensed()
    expect((await asked(instance, 'GET /roles', undefined, KEYS.member)).status).toBe(403)
    const changed = await asked(instance, 'PATCH /users/mia@example.com/role', { newRoleName: 'global:admin' })
    expect([changed.status, changed.text]).toEqual([204, ''])
    expect((await asked(instance, 'GET /roles', undefined, KEYS.member)).status).toBe(200)
    const back = await asked(instance, `PATCH /users/${IDS.member}/role`, { newRoleName: 'global:member' })
    expect(back.status).toBe(204)
    expect((await asked(instance, 'GET /roles', undefined, KEYS.member)).status).toBe(403)
  })

  test.each<[string, unknown, string]>([
    [`/users/${IDS.member}`, {}, "400 request/body must have required property 'newRoleName'"],
    [`/users/${IDS.member}`, { newRoleName: 'global:nope' }, '400 Role global:nope does not exist'],
    [`/users/${IDS.member}`, { newRoleName: 'global:owner' }, '400 This global role value is not assignable'],
    [`/users/${IDS.owner}`, { newRoleName: 'global:member' }, '403 Cannot change your own global role'],
    ['/users/abc', { newRoleName: 'global:member' }, '400 request/params/id must match format "identifier"'],
    [
      '/users/nobody@example.com',
      { newRoleName: 'global:member' },
      '404 Could not find user with id: nobody@example.com',
    ],
  ])('are refused: %s %j', async (path, body, refusal) => {
    await using instance = await startLicensed()
    expect(outcomeOf(await asked(instance, `PATCH ${path}/role`, body))).toBe(refusal)
  })
})

describe('custom roles', () => {
  test('are made, listed, changed and deleted, whoever has one given another', async () => {
    await using instance = await startLicensed()
    const ask = asked.bind(null, instance)
    const input = { displayName: 'Looks on', roleType: 'project', scopes: ['workflow:read', 'workflow:list'] }
    const made = await ask('POST /roles', input)
    const keys = ['slug', 'displayName', 'description', 'systemRole', 'roleType', 'scopes', 'createdAt', 'updatedAt']
    expect([made.status, Object.keys(made.body as object)]).toEqual([201, keys])
    const { slug } = made.body as { slug: string }
    expect(slug).toMatch(/^project:looks-on-[a-z0-9]{6}$/)
    const path = `/roles/${encodeURIComponent(slug)}`
    const changed = await ask(`PUT ${path}`, { displayName: 'Sees', description: 'x', scopes: ['workflow:read'] })
    expect(changed.body).toMatchObject({ slug, displayName: 'Sees', description: 'x', scopes: ['workflow:read'] })
    expect((await ask(`GET ${path}`)).body).toMatchObject({ slug, systemRole: false, licensed: true })
    await ask(`PATCH /projects/${IDS.team}/users/${IDS.viewer}`, { role: slug })
    expect(outcomeOf(await ask(`DELETE ${path}`))).toBe(
      '400 The role is in use; name another one with reassignRoleSlug',
    )
    const deleted = await ask(`DELETE ${path}?reassignRoleSlug=project%3Aviewer`)
    expect([deleted.status, deleted.body]).toEqual([200, expect.objectContaining({ slug })])
    expect(outcomeOf(await ask(`GET ${path}`))).toBe('404 Role not found')
    expect((await ask(`GET /projects/${IDS.team}/users`)).text).toContain('"role":"project:viewer"')
  })

  test.each(['global', 'project'])('of the type %s are listed after the built-in ones of it', async roleType => {
    await using instance = await startLicensed()
    const list = async () =>
      Object.entries((await asked(instance, 'GET /roles')).body as Record<string, { slug: string }[]>).map(
        ([type, roles]) => [type, roles.map(({ slug }) => slug)] as const,
      )
    const before = await list()
    const made = await asked(instance, 'POST /roles', { displayName: 'Reader', roleType, scopes: [] })
    const { slug } = made.body as { slug: string }
    expect(await list()).toEqual(before.map(([type, slugs]) => [type, type === roleType ? [...slugs, slug] : slugs]))
  })

  const input = { displayName: 'Reader', description: null, scopes: [] }
  test.each<[string, unknown, string]>([
    ['POST /roles', { ...input, description: 'x' }, "400 request/body must have required property 'roleType'"],
    ['POST /roles', { displayName: 'R' }, '400 request/body/displayName String must contain at least 2 character(s)'],
    [
      'POST /roles',
      { displayName: 'Reader', roleType: 'team', scopes: [] },
      "400 request/body/roleType Invalid enum value. Expected 'project' | 'global', received 'team'",
    ],
    [
      'POST /roles',
      { displayName: 'Reader', roleType: 'project', scopes: ['nope:read'] },
      '400 Invalid scopes for a project role: nope:read',
    ],
    ['PUT /roles/nope', input, '404 Role not found'],
    ['PUT /roles/global:member', input, '400 A system role cannot be changed'],
    ['DELETE /roles/global:member', undefined, '400 A system role cannot be changed'],
    ['DELETE /roles/project:reader?reassignRoleSlug=nope', undefined, '400 Role nope cannot be assigned instead'],
  ])('are refused: %s %j', async (request, body, refusal) => {
    await using instance = await startLicensed()
    const before = JSON.stringify(instance.state())
    expect(outcomeOf(await asked(instance, request, body))).toBe(refusal)
    expect(JSON.stringify(instance.state())).toBe(before)
  })
})

describe('a licence of single features', () => {
  test('lets in what it names and nothing else', async () => {
    await using instance = await startLicensed({ ...licensedPlace, licence: ['feat:variables'] })
    expect((await asked(instance, 'GET /variables')).status).toBe(200)
    expect(outcomeOf(await asked(instance, 'GET /projects'))).toBe(
      '403 Your license does not allow for feat:projectRole:admin. To enable feat:projectRole:admin, please upgrade to a license that supports this feature.',
    )
  })

  test('of all of them leaves what no instance here has', async () => {
    await using instance = await startLicensed()
    expect(outcomeOf(await asked(instance, 'GET /settings/ldap'))).toStartWith('403 Your license does not allow')
    expect(outcomeOf(await asked(instance, 'GET /role-mapping-rules'))).toBe('403 Provisioning is not licensed')
  })
})
