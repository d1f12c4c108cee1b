import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, licensedPlace } from '../place.ts'

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`
const folder = (id: string, name: string, created: number, updated: number, parentFolderId: string | null = null) => ({
  id,
  name,
  projectId: IDS.team,
  parentFolderId,
  createdAt: day(created),
  updatedAt: day(updated),
})

/** Three folders, one in another, in which a workflow lies. */
const folders: Fixture = {
  ...licensedPlace,
  folders: [folder('f1', 'Beta', 1, 3), folder('f2', 'alpha', 2, 2), folder('f3', 'Gamma', 3, 1, 'f1')],
  workflows: [{ id: 'w', name: 'w', projectId: IDS.team, parentFolderId: 'f1' }],
  executions: [],
}
const start = () => startLicensed(folders)
const list = `/projects/${IDS.team}/folders`
const ask = async (query: Record<string, string>) => {
  await using instance = await start()
  return asked(instance, `GET ${list}?${new URLSearchParams(query)}`)
}

describe('a list of folders', () => {
  test.each<[Record<string, string>, string[], number?]>([
    [{}, ['f1', 'f2', 'f3']],
    [{ sortBy: 'name:asc' }, ['f2', 'f1', 'f3']],
    [{ sortBy: 'name:desc' }, ['f3', 'f1', 'f2']],
    [{ sortBy: 'createdAt:asc' }, ['f1', 'f2', 'f3']],
    [{ sortBy: 'createdAt:desc' }, ['f3', 'f2', 'f1']],
    [{ sortBy: 'updatedAt:asc' }, ['f3', 'f2', 'f1']],
    [{ sortBy: 'updatedAt:desc' }, ['f1', 'f2', 'f3']],
    [{ skip: '1' }, ['f2', 'f3']],
    [{ skip: '3' }, []],
    [{ skip: '999999999' }, []],
    [{ take: '0' }, []],
    [{ take: '1' }, ['f1']],
    [{ take: '4' }, ['f1', 'f2', 'f3']],
    [{ skip: '1', take: '1' }, ['f2']],
    [{ filter: '{"name":"ET"}' }, ['f1'], 1],
    [{ filter: '{"name":"nobody"}' }, [], 0],
    [{ filter: '{"parentFolderId":"f1"}' }, ['f3'], 1],
    [{ filter: '{"parentFolderId":"0"}' }, ['f1', 'f2'], 2],
    [{ filter: '{"parentFolderId":"0","name":"L"}' }, ['f2'], 1],
  ])('asked for with %j has %j', async (query, ids, count = 3) => {
    const { body } = await ask(query)
    const { data, ...rest } = body as { data: { id: string }[] }
    expect([data.map(({ id }) => id), rest]).toEqual([ids, { count }])
  })

  test.each([
    [{ filter: 'x' }, '400 filter must be JSON'],
    [{ filter: '[]' }, '400 Invalid filter fields'],
    [{ filter: 'null' }, '400 Invalid filter fields'],
    [{ filter: '{"id":"f1"}' }, '400 Invalid filter fields'],
    [{ filter: '{"name":1}' }, '400 Invalid filter fields'],
    [{ select: 'x' }, '400 select must be JSON'],
    [{ select: '{}' }, '400 select must be a list of fields'],
    [{ select: '["id",1]' }, '400 select must be a list of fields'],
    [{ skip: '-1' }, '400 Param `skip` must be a non-negative integer'],
    [{ skip: '1000000000' }, '400 Param `skip` must be a non-negative integer'],
    [{ take: '1.5' }, '400 Param `take` must be a non-negative integer'],
    [{ take: 'x' }, '400 Param `take` must be a non-negative integer'],
  ])('asked for with %j is answered %s', async (query, outcome) => {
    expect(outcomeOf(await ask(query as Record<string, string>))).toBe(outcome)
  })

  test.each([
    ['["name"]', { id: 'f3', name: 'Gamma' }],
    ['[]', { id: 'f3' }],
    ['["path","nothing"]', { id: 'f3', path: ['Beta', 'Gamma'] }],
  ])('shows of the fields %s only those', async (select, expected) => {
    const { body } = await ask({ select, sortBy: 'name:desc', take: '1' })
    expect(body).toEqual({ count: 3, data: [expected] })
  })

  test('shows everything of a folder', async () => {
    const homeProject = { id: IDS.team, name: 'Team', type: 'team', icon: null }
    const { body } = await ask({ sortBy: 'createdAt:asc' })
    const [outer, , inner] = (body as { data: unknown[] }).data
    expect(outer).toEqual({
      id: 'f1',
      name: 'Beta',
      parentFolderId: null,
      createdAt: day(1),
      updatedAt: day(3),
      homeProject,
      parentFolder: null,
      tags: [],
      workflowCount: 1,
      subFolderCount: 1,
      path: ['Beta'],
    })
    expect(inner).toEqual({
      id: 'f3',
      name: 'Gamma',
      parentFolderId: 'f1',
      createdAt: day(3),
      updatedAt: day(1),
      homeProject,
      parentFolder: { id: 'f1', name: 'Beta', parentFolderId: null },
      tags: [],
      workflowCount: 0,
      subFolderCount: 0,
      path: ['Beta', 'Gamma'],
    })
  })
})

describe('a folder', () => {
  const long = 'n'.repeat(128)
  test.each<[string, unknown, string, object?]>([
    [`POST ${list}`, { name: long }, '201', { name: long }],
    [`POST ${list}`, { name: ` ${long} ` }, '201', { name: long }],
    [`POST ${list}`, { name: `${long}n` }, '400 Folder name cannot be longer than 128 characters'],
    [`POST ${list}`, { name: '  ' }, '400 Folder name cannot be empty'],
    [`POST ${list}`, { name: 'a', parentFolderId: '0' }, '201', { name: 'a', parentFolderId: null }],
    [`POST ${list}`, { name: 'a', parentFolderId: 'f1' }, '201', { parentFolderId: 'f1' }],
    [`POST ${list}`, { name: 'a', parentFolderId: 'nope' }, '404 Could not find the folder: nope'],
    [`PATCH ${list}/f3`, { name: `${long}n` }, '400 Folder name cannot be longer than 128 characters'],
    [`PATCH ${list}/f3`, { name: '' }, '400 Folder name cannot be empty'],
    [`PATCH ${list}/f3`, { name: ' b ' }, '200', { name: 'b', parentFolderId: 'f1' }],
    [`PATCH ${list}/f3`, { parentFolderId: '0' }, '200', { name: 'Gamma', parentFolderId: null }],
    [`PATCH ${list}/f1`, { parentFolderId: 'f1' }, '400 A folder cannot lie in itself'],
    [`PATCH ${list}/f1`, { parentFolderId: 'f3' }, '400 A folder cannot lie in itself'],
    [`PATCH ${list}/f1`, { parentFolderId: 'f2' }, '200', { parentFolderId: 'f2' }],
    [`PATCH ${list}/nope`, { name: 'b' }, '404 Could not find the folder: nope'],
    [`DELETE ${list}/f1?transferToFolderId=f3`, undefined, '400 What a deleted folder holds cannot be moved into it'],
    [`DELETE ${list}/f1?transferToFolderId=f1`, undefined, '400 What a deleted folder holds cannot be moved into it'],
    [`DELETE ${list}/f1?transferToFolderId=nope`, undefined, '404 Could not find the folder: nope'],
  ])('%s %j is answered %s', async (...[request, body, outcome, shown]) => {
    await using instance = await start()
    const before = instance.state()
    const answer = await asked(instance, request, body)
    expect(outcomeOf(answer)).toBe(outcome)
    if (shown) expect(answer.body).toMatchObject(shown)
    else expect(instance.state()).toEqual(before)
  })

  test.each([
    ['', [['f2', null]], ['w', null, true]],
    [
      '?transferToFolderId=f2',
      [
        ['f2', null],
        ['f3', 'f2'],
      ],
      ['w', 'f2', false],
    ],
    [
      '?transferToFolderId=0',
      [
        ['f2', null],
        ['f3', null],
      ],
      ['w', null, false],
    ],
  ])('that is deleted%s leaves the others', async (query, left, workflow) => {
    await using instance = await start()
    expect(outcomeOf(await asked(instance, `DELETE ${list}/f1${query}`))).toBe('204')
    const { folders = [], workflows } = instance.state()
    expect(folders.map(({ id, parentFolderId }) => [id, parentFolderId])).toEqual(left as never)
    const shown = workflows.map(({ id, parentFolderId, isArchived }) => [
      id,
      parentFolderId ?? null,
      isArchived ?? false,
    ])
    expect(shown).toEqual([workflow] as never)
  })
})
