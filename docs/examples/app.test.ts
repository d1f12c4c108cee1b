// An app and a workflow that call each other, in one process: app → webhook → HTTP Request → app → respond.
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { startInstance } from 'n8n-understudy/testing'

/** Webhook → HTTP Request → answer with what the request was answered. */
const fixture = {
  workflows: [
    {
      id: 'w1',
      name: 'Enrich an order',
      active: true,
      nodes: [
        {
          id: '1',
          name: 'Webhook',
          type: 'n8n-nodes-base.webhook',
          typeVersion: 2,
          position: [0, 0] as [number, number],
          parameters: { path: 'orders', httpMethod: 'POST', responseMode: 'lastNode' },
          webhookId: 'orders',
        },
        {
          id: '2',
          name: 'Get customer',
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          position: [200, 0] as [number, number],
          parameters: { url: '=https://api.example.com/customers/{{ $json.body.customer }}' },
        },
      ],
      connections: { Webhook: { main: [[{ node: 'Get customer', type: 'main' as const, index: 0 }]] } },
      settings: { executionOrder: 'v1' as const },
    },
  ],
}

const json = { 'content-type': 'application/json' }

/** The app under test: it calls the workflow, and is called by it. */
const createApp = (callWorkflow: (request: RequestInit) => Promise<Response>) =>
  new Elysia()
    .get('/customers/:id', ({ params }) => ({ id: params.id, tier: 'gold' }))
    .post('/orders', async () => {
      const answer = await callWorkflow({ method: 'POST', headers: json, body: JSON.stringify({ customer: 7 }) })
      return { customer: await answer.json() }
    })

test('an app calls a workflow, which calls the app, without a socket', async () => {
  const app = createApp(request => instance.fetch('/webhook/orders', request))
  await using instance = await startInstance({
    profile: 'n8n-2.41',
    simulate: true,
    fixture,
    http: request => app.fetch(request),
  })

  const answer = await app.fetch(new Request('http://localhost/orders', { method: 'POST' }))

  expect(await answer.json()).toEqual({ customer: { id: '7', tier: 'gold' } })
})

test('an app that listens calls a workflow, which calls the app by a forward', async () => {
  const app = createApp(request => fetch(`${instance.url}/webhook/orders`, request))
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => app.fetch(request) })
  await using instance = await startInstance({
    profile: 'n8n-2.41',
    simulate: true,
    fixture,
    http: [{ url: 'https://api.example.com/*', forward: `http://127.0.0.1:${server.port}` }],
  })

  const answer = await fetch(`http://127.0.0.1:${server.port}/orders`, { method: 'POST' })

  expect(await answer.json()).toEqual({ customer: { id: '7', tier: 'gold' } })
  await server.stop(true)
})
