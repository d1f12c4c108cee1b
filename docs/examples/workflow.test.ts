import { expect, test } from 'bun:test'
import { runWorkflow } from 'n8n-understudy/testing/bun'

const orders = new URL('./workflows/orders.json', import.meta.url)

test('a large order is told to Slack', async () => {
  const run = await runWorkflow(orders, {
    input: { body: { total: 1200, customer: 7 } },
    http: [{ url: 'https://api.example.com/customers/*', json: { name: 'Ann', tier: 'gold' } }],
    mocks: { 'Notify Slack': [{ ok: true }] },
  })

  expect(run).toHaveRun('Notify Slack', { parameters: { text: 'Order of 1200 by Ann (gold)' } })
  expect(run.response).toMatchObject({ status: 200, body: { ok: true } })
})

test('a small order is not', async () => {
  const run = await runWorkflow(orders, { input: { body: { total: 12, customer: 7 } } })

  expect(run.path).toEqual(['Webhook', 'Is large', 'Ignore'])
})
