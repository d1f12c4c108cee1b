import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../src/index.ts'
import { startInstance } from '../../../src/testing.ts'
import type { Case, Step } from '../../case.ts'
import { DATE, ID, playCases, UUID } from '../api/cases.ts'
import { ADMIN, field, idsIn, MEMBER, namesIn, PEOPLE, PROFILES, startWorld, stateOf } from '../api/world.ts'

const seed = (fixture: unknown): Step => ['POST', '/_control/seed', fixture]
const like = (fields: Record<string, unknown>) => expect.objectContaining(fields)

/** Fixtures that are none, and what is wrong with them, by its place. */
const INVALID: [name: string, fixture: unknown, message: string][] = [
  [
    'a workflow with a tag that is not there',
    { workflows: [{ name: 'x', tags: ['ghost'] }] },
    '/workflows/0/tags/0: there is no tag "ghost"',
  ],
  [
    'a workflow of nobody',
    { workflows: [{ name: 'x', owner: 'nobody@example.com' }] },
    '/workflows/0/owner: there is no user nobody@example.com',
  ],
  [
    'a credential of nobody',
    { credentials: [{ name: 'x', type: 'githubApi', data: {}, owner: 'ghost' }] },
    '/credentials/0/owner: there is no user ghost',
  ],
  [
    'an execution of no workflow',
    { executions: [{ workflowId: '99', status: 'success' }] },
    '/executions/0/workflowId: there is no workflow 99',
  ],
  [
    'an execution without a status',
    { executions: [{ workflowId: '1' }] },
    "/executions/0 must have required property 'status'",
  ],
  [
    'a status that there is not',
    { executions: [{ workflowId: '1', status: 'done' }] },
    '/executions/0/status must be equal to one of the allowed values',
  ],
  [
    'an execution with an id in words',
    { executions: [{ id: 'x', workflowId: '1', status: 'error' }] },
    '/executions/0/id must be a whole number',
  ],
  ...[1e308, 2 ** 53, '9'.repeat(16), '9'.repeat(400)].map((id): [string, unknown, string] => [
    `an execution with the id ${String(id).slice(0, 20)}`,
    { executions: [{ id, workflowId: '1', status: 'error' }] },
    '/executions/0/id must be a whole number up to 999999999999999, or one as text',
  ]),
  ...[1e308, 2 ** 53].map((tags): [string, unknown, string] => [
    `a counter at ${tags}`,
    { counters: { tags } },
    '/counters/tags must be <= 999999999999999',
  ]),
  ['a tag whose id is a number beyond telling apart', { tags: [{ id: 1e308, name: 'x' }] }, '/tags/0/id must be'],
  ['a tag without a name', { tags: [{}] }, "/tags/0 must have required property 'name'"],
  ['a tag with an empty name', { tags: [{ name: '' }] }, '/tags/0/name must NOT have fewer than 1 characters'],
  ['an unknown kind of things', { widgets: [] }, '/widgets is not a known property'],
  ['an unknown field of a user', { users: [{ email: 'a@b.cd', nick: 'x' }] }, '/users/0/nick is not a known property'],
  ['a user without an e-mail address', { users: [{ firstName: 'x' }] }, "/users/0 must have required property 'email'"],
  ['a user with half an e-mail address', { users: [{ email: 'x@' }] }, '/users/0/email must match format "email"'],
  [
    'a user with a name of 33 characters',
    { users: [{ email: 'a@b.cd', firstName: 'x'.repeat(33) }] },
    '/users/0/firstName must NOT have more than 32 characters',
  ],
  ['a user whose id is no uuid', { users: [{ id: '1', email: 'a@b.cd' }] }, '/users/0/id must match format "uuid"'],
  [
    'an unknown role',
    { users: [{ email: 'a@b.cd', role: 'boss' }] },
    '/users/0/role must be equal to one of the allowed values',
  ],
  [
    'a date that is none',
    { tags: [{ name: 'x', createdAt: 'yesterday' }] },
    '/tags/0/createdAt must match format "date"',
  ],
  ['nodes that are an object', { workflows: [{ name: 'x', nodes: {} }] }, '/workflows/0/nodes must be array'],
  ['a format from the future', { format: 99 }, '/format is 99'],
  ['a format before the first', { format: 0 }, '/format must be >= 1'],
  ['a list of what is no fixture', [1, 2], '/0 must be object'],
]
const TAKEN: typeof INVALID = [
  [
    'an e-mail address that another has',
    { users: [{ email: 'MIA@example.com' }] },
    '/users/0/email: another user has the e-mail address mia@example.com',
  ],
  [
    'a tag name that another has',
    { tags: [{ id: '9', name: 'urgent' }] },
    '/tags/0/name: another tag has the name "urgent"',
  ],
  ['one tag name twice', { tags: [{ name: 'x' }, { name: 'x' }] }, '/tags/1/name: another tag has the name "x"'],
]
/** Something that could be taken, before what cannot. */
const beside = (fixture: unknown) =>
  Array.isArray(fixture) ? fixture : { variables: [{ key: 'GOOD', value: 'x' }], ...(fixture as object) }

const refused = (status: number, [name, fixture, message]: (typeof INVALID)[number]): Case => ({
  name: `refuses ${name} with ${status}, says where, and takes nothing of the rest`,
  ask: seed(beside(fixture)),
  status,
  body: like({ message: expect.stringContaining(`request/body${message}`) }),
})

playCases([
  ...INVALID.map(it => refused(400, it)),
  ...TAKEN.map(it => refused(409, it)),
  {
    name: 'tells all errors at once',
    ask: seed({
      workflows: [
        { name: 'x', tags: ['a'] },
        { name: 'y', tags: ['urgent', 'b'] },
      ],
    }),
    status: 400,
    body: like({ message: expect.stringMatching(/workflows\/0\/tags\/0.*workflows\/1\/tags\/1/) }),
  },
  ...[
    [{ tags: Array(20).fill({}) }, /tags\/19 must have required property 'name'$/],
    [{ tags: Array(21).fill({}) }, /tags\/19 must have required property 'name', and 1 more$/],
    [{ workflows: Array(30).fill({ name: 'x', tags: ['no'] }) }, /workflows\/19\/tags\/0: .*, and 10 more$/],
  ].map(
    ([fixture, message], at): Case => ({
      name: `tells the first 20 errors, and how many more there are: ${at}`,
      ask: seed(fixture),
      status: 400,
      body: like({ message: expect.stringMatching(message as RegExp) }),
    }),
  ),
  {
    name: 'counts what several fixtures insert and replace',
    ask: seed([{ tags: [{ id: '8', name: 'a' }] }, { tags: [{ id: '8', name: 'b' }, { name: 'c' }] }]),
    status: 200,
    body: { tags: { inserted: 2, replaced: 1 } },
  },
  { name: 'asks for a key', ask: ['POST', '/_control/seed', {}, { key: null }], status: 401 },
  ...[ADMIN, MEMBER].map(
    (who): Case => ({ name: `is closed to ${who.key}`, ask: ['POST', '/_control/seed', {}, who], status: 403 }),
  ),
  {
    name: 'is closed to pages of another origin',
    ask: ['POST', '/_control/seed', {}, { headers: { origin: 'http://elsewhere.test' } }],
    status: 403,
  },
  { name: 'refuses what is not JSON', ask: ['POST', '/_control/seed', 'x'], status: 415 },
  { name: 'takes an empty fixture', ask: seed({}), status: 200, body: {} },
  {
    name: 'counts what is inserted and what is replaced',
    ask: seed({ tags: [{ id: '1', name: 'now' }, { name: 'new' }], workflows: [{ name: 'x' }] }),
    status: 200,
    body: { tags: { inserted: 1, replaced: 1 }, workflows: { inserted: 1, replaced: 0 } },
    after: [[['GET', '/tags/1'], like({ name: 'now' })]],
  },
  {
    name: 'replaces a workflow whole',
    ask: seed({ workflows: [{ id: '1', name: 'only a name' }] }),
    status: 200,
    after: [[['GET', '/workflows/1'], like({ name: 'only a name', nodes: [], tags: [] })]],
  },
  {
    name: 'keeps the data of an execution that is replaced without any',
    ask: seed({ executions: [{ id: 1, workflowId: '1', status: 'error' }] }),
    status: 200,
    after: [
      [
        ['GET', '/executions/1?includeData=true'],
        like({ finished: false, data: { resultData: { runData: { Orders: [] } } } }),
      ],
    ],
  },
  {
    name: "keeps a user's key where none is given",
    ask: seed({ users: [{ id: PEOPLE.member, email: 'mia@example.com', firstName: 'Maria' }] }),
    status: 200,
    after: [[['GET', '/workflows', undefined, MEMBER], like({ data: [like({ name: "Mia's flow" })] })]],
  },
  {
    name: 'takes an exported workflow as it is, with its tags',
    ask: seed({ name: 'Export', nodes: [{ name: 'n' }], connections: {}, tags: [{ id: '77', name: 'fresh' }] }),
    status: 200,
    after: [
      [['GET', '/workflows?tags=fresh'], like({ data: [like({ name: 'Export', nodes: [{ name: 'n', id: UUID }] })] })],
    ],
  },
  {
    name: 'finds tags by id, by name and by a whole tag',
    ask: seed({ workflows: [{ id: '9', name: 'x', tags: ['3', 'billing', { id: '1', name: 'urgent' }] }] }),
    status: 200,
    after: [
      [
        ['GET', '/workflows/9/tags'],
        [like({ id: '1' }), like({ id: '2' }), like({ id: '3' })],
      ],
    ],
  },
])

describe.each(PROFILES)('in profile %s', profile => {
  test('fills in what a fixture leaves out', async () => {
    const fixture = { workflows: [{ id: '1', name: 'x' }], executions: [{ workflowId: 1, status: 'success' }] }
    await using instance = await startInstance({ profile, fixture })
    const { body } = await instance.request('GET', '/api/v1/executions')
    expect(body).toMatchObject({
      data: [{ mode: 'trigger', finished: true, startedAt: DATE, stoppedAt: DATE, retryOf: null }],
    })
    const workflows = await instance.request('GET', '/api/v1/workflows')
    expect(workflows.body).toMatchObject({
      data: [{ name: 'x', active: false, nodes: [], connections: {}, settings: {}, tags: [] }],
    })
    const users = await instance.request('GET', '/api/v1/users?includeRole=true')
    expect(users.body).toMatchObject({
      data: [{ email: 'owner@example.com', firstName: 'Olga', role: 'global:owner' }],
    })
  })

  test('keeps ids and dates as they are given, whatever their form', async () => {
    const createdAt = '2020-02-02T02:02:02.002Z'
    const tags = ['007', 'x-y', 12].map((id, at) => ({ id, name: `t${at}`, createdAt, updatedAt: createdAt }))
    await using instance = await startInstance({ profile, fixture: { tags } })
    expect(idsIn(await instance.request('GET', '/api/v1/tags'))).toEqual(['007', 'x-y', '12'])
    expect((await instance.request('GET', '/api/v1/tags/007')).body).toMatchObject({ createdAt, updatedAt: createdAt })
  })

  test('refuses to start from a fixture with a dangling tag, and says where it dangles', async () => {
    const fixture = { workflows: [{ name: 'x', tags: ['ghost'] }] }
    expect(startInstance({ profile, fixture })).rejects.toThrow('fixture/workflows/0/tags/0: there is no tag "ghost"')
  })

  test('starts from what another instance holds', async () => {
    await using first = await startWorld(profile)
    const lists = ['/api/v1/workflows', '/api/v1/tags', '/api/v1/executions', '/api/v1/users']
    const { body } = await first.request('GET', '/_control/state')
    await using second = await startInstance({ profile, fixture: body as Fixture })
    for (const list of lists) {
      const [a, b] = [await first.request('GET', list), await second.request('GET', list)]
      expect(Object(a.body).data).not.toBeEmpty()
      expect(JSON.stringify(b.body).replaceAll(/"versionId":"[^"]*"/g, '')).toBe(
        JSON.stringify(a.body).replaceAll(/"versionId":"[^"]*"/g, ''),
      )
    }
  })

  test('changes nothing but what it is given', async () => {
    await using instance = await startWorld(profile)
    const before = await stateOf(instance)
    await instance.request('POST', '/_control/seed', {})
    expect(await stateOf(instance)).toBe(before)
    await instance.request('POST', '/_control/seed', { tags: [{ name: 'new' }] })
    expect(namesIn(await instance.request('GET', '/api/v1/tags'))).toEqual(['urgent', 'billing', 'unused', 'new'])
    expect(idsIn(await instance.request('GET', '/api/v1/tags')).at(-1)).toEqual(ID)
  })
})

test('in profile contract gives new ids above the largest whole number ever seen', async () => {
  await using instance = await startInstance({
    fixture: {
      tags: [
        { id: '41', name: 'x' },
        { id: 'z', name: 'y' },
      ],
    },
  })
  await instance.request('DELETE', '/api/v1/tags/41')
  const made = await instance.request('POST', '/api/v1/tags', { name: 'new' })
  expect(field(made, 'id')).toBe('42')
})
