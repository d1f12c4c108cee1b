import { describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCloneJob } from '../../src/control/migrate/clone-job.ts'
import { createInstance } from '../../src/instance/instance.ts'
import { startInstance } from '../../src/testing.ts'
import { storeOf } from '../core/api/memory-draft.ts'
import { ended, KEY, post, sizes, source, stateOf } from './clone-here.ts'

describe('while a clone runs', () => {
  /** A service that answers no execution until it is let go. */
  async function slow() {
    const service = await source()
    service.faults.add({ path: '/executions/:id', hang: true })
    const copy = await startInstance()
    const body = { url: service.url, apiKey: KEY, executions: 6 }
    await post(copy, body)
    while (service.requests.matching({ path: '/workflows' }).length === 0) await sleep(2)
    while (!(await stateOf(copy)).progress.some(({ part }) => part === 'executions')) await sleep(2)
    return {
      service,
      copy,
      body,
      /** What waits is dropped, and asked again. */
      letGo: () => service.reset(),
      async [Symbol.asyncDispose]() {
        await copy.stop()
        await service.stop()
      },
    }
  }

  test('it is shown how far it is, the instance answers, and no second one begins', async () => {
    await using it = await slow()
    const state = await stateOf(it.copy)
    expect(state).toMatchObject({ status: 'running', url: it.service.url })
    expect(state.progress).toContainEqual({ part: 'executions', done: 0, total: 6 })
    expect((await it.copy.request('GET', '/api/v1/workflows')).body).toMatchObject({ data: [] })
    const second = await post(it.copy, it.body)
    expect([second.status, second.text]).toEqual([409, expect.stringContaining('A clone is running')])
  })

  test('a cancel ends it: nothing is asked any more, nothing is put in, and another one may begin', async () => {
    await using it = await slow()
    const cancelled = (await it.copy.request('DELETE', '/_control/clone')).body
    expect(cancelled).toMatchObject({ status: 'cancelled' })
    await it.letGo()
    await sleep(50)
    const asked = it.service.requests.all().length
    await sleep(50)
    expect(it.service.requests.all().length).toBe(asked)
    expect(it.copy.state().workflows).toEqual([])
    expect((await post(it.copy, it.body)).status).toBe(202)
    expect(await ended(it.copy)).toMatchObject({ status: 'done', counts: sizes })
  })

  test('what somebody else makes meanwhile stays, and nothing of the clone comes to it', async () => {
    await using it = await slow()
    await it.copy.request('POST', '/api/v1/tags', { name: 'mine' })
    const before = it.copy.state()
    await it.letGo()
    expect(await ended(it.copy)).toMatchObject({
      status: 'failed',
      error: 'The instance is not empty: a clone needs an empty one',
    })
    expect(it.copy.state()).toEqual(before)
  })

  test('a reset ends it', async () => {
    await using it = await slow()
    await it.copy.reset()
    await it.letGo()
    await sleep(50)
    expect(await stateOf(it.copy)).toEqual({ status: 'none', progress: [] })
    expect(it.copy.state().workflows).toEqual([])
  })

  test('a stop does not wait for it', async () => {
    await using it = await slow()
    const stopped = await Promise.race([it.copy.stop().then(() => 'stopped'), sleep(10_000)])
    expect(stopped).toBe('stopped')
  })

  test('its progress is told as a change', async () => {
    await using it = await slow()
    const stream = await fetch(`${it.copy.url}/_control/events`, { headers: { 'x-n8n-api-key': it.copy.apiKey } })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await it.letGo()
    let told = ''
    while (!/"changed":\[[^\]]*"clone"/.test(told)) told += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(told).toContain('event: change')
  })
})

test('the end of the instance cancels it', async () => {
  await using service = await source()
  service.faults.add({ path: '/workflows', hang: true })
  const options = { serviceName: 'n8n', fixtures: [], control: true, page: false, allowHosts: [], report() {} }
  const { control, stop } = await createInstance(options)
  expect(await control?.clone.start({ url: service.url, apiKey: KEY })).toMatchObject({ status: 'running' })
  await stop()
  expect(control?.clone.state()).toMatchObject({ status: 'cancelled' })
})

test.each([
  ['before all of it is being put in ends it', 'before', 'cancelled', 'cancelled', false],
  ['while it is being put in comes too late', 'during', 'running', 'done', true],
] as const)('a cancel %s', async (_what, moment, answered, outcome, isIn) => {
  await using service = await source()
  const { data } = storeOf()
  let shown: string | undefined
  let wasPutIn = false
  const job = createCloneJob({
    data,
    // no request can be timed to meet the moment
    async insert(_fixture, _source, check) {
      if (moment === 'before') shown = job.cancel().status
      check(data)
      if (moment === 'during') shown = job.cancel().status
      wasPutIn = true
    },
  })
  await job.start({ url: service.url, apiKey: KEY })
  while (job.state().status === 'running') await sleep(5)
  await sleep(0)
  expect([shown, job.state().status, wasPutIn]).toEqual([answered, outcome, isIn])
})

test('its start and its end are changes, and an unexpected failure is one sentence', async () => {
  await using service = await source()
  let last = 0
  const insert = () => {
    last = job.revision
    return Promise.reject(new Error('ENOSPC: /var/secret'))
  }
  const job = createCloneJob({ data: storeOf().data, insert })
  const before = job.revision
  await job.start({ url: service.url, apiKey: KEY })
  const begun = job.revision
  while (job.state().status === 'running') await sleep(1)
  expect([begun, job.revision]).toEqual([before + 1, last + 1])
  expect(job.state()).toMatchObject({ status: 'failed', error: 'The copy could not be imported' })
})

test('cancelling nothing changes nothing', async () => {
  await using copy = await startInstance()
  const { status, body } = await copy.request('DELETE', '/_control/clone')
  expect([status, body]).toEqual([200, { status: 'none', progress: [] }])
})
