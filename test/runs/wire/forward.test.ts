import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { forwardRequest } from '../../../src/runs/wire/forward.ts'
import { readForward } from '../../../src/runs/wire/forward-target.ts'
import { type HttpAnswer, runWorkflow, startInstance } from '../../../src/testing.ts'
import { inARow, request } from '../tests/workflows.ts'

/** What an app on this machine was asked. */
interface Asked {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** An app on this machine; its answers go by the path. */
class App {
  readonly asked: Asked[] = []
  readonly #server: Server

  constructor() {
    this.#server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const { method, url, headers } = request
      this.asked.push({ method, url, headers, body: Buffer.concat(parts).toString() })
      this.#answer(url ?? '', response)
    })
  }

  async start() {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get port() {
    return (this.#server.address() as AddressInfo).port
  }

  stop() {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #answer(url: string, response: ServerResponse) {
    const path = url.split('?', 1)[0]
    if (path === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    else if (path === '/gzip') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync('{"packed":true}'))
    } else if (path === '/bomb') {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(20 * 1024 * 1024)))
    } else if (path === '/large') response.end(Buffer.alloc(9 * 1024 * 1024))
    else if (path === '/503') response.writeHead(503).end('down')
    else if (path === '/cut') response.destroy()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ at: url }))
  }
}

let app: App
let other: App
beforeAll(async () => {
  app = await new App().start()
  other = await new App().start()
})
afterAll(() => {
  app.stop()
  other.stop()
})

const forward = (to: string = `http://127.0.0.1:${app.port}`): HttpAnswer => ({
  url: 'https://api.example.com/*',
  forward: to,
})
const run = (parameters: object, http = [forward()], more: object = {}) =>
  runWorkflow(inARow(request(parameters, more)), { input: [{ n: 7 }], http })
const last = () => app.asked.at(-1)

describe('a request is forwarded', () => {
  test('with its method, path, query, headers and body, and answered by the app', async () => {
    const made = await run({
      method: 'POST',
      url: 'https://api.example.com/orders/7?full=1',
      sendHeaders: true,
      headerParameters: { parameters: [{ name: 'X-Id', value: '9' }] },
      sendBody: true,
      bodyParameters: { parameters: [{ name: 'n', value: '={{ $json.n }}' }] },
    })
    expect(made.node('Ask').output).toEqual([{ at: '/orders/7?full=1' }])
    expect(last()).toMatchObject({
      method: 'POST',
      url: '/orders/7?full=1',
      body: '{"n":7}',
      headers: {
        host: `127.0.0.1:${app.port}`,
        'x-forwarded-host': 'api.example.com',
        'x-id': '9',
        'content-type': 'application/json',
      },
    })
    expect(made.requests).toMatchObject([
      {
        url: 'https://api.example.com/orders/7?full=1',
        sent: true,
        to: `http://127.0.0.1:${app.port}/orders/7?full=1`,
        mock: 0,
      },
    ])
  })

  test.each([
    ['to localhost', () => `http://localhost:${app.port}`, '/a'],
    ['below a path', () => `http://127.0.0.1:${app.port}/v1/`, '/v1/a'],
    ['to an address in another form', () => `http://2130706433:${app.port}`, '/a'],
    ['to a short address', () => `http://127.1:${app.port}`, '/a'],
    ['to a name in capitals', () => `http://LOCALHOST:${app.port}`, '/a'],
  ])('%s', async (_what, to, path) => {
    await run({}, [forward(to())])
    expect(last()?.url).toBe(path)
  })

  test('an answer that is packed is unpacked', async () => {
    const made = await run({ url: 'https://api.example.com/gzip' })
    expect(made.node('Ask').output).toEqual([{ packed: true }])
  })

  test('an error of the app is the node’s error', async () => {
    const made = await run({ url: 'https://api.example.com/503' })
    expect(made.error?.message).toContain('Service unavailable')
  })
})

describe('a connection that fails', () => {
  test('is said', async () => {
    const closed = await new App().start()
    const { port } = closed
    closed.stop()
    const made = await run({}, [forward(`http://127.0.0.1:${port}`)])
    expect(made.error?.message).toBe('The service refused the connection - perhaps it is offline')
    expect(made.requests).toMatchObject([{ sent: true }])
  })

  test.each([
    ['/large', 'larger than 8 MB'],
    ['/bomb', 'forwarded to'],
    ['/cut', 'closed unexpectedly'],
  ])('%s', async (path, message) => {
    expect((await run({ url: `https://api.example.com${path}` })).error?.message).toContain(message)
  })
})

describe('nothing is forwarded elsewhere', () => {
  test.each([
    'http://example.com',
    'http://10.0.0.1:3000',
    'http://0.0.0.0:3000',
    'http://169.254.169.254',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://localhost.',
    'http://[::ffff:127.0.0.1]:3000',
    'http://[fe80::1]',
    'http://[::]:3000',
    'http://a.localhost:3000',
    'http://0:3000',
    'http://3232235777',
    'http://0xa9.0xfe.0xa9.0xfe',
    'http://①.②.③.④',
    'http://127.0.0.1@example.com',
    'http://user:pass@127.0.0.1:3000',
    'http://127.0.0.1:3000?a=1',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    '127.0.0.1:3000',
    '',
    7,
  ])('to %p', async target => {
    const refused = run({}, [{ url: '*', forward: target } as never])
    await expect(refused).rejects.toThrow('run/http/0/forward')
  })

  test('a redirect is not followed to another machine', async () => {
    const before = app.asked.length
    const made = await run({ url: 'https://api.example.com/redirect' })
    expect(made.status).toBe('broken')
    expect(made.error?.message).toContain('no answer is given for GET http://169.254.169.254/')
    expect(app.asked.length - before).toBe(1)
  })

  test.each([
    ['Host', 'elsewhere.example.com'],
    ['host', '169.254.169.254'],
    ['Proxy-Authorization', 'Basic eDp5'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'upgrade'],
    ['Content-Length', '999'],
  ])('the header %s of a node does not leave', async (name, value) => {
    const made = await run({ sendHeaders: true, headerParameters: { parameters: [{ name, value }] } })
    expect(made.status).toBe('success')
    expect(last()?.headers.host).toBe(`127.0.0.1:${app.port}`)
    expect(Object.values(last()?.headers ?? {})).not.toContain(value)
  })

  test('a request that no rule fits is not sent', async () => {
    const before = app.asked.length
    const url = `http://127.0.0.1:${app.port}/direct`
    const made = await run({ url })
    expect(made.error?.message).toContain(`no answer is given for GET ${url}`)
    expect(app.asked.length).toBe(before)
  })

  test('by a proxy of the environment', async () => {
    const script = `
      const { runWorkflow } = await import(${JSON.stringify(new URL('../../../src/testing.ts', import.meta.url).href)})
      const run = await runWorkflow(${JSON.stringify(inARow(request()))}, { input: [{}], http: [${JSON.stringify(forward())}] })
      console.log(JSON.stringify(run.node('Ask').output))`
    const proxy = `http://127.0.0.1:${other.port}`
    const env = {
      ...process.env,
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      HTTPS_PROXY: proxy,
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: '',
    }
    const child = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe' })
    expect(await new Response(child.stdout).text()).toBe('[{"at":"/a"}]\n')
    expect(other.asked).toEqual([])
  })
})

describe('a name that is resolved to', () => {
  const V4 = { address: '127.0.0.1', family: 4 }
  const elsewhere = { address: '10.0.0.1', family: 4 }
  const masked = { url: 'https://api.example.com/named', headers: {} }
  const wire = { method: 'GET', ...masked, masked }

  /** What came of a request to `localhost`, which the names of this machine say is at these addresses. */
  async function forwarded(...answers: { address: string; family: number }[][]) {
    const before = app.asked.length
    const target = readForward(`http://localhost:${app.port}`, 'forward', [])
    const made = await forwardRequest(wire, target, async () => answers.shift() ?? [elsewhere])
    return { made, asked: app.asked.length - before, left: answers.length }
  }

  test('another machine is not connected to', async () => {
    const { made, asked } = await forwarded([elsewhere])
    expect(made).toMatchObject({
      failure: { message: expect.stringContaining('localhost is not an address of this machine') },
    })
    expect(asked).toBe(0)
  })

  test.each(['0.0.0.0', '::', '::ffff:127.0.0.1', '169.254.169.254', 'fe80::1'])('%s is not, either', async address => {
    expect(await forwarded([{ address, family: address.includes(':') ? 6 : 4 }])).toMatchObject({
      made: { failure: {} },
      asked: 0,
    })
  })

  test('both is this machine', async () => {
    expect(await forwarded([elsewhere, { address: '::1', family: 6 }, V4])).toMatchObject({
      made: { status: 200 },
      asked: 1,
    })
  })

  test('this machine first, and another later, is resolved once', async () => {
    expect(await forwarded([V4], [elsewhere])).toMatchObject({ made: { status: 200 }, asked: 1, left: 1 })
  })
})

describe('the secret of a credential', () => {
  const SECRET = 'hunter2-very-secret'
  const node = request(
    { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
    { credentials: { httpHeaderAuth: { id: 'c1', name: 'Key' } } },
  )
  const data = { name: 'X-Key', value: SECRET }
  const fixture = { credentials: [{ id: 'c1', name: 'Key', type: 'httpHeaderAuth', data }] } as never

  test('is not sent to this machine', async () => {
    await using instance = await startInstance({ profile: 'n8n-2.41', fixture })
    await instance.runWorkflow(inARow(node), { http: [forward()] })
    expect(last()?.headers['x-key']).toBe('<secret>')
  })

  test('is sent to a host that was named at the start, and shown nowhere', async () => {
    await using instance = await startInstance({ profile: 'n8n-2.41', fixture, allowForward: ['127.0.0.1'] })
    const made = await instance.runWorkflow(inARow(node), { http: [forward()] })
    expect(last()?.headers['x-key']).toBe(SECRET)
    expect(JSON.stringify(made)).not.toContain(SECRET)
  })
})

describe('a forward through the control API', () => {
  const workflow = { ...inARow(request()), id: 'w1', name: 'One' }
  const rule = () => ({ workflow: 'w1', http: forward() })
  const member = { email: 'm@example.com', role: 'global:member', apiKey: 'member-key' }
  const start = () =>
    startInstance({
      fixture: { users: [member], workflows: [workflow] } as never,
      allowOrigins: ['http://localhost:3000'],
    })

  test.each<[string, object, number]>([
    ['is a rule for the owner', {}, 201],
    ['is refused to a member', { key: 'member-key' }, 403],
    ['is refused without a key', { key: null }, 401],
    ['is refused to a page of another origin', { headers: { origin: 'https://evil.example' } }, 403],
    ['is refused to a page of an origin that may use the API', { headers: { origin: 'http://localhost:3000' } }, 403],
    ['is refused under another host', { headers: { host: 'rebound.example' } }, 403],
  ])('%s', async (_what, options, status) => {
    await using instance = await start()
    for (const [path, body] of [
      ['/_control/simulation/rules', rule()],
      ['/_control/runs', { workflow: 'w1', input: [{}], http: [forward()] }],
    ] as const) {
      const before = app.asked.length
      const made = await instance.request('POST', path, body, options)
      expect(made.status).toBe(path.endsWith('runs') && status === 201 ? 200 : status)
      if (status !== 201) expect(app.asked.length).toBe(before)
    }
  })

  test('cannot name another machine, whatever was allowed to others', async () => {
    await using instance = await start()
    const body = { ...rule(), http: { url: '*', forward: 'http://10.0.0.1' } }
    const { status, body: answer } = await instance.request('POST', '/_control/simulation/rules', body)
    expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining('--allow-forward')])
  })
})
