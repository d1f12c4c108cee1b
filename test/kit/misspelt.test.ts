import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { type RequestPattern, startInstance, type TestInstance } from '../../src/testing/bun.ts'
import { world } from '../core/api/world.ts'

const start = () => startInstance({ fixture: world, socket: false })

/** What no type lets pass, as JavaScript and JSON can have it. Each is refused by the compiler, too: hence the comments. */
const MISSPELT: [what: string, act: (instance: TestInstance) => unknown, message: string][] = [
  [
    'an operation after not',
    // @ts-expect-error no such operation
    it => expect(it).not.toHaveReceived({ operation: 'createTagg' }),
    'There is no operation "createTagg"; there are: ',
  ],
  [
    'an operation',
    // @ts-expect-error no such operation
    it => expect(it).toHaveReceived({ operation: 'createTagg' }),
    'There is no operation "createTagg"',
  ],
  [
    'a key of a pattern',
    // @ts-expect-error no such key
    it => expect(it).not.toHaveReceived({ methd: 'POST' }),
    'There is no key in a request pattern "methd"; there are: method, path',
  ],
  [
    'a key of a pattern of an order',
    // @ts-expect-error no such key
    it => expect(it).not.toHaveReceivedInOrder([{ statu: 500 }]),
    'There is no key in a request pattern "statu"',
  ],
  ['a status', it => it.requests.matching({ status: '4x' }), "4x is not a status such as 404, a class such as '4xx'"],
  [
    'a key of a pattern that something is to be near to',
    // @ts-expect-error no such key
    it => it.requests.nearest({ methd: 'POST' }),
    'There is no key in a request pattern "methd"',
  ],
  ['nothing at all', it => expect(it).not.toHaveReceived(undefined as never), 'must be an object such as'],
  [
    'an operation alone',
    // @ts-expect-error a pattern is an object
    it => expect(it).not.toHaveReceived('createTag'),
    "must be an object such as { operation: 'createTag' }, not 'createTag'",
  ],
  [
    'an order of one',
    // @ts-expect-error an order is a list
    it => expect(it).not.toHaveReceivedInOrder({ operation: 'createTag' }),
    'must be a list of objects such as',
  ],
  ['nothing in an order', it => it.requests.inOrder([undefined as never]), 'must be an object such as'],
  [
    'a path that no path begins like',
    it => expect(it).not.toHaveReceived({ path: 'tags' }),
    "path must begin with / and have no query, or be an expression, not 'tags'",
  ],
  [
    'a path with a query',
    it => expect(it).not.toHaveReceived({ path: '/tags?limit=1' }),
    "path must begin with / and have no query, or be an expression, not '/tags?limit=1'",
  ],
  [
    'a method',
    // @ts-expect-error a method is text
    it => expect(it).not.toHaveReceived({ method: /POST/ }),
    'method must be text such as POST, not /POST/',
  ],
  [
    'a query',
    // @ts-expect-error a query is a map
    it => expect(it).not.toHaveReceived({ query: 'limit=1' }),
    "query must be an object such as { limit: 10 }, not 'limit=1'",
  ],
  [
    'the options of a request',
    // @ts-expect-error options are an object
    it => it.request('GET', '/api/v1/tags', undefined, 'other-key'),
    "The options of a request must be an object such as { key: null }, not 'other-key'",
  ],
  ['nothing as a time', it => it.clock.set(undefined as never), 'undefined is not a time such as 2026-01-01'],
  ['null as a time', it => it.clock.freeze(null as never), 'null is not a time such as 2026-01-01'],
  ['nothing as a duration', it => it.clock.advance(undefined as never), '"undefined" is not a duration such as'],
  ['a duration that is no number', it => it.clock.advance(Number.NaN), 'NaN is not a duration such as'],
  [
    'a list of rules of the simulation',
    // @ts-expect-error the rules are a list
    it => it.simulation.set({ rules: [{ workflow: '1', error: 'x' }] }),
    'simulation/rules must be array',
  ],
  ['a number of times', it => expect(it).not.toHaveReceived({ times: -1 }), 'times must be a whole number from 0 on'],
  [
    'a part of the state',
    // @ts-expect-error no such part
    it => it.state('tagz'),
    'There is no part "tagz"; there are: users, workflows',
  ],
  [
    'an option of a request',
    // @ts-expect-error no such option
    it => it.request('GET', '/api/v1/tags', undefined, { header: {} }),
    'There is no option of a request "header"; there are: key, headers',
  ],
  [
    'an operation of a fault',
    // @ts-expect-error no such operation
    it => it.faults.add({ operation: 'createTagg', status: 500 }),
    'fault/operation: there is no operation "createTagg"; did you mean createTag?',
  ],
  [
    'a key of an execution',
    // @ts-expect-error no such key
    it => it.executions.add({ workflowId: '1', status: 'error', errorNod: 'If' }),
    'execution/errorNod is not a known property',
  ],
  [
    'the status of an execution',
    // @ts-expect-error no such status
    it => it.executions.add({ workflowId: '1', status: 'sucess' }),
    'execution/status must be equal to one of the allowed values: success',
  ],
  [
    'a key of a seed',
    // @ts-expect-error no such key
    it => it.seed({ tagz: [] }),
    'fixture/tagz is not a known property',
  ],
  ['a text of a seed', it => it.seed({ tags: [{ name: (() => 'x') as never }] }), 'fixture/tags/0/name must be string'],
]

test.each(MISSPELT)('%s that is misspelt is refused', async (_what, act, message) => {
  await using instance = await start()
  await expect((async () => act(instance))()).rejects.toThrow(message)
})

describe('starting an instance', () => {
  test.each<[string, () => Promise<TestInstance>, string]>([
    [
      'an option',
      // @ts-expect-error no such option
      () => startInstance({ fixtures: {} }),
      'There is no option "fixtures"; there are: fixture, profile',
    ],
    [
      'a profile',
      // @ts-expect-error no such profile
      () => startInstance({ profile: 'n8n-1.4' }),
      `profile must be ${VERSION_NAMES.join(' or ')}, not "n8n-1.4"`,
    ],
    [
      'a text of the fixture',
      () => startInstance({ fixture: { tags: [{ name: (() => 'x') as never }] } }),
      'fixture/tags/0/name must be string',
    ],
    [
      'a key of the fixture',
      // @ts-expect-error no such key
      () => startInstance({ fixture: { tags: [{ nam: 'x' }] } }),
      'fixture/tags/0/nam is not a known property',
    ],
  ])('refuses %s that is misspelt', async (_what, act, message) => {
    await expect(act()).rejects.toThrow(message)
  })
})

test('imported JSON, whose texts may be any text, passes for a fixture', async () => {
  const json = { workflows: [{ id: '1', name: 'w' }], executions: [{ workflowId: '1', status: String('success') }] }
  await using instance = await startInstance({ fixture: json, socket: false })
  expect(instance.state('executions').executions).toHaveLength(1)
})

test('the control API refuses an operation that is misspelt in a filter', async () => {
  await using instance = await start()
  const { status, body } = await instance.request('GET', '/_control/requests?operation=createTagg')
  expect([status, body]).toEqual([400, { message: expect.stringContaining("'operation' must be one of: ") }])
})

test('a pattern of the right type is one', () => {
  const pattern: RequestPattern = { method: 'POST', path: '/tags', operation: 'createTag', status: '2xx', user: null }
  expect(Object.keys(pattern)).toHaveLength(5)
})
