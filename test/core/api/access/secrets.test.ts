import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import type { Step } from '../../../case.ts'
import { ask } from '../cases.ts'
import { ADMIN, idOf, MEMBER, minimal, PEOPLE, PROFILES, SECRET, startWorld, stateOf, world } from '../world.ts'

const CREATED = { name: 'x', type: 'httpBasicAuth', data: { user: 'a', password: SECRET } }

/** Whatever can be asked that has to do with credentials, people and keys, and the status of its answer. */
const ASKED: [status: number, asked: Step][] = [
  [200, ['POST', '/credentials', CREATED]],
  [400, ['POST', '/credentials', { ...CREATED, data: { user: 'a', password: SECRET, more: SECRET } }]],
  [400, ['POST', '/credentials', { ...CREATED, type: 'nope' }]],
  [400, ['POST', '/credentials', { ...CREATED, name: 5 }]],
  [400, ['POST', '/credentials', { ...CREATED, id: 'x' }]],
  [200, ['DELETE', '/credentials/1']],
  [200, ['DELETE', '/credentials/2', undefined, MEMBER]],
  [200, ['GET', '/credentials/schema/httpBasicAuth']],
  [200, ['POST', '/audit', {}]],
  [200, ['GET', '/users?includeRole=true']],
  [200, ['GET', `/users/${PEOPLE.member}?includeRole=true`]],
  [200, ['GET', '/workflows']],
  [200, ['POST', '/workflows', minimal({ nodes: [{ credentials: { httpBasicAuth: { id: '1', name: 'Shop' } } }] })]],
  [200, ['GET', '/executions?includeData=true']],
  [200, ['POST', '/_control/seed', { credentials: [{ ...CREATED, id: '1' }] }]],
  [400, ['POST', '/_control/seed', { credentials: [{ ...CREATED, owner: 'nobody' }] }]],
  [400, ['POST', '/_control/seed', { credentials: [{ ...CREATED, color: SECRET }] }]],
  [400, ['POST', '/_control/seed', { users: [{ email: 'x', apiKey: SECRET }] }]],
  [200, ['GET', '/_control/state']],
  [401, ['GET', '/tags', undefined, { key: SECRET }]],
]

describe.each(PROFILES)('in profile %s no answer holds a secret', profile => {
  test.each(
    ASKED.map(([status, asked]) => {
      const [method, path, body] = asked
      return [`${method} ${path} ${body ? JSON.stringify(body).slice(0, 60) : ''}`, status, asked] as const
    }),
  )('%s', async (_name, status, asked) => {
    await using instance = await startWorld(profile)
    const answer = await ask(instance, asked)
    expect(answer.status).toBe(status)
    for (const secret of [SECRET, instance.apiKey, ADMIN.key, MEMBER.key]) expect(answer.text).not.toContain(secret)
    expect(await stateOf(instance)).not.toContain(SECRET)
  })

  test('not the one that is made of a fault of ours', async () => {
    const told: string[] = []
    await using instance = await startInstance({ fixture: world, profile, report: message => told.push(message) })
    for (const [status, asked] of ASKED) expect([(await ask(instance, asked)).status, asked]).toEqual([status, asked])
    expect(told.join('\n')).not.toContain(SECRET)
    expect(told).toEqual([])
  })
})

describe.each(PROFILES)('in profile %s two instances know nothing of each other', profile => {
  test('what one is given or loses, the other does not', async () => {
    await using first = await startWorld(profile)
    await using second = await startWorld(profile)
    const before = await stateOf(second)
    const made = await first.request('POST', '/api/v1/workflows', minimal())
    await first.request('PUT', '/api/v1/workflows/1', minimal({ name: 'changed' }))
    await first.request('DELETE', '/api/v1/workflows/2')
    await first.request('DELETE', '/api/v1/tags/1')
    await first.request('POST', '/_control/seed', { users: [{ email: 'new@example.com', apiKey: 'new-key' }] })
    expect(await stateOf(second)).toBe(before)
    if (profile === 'n8n-1.41')
      expect((await second.request('GET', `/api/v1/workflows/${idOf(made)}`)).status).toBe(404)
    expect((await second.request('GET', '/api/v1/tags', undefined, { key: 'new-key' })).status).toBe(401)
  })

  test('the key of one does not open the other', async () => {
    await using first = await startInstance({ profile, apiKey: 'first' })
    await using second = await startInstance({ profile, apiKey: 'second' })
    expect((await second.request('GET', '/api/v1/tags', undefined, { key: first.apiKey })).status).toBe(401)
  })

  test('the fixture that they start from stays as it is', async () => {
    const given = JSON.stringify(world)
    await using instance = await startWorld(profile)
    const changes: Step[] = [
      ['PUT', '/workflows/1', minimal({ name: 'changed' })],
      ['PUT', '/workflows/1/tags', []],
      ['DELETE', '/tags/1'],
    ]
    const before = await stateOf(instance)
    for (const change of changes) expect((await ask(instance, change)).status).toBe(200)
    expect(await stateOf(instance)).not.toBe(before)
    expect(JSON.stringify(world)).toBe(given)
  })
})
