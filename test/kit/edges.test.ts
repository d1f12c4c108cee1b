import { describe, expect, test } from 'bun:test'
import { startInstance as startPlain } from '../../src/index.ts'
import {
  assertNoWarnings,
  assertReceived,
  assertReceivedInOrder,
  aWorkflow,
  matchers,
  type RequestPattern,
  startInstance,
  type TestInstance,
  versions,
} from '../../src/testing/bun.ts'
import { world } from '../core/api/world.ts'

async function start() {
  const instance = await startInstance({ fixture: world, socket: false })
  await instance.request('POST', '/api/v1/tags', { name: 'first' })
  await instance.request('GET', '/api/v1/workflows?limit=3')
  await instance.request('POST', '/api/v1/tags', { name: 'second' })
  await instance.request('DELETE', '/api/v1/tags/1')
  expect(instance.requests.all()).toHaveLength(4)
  return instance
}

describe('the order of requests', () => {
  const [made, listed, deleted] = [{ operation: 'createTag' }, { path: '/workflows' }, { method: 'DELETE' }] as const

  test.each<[RequestPattern[]]>([
    [[]],
    [[made]],
    [[made, deleted]],
    [[made, made]],
    [[made, listed, made, deleted]],
    [[{ body: { name: 'first' } }, { body: { name: /sec/ } }]],
  ])('%j is there', async patterns => {
    await using instance = await start()
    expect(instance).toHaveReceivedInOrder(patterns)
    assertReceivedInOrder(instance, patterns)
    expect(() => expect(instance).not.toHaveReceivedInOrder(patterns)).toThrow(
      'Expected the requests not to come in this order',
    )
  })

  test.each<[RequestPattern[]]>([
    [[deleted, made]],
    [[made, made, made]],
    [[listed, listed]],
    [[made, { path: '/users' }]],
    [[{ body: { name: 'second' } }, { body: { name: 'first' } }]],
  ])('%j is not there', async patterns => {
    await using instance = await start()
    expect(instance).not.toHaveReceivedInOrder(patterns)
    expect(() => expect(instance).toHaveReceivedInOrder(patterns)).toThrow('but there was none')
  })

  test('says which was missing after which, and what there was', async () => {
    await using instance = await start()
    const { message } = matchers.toHaveReceivedInOrder.call(undefined, instance, [deleted, made])
    expect(message().split('\n')).toEqual([
      "Expected a request { operation: 'createTag' } after request 4, but there was none. The instance received:",
      '  request 1: POST /api/v1/tags (answered 201) {"name":"first"}',
      '  request 2: GET /api/v1/workflows?limit=3 (answered 200)',
      '  request 3: POST /api/v1/tags (answered 201) {"name":"second"}',
      '  request 4: DELETE /api/v1/tags/1 (answered 200)',
    ])
  })
})

describe('the requests that were seen are listed', () => {
  test.each<[string, RequestPattern & { times?: number }]>([
    ['where there were more or fewer', { path: '/tags', times: 3 }],
    ['where there should be none', { path: '/tags' }],
  ])('%s', async (_name, expected) => {
    await using instance = await start()
    const { message } = matchers.toHaveReceived.call(undefined, instance, expected)
    expect(message().split('\n').slice(1)).toEqual([
      '  request 1: POST /api/v1/tags (answered 201) {"name":"first"}',
      '  request 3: POST /api/v1/tags (answered 201) {"name":"second"}',
    ])
  })

  test('up to twenty of them, each in short', async () => {
    await using instance = await startInstance({ socket: false })
    for (let number = 0; number < 25; number++) {
      await instance.request('POST', '/api/v1/tags', { name: `${number}`.repeat(200) })
    }
    const lines = matchers.toHaveReceived.call(undefined, instance, { times: 1 }).message().split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([22, '  and 5 more'])
    for (const line of lines) expect(line.length).toBeLessThan(250)
  })
})

describe('assertions for a runner without expect', () => {
  test('pass where the matchers do', async () => {
    await using instance = await start()
    expect(() => assertReceived(instance, { operation: 'createTag', times: 2 })).not.toThrow()
  })

  test('throw what the matchers say', async () => {
    await using instance = await start()
    await instance.request('POST', '/api/v1/tags', { name: 'x', id: '1' })
    const name = 'AssertionError'
    const thrown = (act: () => void) => {
      try {
        act()
      } catch (error) {
        return error
      }
    }
    expect(thrown(() => assertReceived(instance, { path: '/users' }))).toMatchObject({
      name,
      message: expect.stringContaining('Nearest is'),
    })
    expect(thrown(() => assertNoWarnings(instance))).toMatchObject({
      name,
      message: expect.stringContaining('The client should look at'),
    })
    expect(thrown(() => assertReceivedInOrder(instance, [{ path: '/users' }]))).toMatchObject({ name })
  })
})

type Given = Record<string, unknown>

describe('what is given is taken as it is then, so that changing it later changes no instance', () => {
  test.each<[what: string, give: (instance: TestInstance, given: Given) => unknown, given: Given]>([
    ['a seed', (it, given) => it.seed(given), { workflows: [aWorkflow({ id: 'w2', staticData: { text: 'before' } })] }],
    [
      'an exported workflow',
      (it, given) => it.seed(given),
      { ...aWorkflow({ id: 'w2' }), pinData: { text: 'before' } },
    ],
    [
      'an execution',
      (it, given) => it.executions.add(given as never),
      { workflowId: 'w1', status: 'error', data: { text: 'before' } },
    ],
    ['a fault', (it, given) => it.faults.add(given), { status: 503, body: { text: 'before' } }],
    ['faults', (it, given) => it.faults.set(given as never), { rules: [{ status: 503, body: { text: 'before' } }] }],
    ['a rule of the simulation', (it, given) => it.simulation.add(given as never), { workflow: 'w1', error: 'before' }],
  ])('%s', async (_what, give, given) => {
    await using instance = await startInstance({ socket: false, fixture: { workflows: [aWorkflow({ id: 'w1' })] } })
    const held = () => JSON.stringify([instance.state(), instance.faults.rules, instance.simulation.rules])
    await give(instance, given)
    expect(held()).toContain('before')
    changeAll(given)
    expect(held()).toContain('before')
    expect(held()).not.toContain('after')
  })

  test.each<[what: string, start: typeof startInstance | typeof startPlain]>([
    ['the fixture of an instance for tests', startInstance],
    ['the fixture of an instance', startPlain],
  ])('%s, also after a reset', async (_what, start) => {
    const fixture = { workflows: [aWorkflow({ id: 'w1', staticData: { text: 'before' } })] }
    const instance = await start({ socket: false, apiKey: 'owner-key', fixture: [fixture] })
    const headers = { [instance.apiKeyHeader]: 'owner-key' }
    changeAll(fixture)
    await instance.fetch('/_control/reset', { method: 'POST', headers })
    const held = await instance.fetch('/_control/state', { headers })
    expect(await held.text()).toContain('"before"')
    await instance.stop()
  })

  function changeAll(value: object) {
    for (const [name, inner] of Object.entries(value)) {
      if (inner === 'before') (value as Given)[name] = 'after'
      else if (typeof inner === 'object' && inner !== null) changeAll(inner)
    }
  }
})

test('a named part of the state is there, and its type says so', async () => {
  await using instance = await start()
  const { tags } = instance.state('tags')
  expect(tags.map(({ name }) => name)).toContain('first')
  // @ts-expect-error it was not named
  expect(instance.state('tags').workflows).toBeUndefined()
  expect(instance.state().workflows.length).toBeGreaterThan(0)
})

test('an answer is of the type that is named', async () => {
  await using instance = await start()
  const { body } = await instance.request<{ data: { name: string }[] }>('GET', '/api/v1/tags')
  expect(body.data.map(({ name }) => name)).toContain('second')
})

test.each<[string, typeof startInstance | typeof startPlain, boolean]>([
  ['an instance for tests', startInstance, true],
  ['an instance for tests without a socket', startInstance, false],
  ['an instance', startPlain, true],
  ['an instance without a socket', startPlain, false],
])('%s refuses every request once it has stopped', async (_name, start, socket) => {
  const instance = await start({ socket, apiKey: 'owner-key' })
  const headers = { [instance.apiKeyHeader]: 'owner-key' }
  await instance.stop()
  const refusal = { name: 'TypeError', code: 'ECONNREFUSED', message: 'The instance has stopped' }
  if ('request' in instance) await expect(instance.request('GET', '/api/v1/tags')).rejects.toMatchObject(refusal)
  for (const path of ['/', '/healthz', '/api/v1/tags', '/api/v1/docs', '/_control/state', '/_control/events']) {
    await expect(instance.fetch(path, { headers })).rejects.toMatchObject(refusal)
  }
})

test.each(versions)('every version can be asked in one run: %s', async profile => {
  await using instance = await startInstance({ profile, fixture: { tags: [{ name: 'urgent' }] }, socket: false })
  const { body } = await instance.request<{ data: { name: string }[] }>('GET', '/api/v1/tags')
  expect(body.data).toMatchObject([{ name: 'urgent' }])
})
