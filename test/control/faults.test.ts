import { describe, expect, test } from 'bun:test'
import type { FaultRule } from '../../src/testing.ts'
import { get, start, statuses } from './fault-instance.ts'

const HTML_599 =
  '<!DOCTYPE html>\n<html><head><title>599 </title></head>' +
  '<body><h1>599</h1><p>This page is where JSON should be.</p></body></html>\n'

describe('an answer of its own', () => {
  test.each<[FaultRule, number, string, Record<string, string>]>([
    [{ status: 503 }, 503, '{"message":"Service Unavailable"}', { 'content-type': 'application/json; charset=utf-8' }],
    [{ status: 500, body: { message: 'boom', code: 'x' } }, 500, '{"message":"boom","code":"x"}', {}],
    [
      { status: 502, body: '<h1>Bad gateway</h1>', headers: { 'content-type': 'text/html' } },
      502,
      '<h1>Bad gateway</h1>',
      { 'content-type': 'text/html' },
    ],
    [{ status: 200, body: null }, 200, 'null', {}],
    [{ status: 204 }, 204, '', {}],
    ...[204, 205, 304].map((status): [FaultRule, number, string, Record<string, string>] => [
      ...([{ status, body: 'none' }, status, '', {}] as const),
    ]),
    [{ status: 599 }, 599, '{"message":"Status 599"}', {}],
    [{ status: 400, body: '' }, 400, '', { 'content-type': 'text/plain; charset=utf-8' }],
    [{ malformed: 'html', status: 599 }, 599, HTML_599, { 'content-type': 'text/html; charset=utf-8' }],
    [{ malformed: 'html', status: 204 }, 204, '', {}],
    [{ retryAfter: 2 }, 429, '{"message":"Too Many Requests"}', { 'retry-after': '2' }],
    [
      { retryAfter: 'Fri, 01 May 2026 00:00:00 GMT', status: 503 },
      503,
      '{"message":"Service Unavailable"}',
      { 'retry-after': 'Fri, 01 May 2026 00:00:00 GMT' },
    ],
    [{ malformed: 'html' }, 200, '<!DOCTYPE html>', { 'content-type': 'text/html; charset=utf-8' }],
    [{ malformed: 'html', status: 502 }, 502, '<!DOCTYPE html>', {}],
  ])('%j', async (rule, status, text, headers) => {
    await using instance = await start()
    instance.faults.add(rule)
    const answer = await get(instance)
    expect([answer.status, answer.text.slice(0, text.length || 1)]).toEqual([status, text])
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value)
  })

  test('that cannot be written as JSON is a 500, and remembered as one', async () => {
    await using instance = await start({ report: () => {} })
    instance.faults.add({ status: 503, body: 1n })
    expect((await get(instance)).status).toBe(500)
    expect(instance.requests.all()).toMatchObject([{ path: '/api/v1/tags', status: 500 }])
  })

  test('does nothing else: the state stays', async () => {
    await using instance = await start()
    const before = instance.state()
    instance.faults.add({ status: 500 })
    expect((await instance.request('POST', '/api/v1/tags', { name: 'new' })).status).toBe(500)
    expect(instance.state()).toEqual(before)
  })
})

test.each([false, true])('truncates the JSON of an answer, packed or not (gzip: %p)', async gzip => {
  await using instance = await start()
  const whole = await get(instance, '/api/v1/workflows')
  instance.faults.add({ malformed: 'truncated' })
  const headers: Record<string, string> = gzip ? { 'accept-encoding': 'gzip' } : {}
  const answer = await instance.request('GET', '/api/v1/workflows', undefined, { headers })
  expect([answer.status, answer.body]).toEqual([200, undefined])
  expect(answer.text).toBe(whole.text.slice(0, answer.text.length))
  expect(answer.text.length).toBe(whole.text.length >> 1)
  for (const name of ['content-encoding', 'etag']) expect(answer.headers.get(name)).toBeNull()
})

test('a truncated answer to a write comes after the write', async () => {
  await using instance = await start()
  instance.faults.add({ malformed: 'truncated' })
  await instance.request('POST', '/api/v1/tags', { name: 'new' })
  expect(instance.state().tags?.map(({ name }) => name)).toContain('new')
})

describe('which requests a rule applies to', () => {
  test.each<[FaultRule, string[]]>([
    [{ status: 500 }, ['GET /tags', 'GET /tags/1', 'POST /tags', 'GET /workflows/1']],
    [{ operation: 'getTag', status: 500 }, ['GET /tags/1']],
    [{ path: '/tags', status: 500 }, ['GET /tags', 'POST /tags']],
    [{ path: '/tags', method: 'POST', status: 500 }, ['POST /tags']],
    [{ method: 'GET', status: 500 }, ['GET /tags', 'GET /tags/1', 'GET /workflows/1']],
    [{ path: '/api/v1/tags/:id', status: 500 }, ['GET /tags/1']],
    [{ path: '/*/1', status: 500 }, ['GET /tags/1', 'GET /workflows/1']],
    [{ path: '/workflows/2', status: 500 }, []],
  ])('%j: %j', async (rule, hit) => {
    await using instance = await start()
    instance.faults.add(rule)
    const failed: string[] = []
    for (const asked of ['GET /tags', 'GET /tags/1', 'POST /tags', 'GET /workflows/1']) {
      const [method = '', path = ''] = asked.split(' ')
      const { status } = await instance.request(method, `/api/v1${path}`, method === 'POST' ? { name: 'x' } : undefined)
      if (status === 500) failed.push(asked)
      else expect([asked, status]).toEqual([asked, method === 'POST' ? 201 : 200])
    }
    expect(failed).toEqual(hit)
  })

  test('PATCH, which version n8n-2.41 has', async () => {
    await using instance = await start({ profile: 'n8n-2.41' })
    const rule = { method: 'PATCH', status: 503 }
    expect(await instance.request('POST', '/_control/faults', rule)).toMatchObject({ status: 201, body: rule })
    expect((await instance.request('PATCH', '/api/v1/data-tables/1', { name: 'x' })).status).toBe(503)
    expect(await statuses(instance, 1)).toEqual([200])
  })

  test('it comes before the check of the key, and after routing', async () => {
    await using instance = await start()
    instance.faults.add({ status: 503 })
    const ask = async (method: string, path: string) =>
      (await instance.request(method, path, undefined, { key: null })).status
    expect(await ask('GET', '/api/v1/tags')).toBe(503)
    expect(await ask('GET', '/api/v1/Tags/')).toBe(503)
    expect(await ask('PATCH', '/api/v1/tags')).toBe(405)
    expect(await ask('GET', '/api/v1/nope')).toBe(404)
  })

  test('never to the control API, the health check and the documentation', async () => {
    await using instance = await start()
    instance.faults.add({ status: 503 })
    for (const path of ['/_control/state', '/healthz', '/api/v1/openapi.json']) {
      expect((await get(instance, path)).status).toBe(200)
    }
  })
})

describe('when a rule applies', () => {
  test.each<[FaultRule[], number[]]>([
    [[{ status: 500, times: 2 }], [500, 500, 200, 200]],
    [[{ status: 500, after: 2 }], [200, 200, 500, 500]],
    [[{ status: 500, after: 1, times: 1 }], [200, 500, 200, 200]],
    [
      [
        { status: 500, times: 1 },
        { status: 429, times: 2 },
      ],
      [500, 429, 429, 200],
    ],
    [
      [
        { status: 500, times: 1 },
        { status: 429, after: 2 },
      ],
      [500, 200, 429, 429],
    ],
    [
      [{ status: 500 }, { status: 429 }],
      [500, 500, 500, 500],
    ],
    [[{ status: 500, probability: 0 }], [200, 200, 200, 200]],
    [[{ status: 500, probability: 1 }], [500, 500, 500, 500]],
  ])('%j: %j', async (rules, expected) => {
    await using instance = await start()
    instance.faults.set({ rules })
    expect(await statuses(instance, 4)).toEqual(expected)
  })

  test('chance is the same for the same seed, and another for another', async () => {
    const rules = [{ status: 500, probability: 0.5 }]
    const runs: number[][] = []
    for (const faultSeed of [1, 1, 2]) {
      await using instance = await start({ faultSeed })
      instance.faults.set({ rules })
      runs.push(await statuses(instance, 64))
    }
    expect(runs[1]).toEqual(runs[0] as number[])
    expect(runs[2]).not.toEqual(runs[0] as number[])
    const failed = runs[0]?.filter(status => status === 500).length ?? 0
    expect(failed).toBeWithin(16, 49)
  })

  test.each<[rule: FaultRule]>([
    [{ status: 503 }],
    [{ status: 503, probability: 1 }],
    [{ status: 503, probability: 0 }],
  ])('a rule that leaves nothing to chance takes no number from the others: %j', async rule => {
    await using instance = await start()
    const rules = [
      { ...rule, path: '/tags/1' },
      { status: 500, path: '/tags', probability: 0.5 },
    ]
    const runs: number[][] = []
    for (const others of [0, 1]) {
      instance.faults.set({ rules, seed: 7 })
      const seen: number[] = []
      for (let time = 0; time < 16; time++) {
        if (others) await get(instance, '/api/v1/tags/1')
        seen.push((await get(instance)).status)
      }
      runs.push(seen)
    }
    expect(runs[1]).toEqual(runs[0] as number[])
  })

  test('setting rules begins with the seed again', async () => {
    await using instance = await start()
    const setting = { rules: [{ status: 500, probability: 0.5 }], seed: 7 }
    const runs: number[][] = []
    for (let run = 0; run < 2; run++) {
      const { body } = await instance.request('PUT', '/_control/faults', setting)
      expect(body).toMatchObject({ rules: [{ hits: 0, left: null }], seed: 7 })
      runs.push(await statuses(instance, 32))
    }
    expect(runs[1]).toEqual(runs[0] as number[])
  })
})
