import { describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { minimal, world } from '../core/api/world.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const start = () => startInstance({ fixture: world, clock: NOW, socket: false })

describe('warnings', () => {
  const SENT = {
    ...minimal({ name: 'x' }),
    id: '1',
    active: true,
    versionId: 'v',
    nodes: [{ createdAt: NOW }, { color: 1 }],
  }

  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]))

  test.each<[string, (instance: TestInstance) => Promise<unknown>, string[]]>([
    [
      'a body with fields that the service refuses',
      it => it.request('PUT', '/api/v1/workflows/1', SENT),
      [
        'PUT /api/v1/workflows/1 (request 1): the body has fields that the service refuses: ' +
          'nodes[].createdAt, id, active (which only the service sets), and nodes[].color, versionId (which it does not know)',
      ],
    ],
    ...[12, 13].map((count): [string, (instance: TestInstance) => Promise<unknown>, string[]] => [
      `a body with ${count} fields that are unknown`,
      it => it.request('POST', '/api/v1/tags', { name: 'x', ...unknown(count) }),
      [
        'POST /api/v1/tags (request 1): the body has fields that the service refuses: ' +
          `${Object.keys(unknown(12)).join(', ')}${count > 12 ? ' and 1 more' : ''} (which it does not know)`,
      ],
    ]),
    [
      'a page that was not followed',
      it => it.request('GET', '/api/v1/tags?limit=1'),
      [
        'GET /api/v1/tags (request 1): there is a next page, and its nextCursor was not asked for: what is on it was ' +
          'never read',
      ],
    ],
    [
      'a write without content type',
      it => it.request('POST', '/api/v1/tags', '{"name":"x"}', { headers: { 'content-type': '' } }),
      ['POST /api/v1/tags (request 1): the content type is missing: the service takes a body only as application/json'],
    ],
    [
      'a write of another content type',
      it =>
        it.request('POST', '/api/v1/tags', '{"name":"x"}', {
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        }),
      ['POST /api/v1/tags (request 1): the content type is text/plain: the service takes application/json only'],
    ],
  ])('tell of %s', async (_name, ask, warnings) => {
    await using instance = await start()
    await ask(instance)
    expect(instance.requests.warnings()).toEqual(warnings)
    expect(instance.requests.all()[0]?.warnings).toHaveLength(1)
  })

  test('of an unfollowed page end when it is asked for', async () => {
    await using instance = await start()
    const { body } = await instance.request('GET', '/api/v1/tags?limit=2')
    expect(instance.requests.warnings()).toHaveLength(1)
    const { nextCursor } = body as { nextCursor: string }
    await instance.request('GET', `/api/v1/tags?limit=2&cursor=${encodeURIComponent(nextCursor)}`)
    expect(instance.requests.warnings()).toEqual([])
  })

  test('of an unfollowed page are not silenced by an earlier reading of the same list', async () => {
    await using instance = await start()
    const { body } = await instance.request('GET', '/api/v1/executions?limit=5')
    await instance.request('GET', `/api/v1/executions?cursor=${(body as { nextCursor: string }).nextCursor}`)
    await instance.request('GET', '/api/v1/executions?limit=5')
    expect(instance.requests.warnings()).toEqual([expect.stringContaining('(request 3): there is a next page')])
  })

  test.each<[string, string, unknown?]>([
    ['GET', '/api/v1/tags'],
    ['POST', '/api/v1/workflows/1/activate'],
    ['POST', '/api/v1/audit'],
    ['DELETE', '/api/v1/tags/1'],
    ['POST', '/api/v1/tags', { name: 'fine' }],
    ['POST', '/api/v1/credentials', { name: 'a', type: 'httpBasicAuth', data: {}, extra: 1 }],
    ['PUT', '/api/v1/workflows/1/tags', [{ id: '1' }]],
    ['POST', '/api/v1/workflows', minimal()],
    ['POST', '/api/v1/workflows', minimal({ staticData: { a: 1 } })],
    ['POST', '/api/v1/workflows', { name: 'x', nodes: ['ab'], connections: 'ab', settings: 'ab' }],
  ])('do not arise from %s %s %j', async (method, path, body = undefined) => {
    await using instance = await start()
    await instance.request(method, path, body)
    expect(instance.requests.all()).toMatchObject([{ method, path }])
    expect(instance.requests.warnings()).toEqual([])
  })
})
