import { describe, expect, test } from 'bun:test'
import { createClock } from '../../../../src/core/base/clock.ts'
import { createIds } from '../../../../src/core/base/ids.ts'
import { countFolder, listFolders } from '../../../../src/core/features/folders/folder-list.ts'
import {
  changeFolder,
  createFolder,
  deleteFolder,
  getFolder,
  MAX_LEVELS,
} from '../../../../src/core/features/folders/folders.ts'
import { findProject } from '../../../../src/core/features/projects/find-project.ts'
import {
  addMembers,
  changeMemberRole,
  listMembers,
  removeMember,
} from '../../../../src/core/features/projects/members.ts'
import { createProject, deleteProject, renameProject } from '../../../../src/core/features/projects/team-projects.ts'
import { createVariable } from '../../../../src/core/features/variables/variables.ts'
import type { Draft } from '../../../../src/core/model/state.ts'
import { WORKFLOW_RULES } from '../../../../src/core/versions/v2/v2.ts'
import { refusalOf } from '../memory-draft.ts'
import { act, MEMBER, OWNER, roles, store } from '../people-place.ts'

const clock = createClock()
const ids = createIds('projects')
const context = () => ({ clock, ids, roles })
const archiving = () => ({ ...context(), rules: WORKFLOW_RULES })

describe('a team project', () => {
  test('has who made it as its admin, and is renamed', async () => {
    await act(draft => {
      const { id } = createProject(draft, 'New', OWNER, context())
      renameProject(draft, id, 'Newer', context())
      expect(findProject(draft, id)).toMatchObject({ name: 'Newer', type: 'team', creatorId: 'owner' })
      expect(draft.projects.get(id)?.members).toEqual([{ userId: 'owner', role: 'project:admin' }])
    })
  })

  test('goes with all that it holds', async () => {
    await act(draft => {
      createFolder(draft, 'team', { name: 'F' }, context())
      createVariable(draft, { key: 'k', value: 'v', projectId: 'team' }, context())
      deleteProject(draft, 'team')
      expect([...draft.workflows.values()].map(({ id }) => id)).toEqual(['w-owner', 'w-member'])
      expect([draft.projects.size, draft.folders.size, draft.variables.size]).toEqual([0, 0, 0])
    })
  })

  test.each([
    ['nope', '404 Project not found'],
    ['p-member', '400 A personal project cannot be changed'],
  ])('is none: %s', async (id, text) => {
    await act(draft => {
      expect(refusalOf(() => renameProject(draft, id, 'x', context()))).toBe(text)
      expect(refusalOf(() => deleteProject(draft, id))).toBe(text)
      expect(refusalOf(() => addMembers(draft, id, [{ userId: 'owner', role: 'project:viewer' }], context()))).toBe(
        text,
      )
    })
  })
})

describe('members', () => {
  const shown = (draft: Draft) => draft.projects.get('team')?.members.map(({ userId, role }) => `${userId} ${role}`)

  test('are added, changed and removed', async () => {
    await act(draft => {
      addMembers(
        draft,
        'team',
        [
          { userId: 'admin', role: 'project:admin' },
          { userId: 'other', role: 'project:editor' },
        ],
        context(),
      )
      expect(shown(draft)).toEqual(['member project:editor', 'other project:editor', 'admin project:admin'])
      changeMemberRole(draft, 'team', 'admin', 'project:viewer', context())
      removeMember(draft, 'team', 'member', context())
      expect(shown(draft)).toEqual(['other project:editor', 'admin project:viewer'])
    })
  })

  test('are listed, of a personal project its owner', () => {
    const { data } = store()
    expect(listMembers(data, 'team').map(({ user, role }) => `${user.id} ${role}`)).toEqual([
      'member project:editor',
      'other project:viewer',
    ])
    expect(listMembers(data, 'p-member')).toEqual([{ user: MEMBER, role: 'project:personalOwner' }])
  })

  test.each([
    ['an unknown role', [{ userId: 'admin', role: 'project:nope' }], '400 Role project:nope does not exist'],
    ['a global role', [{ userId: 'admin', role: 'global:admin' }], '400 Role global:admin does not exist'],
    [
      "the owner's role",
      [{ userId: 'admin', role: 'project:personalOwner' }],
      '400 Role project:personalOwner does not exist',
    ],
    [
      'nobody',
      [
        { userId: 'admin', role: 'project:viewer' },
        { userId: 'nope', role: 'project:viewer' },
      ],
      '404 Could not find user with id: nope',
    ],
  ])('are not added as %s', async (_says, relations, text) => {
    await act(draft => {
      expect(refusalOf(() => addMembers(draft, 'team', relations, context()))).toBe(text)
      expect(shown(draft)?.length).toBe(2)
    })
  })

  test('who are none are neither changed nor removed', async () => {
    await act(draft => {
      expect(refusalOf(() => changeMemberRole(draft, 'team', 'admin', 'project:viewer', context()))).toStartWith('404')
      expect(refusalOf(() => removeMember(draft, 'team', 'admin', context()))).toStartWith('404')
    })
  })
})

describe('folders', () => {
  test('lie in each other, are listed, moved and counted', async () => {
    const place = store()
    await place.update(draft => {
      const outer = createFolder(draft, 'team', { name: 'Outer' }, context())
      const inner = createFolder(draft, 'team', { name: 'Inner', parentFolderId: outer.id }, context())
      const workflow = draft.workflows.get('w-team')
      if (workflow) draft.workflows.set({ ...workflow, parentFolderId: inner.id })
    })
    const list = (query = {}) => listFolders(place.data, 'team', query)
    expect(list({ sortBy: 'name:asc' })).toMatchObject({
      count: 2,
      data: [
        {
          name: 'Inner',
          parentFolder: { name: 'Outer' },
          workflowCount: 1,
          subFolderCount: 0,
          path: ['Outer', 'Inner'],
        },
        { name: 'Outer', parentFolder: null, subFolderCount: 1, homeProject: { id: 'team', name: 'Team' } },
      ],
    })
    expect(list({ filter: '{"name":"INN"}', select: '["name"]' }).data).toEqual([
      { id: expect.any(String), name: 'Inner' },
    ])
    expect(list({ filter: '{"parentFolderId":"0"}' }).count).toBe(1)
    expect(list({ sortBy: 'name:desc', skip: '1', take: '1' })).toMatchObject({ count: 2, data: [{ name: 'Inner' }] })
    for (const odd of [
      { filter: 'x' },
      { filter: '[]' },
      { filter: '{"a":1}' },
      { select: '{}' },
      { skip: '-1' },
      { take: 'x' },
    ]) {
      expect(refusalOf(() => list(odd))).toStartWith('400')
    }
    const [inner, outer] = list({ sortBy: 'name:asc' }).data.map(({ id = '' }) => getFolder(place.data, 'team', id))
    if (!inner || !outer) throw new Error('two folders')
    expect(countFolder(place.data, inner)).toEqual({ totalSubFolders: 0, totalWorkflows: 1 })
    await place.update(draft => {
      const into = { parentFolderId: inner.id }
      expect(refusalOf(() => changeFolder(draft, 'team', outer.id, into, context()))).toBe(
        '400 A folder cannot lie in itself',
      )
      expect(changeFolder(draft, 'team', inner.id, { name: 'Free', parentFolderId: '0' }, context())).toMatchObject({
        name: 'Free',
        parentFolderId: null,
      })
    })
  })

  test('are deleted with what is in them, or after it was moved', async () => {
    await act(draft => {
      const [a, b] = ['A', 'B'].map(name => createFolder(draft, 'team', { name }, context()).id)
      if (!a || !b) throw new Error('two folders')
      const inA = createFolder(draft, 'team', { name: 'In', parentFolderId: a }, context()).id
      const workflow = draft.workflows.get('w-team')
      if (workflow) draft.workflows.set({ ...workflow, active: true, parentFolderId: a })
      expect(refusalOf(() => deleteFolder(draft, 'team', a, inA, OWNER, archiving()))).toStartWith('400')
      deleteFolder(draft, 'team', a, b, OWNER, archiving())
      expect([draft.folders.get(inA)?.parentFolderId, draft.workflows.get('w-team')?.parentFolderId]).toEqual([b, b])
      deleteFolder(draft, 'team', b, undefined, OWNER, archiving())
      expect(draft.folders.size).toBe(0)
      expect(draft.workflows.get('w-team')).toMatchObject({ isArchived: true, active: false, parentFolderId: null })
    })
  })

  test('are refused where they cannot lie', async () => {
    await act(draft => {
      const make = (projectId: string, name: string, parentFolderId?: string) =>
        refusalOf(() =>
          createFolder(draft, projectId, parentFolderId === undefined ? { name } : { name, parentFolderId }, context()),
        )
      expect(make('team', 'F', 'nope')).toBe('404 Could not find the folder: nope')
      expect(make('team', ' ')).toBe('400 Folder name cannot be empty')
      expect(make('team', 'x'.repeat(129))).toStartWith('400')
      let parentFolderId = '0'
      for (let level = 0; level < MAX_LEVELS; level++) {
        parentFolderId = createFolder(draft, 'team', { name: 'F', parentFolderId }, context()).id
      }
      expect(make('team', 'F', parentFolderId)).toBe(
        `400 Folders may lie in each other up to ${MAX_LEVELS} levels deep`,
      )
      expect(refusalOf(() => getFolder(draft, 'p-owner', parentFolderId))).toStartWith('404 Could not find the folder')
    })
  })
})
