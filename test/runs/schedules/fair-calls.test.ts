import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { called, fields, node, playing } from './playing.ts'

const HELD = 'https://held.example.com/'
const asking = node('Ask', 'httpRequest', { url: HELD, options: {} }, { typeVersion: 4.2 })

/** An instance whose workflow `costly` runs for as long as its test wants: at most two of its runs begin. */
async function held(options: object = {}) {
  const begun: (() => void)[] = []
  const ofNext: ((count: number) => void)[] = []
  const instance = await playing([called('costly', [asking]), called('innocent', [fields('Set', { a: 1 })])], {
    http: [
      {
        url: HELD,
        handle: () =>
          new Promise<Response>(resolve => {
            begun.push(() => resolve(Response.json({ answered: true })))
            for (const tell of ofNext.splice(0)) tell(begun.length)
          }),
      },
    ],
    ...options,
  })
  const call = (path: string, init: RequestInit = {}) =>
    instance.fetch(`/webhook/${path}`, { method: 'POST', body: '{}', ...init })
  return Object.assign(instance, {
    post: call,
    /** Resolves when this number of runs has begun. */
    async begun(count: number) {
      while (begun.length < count) await new Promise<number>(resolve => ofNext.push(resolve))
    },
    running: () => begun.length,
    end: () => {
      for (const end of begun.splice(0)) end()
    },
  })
}

test('while a costly webhook is called again and again, others are served', async () => {
  await using instance = await held()
  const costly = Array.from({ length: 30 }, () => instance.post('costly'))
  await instance.begun(2)
  for (let n = 0; n < 5; n++) {
    const answer = await instance.post('innocent')
    expect([answer.status, await answer.json()]).toEqual([200, { a: 1 }])
    expect(instance.running()).toBe(2)
    // the next two: a run that is held for ten seconds is stopped, and a busy machine may take as long for five calls
    instance.end()
    await instance.begun(2)
  }
  expect((await instance.request('GET', '/api/v1/executions')).status).toBe(200)
  expect((await instance.request('GET', '/_control/clock')).status).toBe(200)
  let isDone = false
  const all = Promise.all(costly).finally(() => {
    isDone = true
  })
  while (!isDone) {
    instance.end()
    await new Promise(resolve => setTimeout(resolve))
  }
  expect((await all).map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('calls with large bodies are computed one at a time, and others beside them', async () => {
  await using instance = await held()
  const body = JSON.stringify({ text: 'x'.repeat(5_000_000) })
  const large = [instance.post('costly', { body }), instance.post('costly', { body })]
  await instance.begun(1)
  for (let n = 0; n < 5; n++) expect((await instance.post('innocent')).status).toBe(200)
  expect(instance.running()).toBe(1)
  instance.end()
  await instance.begun(1)
  instance.end()
  expect((await Promise.all(large)).map(({ status }) => status)).toEqual([200, 200])
})

test('one workflow has 500 calls waiting, and the next is told to come again', async () => {
  await using instance = await held()
  const refused = Promise.withResolvers<Response>()
  const left = new AbortController()
  const costly = Array.from({ length: 503 }, () =>
    instance.post('costly', { signal: left.signal }).then(
      answer => void refused.resolve(answer),
      () => {},
    ),
  )
  const answer = await refused.promise
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '1',
    { message: '500 runs of this workflow wait to be computed: try again later' },
  ])
  expect((await instance.post('innocent')).status).toBe(200)
  left.abort()
  await Promise.all(costly)
})

test('what waits when the instance stops is told to come again, and nothing of it is reported', async () => {
  const reported: unknown[] = []
  const instance = await held({ report: (message: unknown) => reported.push(message) })
  const answers = Array.from({ length: 5 }, () => instance.post('costly').then(({ status }) => status, String))
  await instance.begun(2)
  const stopped = instance.stop()
  instance.end()
  await stopped
  expect((await Promise.all(answers)).filter(status => status === 500)).toEqual([])
  expect(reported).toEqual([])
})

test('a run that has not begun when its caller goes is not run', async () => {
  await using instance = await held({ socket: true })
  const { port } = new URL(instance.url)
  const first = [instance.post('costly'), instance.post('costly')]
  await instance.begun(2)
  const gone = connect(Number(port), '127.0.0.1')
  gone.write(
    `POST /webhook/costly HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  )
  await new Promise(resolve => gone.write('', resolve))
  // one that comes later is served while that one waits
  expect((await instance.post('innocent')).status).toBe(200)
  gone.destroy()
  const statuses = () => instance.requests.all().map(({ status }) => status)
  while (!statuses().includes(503)) await new Promise(resolve => setTimeout(resolve, 5))
  instance.end()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  expect(
    instance
      .stored()
      .map(({ workflowId }) => workflowId)
      .toSorted(),
  ).toEqual(['costly', 'costly', 'innocent'])
})
