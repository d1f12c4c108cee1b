import { describe, expect, test } from 'bun:test'
import { startInstance, versions } from '../../../../src/testing.ts'

const MEASURED = versions.filter(name => name !== 'contract')
const PUBLIC = { settingsMode: 'public', defaultLocale: 'en' }
const SETTINGS: Record<string, object> = {
  'n8n-1.41': { versionCli: '1.41.1' },
  'n8n-1.123': PUBLIC,
  'n8n-2.41': PUBLIC,
}

describe.each(MEASURED)('a client of %s that asks before it uses the API', profile => {
  test.each([null, 'owner-key', 'wrong'])(
    'learns the release only where the service tells it, with the key %p',
    async key => {
      await using instance = await startInstance({ profile, socket: false })
      const { status, body, headers } = await instance.request('GET', '/rest/settings', undefined, { key })
      expect([status, body]).toEqual([200, { data: SETTINGS[profile] as never }])
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test.each([
    ['GET', '/rest/login'],
    ['POST', '/rest/login'],
    ['GET', '/types/nodes.json'],
    ['GET', '/rest/workflows'],
    ['POST', '/rest/settings'],
  ])('is answered %s %s with 404, and what this is', async (method, path) => {
    await using instance = await startInstance({ profile, socket: false })
    const { status, body } = await instance.request<{ message: string }>(method, path, undefined, { key: null })
    expect([status, body.message]).toEqual([404, expect.stringContaining('this is Understudy, which simulates')])
    expect(instance.requests.all()).toMatchObject([{ method, path, status: 404 }])
  })

  test('is ready when the readiness path says so', async () => {
    await using instance = await startInstance({ profile, socket: false })
    expect((await instance.request('GET', '/healthz/readiness', undefined, { key: null })).status).toBe(200)
  })

  test.each(['/rest', '/restaurant/1', '/typesetting'])('is told nothing of the kind about %s', async path => {
    await using instance = await startInstance({ profile, socket: false })
    const { status, text } = await instance.request('GET', path)
    expect([status, text.includes('Understudy')]).toEqual([404, false])
  })
})

test.each(['/rest/settings', '/rest/login'])('the published reference has no %s', async path => {
  await using instance = await startInstance({ profile: 'contract', socket: false })
  expect(await instance.request('GET', path)).toMatchObject({ status: 404, body: { message: 'not found' } })
})
