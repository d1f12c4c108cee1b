import { describe, expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, licensedPlace } from '../place.ts'

const start = () =>
  startLicensed({
    ...licensedPlace,
    variables: [
      { id: 'v1', key: 'c', value: '' },
      { id: 'v2', key: 'a', value: '1', projectId: IDS.team },
      { id: 'v3', key: 'b', value: '', projectId: 'other-team' },
    ],
  })

describe('a variable', () => {
  test.each<[string, unknown, string]>([
    ['POST /variables', { key: 'c', value: '' }, "400 A variable with key 'c' already exists"],
    ['POST /variables', { key: 'c', value: '', projectId: IDS.team }, '201'],
    ['POST /variables', { key: 'a', value: '' }, '201'],
    ['POST /variables', { key: 'a', value: '', projectId: IDS.team }, "400 A variable with key 'a' already exists"],
    ['POST /variables', { key: 'a', value: '', projectId: 'nope' }, '404 Project not found'],
    ['PUT /variables/v1', { key: 'c', value: 'new' }, '204'],
    ['PUT /variables/v2', { key: 'a', value: 'new' }, '204'],
    ['PUT /variables/v2', { key: 'c', value: 'new' }, '204'],
    ['PUT /variables/v2', { key: 'c', value: 'new', projectId: null }, "400 A variable with key 'c' already exists"],
    [
      'PUT /variables/v2',
      { key: 'b', value: 'new', projectId: 'other-team' },
      "400 A variable with key 'b' already exists",
    ],
    ['PUT /variables/nope', { key: 'b', value: 'new' }, '404 Could not find variable with id: nope'],
    ['DELETE /variables/nope', undefined, '404 Could not find variable with id: nope'],
  ])('%s %j is answered %s', async (request, body, outcome) => {
    await using instance = await start()
    const before = instance.state()
    expect(outcomeOf(await asked(instance, request, body))).toBe(outcome)
    if (!outcome.startsWith('2')) expect(instance.state()).toEqual(before)
    else expect(instance.state().variables).toContainEqual(expect.objectContaining(body as object))
  })

  test.each([
    [{ key: 'z', value: 'new' }, IDS.team],
    [{ key: 'z', value: 'new', projectId: null }, null],
    [{ key: 'z', value: 'new', projectId: 'other-team' }, 'other-team'],
  ])('changed by %j is of the project %p', async (change, projectId) => {
    await using instance = await start()
    await asked(instance, 'PUT /variables/v2', change)
    const changed = instance.state().variables.find(({ id }) => id === 'v2')
    expect({ ...changed, projectId: changed?.projectId ?? null }).toMatchObject({ key: 'z', value: 'new', projectId })
  })
})
