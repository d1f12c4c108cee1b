import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { eventStream } from '../../src/control/events.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { MEMBER, world } from '../core/api/world.ts'

const start = () => startInstance({ fixture: world, socket: false })

/** The events as they come. */
async function* eventsOf(instance: TestInstance) {
  const headers = { [instance.apiKeyHeader]: instance.apiKey }
  const { body } = await instance.fetch('/_control/events', { headers })
  let text = ''
  for await (const chunk of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\n(?:id: \d+\n)?data: (.*)$/.exec(block) ?? []
      if (event && data) yield { event, data: JSON.parse(data) }
    }
  }
}

async function nextChange(events: AsyncGenerator<{ event: string; data: { changed: string[] } }>) {
  for await (const { event, data } of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }) {
    if (event === 'change') return data.changed
  }
}

const ADD_OUTCOME = (it: TestInstance) => it.simulation.add({ workflow: '1', error: 'x' })

test.each<[string, (instance: TestInstance) => unknown, string[]]>([
  ['a rule of the simulation', ADD_OUTCOME, ['simulation']],
  ['a simulation that is on', it => it.request('PUT', '/_control/simulation', { on: true }), ['simulation']],
  ['a write of the API', it => it.request('POST', '/api/v1/tags', { name: 'new' }), ['tags', 'requests']],
  ['a read of the API', it => it.request('GET', '/api/v1/tags', undefined, MEMBER), ['requests']],
  ['an execution', it => it.executions.add({ workflowId: '1', status: 'error' }), ['executions']],
  ['a seed', it => it.seed({ variables: [{ key: 'k', value: 'v' }] }), ['variables']],
  ['a fault rule', it => it.faults.add({ status: 500 }), ['faults']],
  ['the clock', it => it.clock.advance('1h'), ['clock']],
  ['a snapshot', it => it.snapshot('a'), ['snapshots']],
  ['a key', it => it.request('POST', '/_control/keys', { user: 'mia@example.com' }), ['apiKeys']],
])('tells of %s', async (_name, act, parts) => {
  await using instance = await start()
  const events = eventsOf(instance)
  const change = nextChange(events)
  await Bun.sleep(0)
  await act(instance)
  expect(await change).toEqual(parts)
  await events.return(undefined)
})

type Act = (instance: TestInstance) => unknown

test.each<[string, Act, Act, string[]]>([
  ['a fault rule', it => it.faults.add({ status: 500 }), it => it.faults.remove(1), ['faults']],
  ['all fault rules', it => it.faults.add({ status: 500 }), it => it.faults.clear(), ['faults']],
  [
    'a fault that is met',
    it => it.faults.add({ status: 500 }),
    it => it.request('GET', '/api/v1/tags'),
    ['faults', 'requests'],
  ],
  ['a snapshot', it => it.snapshot('a'), it => it.request('DELETE', '/_control/snapshots/a'), ['snapshots']],
  ['requests', it => it.request('GET', '/api/v1/tags'), it => it.request('DELETE', '/_control/requests'), ['requests']],
  ['a rule of the simulation', ADD_OUTCOME, it => it.simulation.remove(1), ['simulation']],
  ['all rules of the simulation', ADD_OUTCOME, it => it.simulation.clear(), ['simulation']],
  ['a reset', () => undefined, it => it.reset(), ['faults', 'requests', 'clock', 'simulation', 'clone']],
  ['the clock that stands still', it => it.clock.run(), it => it.clock.freeze(), ['clock']],
])('tells of what goes: %s', async (_name, before, act, parts) => {
  await using instance = await start()
  await before(instance)
  const events = eventsOf(instance)
  const change = nextChange(events)
  await Bun.sleep(0)
  await act(instance)
  expect(await change).toEqual(parts)
  await events.return(undefined)
})

test('tells of each request, and of many changes at once', async () => {
  await using instance = await start()
  const events = eventsOf(instance)
  const first = events.next()
  await Bun.sleep(0)
  for (let number = 0; number < 50; number++) await instance.request('POST', '/api/v1/tags', { name: `n${number}` })
  const seen = [(await first).value]
  const of = (name: string) => seen.filter(it => it?.event === name)
  // on a slow machine not all of them fall into the time for which changes are collected
  while (of('request').length < 50 || seen.at(-1)?.event !== 'change') seen.push((await events.next()).value)
  expect(of('request')).toHaveLength(50)
  for (const request of of('request')) expect(request?.data).not.toHaveProperty('body')
  expect(of('change').length).toBeLessThan(50)
  const changed = of('change').flatMap(it => it?.data.changed as string[])
  expect([...new Set(changed)].sort()).toEqual(['requests', 'tags'])
  await events.return(undefined)
})

test('ends when the instance stops', async () => {
  const instance = await start()
  const events = eventsOf(instance)
  const next = events.next()
  await Bun.sleep(0)
  await instance.stop()
  expect(await next).toMatchObject({ done: true })
})

test('begins with nothing for a key that is no longer accepted while the instance stops', async () => {
  const response = eventStream(() => () => {}, { stopped: AbortSignal.abort(), isAllowed: () => false })
  expect(await response.text()).toBe('')
})

test('ends at once where the instance is about to stop', async () => {
  await using instance = await startInstance()
  const headOf = (method: string, path: string, length: number) =>
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${instance.apiKeyHeader}: ${instance.apiKey}\r\n` +
    `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
  const body = '{"name":"new"}'
  const socket = connect(Number(new URL(instance.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(headOf('POST', '/api/v1/tags', body.length) + body.slice(0, 5))
  const answers = text(socket)
  while (instance.requests.all().length === 0) await Bun.sleep(1)
  const stopped = instance.stop()
  socket.write(body.slice(5) + headOf('GET', '/_control/events', 0))
  await stopped
  // whole, with a length or by chunks: one that is broken off has no last chunk
  expect(await answers).toMatch(/\r\n:\n\n(\r\n0\r\n\r\n)?$/)
})
