import { describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { asked, outcomeOf } from '../asked.ts'
import { IDS, licensedPlace } from '../place.ts'
import { minimal, webhook } from '../world.ts'

const hook = (path: string) => minimal({ name: 'n', nodes: [webhook('Hook', path)] })
const start = () =>
  startInstance({
    socket: false,
    profile: 'n8n-2.41',
    clock: '2026-05-01T00:00:00.000Z',
    fixture: {
      ...licensedPlace,
      executions: [],
      workflows: [
        { id: 'w', name: 'n', nodes: [webhook('Hook', 'first')], versionId: 'v1', settings: { timezone: 'UTC' } },
        { id: 'other', name: 'o', nodes: [webhook('Hook', 'taken')], versionId: 'o1', active: true },
      ],
    },
  })

/** Versions by their number, in the order in which they were made. */
function numbered(instance: TestInstance) {
  const versions = instance.state().workflowVersions?.filter(({ workflowId }) => workflowId === 'w') ?? []
  const ids = ['v1', ...versions.map(({ id }) => id).filter(id => id !== 'v1')]
  return (id: string | null | undefined) => (id === null || id === undefined ? id : ids.indexOf(id) + 1)
}

const PUBLISH = ['POST /workflows/w/activate'] as const
const END = ['POST /workflows/w/deactivate'] as const
const save = (body: object, query = '') => [`PUT /workflows/w${query}`, body] as const
const ASIDE = '?publishIfActive=false'
type Asked = readonly [request: string, body?: unknown]

describe('a workflow after', () => {
  test.each<[string, Asked[], (string | number)[], object]>([
    ['nothing', [], [], { active: false, versions: 0, current: 1, published: null, counter: 1 }],
    ['a save of the same', [save(hook('first'))], [], { current: 1, counter: 1, versions: 0 }],
    ['another name', [save({ ...hook('first'), name: 'm' })], [], { current: 1, counter: 1, versions: 0 }],
    [
      'another setting',
      [save({ ...hook('first'), settings: { timezone: 'Asia/Tokyo' } })],
      [],
      { current: 1, counter: 2 },
    ],
    ['another graph', [save(hook('second'))], [], { versions: 2, current: 2, counter: 2, published: null }],
    ['two other graphs', [save(hook('second')), save(hook('third'))], [], { versions: 3, current: 3, counter: 3 }],
    ['publication', [PUBLISH], ['activated', 1], { active: true, published: 1, versions: 1, counter: 1 }],
    ['publication twice', [PUBLISH, PUBLISH], ['activated', 1, 'deactivated', 1, 'activated', 1], { published: 1 }],
    ['its end', [PUBLISH, END], ['activated', 1, 'deactivated', 1], { active: false, published: null }],
    ['an end twice', [PUBLISH, END, END], ['activated', 1, 'deactivated', 1], { active: false }],
    [
      'a change of what is published',
      [PUBLISH, save(hook('second'))],
      ['activated', 1, 'deactivated', 1, 'activated', 2],
      { active: true, published: 2, current: 2, versions: 2, counter: 2 },
    ],
    [
      'a change that is kept aside',
      [PUBLISH, save(hook('second'), ASIDE)],
      ['activated', 1],
      { active: true, published: 1, current: 2, versions: 2 },
    ],
    [
      'the end of what a newer version is beside',
      [PUBLISH, save(hook('second'), ASIDE), END],
      ['activated', 1, 'deactivated', 1],
      { active: false, published: null, current: 2 },
    ],
    [
      'the publication of what was kept aside',
      [PUBLISH, save(hook('second'), ASIDE), PUBLISH],
      ['activated', 1, 'deactivated', 1, 'activated', 2],
      { active: true, published: 2, current: 2 },
    ],
    [
      'the publication of an old version',
      [save(hook('second')), ['POST /workflows/w/publish', { versionId: 'v1' }]],
      ['activated', 1],
      { active: true, published: 1, current: 2 },
    ],
    [
      'a change that cannot be published',
      [PUBLISH, save(hook('taken'))],
      ['activated', 1],
      { active: true, published: 1, current: 2, versions: 2, counter: 2 },
    ],
    [
      'the archive',
      [PUBLISH, ['POST /workflows/w/archive']],
      ['activated', 1, 'deactivated', 1],
      { active: false, published: null, current: 2, versions: 2, isArchived: true },
    ],
    [
      'the archive and back',
      [['POST /workflows/w/archive'], ['POST /workflows/w/unarchive']],
      [],
      { active: false, current: 3, versions: 3, isArchived: false },
    ],
    [
      'the archive twice',
      [['POST /workflows/w/archive'], ['POST /workflows/w/archive']],
      [],
      { current: 2, versions: 2, isArchived: true },
    ],
  ])('%s', async (_says, requests, events, expected) => {
    await using instance = await start()
    for (const [request, body] of requests) await asked(instance, request, body)
    const numberOf = numbered(instance)
    const state = instance.state()
    const told = state.publishEvents?.filter(({ workflowId }) => workflowId === 'w') ?? []
    expect<unknown[]>(told.flatMap(({ event, versionId }) => [event, numberOf(versionId)])).toEqual(events)
    expect(told.every(({ userId, createdAt }) => userId === IDS.owner && createdAt?.startsWith('2026-05'))).toBe(true)
    const shown = (await asked(instance, 'GET /workflows/w')).body as Shown
    expect({
      active: shown.active,
      isArchived: shown.isArchived,
      counter: shown.versionCounter,
      current: numberOf(shown.versionId),
      published: numberOf(shown.activeVersionId),
      versions: state.workflowVersions?.filter(({ workflowId }) => workflowId === 'w').length ?? 0,
    }).toMatchObject(expected)
    const publication = shown.activeVersion?.workflowPublishHistory ?? []
    expect(publication.map(({ event }) => event)).toEqual(
      told
        .filter(({ versionId }) => versionId === shown.activeVersionId)
        .map(({ event }) => event)
        .toSorted(),
    )
    expect(numberOf(shown.activeVersion?.versionId)).toBe(numberOf(shown.activeVersionId) ?? undefined)
  })
})

test.each([
  ['what is published is taken', 'first', '409'],
  ['the change is free', 'second', '200'],
])('beside a change that is kept aside, the path of %s', async (_says, path, outcome) => {
  await using instance = await start()
  for (const [request, body] of [PUBLISH, save(hook('second'), ASIDE)]) await asked(instance, request, body)
  const made = await asked(instance, 'POST /workflows', hook(path))
  const { id } = made.body as { id: string }
  expect(outcomeOf(await asked(instance, `POST /workflows/${id}/activate`))).toStartWith(outcome)
})

interface Shown {
  active: boolean
  isArchived: boolean
  versionCounter: number
  versionId: string
  activeVersionId: string | null
  activeVersion: { versionId: string; workflowPublishHistory?: { event: string }[] } | null
}

test('a workflow that a fixture published in the archive is archived again with its publications', async () => {
  await using instance = await start()
  const kept = { id: 'kept', name: 'k', nodes: [webhook('Hook', 'kept')], versionId: 'k1', isArchived: true }
  const publishHistory = [{ versionId: 'k1', event: 'activated' as const }]
  await instance.seed({ workflows: [{ ...kept, active: true, publishHistory }] })
  const { status, body } = await asked(instance, 'POST /workflows/kept/archive')
  const { activeVersion } = body as Shown
  expect([status, activeVersion?.workflowPublishHistory?.map(({ event }) => event)]).toEqual([200, ['activated']])
})

test('activation and its end leave the date of the last change', async () => {
  await using instance = await start()
  const updatedAt = '2026-04-01T00:00:00.000Z'
  await instance.seed({ workflows: [{ id: 'dated', name: 'd', nodes: [webhook('Hook', 'dated')], updatedAt }] })
  for (const request of ['POST /workflows/dated/activate', 'POST /workflows/dated/deactivate']) {
    expect((await asked(instance, request)).body).toMatchObject({ id: 'dated', updatedAt })
  }
})

const LONG = 'n'.repeat(128)
const NAME = '400 Workflow name must be 1 to 128 characters long.'
const ARCHIVE: Asked = ['POST /workflows/w/archive']

test.each<[string, unknown, string, Asked?]>([
  ['POST /workflows', minimal({ name: '' }), NAME],
  ['POST /workflows', minimal({ name: 'n' }), '200'],
  ['POST /workflows', minimal({ name: LONG }), '200'],
  ['POST /workflows', minimal({ name: `${LONG}n` }), NAME],
  ['PUT /workflows/w', minimal({ name: '' }), '200'],
  ['PUT /workflows/w', minimal({ name: LONG }), '200'],
  ['PUT /workflows/w', minimal({ name: `${LONG}n` }), NAME],
  ['PUT /workflows/w', minimal({ parentFolderId: 'folder' }), '404 Could not find the folder: folder'],
  ['PUT /workflows/w', minimal({ parentFolderId: null }), '200'],
  ['PUT /workflows/w', minimal(), '400 Cannot update an archived workflow.', ARCHIVE],
  ['POST /workflows/w/activate', undefined, '400 Cannot activate an archived workflow.', ARCHIVE],
  ['POST /workflows/w/activate', { versionId: 'nope' }, '404 Version not found'],
  ['POST /workflows/w/activate', { versionId: 'o1' }, '404 Version not found'],
  ['POST /workflows/w/unarchive', undefined, '400 Workflow is not archived.'],
  ['DELETE /workflows/w', undefined, '200'],
  ['DELETE /workflows/other', undefined, '409 Cannot delete a published workflow. Unpublish it before deleting.'],
])('%s with %j is answered %s', async (request, body, outcome, ...[first]) => {
  await using instance = await start()
  if (first) await asked(instance, first[0])
  const before = instance.state()
  expect(outcomeOf(await asked(instance, request, body))).toBe(outcome)
  if (outcome !== '200') expect(instance.state()).toEqual(before)
})

test.each([
  [{}, null, null],
  [{ name: 'First' }, 'First', null],
  [{ description: 'why' }, null, 'why'],
  [{ name: 'First', description: 'why' }, 'First', 'why'],
])('a version that is published with %j is called %p, %p', async (options, name, description) => {
  await using instance = await start()
  await instance.clock.set('2026-05-02T00:00:00.000Z')
  await asked(instance, 'POST /workflows/w/publish', options)
  const { body } = await asked(instance, 'GET /workflows/w/history')
  const [version] = (body as { data: { updatedAt: string }[] }).data
  expect(version).toMatchObject({ name, description, authors: 'Olga Owner' })
  expect(version?.updatedAt.startsWith('2026-05-02')).toBe(name !== null || description !== null)
  const { activeVersion } = (await asked(instance, 'GET /workflows/w')).body as Shown
  expect(activeVersion).toMatchObject({ name, description, autosaved: false })
})

test.each<[string, unknown, unknown]>([
  ['staticData', { a: 1 }, { a: 1 }],
  ['staticData', '{"a":1}', { a: 1 }],
  ['staticData', '[1]', null],
  ['staticData', '5', null],
  ['staticData', 'null', null],
  ['pinData', { Hook: [] }, { Hook: [] }],
  ['pinData', null, null],
  ['nodeGroups', [], []],
  ['settings', { executionOrder: 'v1' }, { timezone: 'UTC', executionOrder: 'v1' }],
  ['settings', { binaryMode: 'separate', timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
  ['settings', { timezone: 'DEFAULT', errorWorkflow: 'DEFAULT', executionOrder: 'v1' }, { executionOrder: 'v1' }],
  ['settings', { redactionPolicy: 'all', credentialResolverId: 'x' }, { timezone: 'UTC' }],
  ['description', 'what it does', 'what it does'],
])('a save with the %s %j keeps %j', async (field, value, kept) => {
  await using instance = await start()
  const saved = await asked(instance, 'PUT /workflows/w', { ...hook('first'), [field]: value })
  expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ [field]: kept })])
  const again = await asked(instance, 'PUT /workflows/w', hook('first'))
  expect(again.body).toEqual(expect.objectContaining({ [field]: kept }))
  expect(instance.state().workflows.find(({ id }) => id === 'w')).toEqual(expect.objectContaining({ [field]: kept }))
})

test('DEFAULT as a setting is stored by a POST and removed by a PUT', async () => {
  await using instance = await start()
  const settings = { timezone: 'DEFAULT', errorWorkflow: 'DEFAULT' }
  const made = await asked(instance, 'POST /workflows', { ...hook('other'), settings })
  expect([made.status, made.body]).toEqual([200, expect.objectContaining({ settings })])
  const { id } = made.body as { id: string }
  const saved = await asked(instance, `PUT /workflows/${id}`, { ...hook('other'), settings })
  expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ settings: {} })])
})
