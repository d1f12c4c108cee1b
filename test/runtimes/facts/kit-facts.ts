import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { aWorkflow, createGitRemote, matchers, startInstance } from '../../../src/testing.ts'

const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }

/** The test kit on any runtime: facts that one could break. */
export const kitFacts: Record<string, () => Promise<void>> = {
  'resets a connection in the middle of an answer': async () => {
    await using instance = await startInstance({ fixture: { workflows: [aWorkflow()] } })
    instance.faults.add({ operation: 'getWorkflows', drop: 'middle' })
    const answer = await fetch(`${instance.url}/api/v1/workflows`, { headers })
    assert.equal(answer.status, 200)
    await assert.rejects(answer.text())
  },
  'lets no client have an answer that is dropped before': async () => {
    await using instance = await startInstance()
    instance.faults.add({ operation: 'createTag', drop: 'before' })
    // on Deno the status line is sent first
    const asked = fetch(`${instance.url}/api/v1/tags`, { method: 'POST', headers, body: '{"name":"x"}' })
    await assert.rejects(asked.then(answer => answer.json()))
    assert.deepEqual(instance.state('tags').tags, [])
    const [request] = instance.requests.all()
    assert.deepEqual([request?.status, request?.user], [0, 'owner@example.com'])
  },
  'leaves a client hanging until it gives up': async () => {
    await using instance = await startInstance()
    instance.faults.add({ hang: true })
    const signal = AbortSignal.timeout(100)
    await assert.rejects(fetch(`${instance.url}/api/v1/tags`, { headers, signal }), { name: 'TimeoutError' })
  },
  'leaves a client without a socket hanging, too': async () => {
    await using instance = await startInstance({ socket: false })
    instance.faults.add({ hang: true })
    const signal = AbortSignal.timeout(100)
    await assert.rejects(instance.fetch('/api/v1/tags', { headers, signal }), { name: 'TimeoutError' })
  },
  'answers JSON that breaks off, as a whole response': async () => {
    await using instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
    const whole = await (await fetch(`${instance.url}/api/v1/tags`, { headers })).text()
    instance.faults.add({ operation: 'getTags', malformed: 'truncated' })
    const cut = await (await fetch(`${instance.url}/api/v1/tags`, { headers })).text()
    assert.equal(cut, whole.slice(0, whole.length >> 1))
  },
  'answers what is running when it stops, and nothing else from then on': async () => {
    const instance = await startInstance()
    const asked = request(`${instance.url}/api/v1/tags`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 15 },
    })
    const answered = once(asked, 'response')
    asked.write('{"name"')
    while (instance.requests.all().length === 0) await setTimeout(1)
    const stopped = instance.stop()
    asked.end(':"last"}')
    const [answer] = await answered
    assert.equal(answer.statusCode, 201)
    answer.resume()
    await stopped
    await assert.rejects(fetch(`${instance.url}/api/v1/tags`, { headers }))
  },
  'says that a port is in use, and leaves it to whom it belongs': async () => {
    await using instance = await startInstance()
    const port = Number(new URL(instance.url).port)
    await assert.rejects(startInstance({ port }), /EADDRINUSE|AddrInUse|in use/i)
    assert.equal((await fetch(`${instance.url}/healthz`)).status, 200)
  },
  'streams requests as they are answered, and stops all the same': async () => {
    const instance = await startInstance()
    const stream = await fetch(`${instance.url}/_control/requests?stream`, { headers })
    const text = stream.text()
    await (await fetch(`${instance.url}/api/v1/tags`, { headers })).text()
    await instance.stop()
    assert.match(await text, /event: request\nid: 1\ndata: \{"id":1,/)
  },
  'makes executions, moves time, takes snapshots, resets': async () => {
    const fixture = { workflows: [aWorkflow({ id: '1' })] }
    await using instance = await startInstance({ fixture, clock: '2026-01-01', idSeed: 'a' })
    const before = instance.state()
    instance.clock.advance('1h')
    await instance.executions.add({ workflowId: '1', status: 'error', error: 'boom' })
    instance.snapshot('one')
    assert.equal(instance.state().executions?.[0]?.startedAt, '2026-01-01T01:00:00.000Z')
    await instance.reset()
    assert.deepEqual(instance.state(), before)
    await instance.restore('one')
    assert.equal(instance.state().executions?.length, 1)
  },
  'knows what it received': async () => {
    await using instance = await startInstance({ socket: false })
    await instance.request('POST', '/api/v1/tags', { name: 'urgent', id: '1' })
    const received = (name: string) => matchers.toHaveReceived.call(undefined, instance, { body: { name } })
    assert.deepEqual([received('urgent').pass, received('other').pass], [true, false])
    assert.equal(instance.requests.warnings().length, 1)
  },
  'pulls from a repository that a test wrote': async () => {
    await using remote = await createGitRemote()
    await remote.commit({ 'workflows/1.json': { ...aWorkflow({ name: 'pulled' }), id: '1' } })
    await using instance = await startInstance({ gitRemote: remote.url, socket: false })
    assert.equal((await instance.request('POST', '/api/v1/source-control/pull', {})).status, 200)
    assert.equal(instance.state('workflows').workflows?.[0]?.name, 'pulled')
  },
}
