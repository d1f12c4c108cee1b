import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRan, runWorkflow } from 'n8n-understudy/testing'

const orders = new URL('../workflows/orders.json', import.meta.url)

test('a large order is told to Slack', async () => {
  const run = await runWorkflow(orders, {
    input: { body: { total: 1200, customer: 7 } },
    http: [{ url: 'https://api.example.com/customers/*', json: { name: 'Ann', tier: 'gold' } }],
    mocks: { 'Notify Slack': [{ ok: true }] },
  })

  assertRan(run, 'Notify Slack', { parameters: { text: 'Order of 1200 by Ann (gold)' } })
  assert.deepEqual(run.response?.body, { ok: true })
})

test('a small order is not', async () => {
  const run = await runWorkflow(orders, { input: { body: { total: 12, customer: 7 } } })

  assert.deepEqual(run.path, ['Webhook', 'Is large', 'Ignore'])
})
