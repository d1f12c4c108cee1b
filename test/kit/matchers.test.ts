import { describe, expect, test } from 'bun:test'
import { type Expected, matchers, startInstance, type TestInstance } from '../../src/testing.ts'
import { minimal, SECRET, world } from '../core/api/world.ts'

expect.extend(matchers)

async function start() {
  const instance = await startInstance({ fixture: world, socket: false })
  await instance.request('POST', '/api/v1/tags', { name: 'new' })
  await instance.request('PUT', '/api/v1/workflows/1', minimal({ nodes: [{ name: 'Start' }] }))
  await instance.request('GET', '/api/v1/executions?limit=5&status=error')
  await instance.request('GET', '/api/v1/tags/9')
  await instance.request('GET', '/api/v1/tags/9')
  expect(instance.requests.all()).toHaveLength(5)
  return instance
}

const RECEIVED: Expected[] = [
  {},
  { times: 5 },
  { method: 'POST' },
  { method: 'post', path: '/tags', times: 1 },
  { path: '/api/v1/tags' },
  { path: '/workflows/:id' },
  { path: '/Workflows/1/' },
  { path: /\/workflows\/\d+$/ },
  { path: '/tags/9', times: 2, status: 404 },
  { path: /tags/g, times: 3 },
  { path: /\/api/y, times: 5 },
  { body: { name: /^./g }, times: 2 },
  { status: '4xx', times: 2 },
  { operation: 'createTag', body: { name: 'new' } },
  { body: { name: /^n/ } },
  { body: { name: expect.any(String) }, times: 2 },
  { body: { nodes: [{ name: 'Start' }] } },
  { body: expect.objectContaining({ name: 'new' }) },
  { query: { limit: 5 } },
  { path: '/executions', query: { status: 'error', limit: '5' } },
  { path: '/executions/1', times: 0 },
  { path: '/rest/login', times: 0 },
]

const NOT_RECEIVED: Expected[] = [
  { method: 'DELETE' },
  { times: 4 },
  { path: '/tags', times: 2 },
  { path: '/tags/8' },
  { path: '/workflows' },
  { status: 500 },
  { body: { name: 'other' } },
  { body: { name: expect.any(Number) } },
  { body: { nodes: [] } },
  { body: { nodes: [{ name: 'Start' }, {}] } },
  { body: { name: 'new', id: 'x' } },
  { query: { limit: 6 } },
]

describe('toHaveReceived', () => {
  test.each(RECEIVED)('%j passes', async expected => {
    await using instance = await start()
    expect(instance).toHaveReceived(expected)
    expect(() => expect(instance).not.toHaveReceived(expected)).toThrow('Expected no request')
  })

  test.each(NOT_RECEIVED)('%j fails', async expected => {
    await using instance = await start()
    expect(instance).not.toHaveReceived(expected)
    expect(() => expect(instance).toHaveReceived(expected)).toThrow('Expected ')
  })

  test.each<[Expected, string[]]>([
    [
      { method: 'POST', path: '/tags', body: { name: 'old' } },
      [
        "Expected a request { method: 'POST', path: '/tags', body: { name: 'old' } }, but there were none",
        'Nearest is request 1, POST /api/v1/tags (answered 201):',
        '  body.name: expected "old", was "new"',
      ],
    ],
    [
      { path: '/tags', body: { name: 'Minimal', nodes: [], color: 'red' } },
      [
        "Expected a request { path: '/tags', body: { name: 'Minimal', nodes: [], color: 'red' } }, but there were none",
        'Nearest is request 1, POST /api/v1/tags (answered 201):',
        '  body.name: expected "Minimal", was "new"',
        '  body.nodes: expected a list, was undefined',
        '  body.color: expected "red", was undefined',
      ],
    ],
    [
      { method: 'PUT', path: '/workflows/2', times: 1 },
      [
        "Expected one request { method: 'PUT', path: '/workflows/2' }, but there were none",
        'Nearest is request 2, PUT /api/v1/workflows/1 (answered 200):',
        '  path: expected "/api/v1/workflows/2", was "/api/v1/workflows/1"',
      ],
    ],
    [
      { path: '/executions', query: { status: 'success' } },
      [
        "Expected a request { path: '/executions', query: { status: 'success' } }, but there were none",
        'Nearest is request 3, GET /api/v1/executions?limit=5&status=error (answered 200):',
        '  query status: expected "success", was "error"',
      ],
    ],
    [
      { path: '/tags/9', times: 3 },
      [
        "Expected 3 requests { path: '/tags/9' }, but there were 2",
        '  request 4: GET /api/v1/tags/9 (answered 404)',
        '  request 5: GET /api/v1/tags/9 (answered 404)',
      ],
    ],
    [
      { path: '/tags', times: 0 },
      [
        "Expected 0 requests { path: '/tags' }, but there was one",
        '  request 1: POST /api/v1/tags (answered 201) {"name":"new"}',
      ],
    ],
  ])('%j says what was nearest, and how it differs', async (expected, lines) => {
    await using instance = await start()
    expect(messageOf(instance, expected)).toBe(lines.join('\n'))
  })

  test('says that nothing was asked', async () => {
    await using instance = await startInstance({ socket: false })
    expect(messageOf(instance, { path: '/tags' })).toEndWith('The instance received no requests.')
  })

  test('says that earlier requests are forgotten', async () => {
    await using instance = await startInstance({ socket: false })
    for (let number = 0; number < 1001; number++) await instance.request('GET', '/api/v1/tags')
    expect(messageOf(instance, { path: '/users' })).toEndWith('1 earlier requests were deleted already.')
  })

  test('does not show the secrets of a credential that was sent', async () => {
    await using instance = await startInstance({ socket: false })
    const data = { user: 'u', password: SECRET }
    await instance.request('POST', '/api/v1/credentials', { name: 'a', type: 'httpBasicAuth', data })
    expect(instance).toHaveReceived({ body: { data } })
    const message = messageOf(instance, { body: { name: 'b', data: { password: 'x' } } })
    expect(message).toContain('body.data.password: expected "x", was "[redacted]"')
    expect(message).not.toContain(SECRET)
  })

  test('is for instances only', () => {
    expect(() => expect({}).toHaveReceived({})).toThrow('This matcher is for an instance')
  })

  test('knows what other libraries call a matcher', async () => {
    await using instance = await start()
    const isLong = { asymmetricMatch: (value: unknown) => String(value).length > 2, __proto__: class {}.prototype }
    const { pass } = matchers.toHaveReceived.call(undefined, instance, { body: { name: isLong } })
    expect(pass).toBeTrue()
  })
})

describe('toHaveNoWarnings', () => {
  test('passes where there is nothing to look at', async () => {
    await using instance = await start()
    expect(instance).toHaveNoWarnings()
  })

  test('fails with what is to be looked at', async () => {
    await using instance = await start()
    await instance.request('POST', '/api/v1/tags', { name: 'x', id: '1' })
    expect(() => expect(instance).toHaveNoWarnings()).toThrow(/The client should look at:\n {2}POST \/api\/v1\/tags/)
  })
})

function messageOf(instance: TestInstance, expected: Expected) {
  return matchers.toHaveReceived.call(undefined, instance, expected).message()
}
