import { describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../../src/testing.ts'

const hook = (path: string) => ({
  id: 'h',
  name: 'Hook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  position: [0, 0],
  webhookId: 'hook',
  parameters: { path },
})
const workflow = { name: 'W', nodes: [hook('orders')], connections: {}, settings: {} }
const AT = '2026-05-01T00:00:00.000Z'
const start = (options = {}) =>
  startInstance({ profile: 'n8n-2.41', simulate: true, clock: AT, socket: false, ...options })
const send = (instance: TestInstance, method: string, path: string, body?: unknown) =>
  instance.request(method, `/api/v1/workflows${path}`, body)

async function published(instance: TestInstance): Promise<string> {
  const { id } = Object((await send(instance, 'POST', '', workflow)).body)
  expect((await send(instance, 'POST', `/${id}/activate`)).status).toBe(200)
  return id
}
const called = async (instance: TestInstance) => (await instance.fetch('/webhook/orders')).status
const BEING_UNPUBLISHED = {
  status: 409,
  body: { message: 'Workflow is still being unpublished. Please try again in a few moments.' },
}

describe('with a publish delay', () => {
  test('a published webhook is 404 until it has passed, by the clock of the instance', async () => {
    await using instance = await start({ publishDelay: 500 })
    await published(instance)
    expect(await called(instance)).toBe(404)
    await instance.clock.advance(499)
    expect(await called(instance)).toBe(404)
    await instance.clock.advance(1)
    expect(await called(instance)).toBe(200)
  })

  test('an unpublished workflow is not deleted until it has passed', async () => {
    await using instance = await start({ publishDelay: 500 })
    const id = await published(instance)
    await send(instance, 'POST', `/${id}/deactivate`)
    expect(await send(instance, 'DELETE', `/${id}`)).toMatchObject(BEING_UNPUBLISHED)
    expect(instance.state().workflows).toHaveLength(1)
    await instance.clock.advance(500)
    expect((await send(instance, 'DELETE', `/${id}`)).status).toBe(200)
  })

  test('one that was archived, or never published, is deleted at once', async () => {
    await using instance = await start({ publishDelay: 500 })
    const id = await published(instance)
    await send(instance, 'POST', `/${id}/archive`)
    expect((await send(instance, 'DELETE', `/${id}`)).status).toBe(200)
    const draft = Object((await send(instance, 'POST', '', workflow)).body)
    expect((await send(instance, 'DELETE', `/${draft.id}`)).status).toBe(200)
  })

  test('a workflow of a fixture has been published before', async () => {
    const fixture = { workflows: [{ ...workflow, id: '1', active: true }] } as never
    await using instance = await start({ publishDelay: 500, fixture })
    expect(await called(instance)).toBe(200)
  })
})

test('without one, both are at once', async () => {
  await using instance = await start()
  const id = await published(instance)
  expect(await called(instance)).toBe(200)
  await send(instance, 'POST', `/${id}/deactivate`)
  expect((await send(instance, 'DELETE', `/${id}`)).status).toBe(200)
})

test('versions that do not publish have none', async () => {
  await using instance = await start({ profile: 'n8n-1.123', publishDelay: 500 })
  await published(instance)
  expect(await called(instance)).toBe(200)
})

test('the control API sets it, and a reset goes back to that of the start', async () => {
  await using instance = await start({ publishDelay: 300 })
  const read = async () => (await instance.request('GET', '/_control/publish-delay')).body
  expect(await read()).toEqual({ milliseconds: 300 })
  const set = (milliseconds: unknown) => instance.request('PUT', '/_control/publish-delay', { milliseconds })
  expect(await set(0)).toMatchObject({ status: 200, body: { milliseconds: 0 } })
  await published(instance)
  expect(await called(instance)).toBe(200)
  for (const wrong of [-1, 60_001, 0.5, '5', null]) expect((await set(wrong)).status).toBe(400)
  expect(await read()).toEqual({ milliseconds: 0 })
  await instance.reset()
  expect(await read()).toEqual({ milliseconds: 300 })
})

test.each([-1, 60_001, 0.5, '500'])('a publish delay of %p is refused at the start', async publishDelay => {
  expect(start({ publishDelay })).rejects.toThrow('publishDelay must be a whole number from 0 to 60000')
})
