import { describe, expect, test } from 'bun:test'
import { connectService, DEFAULT_RETRY_RULES, waitBefore } from '../../src/migrate/client/client.ts'
import type { ServiceError } from '../../src/migrate/service-error.ts'

const ADDRESS = 'https://service.example.com'
const HASTY = { tries: 3, firstWait: 1, longestWait: 1 }
const html = (status = 200) =>
  new Response('<p>n8n</p>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
const json = (body: unknown, status = 200, headers: HeadersInit = {}) => Response.json(body, { status, headers })
const sentOn = (location?: string) =>
  new Response(null, { status: 302, headers: location === undefined ? {} : { location } })
const failure = (more: object) => () => {
  throw Object.assign(new TypeError('no'), more)
}

const failed = (request: Promise<unknown>) =>
  request.then(
    () => expect.unreachable(),
    (error: ServiceError) => error,
  )

/** A service whose answers come from a function, with the requests that were sent. */
function connect(respond: (request: { url: string; init: RequestInit; count: number }) => Response, more: object = {}) {
  const sent: { url: string; method: string | undefined; headers: unknown; body: unknown }[] = []
  const service = connectService({
    url: ADDRESS,
    apiKey: ' the-key ',
    retries: HASTY,
    fetch: async (url, init) => {
      sent.push({ url, method: init.method, headers: init.headers, body: init.body })
      return respond({ url, init, count: sent.length })
    },
    ...more,
  })
  return { service, sent }
}

describe('an answer that is a failure says why', () => {
  const GET = `GET ${ADDRESS}/api/v1/tags: `
  const PAGE =
    `${GET}a web page came instead of an answer of the API. ` +
    "Give the address of the service's editor, and check that its public API is on"
  const BROKEN = `${GET}the answer is incomplete, or not JSON`
  const otherwise = (where: string) =>
    `${ADDRESS} sends on to ${where}, and the key is not sent there. If that is the service, give its address instead`
  const unreachable = (code: string) =>
    `${GET}nothing answers there${code}. Is the address right, and the service running?`
  const DENIED = `${GET}this process may not connect there. Start it with --allow-net=service.example.com as well`
  const PASSING = { isPassing: true }
  const FOREIGN = { isForeign: true }

  const rows: [what: string, respond: () => Response, message: string, more: object][] = [
    [
      'a refusal with a reason, made one line',
      () => json({ message: 'no\n\u001b[31m\u200bgood' }, 400),
      `${GET}400 no [31m good`,
      { status: 400, said: 'no [31m good' },
    ],
    ['a refusal without one', () => json({ error: 'x' }, 404), `${GET}404`, { status: 404, ...FOREIGN }],
    ['a refusal whose reason is no text', () => json({ message: 5 }, 404), `${GET}404`, { status: 404, ...FOREIGN }],
    ['a refusal that is no JSON', () => new Response('no', { status: 404 }), `${GET}404`, { status: 404, ...FOREIGN }],
    [
      'a refusal with a long reason',
      () => json({ message: 'x'.repeat(501) }, 400),
      `${GET}400 ${'x'.repeat(500)}`,
      { status: 400, said: 'x'.repeat(500) },
    ],
    [
      'a refusal that repeats the key',
      () => json({ message: 'the-key is the-key' }, 400),
      `${GET}400 [key] is [key]`,
      { status: 400, said: '[key] is [key]' },
    ],
    [
      'a wrong key',
      () => json({ message: 'unauthorized' }, 401),
      `${GET}the key is not accepted (401). Check it, or create a new one`,
      { status: 401 },
    ],
    [
      'a right that is missing',
      () => json({ message: 'Forbidden' }, 403),
      `${GET}403 Forbidden`,
      { status: 403, said: 'Forbidden' },
    ],
    ...[429, 500, 502, 503, 504].map((status): [string, () => Response, string, object] => [
      `status ${status}`,
      () => json({ message: 'later' }, status),
      `${GET}${status} later`,
      { status, said: 'later', ...PASSING },
    ]),
    ['status 501', () => json({ message: 'never' }, 501), `${GET}501 never`, { status: 501, said: 'never' }],
    ['a page', () => html(), PAGE, { status: 200, ...FOREIGN }],
    [
      'a page with status 502',
      () => html(502),
      `${GET}a web page with status 502 came instead of an answer`,
      { status: 502, ...PASSING, ...FOREIGN },
    ],
    ['a page with status 404', () => html(404), PAGE, { status: 404, ...FOREIGN }],
    ['a page that is not called one', () => new Response(' \n<!DOCTYPE html>'), PAGE, { status: 200, ...FOREIGN }],
    ['a page without a document type', () => new Response('<html>'), PAGE, { status: 200, ...FOREIGN }],
    ['a text that begins like a page', () => new Response('<htm'), BROKEN, { status: 200, ...PASSING }],
    ['nothing', () => new Response(''), `${GET}the answer is empty`, { status: 200, ...PASSING }],
    ['half of it', () => new Response('{"data":['), BROKEN, { status: 200, ...PASSING }],
    [
      'a redirect to another host',
      () => sentOn('https://other.example.com/x'),
      otherwise('https://other.example.com'),
      { status: 302 },
    ],
    [
      'a redirect to another port',
      () => sentOn('https://service.example.com:8443/x'),
      otherwise('https://service.example.com:8443'),
      { status: 302 },
    ],
    [
      'a redirect without encryption',
      () => sentOn('http://service.example.com/x'),
      otherwise('http://service.example.com'),
      { status: 302 },
    ],
    ['a redirect to nowhere', () => sentOn(), otherwise('nowhere'), { status: 302 }],
    ['a redirect to what is no address', () => sentOn('http://'), otherwise('nowhere'), { status: 302 }],
    ['no connection', failure({ code: 'ECONNREFUSED' }), unreachable(' (ECONNREFUSED)'), PASSING],
    [
      'no connection, for an inner reason',
      failure({ cause: { code: 'ENOTFOUND' } }),
      unreachable(' (ENOTFOUND)'),
      PASSING,
    ],
    ['no connection, with a number', failure({ code: 5 }), unreachable(''), PASSING],
    ['no connection, without a reason', failure({}), unreachable(''), PASSING],
    ['no permission of Deno 2', failure({ name: 'NotCapable' }), DENIED, PASSING],
    ['no permission of Deno 1', failure({ name: 'PermissionDenied' }), DENIED, PASSING],
  ]
  test.each(rows)('%s', async (_what, respond, message, more) => {
    const { service } = connect(respond, { retries: { ...HASTY, tries: 1 } })
    const error = await failed(service.get('/tags'))
    const { name, status, isPassing, isForeign, said } = error
    expect({ name, message: error.message, status, isPassing, isForeign, said }).toEqual({
      name: 'ServiceError',
      message,
      status: undefined,
      isPassing: false,
      isForeign: false,
      said: undefined,
      ...more,
    })
  })

  test('what was sent is shown as [value], in the text and in the JSON of it, from four characters on', async () => {
    const { service } = connect(({ init }) => json({ message: `${init.body} four abc 12345 two\nlines` }, 400))
    const secret = { a: 'four', b: ['abc', 12345, null, true], c: { d: 'two\nlines', e: 'fourfold' } }
    const error = await failed(service.send('POST', '/tags', { name: 'fourfold', data: 'two\nlines' }, secret))
    expect(error.said).toBe('{"name":"[value]","data":"[value]"} [value] abc [value] [value]')
  })
})

describe('a redirect', () => {
  test.each([
    { name: 'within the service', url: ADDRESS, location: '/moved' },
    { name: 'from http to https', url: 'http://localhost', location: 'https://localhost/moved' },
    {
      name: 'from http to https at another port',
      url: 'http://localhost',
      location: 'https://localhost:8443/moved',
      refused: 'https://localhost:8443',
    },
    {
      name: 'from http to https of another host',
      url: 'http://localhost',
      location: 'https://127.0.0.1/moved',
      refused: 'https://127.0.0.1',
    },
    {
      name: 'from http to another port',
      url: 'http://localhost',
      location: 'http://localhost:81/moved',
      refused: 'http://localhost:81',
    },
  ])('$name', async ({ url, location, refused }) => {
    const { service, sent } = connect(
      ({ url }) => (url.endsWith('/moved') ? json({ is: 'there' }) : sentOn(location)),
      {
        url,
      },
    )
    const found = await service.get('/tags').catch(error => error.message)
    expect(found).toEqual(refused === undefined ? { is: 'there' } : expect.stringContaining(`sends on to ${refused}, `))
    expect(sent).toHaveLength(refused === undefined ? 2 : 1)
  })

  test('is followed three times, and never with a change', async () => {
    const { service, sent } = connect(() => sentOn('/again'))
    await expect(service.get('/tags')).rejects.toThrow('sends on to')
    expect(sent).toHaveLength(4)
    await expect(service.send('POST', '/tags', {})).rejects.toThrow('sends on to')
    expect(sent).toHaveLength(5)
  })
})

describe('a request is sent again', () => {
  const REFUSALS: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    status: number
    retryAfter?: string
    times: number
  }[] = [
    { method: 'GET', status: 500, times: 3 },
    { method: 'GET', status: 429, times: 3 },
    { method: 'GET', status: 400, times: 1 },
    { method: 'GET', status: 501, retryAfter: '0', times: 1 },
    { method: 'POST', status: 500, times: 1 },
    { method: 'POST', status: 500, retryAfter: '0', times: 1 },
    { method: 'POST', status: 429, times: 3 },
    { method: 'PUT', status: 503, retryAfter: '0', times: 3 },
    { method: 'DELETE', status: 503, times: 1 },
  ]

  for (const { method, status, retryAfter, times } of REFUSALS) {
    const answered = `status ${status} and Retry-After ${JSON.stringify(retryAfter)}`
    test(`${method} with ${answered}: sent ${times} times`, async () => {
      const headers: HeadersInit = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
      const { service, sent } = connect(() => json({ message: 'no' }, status, headers))
      await expect(method === 'GET' ? service.get('/tags') : service.send(method, '/tags')).rejects.toThrow(
        `${status} no`,
      )
      expect(sent).toHaveLength(times)
    })
  }

  test('but not before anything has answered', async () => {
    const { service, sent } = connect(({ count }) => (count === 2 ? json({}) : failure({})()))
    await expect(service.get('/tags')).rejects.toThrow('nothing answers there')
    expect(sent).toHaveLength(1)
    expect(await service.get('/tags')).toEqual({})
    await expect(service.get('/tags')).rejects.toThrow('nothing answers there')
    expect(sent).toHaveLength(5)
  })

  test('and others go on while it waits', async () => {
    const seen: boolean[] = []
    let isOver = false
    const { service } = connect(
      ({ count }) => {
        seen.push(isOver)
        setTimeout(() => {
          isOver = true
        }, 1)
        return json({}, count === 1 ? 503 : 200)
      },
      { retries: { ...HASTY, firstWait: 30, longestWait: 30 } },
    )
    await service.get('/tags')
    expect(seen).toEqual([false, true])
  })

  test.each([
    [1, null, 500],
    [2, null, 1000],
    [3, null, 2000],
    [9, null, 60_000],
    [2, '0', 0],
    [1, '2', 2000],
    [1, '1.5', 1500],
    [1, '3600', 60_000],
    [1, 'soon', 500],
    [1, '-1', 0],
    [1, 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
    [1, 'Fri, 01 Jan 2100 00:00:00 GMT', 60_000],
  ])('after try %p with Retry-After %p: in %p ms', (attempt, retryAfter, ms) => {
    expect(waitBefore(attempt, retryAfter, DEFAULT_RETRY_RULES)).toBe(ms)
  })
})

describe('what is sent', () => {
  const answering = () => connect(() => json({}))
  const KEY = { 'X-N8N-API-KEY': 'the-key', accept: 'application/json' }
  const WITH_BODY = { ...KEY, 'content-type': 'application/json' }

  test('has the key without the blanks around it, and a type where it has a body', async () => {
    const { service, sent } = answering()
    await service.get('/tags', { a: undefined, b: null, c: 0, d: false, e: 'x y', f: '' })
    await service.send('POST', '/tags', { name: 'x' })
    await service.send('DELETE', '/tags/1')
    await service.getControl('/state?only=tags')
    await service.sendControl('POST', '/reset', [])
    expect(sent).toEqual([
      { url: `${ADDRESS}/api/v1/tags?c=0&d=false&e=x+y&f=`, method: 'GET', headers: KEY, body: undefined },
      { url: `${ADDRESS}/api/v1/tags`, method: 'POST', headers: WITH_BODY, body: '{"name":"x"}' },
      { url: `${ADDRESS}/api/v1/tags/1`, method: 'DELETE', headers: KEY, body: undefined },
      { url: `${ADDRESS}/_control/state?only=tags`, method: 'GET', headers: KEY, body: undefined },
      { url: `${ADDRESS}/_control/reset`, method: 'POST', headers: WITH_BODY, body: '[]' },
    ])
  })

  test.each([
    [{ apiKeyHeader: 'X-Key' }, 'X-Key'],
    [{ serviceName: 'flow' }, 'X-FLOW-API-KEY'],
  ])('has the key in the header of %j', async (options, header) => {
    const { service, sent } = connect(() => json({}), options)
    await service.get('/tags')
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual([header, 'accept'])
  })
})

describe('options', () => {
  const KEY = 'The key is empty, or has invalid characters'
  const CONCURRENCY = 'The concurrency must be a whole number from 1 to 64'
  test.each([
    [{ apiKey: '' }, KEY],
    [{ apiKey: ' ' }, KEY],
    [{ apiKey: 'two words' }, KEY],
    [{ apiKey: 'é' }, KEY],
    [{ apiKey: 'x'.repeat(4097) }, KEY],
    [{ apiKey: 'x'.repeat(4096) }, undefined],
    [{ apiKey: '!~' }, undefined],
    [{ concurrency: 0 }, CONCURRENCY],
    [{ concurrency: 1.5 }, CONCURRENCY],
    [{ concurrency: 65 }, CONCURRENCY],
    [{ concurrency: 64 }, undefined],
    [{ concurrency: 1 }, undefined],
  ])('%j', (options, message) => {
    const make = () => connect(() => json({}), options).service.concurrency
    if (message === undefined) expect(make()).toBe(Object(options).concurrency ?? 4)
    else expect(make).toThrow(message)
  })

  test.each([
    ['requests', { requests: 2 }, '2 requests read'],
    ['bytes', { bytes: 5 * 1024 * 1024 }, '5 MB'],
    ['records', { records: 3 }, '3 records, and a running instance takes no more at once'],
  ])('a budget of %s ends', async (_what, some, what) => {
    const UNLIMITED = { bytes: 1e9, requests: 1e9, records: 1e9, values: 1e9 }
    const { service } = connect(() => new Response(JSON.stringify('x'.repeat(2 * 1024 * 1024))), {
      budget: { ...UNLIMITED, ...some },
    })
    const once = async () => {
      await service.get('/tags')
      service.countRecords(1.5)
    }
    await once()
    await once()
    const said = `The service has more than ${what}. Ask for less, or copy it into a file: npx n8n-understudy clone`
    expect((await failed(once())).message).toBe(said)
  })
})
