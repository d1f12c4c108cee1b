import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { runCli } from '../../../commands/run-cli.ts'

const APP = 'https://app.example'
const PREFLIGHT = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-n8n-api-key' }
const CORS = /^access-control-/

const corsIn = (headers: Headers) => [...headers].filter(([name]) => CORS.test(name)).map(([name]) => name)

const ASKED: [method: string, path: string, status: number][] = [
  ['GET', '/api/v1/tags', 200],
  ['GET', '/api/v1/nope', 404],
  ['PATCH', '/api/v1/tags', 405],
  ['POST', '/api/v1/tags', 415],
  ['GET', '/API/v1/tags/', 200],
]

describe('without --cors', () => {
  test.each(ASKED)('%s %s says nothing of other origins', async (method, path, status) => {
    await using instance = await startInstance({ socket: false })
    const answer = await instance.request(method, path, undefined, { headers: { origin: APP } })
    expect([answer.status, corsIn(answer.headers), answer.headers.get('vary')]).toEqual([status, [], 'Accept-Encoding'])
  })

  test.each(['/api/v1/tags', '/_control/state', '/healthz', '/'])(
    'asking whether %s may be used is refused',
    async path => {
      await using instance = await startInstance({ socket: false })
      const headers = { origin: APP, ...PREFLIGHT }
      const answer = await instance.request('OPTIONS', path, undefined, { key: null, headers })
      expect([404, 405]).toContain(answer.status)
      expect(corsIn(answer.headers)).toEqual([])
    },
  )
})

describe('with --cors', () => {
  const start = () => startInstance({ socket: false, allowOrigins: [APP, 'http://localhost:3000'] })

  test.each(ASKED)('%s %s lets a page of that origin read the answer, whatever it is', async (method, path, status) => {
    await using instance = await start()
    const answer = await instance.request(method, path, undefined, { headers: { origin: APP } })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP)
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag, Retry-After')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin')
  })

  test('lets it read a refused key, and a fault', async () => {
    await using instance = await start()
    const refused = await instance.request('GET', '/api/v1/tags', undefined, { key: 'no', headers: { origin: APP } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, APP])
    instance.faults.add({ status: 503 })
    const fault = await instance.request('GET', '/api/v1/tags', undefined, { headers: { origin: APP } })
    expect([fault.status, fault.headers.get('access-control-allow-origin')]).toEqual([503, APP])
  })

  test('tells a page of that origin which methods and headers it may use, without a key', async () => {
    await using instance = await start()
    const headers = { origin: APP, ...PREFLIGHT }
    const answer = await instance.request('OPTIONS', '/api/v1/workflows/7', undefined, { key: null, headers })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(Object.fromEntries(answer.headers)).toEqual({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Content-Type, If-None-Match, X-N8N-API-KEY',
      'access-control-max-age': '600',
      vary: 'Origin',
    })
  })

  test('names the header of the service', async () => {
    await using instance = await startInstance({ socket: false, allowOrigins: [APP], serviceName: 'acme' })
    const headers = { origin: APP, ...PREFLIGHT }
    const answer = await instance.request('OPTIONS', '/api/v1/tags', undefined, { key: null, headers })
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-ACME-API-KEY')
  })

  test.each([
    'https://app.example.evil.test',
    'https://evil.test',
    'http://app.example',
    'https://app.example:8443',
    'HTTPS://APP.EXAMPLE',
    'null',
    '*',
  ])('says nothing to a page of %s', async origin => {
    await using instance = await start()
    const read = await instance.request('GET', '/api/v1/tags', undefined, { headers: { origin } })
    expect([corsIn(read.headers), read.headers.get('vary')]).toEqual([[], 'Accept-Encoding, Origin'])
    const headers = { origin, ...PREFLIGHT }
    const asked = await instance.request('OPTIONS', '/api/v1/tags', undefined, { key: null, headers })
    expect([asked.status, corsIn(asked.headers)]).toEqual([405, []])
  })

  test('OPTIONS that asks for no permission is refused as ever', async () => {
    await using instance = await start()
    const answer = await instance.request('OPTIONS', '/api/v1/tags', undefined, { headers: { origin: APP } })
    expect([answer.status, answer.body]).toEqual([405, { message: 'OPTIONS method not allowed' }])
  })

  test('the control API stays closed to that origin', async () => {
    await using instance = await start()
    const answer = await instance.request('GET', '/_control/state', undefined, { headers: { origin: APP } })
    expect([answer.status, corsIn(answer.headers)]).toEqual([403, []])
  })
})

test.each(['*', 'null', 'app.example', 'https://app.example/', 'https://app.example/path', 'ftp://x y', ''])(
  '--cors %p stops the start with a sentence',
  async origin => {
    const { code, err } = await runCli(['--memory', '--port', '0', `--cors=${origin}`])
    expect(code).toBe(2)
    expect(err).toContain('--cors must be an origin such as http://localhost:3000')
  },
)
