import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { aNode, aWorkflow, startInstance } from '../../../src/testing.ts'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = `${part({ alg: 'HS256' })}.${part({ sub: 'anna' })}`
const token = `${signed}.${createHmac('sha256', 'ocean').update(signed).digest('base64url')}`

const nodes = [
  aNode({
    type: 'n8n-nodes-base.webhook',
    name: 'Hook',
    credentials: { jwtAuth: { id: '7' } },
    parameters: { path: 'orders', httpMethod: 'POST', authentication: 'jwtAuth' },
  }),
  aNode({
    type: 'n8n-nodes-base.formTrigger',
    name: 'Form',
    typeVersion: 2,
    parameters: { path: 'order', formTitle: 'Order', formFields: { values: [{ fieldLabel: 'Name' }] } },
  }),
  aNode({
    type: 'n8n-nodes-base.scheduleTrigger',
    name: 'Schedule',
    parameters: { rule: { interval: [{ field: 'hours' }] } },
  }),
]
const credentials = [{ id: '7', name: 'Callers', type: 'jwtAuth', data: { secret: 'ocean' } }]
const fixture = { credentials, workflows: [aWorkflow({ id: '1', active: true, nodes, connections: {} })] }
const json = { 'content-type': 'application/json' }

/** The status of a GET that comes from an address of this machine. */
async function statusFrom(localAddress: string | undefined, url: string) {
  const { hostname: host, port, pathname } = new URL(url)
  const socket = connect({ host, port: Number(port), ...(localAddress === undefined ? {} : { localAddress }) })
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`)
  const [head] = await once(socket, 'data')
  socket.destroy()
  return Number(String(head).split(' ')[1])
}

/** Simulated runs on any runtime. */
export const simulationFacts: Record<string, () => Promise<void>> = {
  'plays a webhook with a token, a form and a schedule': async () => {
    await using instance = await startInstance({ fixture, simulate: true, clock: '2026-03-01T12:30:00Z' })
    const call = (authorization: string) =>
      fetch(`${instance.url}/webhook/orders`, { method: 'POST', headers: { ...json, authorization }, body: '{}' })
    assert.equal(await (await call('Bearer a.b.c')).text(), 'jwt malformed')
    assert.deepEqual(await (await call(`Bearer ${token}`)).json(), { message: 'Workflow was started' })
    const page = await (await fetch(`${instance.url}/form/order`)).text()
    assert.match(page, /name="field-0"/)
    const body = new FormData()
    body.append('field-0', 'Anna')
    assert.deepEqual(await (await fetch(`${instance.url}/form/order`, { method: 'POST', body })).json(), {
      status: 200,
    })
    await instance.clock.advance('1h')
    const { executions } = instance.state('executions')
    assert.deepEqual(
      executions.map(({ mode }) => mode),
      ['webhook', 'webhook', 'trigger'],
    )
    assert.match(JSON.stringify(executions[1]), /"Name":"Anna"/)
  },
  'knows the address of a caller': async () => {
    const hook = (path: string, ipWhitelist: string) =>
      aNode({ type: 'n8n-nodes-base.webhook', name: path, parameters: { path, options: { ipWhitelist } } })
    const listed = [hook('loopback', '127.0.0.0/8, ::1'), hook('others', '10.0.0.0/8'), hook('second', '127.0.0.2')]
    const workflows = [aWorkflow({ active: true, nodes: listed, connections: {} })]
    await using instance = await startInstance({ fixture: { workflows }, simulate: true })
    const statuses = (localAddress?: string) =>
      Promise.all(listed.map(({ name }) => statusFrom(localAddress, `${instance.url}/webhook/${name}`)))
    assert.deepEqual(await statuses(), [200, 403, 403])
    // other systems have one address of this kind
    if (process.platform === 'linux') assert.deepEqual(await statuses('127.0.0.2'), [200, 403, 200])
  },
  'puts out the wall clock of London, in winter and in summer': async () => {
    for (const [clock, timestamp] of [
      ['2026-01-02T08:30:00Z', '2026-01-02T09:00:00.000+00:00'],
      ['2026-07-02T08:30:00Z', '2026-07-02T10:00:00.000+01:00'],
    ] as const) {
      const workflow = aWorkflow({ active: true, nodes, connections: {}, settings: { timezone: 'Europe/London' } })
      await using instance = await startInstance({ fixture: { workflows: [workflow] }, simulate: true, clock })
      await instance.clock.advance('1h')
      assert.ok(JSON.stringify(instance.state('executions')).includes(`"timestamp":"${timestamp}"`), timestamp)
    }
  },
  'serves nothing and sets no timer while simulation is off, and ends its one timer': async () => {
    const { setInterval: set, clearInterval: clear } = globalThis
    const running = new Set<unknown>()
    const counted = (...given: Parameters<typeof set>) => {
      const timer = set(...given)
      running.add(timer)
      return timer
    }
    globalThis.setInterval = Object.assign(counted, set)
    globalThis.clearInterval = timer => {
      running.delete(timer)
      clear(timer as Parameters<typeof clear>[0])
    }
    try {
      const timersOf = async (simulate: boolean) => {
        await using instance = await startInstance({ fixture, simulate })
        const statuses: number[] = []
        for (const path of ['/form/order', '/webhook-test/orders', '/nowhere/orders']) {
          const answer = await fetch(instance.url + path)
          await answer.text()
          statuses.push(answer.status)
        }
        const on = running.size
        instance.simulation.turn(!simulate)
        return { statuses, timers: [on, running.size] }
      }
      const off = await timersOf(false)
      assert.deepEqual(off.statuses, [404, 404, 404])
      assert.equal(running.size, 0)
      const on = await timersOf(true)
      assert.deepEqual(on.statuses, [200, 404, 404])
      assert.equal(running.size, 0)
      assert.deepEqual(
        [off.timers, on.timers],
        [
          [0, 1],
          [1, 0],
        ],
      )
    } finally {
      Object.assign(globalThis, { setInterval: set, clearInterval: clear })
    }
  },
}
