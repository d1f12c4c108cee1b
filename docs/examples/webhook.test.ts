import { expect, test } from 'bun:test'
import { aNode, aWorkflow, startInstance } from 'n8n-understudy/testing'

const hook = aNode({
  type: 'n8n-nodes-base.webhook',
  name: 'Webhook',
  parameters: { path: 'orders', httpMethod: 'POST' },
})
const fixture = { workflows: [aWorkflow({ id: '1', name: 'Orders', active: true, nodes: [hook, 'Ship'] })] }

test('a call of the webhook is seen as an execution', async () => {
  await using instance = await startInstance({ fixture, simulate: true })
  instance.simulation.add({ workflow: 'Orders', node: 'Ship', error: 'No stock', times: 1 })

  await fetch(`${instance.url}/webhook/orders`, { method: 'POST', body: '{"total": 12}' })
  await fetch(`${instance.url}/webhook/orders`, { method: 'POST', body: '{"total": 5}' })

  expect(instance.state('executions').executions.map(({ status }) => status)).toEqual(['error', 'success'])
})
