import { describe, expect, test } from 'bun:test'
import { startInstance, versions } from '../../../../src/testing.ts'

const MEASURED = versions.filter(name => name !== 'contract')
const BOTS = ['Googlebot/2.1', 'acme-bot', 'A Robot', 'BOTTLE/1.0']

describe.each(MEASURED)('in %s a program with "bot" in its user agent', profile => {
  test.each(BOTS)('is answered with nothing, without a look at the key or the body: %s', async agent => {
    await using instance = await startInstance({ profile, socket: false })
    const headers = { 'user-agent': agent }
    const none = { status: 204, text: '' }
    expect(await instance.request('GET', '/api/v1/tags', undefined, { headers })).toMatchObject(none)
    expect(await instance.request('POST', '/api/v1/tags', { name: 'a' }, { headers })).toMatchObject(none)
    expect(await instance.request('GET', '/api/v1/none', undefined, { headers, key: 'wrong' })).toMatchObject(none)
    expect(await instance.request('GET', '/API/V1/openapi.yml', undefined, { headers })).toMatchObject(none)
    expect(await instance.request('GET', '/rest/settings', undefined, { headers, key: null })).toMatchObject(none)
    expect((await instance.request('GET', '/api/v1/tags')).body).toEqual({ data: [], nextCursor: null })
    expect(instance.requests.all().filter(({ status }) => status === 204)).toHaveLength(5)
  })

  test.each(['/healthz', '/', '/_control/state'])('is served %s', async path => {
    await using instance = await startInstance({ profile, socket: false })
    const headers = { 'user-agent': 'acme-bot' }
    expect((await instance.request('GET', path, undefined, { headers })).status).toBe(200)
  })

  test('is told that a webhook is not registered', async () => {
    await using instance = await startInstance({ profile, simulate: true })
    const answered = await fetch(`${instance.url}/webhook/none`, { headers: { 'user-agent': 'acme-bot' } })
    expect(answered.status).toBe(404)
  })

  test('by a socket is answered 204 too, and another program is not', async () => {
    await using instance = await startInstance({ profile })
    const asked = (agent: string) =>
      fetch(`${instance.url}/api/v1/tags`, { headers: { 'user-agent': agent, 'x-n8n-api-key': instance.apiKey } })
    const [bot, other] = await Promise.all([asked('acme-bot'), asked('acme-client')])
    expect([bot.status, await bot.text(), other.status]).toEqual([204, '', 200])
  })
})

test('the published reference names no such programs', async () => {
  await using instance = await startInstance({ profile: 'contract', socket: false })
  const headers = { 'user-agent': 'acme-bot' }
  expect((await instance.request('GET', '/api/v1/tags', undefined, { headers })).status).toBe(200)
})
