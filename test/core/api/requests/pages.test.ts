import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'

const PAGES = ['/', '/api/v1/docs']

describe.each(PAGES)('the page at %s', path => {
  const read = async (url = path) => {
    await using instance = await startInstance({ socket: false })
    return instance.request('GET', url, undefined, { key: null })
  }

  test('is not for frames of others, tells nobody where its reader came from, and is what it says', async () => {
    const { status, headers } = await read()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]) {
      expect(policy).toContain(part)
    }
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|https?:)/)
  })

  test('holds no key', async () => {
    const { status, text } = await read()
    expect([status, text]).toEqual([200, expect.stringContaining('</html>')])
    expect(text).not.toContain('owner-key')
  })

  test.each(['http://evil.test:5678', 'http://localhost.evil.test', 'http://127.0.0.1.evil.test', 'http://[fe80::1]'])(
    'is not shown under %s, which another site could point here',
    async origin => {
      const answer = await read(origin + path)
      expect([answer.status, Object.keys(Object(answer.body))]).toEqual([403, ['message']])
    },
  )

  test.each([
    'http://localhost:5678',
    'http://127.0.0.1',
    'http://[::1]:5678',
    'http://n8n.localhost',
    'http://127.1.2.3',
  ])('is shown under %s', async origin => {
    expect((await read(origin + path)).status).toBe(200)
  })
})

test.each([
  ['a:99999999', 400],
  ['user@localhost', 400],
  ['localhost:5678@evil.test', 400],
  ['localhost/evil.test', 400],
  ['', 400],
  ['localhost.', 403],
  ['evil.test', 403],
  ['LOCALHOST:5678', 200],
])('the host is taken from the Host header alone: %p gets %i', async (host, status) => {
  await using instance = await startInstance({ socket: false })
  const answer = await instance.request('GET', '/_control/clock', undefined, { headers: { host } })
  expect(answer.status).toBe(status)
})

test.each([
  ['http://localhost:5678', 'localhost:5678', 200],
  ['https://localhost:5678', 'localhost:5678', 200],
  ['http://localhost:5679', 'localhost:5678', 403],
  ['http://127.0.0.1:5678', 'localhost:5678', 403],
  ['null', 'localhost:5678', 403],
])('a page of %s uses the control API of %s: %i', async (origin, host, status) => {
  await using instance = await startInstance({ socket: false })
  const answer = await instance.request('GET', '/_control/clock', undefined, { headers: { origin, host } })
  expect(answer.status).toBe(status)
})

test('a host that was allowed is taken in any case, and the one that is listened on', async () => {
  await using instance = await startInstance({ host: '127.0.0.5', apiKey: 'own', allowHosts: ['N8N.internal'] })
  for (const host of ['n8n.INTERNAL:80', '127.0.0.5']) {
    expect((await instance.request('GET', '/_control/clock', undefined, { headers: { host } })).status).toBe(200)
  }
})
