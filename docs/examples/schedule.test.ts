import { expect, test } from 'bun:test'
import { aNode, aWorkflow, startInstance } from 'n8n-understudy/testing'

const everyMorning = aNode({
  type: 'n8n-nodes-base.scheduleTrigger',
  name: 'Every morning',
  parameters: { rule: { interval: [{ field: 'cronExpression', expression: '0 9 * * *' }] } },
})
const settings = { timezone: 'Europe/Berlin' }
const fixture = { workflows: [aWorkflow({ id: '1', active: true, nodes: [everyMorning, 'Send report'], settings })] }

test('a schedule runs at nine, also when the clocks change', async () => {
  await using instance = await startInstance({ fixture, simulate: true, clock: '2026-03-28T00:00:00Z' })

  await instance.clock.advance('2d')

  expect(instance.state('executions').executions.map(({ startedAt }) => startedAt)).toEqual([
    '2026-03-28T08:00:00.000Z',
    '2026-03-29T07:00:00.000Z',
  ])
})
