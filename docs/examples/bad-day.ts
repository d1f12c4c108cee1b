/** Plays a bad day of the demo: `bun docs/examples/bad-day.ts`. */
import { aNode, aWorkflow, startInstance } from 'n8n-understudy/testing'

const hourly = aNode({
  type: 'n8n-nodes-base.scheduleTrigger',
  name: 'Every hour',
  parameters: { rule: { interval: [{ field: 'hours' }] } },
})
const orders = aNode({
  type: 'n8n-nodes-base.webhook',
  name: 'Order',
  parameters: { path: 'orders', httpMethod: 'POST' },
})
const failed = aNode({ type: 'n8n-nodes-base.errorTrigger', name: 'Failed' })

await using instance = await startInstance({
  simulate: true,
  clock: '2026-01-05T00:00:00Z',
  faultSeed: 7,
  fixture: {
    workflows: [
      aWorkflow({ id: '1', name: 'Sync', active: true, nodes: [hourly, 'CRM'], settings: { errorWorkflow: '3' } }),
      aWorkflow({ id: '2', name: 'Orders', active: true, nodes: [orders, 'Ship'], settings: { errorWorkflow: '3' } }),
      aWorkflow({ id: '3', name: 'Alarm', nodes: [failed, 'Page somebody'] }),
    ],
  },
})
instance.simulation.set([
  { workflow: 'Sync', node: 'CRM', error: 'The CRM answers 503', probability: 0.4 },
  { workflow: 'Orders', node: 'Ship', wait: '3h', times: 1 },
  { workflow: 'Orders', duration: '40m' },
])

for (let hour = 0; hour < 24; hour++) {
  await instance.clock.advance('1h')
  if (hour % 6 === 0) await fetch(`${instance.url}/webhook/orders`, { method: 'POST', body: '{"total": 12}' })
}

const names: Record<string, string> = { '1': 'Sync', '2': 'Orders', '3': 'Alarm' }
for (const { id, workflowId, status, startedAt } of instance.state('executions').executions) {
  console.log([id, startedAt, names[String(workflowId)], status].join('  '))
}
