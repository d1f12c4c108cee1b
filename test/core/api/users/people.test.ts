import { describe, expect, test } from 'bun:test'
import { createClock } from '../../../../src/core/base/clock.ts'
import { createIds } from '../../../../src/core/base/ids.ts'
import { getRole, listRoles } from '../../../../src/core/features/roles/role-list.ts'
import { changeUserRole } from '../../../../src/core/features/users/change-role.ts'
import { deleteUser } from '../../../../src/core/features/users/delete.ts'
import { inviteUsers } from '../../../../src/core/features/users/invite.ts'
import type { UserRecord } from '../../../../src/core/model/user.ts'
import { refusalOf } from '../memory-draft.ts'
import { act, now, OWNER, person, roles, store } from '../people-place.ts'

describe('an invitation', () => {
  const context = () => ({
    clock: createClock(),
    ids: createIds(),
    roles,
    mayInviteAdmins: false,
    baseUrl: 'http://x',
  })

  test('makes a pending user, once', async () => {
    await act(draft => {
      const [first] = inviteUsers(draft, [{ email: 'New@Example.com' }], context())
      expect(first).toMatchObject({
        user: { email: 'New@Example.com', emailSent: false, role: 'global:member' },
        error: '',
      })
      expect(first?.user.inviteAcceptUrl).toStartWith('http://x/signup?token=')
      const [again] = inviteUsers(draft, [{ email: 'new@example.com', role: 'global:chatUser' }], context())
      expect(again?.user.id).toBe(first?.user.id as string)
      const [third] = inviteUsers(draft, [{ email: 'NEW@example.com' }], context())
      expect(third?.user.id).toBe(first?.user.id as string)
      expect(draft.users.get(first?.user.id ?? '')).toMatchObject({ email: 'new@example.com', isPending: true })
      expect(inviteUsers(draft, [{ email: 'owner@example.com' }], context())).toEqual([])
    })
  })

  test('is of the user whose e-mail address a document holds in capitals', async () => {
    await act(draft => {
      draft.users.set(person('capitals', 'global:member', { email: 'Cap@Example.com', isPending: true }))
      const [invited] = inviteUsers(draft, [{ email: 'Cap@Example.com' }], context())
      expect(invited?.user.id).toBe('capitals')
    })
  })

  test.each([
    [[{ email: 'a@x.de', role: 'global:nope' }], '400 Role global:nope does not exist'],
    [[{ email: 'a@x.de', role: 'global:owner' }], '400 This global role value is not assignable'],
    [[{ email: 'a@x.de', role: 'project:admin' }], '400 Role project:admin does not exist'],
    [
      [
        { email: 'a@x.de', role: 'nope' },
        { email: 'b@x.de', role: 'global:owner' },
      ],
      '400 This global role value is not assignable',
    ],
    [
      [
        { email: 'a@x.de', role: 'nope' },
        { email: 'b@x.de', role: '' },
      ],
      '400 String must contain at least 1 character(s)',
    ],
    [[{ email: 'é@x.de', role: '' }], '400 Invalid email'],
    [[{ email: 'a!b@x.de' }], '400 Invalid email'],
    [
      [{ email: 'a@x.de' }, { email: 'b@x.de', role: 'global:admin' }],
      '403 Cannot invite admin user without advanced permissions. Please upgrade to a license that includes this feature.',
    ],
    [[{ email: 'a@x.de' }, { email: 'A@x.de' }], '400 The e-mail address a@x.de is invited more than once'],
  ])('of %j is refused and changes nothing', async (invitations, text) => {
    await act(draft => {
      expect(refusalOf(() => inviteUsers(draft, invitations, context()))).toBe(text)
      expect(draft.users.size).toBe(4)
    })
  })
})

describe('a user', () => {
  test.each([
    ['owner', '400 Cannot delete your own user'],
    ['nope', '404 Request to delete a user failed because the user to delete was not found in DB'],
    ['member@example.com', '404 Request to delete a user failed because the user to delete was not found in DB'],
  ])('is not deleted: %s', async (id, text) => {
    expect(await act(draft => refusalOf(() => deleteUser(draft, id, OWNER)))).toBe(text)
  })

  test('is deleted with what is his alone', async () => {
    await act(draft => {
      deleteUser(draft, 'member', OWNER)
      expect([...draft.workflows.values()].map(({ id }) => id)).toEqual(['w-owner', 'w-team'])
      expect(draft.credentials.size).toBe(0)
      expect(draft.projects.get('team')?.members).toEqual([{ userId: 'other', role: 'project:viewer' }])
    })
  })

  test('is given another role', async () => {
    await act(draft => {
      const by = draft.users.get('owner') as UserRecord
      const change = (id: string, role: string) => changeUserRole(draft, id, role, { by, roles, now })
      expect(change('member', 'global:admin').role).toBe('global:admin')
      expect(refusalOf(() => change('member', 'global:nope'))).toBe('400 Role global:nope does not exist')
      expect(refusalOf(() => change('member', 'project:admin'))).toBe('400 Role project:admin does not exist')
      expect(refusalOf(() => change('owner', 'global:member'))).toStartWith('403')
      expect(refusalOf(() => change('nope', 'global:member'))).toStartWith('404')
    })
  })
})

describe('roles', () => {
  test('are listed with how often they are used', () => {
    const { data } = store()
    const { global, project } = listRoles(data, roles, true)
    const usage = [...global, ...project].map(role => [role.slug, role.usedByUsers, role.usedByProjects].join(' '))
    expect(usage).toContain('global:member 2 0')
    expect(usage).toContain('project:personalOwner 4 4')
    expect(usage).toContain('project:editor 1 1')
    expect(listRoles(data, roles, false)).toEqual({ global: [...roles.global], project: [...roles.project] })
  })

  test('are found by their slug, in its letter case', () => {
    const { data } = store()
    expect(getRole(data, roles, 'global:owner').displayName).toBe('Owner')
    expect(refusalOf(() => getRole(data, roles, 'GLOBAL:OWNER'))).toBe('404 Role not found')
  })
})
