import { expect, test } from 'bun:test'
import { type Expected, matchers, type RequestPattern, startInstance } from '../../src/testing.ts'

/** An instance that was asked for as many tags, from the first. */
async function asked(count: number) {
  const instance = await startInstance({ socket: false })
  for (let id = 1; id <= count; id++) await instance.request('GET', `/api/v1/tags/${id}`)
  return instance
}
const line = (id: number) => `  request ${id}: GET /api/v1/tags/${id} (answered 404)`
const lines = (count: number) => Array.from({ length: count }, (_, at) => line(at + 1))

test.each<[count: number, expected: Expected, pass: boolean, message: string[]]>([
  [1, {}, true, ['Expected no request {}, but there was one', line(1)]],
  [2, { method: 'GET' }, true, ["Expected no request { method: 'GET' }, but there were 2", line(1), line(2)]],
  [20, {}, true, ['Expected no request {}, but there were 20', ...lines(20)]],
  [21, {}, true, ['Expected no request {}, but there were 21', ...lines(20), '  and 1 more']],
  [0, { times: 0 }, true, ['Expected no request {}, but there were 0']],
  [2, { times: 1 }, false, ['Expected one request {}, but there were 2', line(1), line(2)]],
  [1, { times: 2 }, false, ['Expected 2 requests {}, but there was one', line(1)]],
])('of %i requests those like %p: %p, with these lines', async (count, expected, pass, message) => {
  await using instance = await asked(count)
  const outcome = matchers.toHaveReceived.call(undefined, instance, expected)
  expect([outcome.pass, outcome.message().split('\n')]).toEqual([pass, message])
})

test.each<[count: number, expected: RequestPattern[], pass: boolean, message: string[]]>([
  [2, [], true, ['Expected the requests not to come in this order, but they did']],
  [2, [{}, {}], true, ['Expected the requests not to come in this order, but they did', line(1), line(2)]],
  [
    2,
    [{}, { path: '/tags/1' }],
    false,
    [
      "Expected a request { path: '/tags/1' } after request 1, but there was none. The instance received:",
      line(1),
      line(2),
    ],
  ],
  [
    1,
    [{ method: 'PUT' }, {}],
    false,
    ["Expected a request { method: 'PUT' }, but there was none. The instance received:", line(1)],
  ],
])('of %i requests in the order of %p: %p, with these lines', async (count, expected, pass, message) => {
  await using instance = await asked(count)
  const outcome = matchers.toHaveReceivedInOrder.call(undefined, instance, expected)
  expect([outcome.pass, outcome.message().split('\n')]).toEqual([pass, message])
})

test.each([
  [109, ''],
  [110, '…'],
])('a body whose name has %i letters is shown up to 120 characters', async (letters, end) => {
  await using instance = await startInstance({ socket: false })
  const body = { name: 'x'.repeat(letters) }
  await instance.request('POST', '/api/v1/tags?a=1', body)
  const { message } = matchers.toHaveReceived.call(undefined, instance, {})
  const shown = JSON.stringify(body).slice(0, 120)
  expect(message().split('\n')[1]).toBe(`  request 1: POST /api/v1/tags?a=1 (answered 400) ${shown}${end}`)
})

test.each([-1, 1.5, Number.NaN, '1' as never])('times may not be %p', async times => {
  await using instance = await asked(1)
  expect(() => matchers.toHaveReceived.call(undefined, instance, { times })).toThrow(
    new TypeError(`times must be a whole number from 0 on, not ${typeof times === 'string' ? "'1'" : times}`),
  )
})

test.each<[what: string, sent: object, pass: boolean, message: string[]]>([
  ['nothing', { name: 'x' }, true, ['Expected warnings about the requests, but there are none']],
  [
    'a field too many',
    { name: 'x', id: '1' },
    false,
    [
      'The client should look at:',
      '  POST /api/v1/tags (request 1): the body has fields that the service refuses: id (which only the service sets)',
    ],
  ],
])('toHaveNoWarnings says what is to be looked at: %s', async (_what, sent, pass, message) => {
  await using instance = await startInstance({ socket: false })
  await instance.request('POST', '/api/v1/tags', sent)
  const outcome = matchers.toHaveNoWarnings(instance)
  expect([outcome.pass, outcome.message().split('\n')]).toEqual([pass, message])
})
