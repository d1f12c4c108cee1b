import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Elysia } from 'elysia'
import { aNode, aWorkflow, startInstance } from '../../../src/testing.ts'

/** Webhook → HTTP Request → Respond to Webhook. The address that it asks has no server anywhere. */
export const roundWorkflow = aWorkflow({
  id: '1',
  active: true,
  nodes: [
    aNode({
      type: 'n8n-nodes-base.webhook',
      name: 'Webhook',
      typeVersion: 2,
      parameters: { path: 'orders', httpMethod: 'POST', responseMode: 'responseNode' },
    }),
    aNode({
      type: 'n8n-nodes-base.httpRequest',
      name: 'Get customer',
      typeVersion: 4.2,
      parameters: {
        url: '=https://api.example.invalid/customers/{{ $json.body.customer }}',
        sendHeaders: true,
        headerParameters: { parameters: [{ name: 'X-Order', value: '={{ $json.body.order }}' }] },
      },
    }),
    aNode({
      type: 'n8n-nodes-base.respondToWebhook',
      name: 'Respond',
      typeVersion: 1.1,
      parameters: {
        respondWith: 'json',
        responseBody: '={{ { tier: $json.tier, of: $("Webhook").item.json.body.order } }}',
        options: { responseCode: 202 },
      },
    }),
  ],
  connections: {
    Webhook: { main: [[{ node: 'Get customer', type: 'main', index: 0 }]] },
    'Get customer': { main: [[{ node: 'Respond', type: 'main', index: 0 }]] },
  },
})
const options = {
  profile: 'n8n-2.41',
  simulate: true,
  unmocked: 'fail',
  fixture: { workflows: [roundWorkflow] },
} as const

type CallWebhook = (body: string) => Promise<Response>

/** An app that calls the workflow, and is called by it. */
export function createApp(callWebhook: CallWebhook) {
  const asked: string[] = []
  const app = new Elysia()
    .get('/customers/:id', ({ params, headers }) => {
      asked.push(`${params.id} for ${headers['x-order']}`)
      return { id: params.id, tier: 'gold' }
    })
    .post('/orders/:order', async ({ params }) => {
      const answer = await callWebhook(JSON.stringify({ order: params.order, customer: 7 }))
      return { status: answer.status, answer: await answer.json() }
    })
  return { app, asked }
}

const json = { 'content-type': 'application/json' }
export const order = { method: 'POST', headers: json, body: '{}' }
export const EXPECTED = { status: 202, answer: { tier: 'gold', of: 'A1' } }

/** Serves the app on this machine, as one's own program does. */
export async function serveApp(fetch: (request: Request) => Promise<Response>) {
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const { method = 'GET', url = '/' } = incoming
    const answer = await fetch(
      new Request(`http://localhost${url}`, {
        method,
        headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(parts.length > 0 ? { body: new Uint8Array(Buffer.concat(parts)) } : {}),
      }),
    )
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An app and a workflow that call each other: app → webhook → HTTP Request → app → respond. */
export const appFacts: Record<string, () => Promise<void>> = {
  'an app and a workflow call each other in one process, without a socket': async () => {
    const { app, asked } = createApp(body => instance.fetch('/webhook/orders', { method: 'POST', headers: json, body }))
    await using instance = await startInstance({ ...options, socket: false, http: request => app.fetch(request) })
    const answer = await app.fetch(new Request('http://localhost/orders/A1', order))
    assert.deepEqual(await answer.json(), EXPECTED)
    assert.deepEqual(asked, ['7 for A1'])
  },
  'an app and a workflow call each other over loopback': async () => {
    const { app, asked } = createApp(body =>
      fetch(`${instance.url}/webhook/orders`, { method: 'POST', headers: json, body }),
    )
    await using served = await serveApp(async request => app.fetch(request))
    await using instance = await startInstance({
      ...options,
      http: [{ url: 'https://api.example.invalid/*', forward: served.url }],
    })
    const answer = await fetch(`${served.url}/orders/A1`, order)
    assert.deepEqual(await answer.json(), EXPECTED)
    assert.deepEqual(asked, ['7 for A1'])
  },
}
