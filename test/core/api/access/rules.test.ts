import { describe, expect, test } from 'bun:test'
import { accessByScope } from '../../../../src/core/features/access.ts'
import { findProject, listProjects, projectIdOf } from '../../../../src/core/features/projects/find-project.ts'
import { transferCredential, transferWorkflow } from '../../../../src/core/features/projects/transfer.ts'
import type { UserRecord } from '../../../../src/core/model/user.ts'
import { refusalOf, storeOf } from '../memory-draft.ts'
import { ADMIN, act, dates, MEMBER, OTHER, OWNER, roles, store, team, WORKFLOWS } from '../people-place.ts'

describe('access', () => {
  test.each<{ says: string; user: UserRecord; scope: string; ids: string }>([
    { says: 'an owner reads everything', user: OWNER, scope: 'workflow:read', ids: 'w-owner w-member w-team' },
    { says: 'an admin deletes everything', user: ADMIN, scope: 'workflow:delete', ids: 'w-owner w-member w-team' },
    { says: 'a member reads what is his and his team’s', user: MEMBER, scope: 'workflow:read', ids: 'w-member w-team' },
    { says: 'an editor publishes', user: MEMBER, scope: 'workflow:activate', ids: 'w-member w-team' },
    { says: 'an editor moves only what is his own', user: MEMBER, scope: 'workflow:move', ids: 'w-member' },
    { says: 'a viewer reads', user: OTHER, scope: 'workflow:read', ids: 'w-team' },
    { says: 'a viewer changes nothing', user: OTHER, scope: 'workflow:update', ids: '' },
    { says: 'a viewer does not run again', user: OTHER, scope: 'execution:retry', ids: '' },
    { says: 'an unknown scope allows nothing', user: OWNER, scope: 'nope:read', ids: '' },
  ])('$says', ({ user, scope, ids }) => {
    const access = accessByScope(store().data, user, roles)
    expect(
      WORKFLOWS.filter(one => access.with(scope, one))
        .map(({ id }) => id)
        .join(' '),
    ).toBe(ids)
  })

  test.each<[UserRecord, string, string]>([
    [OWNER, 'dataTable:list', 'p-owner p-admin p-member p-other team'],
    [MEMBER, 'dataTable:list', 'p-member team'],
    [MEMBER, 'dataTableRow:create', 'p-member team'],
    [OTHER, 'dataTableRow:create', 'p-other'],
    [MEMBER, 'variable:list', 'team'],
    [OTHER, 'variable:create', ''],
  ])('of %j: %s in %s', (user, scope, ids) => {
    const { data } = store()
    const access = accessByScope(data, user, roles)
    expect(
      listProjects(data)
        .map(({ id }) => id)
        .filter(id => access.inProject(scope, id))
        .join(' '),
    ).toBe(ids)
  })

  test('a custom role allows what it lists', () => {
    const made = {
      id: 'project:reader-1',
      displayName: 'R',
      description: null,
      roleType: 'project' as const,
      scopes: ['workflow:read'],
      ...dates,
    }
    const projects = [{ ...team, members: [{ userId: 'other', role: made.id }] }]
    const { data } = storeOf({ users: [OTHER], projects, customRoles: [made], workflows: WORKFLOWS })
    const access = accessByScope(data, OTHER, roles)
    expect([access.inProject('workflow:read', 'team'), access.inProject('workflow:update', 'team')]).toEqual([
      true,
      false,
    ])
  })
})

test('a personal project is named by its user', () => {
  const { data } = store()
  expect(findProject(data, 'p-member')).toMatchObject({
    id: 'p-member',
    name: 'Ann <member@example.com>',
    type: 'personal',
    creatorId: 'member',
  })
  expect(findProject(data, 'p-other')?.name).toBe('<other@example.com>')
  expect(findProject(data, 'team')).not.toHaveProperty('members')
  expect(findProject(data, 'nope')).toBeUndefined()
})

describe('a transfer', () => {
  const move = (rule: typeof transferWorkflow | typeof transferCredential, id: string, to: string, user = OWNER) =>
    act(draft => refusalOf(() => rule(draft, id, to, accessByScope(draft, user, roles))))

  test('moves a workflow, to a team or to a person', async () => {
    await act(draft => {
      const access = accessByScope(draft, OWNER, roles)
      const place = () => projectIdOf(draft, draft.workflows.get('w-owner') ?? { owner: '' })
      transferWorkflow(draft, 'w-owner', 'team', access)
      expect(place()).toBe('team')
      transferWorkflow(draft, 'w-owner', 'p-member', access)
      expect([place(), draft.workflows.get('w-owner')?.owner]).toEqual(['p-member', 'member'])
      transferCredential(draft, 'c-member', 'team', access)
      expect(projectIdOf(draft, draft.credentials.get('c-member') ?? { owner: '' })).toBe('team')
    })
  })

  test.each([
    {
      rule: transferWorkflow,
      id: 'nope',
      to: 'x',
      user: OWNER,
      text: '404 Could not find workflow with the id "nope". Make sure you have the permission to move it.',
    },
    {
      rule: transferWorkflow,
      id: 'w-owner',
      to: 'nope',
      user: OWNER,
      text: '404 Could not find project with the id "nope". Make sure you have the permission to create workflows in it.',
    },
    {
      rule: transferWorkflow,
      id: 'w-owner',
      to: 'p-owner',
      user: OWNER,
      text: "400 You can't transfer a workflow into the same destination it already belongs to.",
    },
    {
      rule: transferCredential,
      id: 'nope',
      to: 'x',
      user: OWNER,
      text: '404 Could not find the credential with the id "nope". Make sure you have the permission to move it.',
    },
    {
      rule: transferCredential,
      id: 'c-member',
      to: 'p-owner',
      user: MEMBER,
      text: '404 Could not find project with the id "p-owner". Make sure you have the permission to create credentials in it.',
    },
    {
      rule: transferCredential,
      id: 'c-member',
      to: 'p-member',
      user: MEMBER,
      text: "400 You can't transfer a credential into the project that's already owning it.",
    },
  ] satisfies {
    rule: typeof transferWorkflow | typeof transferCredential
    id: string
    to: string
    user: UserRecord
    text: string
  }[])('is refused: $rule $id to $to', async ({ rule, id, to, user, text }) => {
    expect(await move(rule, id, to, user)).toBe(text)
  })
})
