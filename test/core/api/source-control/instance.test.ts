import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGitRemote } from '../../../../src/core/git/temporary-remote.ts'
import { startInstance } from '../../../../src/testing.ts'
import { workflowFile } from './setting.ts'

const PULL = '/api/v1/source-control/pull'

/** A git server that takes the request and says nothing, until it is let go. */
async function silentRemote() {
  const server = createServer(() => called.resolve())
  const called = Promise.withResolvers<void>()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/flows.git`,
    called: called.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

describe('an instance that is connected to a repository', () => {
  test('answers what a pull changed, then that nothing has', async () => {
    await using remote = await createGitRemote()
    await remote.commit({ 'workflows/w1.json': workflowFile('w1', 'Pulled') })
    await using instance = await startInstance({ gitRemote: remote.path })
    const first = await instance.request('POST', PULL, {})
    expect(first).toMatchObject({ status: 200, body: { workflows: [{ id: 'w1', name: 'Pulled' }] } })
    const second = await instance.request('POST', PULL, {})
    expect(second).toMatchObject({ status: 200, body: { workflows: [], tags: { tags: [], mappings: [] } } })
    expect((await instance.request('GET', '/api/v1/workflows/w1')).body).toMatchObject({
      name: 'Pulled',
      active: false,
    })
  })

  test('answers an array of files in profile n8n-1.41', async () => {
    await using remote = await createGitRemote()
    await remote.commit({ 'workflows/w1.json': workflowFile('w1', 'Pulled') })
    await using instance = await startInstance({ gitRemote: remote.path, profile: 'n8n-1.41' })
    const { status, body } = await instance.request('POST', PULL, { force: true })
    expect({ status, isList: Array.isArray(body) }).toEqual({ status: 200, isList: true })
  })

  test('answers 409 to a second pull while one runs', async () => {
    await using remote = await silentRemote()
    await using instance = await startInstance({ gitRemote: remote.url })
    const first = instance.request('POST', PULL, {})
    await remote.called
    expect(await instance.request('POST', PULL, {})).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await instance.request('POST', '/_control/reset')
    await first
  })

  test('calls a pull off when it is reset, and the next one starts afresh', async () => {
    await using remote = await silentRemote()
    await using instance = await startInstance({ gitRemote: remote.url })
    const before = (await instance.request('GET', '/_control/state')).text
    const pull = instance.request('POST', PULL, {})
    await remote.called
    expect((await instance.request('POST', '/_control/reset')).status).toBe(200)
    expect((await pull).status).toBe(409)
    expect((await instance.request('GET', '/_control/state')).text).toBe(before)
  })

  test('stops while a pull runs', async () => {
    await using remote = await silentRemote()
    const instance = await startInstance({ gitRemote: remote.url })
    const pull = instance.request('POST', PULL, {})
    await remote.called
    await instance.stop()
    expect((await pull).status).toBe(409)
  })
})

describe('an instance that is not', () => {
  test.each([
    ['contract', { message: 'Source Control is not connected to a repository' }],
    ['n8n-1.41', { status: 'Error', message: 'Source Control is not connected to a repository' }],
  ] as const)('answers 400 in profile %s', async (profile, body) => {
    await using instance = await startInstance({ profile })
    expect(await instance.request('POST', PULL, {})).toMatchObject({ status: 400, body })
  })
})

describe('an instance without a licence for source control', () => {
  test.each([
    ['contract', { message: 'Source Control feature is not licensed' }],
    ['n8n-1.41', { status: 'Error', message: 'Source Control feature is not licensed' }],
  ] as const)('answers 401 in profile %s, after the body was checked', async (profile, body) => {
    await using instance = await startInstance({ profile, sourceControl: false })
    expect(await instance.request('POST', PULL, {})).toMatchObject({ status: 401, body })
    expect((await instance.request('POST', PULL, { force: 'yes' })).status).toBe(400)
  })
})
