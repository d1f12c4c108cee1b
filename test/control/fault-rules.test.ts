import { describe, expect, test } from 'bun:test'
import type { FaultRule } from '../../src/testing.ts'
import { get, start, statuses } from './fault-instance.ts'

describe('fault rules', () => {
  test('are listed, replaced and deleted', async () => {
    await using instance = await start({ faultSeed: 3 })
    expect((await instance.request('GET', '/_control/faults')).body).toEqual({ rules: [], seed: 3 })
    const rule = { operation: 'getTags', status: 500, times: 1 }
    const planned = { rules: [{ id: 1, ...rule, hits: 0, left: 1 }], seed: 3 }
    expect((await instance.request('PUT', '/_control/faults', { rules: [rule] })).body).toEqual(planned)
    expect((await instance.request('GET', '/_control/faults')).body).toEqual(planned)
    expect((await instance.request('DELETE', '/_control/faults')).body).toEqual({ rules: [], seed: 3 })
    expect(await statuses(instance, 1)).toEqual([200])
  })

  test('are added one at a time, and the others count on', async () => {
    await using instance = await start()
    const add = (rule: FaultRule) => instance.request('POST', '/_control/faults', rule)
    expect(await add({ path: '/tags', status: 500, times: 1 })).toMatchObject({
      status: 201,
      body: { id: 1, path: '/tags', status: 500, times: 1, hits: 0, left: 1 },
    })
    expect(await statuses(instance, 2)).toEqual([500, 200])
    await add({ path: '/tags', status: 503, times: 2 })
    expect(await statuses(instance, 1)).toEqual([503])
    expect((await instance.request('GET', '/_control/faults')).body).toMatchObject({
      rules: [
        { id: 1, hits: 1, left: 0 },
        { id: 2, hits: 1, left: 1 },
      ],
    })
  })

  test('are taken away one at a time, and the others count on', async () => {
    await using instance = await start()
    const [first, second] = [instance.faults.add({ status: 500, times: 1 }), instance.faults.add({ status: 503 })]
    expect(await statuses(instance, 2)).toEqual([500, 503])
    const removed = await instance.request('DELETE', `/_control/faults/${second.id}`)
    expect([removed.status, removed.body]).toEqual([200, { id: 2, status: 503, hits: 1, left: null }])
    expect(await statuses(instance, 1)).toEqual([200])
    expect(instance.faults.rules).toEqual([{ id: first.id, status: 500, times: 1, hits: 1, left: 0 }])
    expect((await instance.request('DELETE', `/_control/faults/${second.id}`)).status).toBe(404)
    expect((await instance.request('DELETE', '/_control/faults/x')).status).toBe(400)
  })

  test('given back whole, with their ids, they count on', async () => {
    await using instance = await start()
    instance.faults.add({ status: 500, times: 1 })
    await get(instance)
    const { rules } = (await instance.request('GET', '/_control/faults')).body as { rules: FaultRule[] }
    const set = await instance.request('PUT', '/_control/faults', { rules: [...rules, { status: 503, times: 1 }] })
    expect(set.body).toMatchObject({
      rules: [
        { id: 1, left: 0 },
        { id: 2, left: 1 },
      ],
    })
    expect(await statuses(instance, 2)).toEqual([503, 200])
    const twice = await instance.request('PUT', '/_control/faults', { rules: [...rules, ...rules] })
    expect([twice.status, twice.body]).toEqual([400, { message: 'request/body/rules has the same id twice' }])
  })

  test('are a thousand at most', async () => {
    await using instance = await start()
    instance.faults.set({ rules: Array.from({ length: 1000 }, () => ({ status: 500 })) })
    expect((await instance.request('POST', '/_control/faults', { status: 500 })).status).toBe(409)
  })

  test.each<[unknown, string]>([
    [{}, "request/body must have required property 'rules'"],
    [
      { rules: [{ operation: 'getTagz', status: 500 }] },
      'request/body/rules/0/operation: there is no operation "getTagz"; did you mean getTags?',
    ],
    [{ rules: [{ status: 99 }] }, 'request/body/rules/0/status must be >= 200'],
    [{ rules: [{ status: 500, probabilty: 1 }] }, 'request/body/rules/0/probabilty is not a known property'],
    [{ rules: [{ status: 500, probability: 2 }] }, 'request/body/rules/0/probability must be <= 1'],
    [{ rules: [{ status: 500, times: 0 }] }, 'request/body/rules/0/times must be >= 1'],
    [{ rules: [{ path: 'tags', status: 500 }] }, 'request/body/rules/0/path must match pattern'],
    [{ rules: [{ drop: 'after' }] }, 'request/body/rules/0/drop must be equal to one of'],
    [{ rules: [{ times: 1 }] }, 'request/body/rules/0 needs status, retryAfter, delay, drop, malformed or hang'],
    [{ rules: [{ drop: 'before', hang: true }] }, 'request/body/rules/0 has more than one of drop, malformed and hang'],
    [{ rules: [{ delay: [9, 1] }] }, 'request/body/rules/0 has a delay whose first number is larger than its second'],
    [{ rules: [{ delay: 1e9 }] }, 'request/body/rules/0/delay must be a number of milliseconds up to 600000'],
    [{ rules: [{ delay: 1, body: 'x' }] }, 'request/body/rules/0 has a body or headers, so it needs a status'],
    [{ rules: [{ status: 500, headers: { 'a b': 'x' } }] }, 'request/body/rules/0 has a header that cannot be sent'],
    [{ rules: [{ retryAfter: 'bald ☃' }] }, 'request/body/rules/0 has a header that cannot be sent'],
    [{ rules: [{ retryAfter: 'a\r\nb' }] }, 'request/body/rules/0 has a header that cannot be sent'],
    [
      { rules: [{ status: 500, path: '/x', operation: 'getTags' }] },
      'request/body/rules/0 has an operation and a method or path',
    ],
    [{ rules: [], seed: -1 }, 'request/body/seed must be >= 0'],
  ])('%j is refused, and the rules before stay', async (setting, message) => {
    await using instance = await start()
    instance.faults.add({ status: 503 })
    const answer = await instance.request('PUT', '/_control/faults', setting)
    expect([answer.status, answer.body]).toEqual([400, { message: expect.stringContaining(message) }])
    expect(await statuses(instance, 1)).toEqual([503])
  })

  test('are checked by the test kit, too', async () => {
    await using instance = await start()
    expect(() => instance.faults.add({ operation: 'nope' } as never)).toThrow('fault/operation must be equal')
  })
})
