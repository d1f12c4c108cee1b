import { expect, test } from 'bun:test'
import { createClock } from '../../../../src/core/base/clock.ts'
import { createIds } from '../../../../src/core/base/ids.ts'
import { changeMemberRole } from '../../../../src/core/features/projects/members.ts'
import { createRole, deleteRole, updateRole } from '../../../../src/core/features/roles/custom-roles.ts'
import {
  createVariable,
  deleteVariable,
  listVariables,
  updateVariable,
} from '../../../../src/core/features/variables/variables.ts'
import { refusalOf } from '../memory-draft.ts'
import { act, roles } from '../people-place.ts'

const clock = createClock()
const ids = createIds('projects')
const context = () => ({ clock, ids, roles })

test('variables are global, or of a project, where a key stands once', async () => {
  await act(draft => {
    const make = (key: string, projectId?: string) =>
      createVariable(draft, { key, value: '', ...(projectId ? { projectId } : {}) }, context())
    const { id } = make('b')
    make('a')
    make('b', 'team')
    expect(refusalOf(() => make('b', 'team'))).toBe("400 A variable with key 'b' already exists")
    expect(refusalOf(() => make('c', 'nope'))).toBe('404 Project not found')
    updateVariable(draft, id, { key: 'c', value: 'full' })
    const list = (query = {}, mayRead = (_id: string | null) => true) =>
      listVariables(draft, mayRead, query).map(({ key }) => key)
    expect([list(), list({ state: 'empty' }), list({ projectId: 'team' })]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
      ['b'],
    ])
    expect(list({}, projectId => projectId === null)).toEqual(['a', 'c'])
    deleteVariable(draft, id)
    expect(refusalOf(() => deleteVariable(draft, id))).toStartWith('404')
  })
})

test('roles are made of the scopes of their type, and given up for others', async () => {
  await act(draft => {
    const make = (scopes: string[]) =>
      createRole(draft, { displayName: 'My Role!', roleType: 'project', scopes }, context())
    expect(refusalOf(() => make(['user:delete']))).toBe('400 Invalid scopes for a project role: user:delete')
    const { id } = make(['workflow:read', 'workflow:read'])
    expect(id).toMatch(/^project:my-role-[a-z0-9]{6}$/)
    expect(
      updateRole(draft, id, { displayName: 'R', description: 'd', scopes: ['workflow:list'] }, context()),
    ).toMatchObject({ displayName: 'R', scopes: ['workflow:list'] })
    changeMemberRole(draft, 'team', 'member', id, context())
    const drop = (slug: string, other?: string) => deleteRole(draft, slug, other, context())
    expect(refusalOf(() => drop(id))).toBe('400 The role is in use; name another one with reassignRoleSlug')
    expect(refusalOf(() => drop(id, 'global:admin'))).toBe('400 Role global:admin cannot be assigned instead')
    for (const role of ['project:personalOwner', 'project:nope', id]) {
      expect(refusalOf(() => drop(id, role))).toBe(`400 Role ${role} cannot be assigned instead`)
    }
    drop(id, 'project:viewer')
    expect(draft.projects.get('team')?.members[0]?.role).toBe('project:viewer')
    expect(refusalOf(() => drop(id))).toBe('404 Role not found')
    expect(refusalOf(() => drop('global:owner'))).toBe('400 A system role cannot be changed')
  })
})
