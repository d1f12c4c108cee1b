import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import orders from '../../../docs/examples/workflows/orders.json' with { type: 'json' }
import type { RecordingFiles } from '../../../src/runs/tests/recording-files.ts'
import type { TestCase } from '../../../src/runs/tests/test-file.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { runCli, temporaryFolder } from '../../commands/run-cli.ts'
import { node } from '../../runs/tests/workflows.ts'

const set = (values: Record<string, string>) => ({
  assignments: {
    assignments: Object.entries(values).map(([name, value]) => ({ id: name, name, value, type: 'string' })),
  },
})
/** Nodes, each connected to the next one. */
const chain = (id: string, name: string, ...nodes: ReturnType<typeof node>[]) => ({
  id,
  name,
  nodes,
  connections: Object.fromEntries(
    nodes.slice(1).map((to, at) => [nodes[at]?.name, { main: [[{ node: to.name, type: 'main', index: 0 }]] }]),
  ),
  settings: {},
})
const CALLED = chain(
  'sub',
  'Double it',
  node('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
  node('Double', 'set', 3.4, set({ double: '={{ $json.n * 2 }}' })),
)
const CALLER = chain(
  'caller',
  'Caller',
  node('Start', 'manualTrigger', 1),
  node('Call', 'executeWorkflow', 1.2, { workflowId: { __rl: true, mode: 'id', value: 'sub' } }),
)
const TIMED = chain(
  'timed',
  'Timed',
  { ...node('Hook', 'webhook', 2, { path: 'timed' }), webhookId: 'timed' } as never,
  node(
    'Say',
    'set',
    3.4,
    set({
      at: '={{ $now.toISO() }}',
      to: '={{ $vars.CHANNEL }}',
      run: '={{ $execution.id }}',
      draw: '={{ Math.random() }}',
    }),
  ),
)
const HTTP = [{ url: 'https://api.example.com/customers/*', json: { name: 'Ann', tier: 'gold' } }]
const INPUT = { body: { total: 1200, customer: 7 } }

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({
    profile: 'n8n-2.41',
    licence: 'all',
    simulate: true,
    clock: '2026-03-01T09:00:00.000Z',
    timezone: 'Europe/Berlin',
    apiKey: 'owner-key',
    fixture: {
      users: [
        { email: 'owner@example.com', role: 'global:owner', apiKey: 'owner-key' },
        { email: 'mo@example.com', role: 'global:member', apiKey: 'member-key' },
      ],
      variables: [
        { key: 'CHANNEL', value: '#orders' },
        { key: 'SECRET', value: 'not named by any workflow' },
      ],
      workflows: [{ ...orders, id: '1' }, { ...CALLED, active: true }, CALLER, TIMED],
    } as never,
  })
})
afterAll(() => instance.stop())

/** A run as the Run tab tries it, and the files that it saves of it. */
async function save(workflow: string, given: object, headers = {}) {
  const { body: report } = await instance.request<{ execution: object }>('POST', '/_control/runs', {
    workflow,
    ...given,
  })
  const workflowData = (await instance.request('GET', `/api/v1/workflows/${workflow}`)).body
  const sent = { workflowData, ...report.execution, request: { workflow, ...given } }
  return instance.request<RecordingFiles & { message: string }>('POST', '/page/recordings', sent, { headers })
}
const caseIn = ({ test }: RecordingFiles): TestCase => JSON.parse(test.text).cases[0]

/** How `understudy test` ends with the files. */
async function endOf({ workflow, subWorkflows, test }: RecordingFiles) {
  await using folder = await temporaryFolder()
  await Promise.all([workflow, ...subWorkflows, test].map(({ name, text }) => writeFile(join(folder.path, name), text)))
  const { code, out } = await runCli(['test', folder.path])
  return [code, out.trim().split('\n').at(-1)]
}

describe('a run that was tried, saved as a test', () => {
  test.each([
    {
      is: 'what was typed stays as it was typed',
      workflow: '1',
      given: { input: INPUT, http: HTTP, mocks: { 'Notify Slack': [{ ok: true }] } },
      expected: { input: INPUT, http: HTTP, mocks: { 'Notify Slack': [{ ok: true }] } },
    },
    {
      is: 'a node that passed its items on is mocked by them',
      workflow: '1',
      given: { input: INPUT, http: HTTP, unmocked: 'pass' },
      expected: { mocks: { 'Notify Slack': [{ json: { text: 'Order of 1200 by Ann (gold)' } }] } },
    },
    {
      is: 'a variable that it names, the time and the zone are written, and what is random is any',
      workflow: 'timed',
      given: { input: {} },
      expected: {
        variables: { CHANNEL: '#orders' },
        now: '2026-03-01T09:00:00.000Z',
        timezone: 'Europe/Berlin',
        expect: {
          nodes: {
            Say: { output: [{ at: '2026-03-01T10:00:00.000+01:00', to: '#orders', run: '$any', draw: '$any' }] },
          },
        },
      },
    },
    {
      is: 'a called workflow is a file of its own',
      workflow: 'caller',
      given: { input: { n: 4 } },
      expected: { expect: { nodes: { Call: { output: [{ double: '8' }] } } } },
    },
  ])('$is, and it passes elsewhere', async ({ workflow, given, expected }) => {
    const { status, body } = await save(workflow, given)
    expect(status).toBe(200)
    expect(caseIn(body)).toMatchObject(expected)
    expect(body.test.text).not.toContain(new URL(instance.url).host)
    expect(body.test.text).not.toContain('"headers": {}')
    expect(body.test.text).not.toContain('SECRET')
    expect(await endOf(body)).toEqual([0, '1 passed, 0 failed'])
  })

  test('the time is not written where nothing depends on it', async () => {
    const { body } = await save('caller', { input: { n: 4 } })
    expect(Object.keys(caseIn(body))).toEqual(['name', 'input', 'expect'])
    expect(body.subWorkflows.map(({ name }) => name)).toEqual(['double-it.json'])
  })

  test('the test fails when the workflow sends something else', async () => {
    const { body } = await save('1', { input: INPUT, http: HTTP, mocks: { 'Notify Slack': [{ ok: true }] } })
    const edited = (from: string, to: string) => {
      const text = body.workflow.text.replace(from, to)
      expect(text).not.toBe(body.workflow.text)
      return endOf({ ...body, workflow: { ...body.workflow, text } })
    }
    expect((await edited('={{ $json.text }}', 'oops'))[0]).toBe(1)
    expect((await edited('api.example.com', 'other.example.com'))[0]).toBe(2)
  })

  test('a broken run is refused, with what it lacks', async () => {
    const { status, body } = await save('1', { input: INPUT })
    expect(status).toBe(400)
    expect(body.message).toStartWith('A test of this run would be broken: Node "Get customer"')
  })

  test('a key that does not open the control API runs nothing by it', async () => {
    const forward = [{ url: 'https://api.example.com/*', forward: instance.url }]
    const given = { input: INPUT, http: forward }
    const { status, body } = await save('1', given, { 'x-n8n-api-key': 'member-key' })
    expect([status, body.message]).toEqual([403, 'Forbidden'])
    const other = await save('1', given, { origin: 'http://127.0.0.1:3000' })
    expect([other.status, other.body.message]).toEqual([403, 'Requests from pages of another origin are refused'])
  })

  test('what is forwarded is sent once more, and no oftener', async () => {
    let asked = 0
    const app = createServer((_, response) => {
      asked++
      response.setHeader('content-type', 'application/json').end('{ "name": "Ann", "tier": "gold" }')
    })
    await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
    const http = [{ url: 'https://api.example.com/*', forward: url }]
    const { body } = await save('1', { input: INPUT, http, mocks: { 'Notify Slack': [{ ok: true }] } })
    app.closeAllConnections()
    app.close()
    expect(caseIn(body)).toMatchObject({ http, expect: { requests: [{ url: 'https://api.example.com/customers/7' }] } })
    expect(asked).toBe(2)
  })
})
