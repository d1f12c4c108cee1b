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

test('an app calls a workflow, which calls the app', async () => {
  const app = new Elysia()
    .get('/customers/:id', ({ params }) => ({ id: params.id, tier: 'gold' }))
    .post('/orders', async () => {
      const answer = await instance.fetch('/webhook/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ customer: 7 }),
      })
      return { customer: await answer.json() }
    })
  await using instance = await startInstance({
    profile: 'n8n-2.41',
    simulate: true,
    fixture,
    http: request => app.fetch(request),
  })

  const answer = await app.fetch(new Request('http://localhost/orders', { method: 'POST' }))

  expect(await answer.json()).toEqual({ customer: { id: '7', tier: 'gold' } })
})
