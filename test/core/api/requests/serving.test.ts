import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import type { Store } from '../../../../src/core/base/store.ts'
import { type Context, perInstance } from '../../../../src/core/http/context.ts'
import { holdUntil } from '../../../../src/core/http/hold-until.ts'
import { forgetUses, keepKeyUses, useOf } from '../../../../src/core/http/key-uses.ts'
import { type Operation, pick } from '../../../../src/core/http/operation.ts'
import { requestIdOf } from '../../../../src/core/http/request-id.ts'
import { servedText } from '../../../../src/core/http/served-text.ts'
import { dialectOf, type Version } from '../../../../src/core/http/version.ts'
import { type Collections, layout, type Values } from '../../../../src/core/model/document.ts'
import { createMemoryStore } from '../../../../src/core/storage/memory-store.ts'

const ask = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })

describe('a service that is being made', () => {
  test('holds requests until it is ready, and none from then on', async () => {
    const ready = Promise.withResolvers<() => Response>()
    const fetch = holdUntil(ready.promise)
    const held = fetch(ask())
    ready.resolve(() => new Response('made'))
    expect(await (await held).text()).toBe('made')
    expect(fetch(ask())).toBeInstanceOf(Response)
  })

  test('answers 503 where it cannot be made', async () => {
    const fetch = holdUntil(Promise.reject(new Error('a secret')))
    for (let n = 0; n < 2; n++) {
      const answer = await fetch(ask())
      expect([answer.status, await answer.json()]).toEqual([503, { message: 'The instance could not be started' }])
    }
  })
})

describe('the last use of a key', () => {
  const at = (time: string) => Date.parse(`2026-01-01T${time}Z`)
  const written = (time: string) => new Date(at(time)).toISOString()

  function start(lastUsedAt?: string) {
    const key = { id: 'k', userId: 'u', label: 'l', hash: 'h', createdAt: written('00:00:00') }
    const apiKeys = [{ ...key, ...(lastUsedAt ? { lastUsedAt: written(lastUsedAt) } : {}) }]
    const store = createMemoryStore<Collections, Values>(layout, { apiKeys })
    const reports: string[] = []
    return { store, reports, uses: keepKeyUses(store, message => reports.push(message)) }
  }

  test.each<{ name: string; before?: string; used?: string; after: string }>([
    { name: 'is written where there is none', used: '12:00:00', after: '12:00:00' },
    { name: 'is not written where the key was not used', before: '12:00:00', after: '12:00:00' },
    { name: 'is not written sooner than after five minutes', before: '12:00:00', used: '12:04:59', after: '12:00:00' },
    { name: 'is written after five minutes', before: '12:00:00', used: '12:05:00', after: '12:05:00' },
    { name: 'is written where the clock was set back', before: '12:00:00', used: '11:55:00', after: '11:55:00' },
    {
      name: 'is not written where the clock was set back a little',
      before: '12:00:00',
      used: '11:55:01',
      after: '12:00:00',
    },
  ])('$name', async ({ before, used, after }) => {
    const { store, uses, reports } = start(before)
    useOf('gone', store).at = at('12:00:00')
    useOf('k', store).at = used === undefined ? undefined : at(used)
    const { revision } = store.data.apiKeys
    await uses.stop()
    expect([store.data.apiKeys.get('k')?.lastUsedAt, reports]).toEqual([after && written(after), []])
    expect(store.data.apiKeys.revision === revision).toBe(before === after)
    expect(store.data.apiKeys.has('gone')).toBe(false)
  })

  test('is one for each key and store, and can be forgotten', async () => {
    const [one, other] = [start(), start()]
    useOf('k', one.store).at = at('12:00:00')
    expect([useOf('k', one.store).at, useOf('l', one.store).at, useOf('k', other.store).at]).toEqual([
      at('12:00:00'),
      undefined,
      undefined,
    ])
    forgetUses(other.store)
    expect(useOf('k', one.store).at).toBe(at('12:00:00'))
    forgetUses(one.store)
    expect(useOf('k', one.store).at).toBeUndefined()
    await Promise.all([one.uses.stop(), other.uses.stop()])
  })

  test('that cannot be written is reported', async () => {
    const reports: string[] = []
    const update = () => Promise.reject(new Error('the disk is full'))
    await keepKeyUses({ update } as unknown as Store<Collections, Values>, message => reports.push(message)).stop()
    expect(reports).toEqual(['The last use of API keys was not written: the disk is full'])
  })
})

describe('a text', () => {
  test('is made once, and sent packed, plain or not at all', async () => {
    let made = 0
    const serve = servedText(() => {
      made++
      return { text: 'é', type: 'text/x', headers: { 'x-own': '1', 'cache-control': 'max-age=1' } }
    })
    const plain = await serve(ask())
    const etag = plain.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const headers = {
      'cache-control': 'max-age=1',
      'content-type': 'text/x',
      etag,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-own': '1',
    }
    expect([plain.status, await plain.text(), Object.fromEntries(plain.headers)]).toEqual([200, 'é', headers])
    const packed = await serve(ask({ 'accept-encoding': 'gzip' }))
    expect(Object.fromEntries(packed.headers)).toEqual({ ...headers, 'content-encoding': 'gzip' })
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe('é')
    const same = await serve(ask({ 'if-none-match': etag, 'accept-encoding': 'gzip' }))
    expect([same.status, await same.text(), Object.fromEntries(same.headers)]).toEqual([304, '', headers])
    expect((await serve(ask({ 'if-none-match': '"other"' }))).status).toBe(200)
    expect(made).toBe(1)
  })

  test('is asked for again each time where nothing else is said', async () => {
    const answer = await servedText(() => ({ text: '', type: 'text/x' }))(ask())
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })
})

test('a value of each instance is made when it is first asked for, and once', () => {
  let made = 0
  const numberOf = perInstance(() => ++made)
  const [one, other] = [{} as Context, {} as Context]
  expect(made).toBe(0)
  expect([numberOf(one), numberOf(one), numberOf(other), numberOf(one)]).toEqual([1, 1, 2, 1])
})

test('a request has one name in the log, and another has another', () => {
  const [one, other] = [ask(), ask()]
  expect(requestIdOf(one)).toMatch(/^[0-9a-f]{6}-\d+$/)
  expect(requestIdOf(one)).toBe(requestIdOf(one))
  const [first, second] = [one, other].map(requestIdOf).map(id => id.split('-'))
  expect([second?.[0], Number(second?.[1])]).toEqual([first?.[0], Number(first?.[1]) + 1])
})

test('operations are picked in the order of their ids, and unknown ones refused', () => {
  const operations = ['a', 'b', 'c'].map(id => ({ id }) as Operation)
  expect(pick(operations, 'c', 'a').map(({ id }) => id)).toEqual(['c', 'a'])
  expect(() => pick(operations, 'a', 'd')).toThrow('There is no operation d to pick')
})

test('an operation has the dialect that it names, or the first, and an unknown one is refused', () => {
  const version = { dialects: { first: { name: 1 }, second: { name: 2 } } } as unknown as Version
  const of = (dialect?: string) => dialectOf(version, { id: 'getIt', dialect } as Operation) as unknown
  expect([of(), of('second')]).toEqual([{ name: 1 }, { name: 2 }])
  expect(() => of('third')).toThrow('The operation getIt names the unknown dialect third')
})
