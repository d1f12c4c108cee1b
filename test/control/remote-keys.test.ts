import { expect, test } from 'bun:test'
import { connectApiKeys } from '../../src/control/keys/remote-api-keys.ts'
import { startInstance } from '../../src/testing.ts'
import { world } from '../core/api/world.ts'

test('the keys of a running instance are listed, created and revoked', async () => {
  await using instance = await startInstance({ fixture: world })
  const apiKeys = connectApiKeys({ url: instance.url, apiKey: 'owner-key' })
  const made = await apiKeys.create({ user: 'mia@example.com', label: 'CI / one' })
  const { apiKey, ...shown } = made
  expect(await apiKeys.list()).toContainEqual(shown)
  expect((await instance.request('GET', '/api/v1/tags', undefined, { key: apiKey })).status).toBe(200)
  expect(await apiKeys.revoke(made.id)).toMatchObject({ id: made.id, label: 'CI / one' })
  expect((await instance.request('GET', '/api/v1/tags', undefined, { key: apiKey })).status).toBe(401)
  await expect(apiKeys.revoke('a/b')).rejects.toThrow('There is no API key "a/b"')
  await expect(apiKeys.create({ user: 'nobody' })).rejects.toThrow('There is no user "nobody"')
})

const NO_CONTROL =
  'URL answers, but not as the control API of an Understudy. Check the address, and that it was started without ' +
  '--no-control'

test.each<[what: string, answer: () => Response, message: string]>([
  ['a web page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), NO_CONTROL],
  ['other JSON', () => Response.json({ data: [] }), NO_CONTROL],
  ['a list of something else', () => Response.json({ keys: [{ id: 5 }] }), NO_CONTROL],
  ['no such path', () => Response.json({ message: 'not found' }, { status: 404 }), NO_CONTROL],
  ['no such method', () => Response.json({ message: 'no' }, { status: 405 }), NO_CONTROL],
  [
    'a wrong key',
    () => Response.json({}, { status: 401 }),
    "URL does not know the key: give the owner's with --api-key",
  ],
  [
    'a refusal',
    () => Response.json({ message: 'no' }, { status: 403 }),
    "URL refuses: it takes the owner's key alone (",
  ],
])('what answers with %s is no instance, which each command says', async (_what, answer, message) => {
  let asked = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      asked++
      return answer()
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  const apiKeys = connectApiKeys({ url, apiKey: 'owner-key' })
  for (const ask of [apiKeys.list, () => apiKeys.create({ user: 'a@b.cd' }), () => apiKeys.revoke('x')]) {
    const error = await ask().then(
      () => new Error('it was not refused'),
      error => error,
    )
    expect([error.name, error.message]).toEqual(['ServiceError', expect.stringContaining(message.replace('URL', url))])
    if (!message.endsWith('(')) expect(error.message).toBe(message.replace('URL', url))
  }
  // once each: what failed is not asked again
  expect(asked).toBe(3)
  await server.stop(true)
})

test.each([507, 503])('a failure of an instance is said as it is, once: %i', async status => {
  let asked = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      asked++
      return Response.json({ message: 'full' }, { status, headers: { 'retry-after': '0' } })
    },
  })
  const apiKeys = connectApiKeys({ url: `http://127.0.0.1:${server.port}`, apiKey: 'owner-key' })
  await expect(apiKeys.list()).rejects.toThrow(`${status} full`)
  expect(asked).toBe(1)
  await server.stop(true)
})
