import { expect, test } from 'bun:test'
import { activationRefusal } from '../../../../src/core/features/workflows/activation.ts'
import { loadNodeTypes } from '../../../../src/core/features/workflows/node-types.ts'
import { n8n141 } from '../../../../src/core/versions/v1/n8n-1.41.ts'
import { processorTimeOf } from '../../../limits/processor-time.ts'

test('a cron expression of very many = is looked at once', async () => {
  const context = { nodeTypes: await loadNodeTypes(n8n141.data.nodeTypes), isTaken: () => false }
  const timeOf = (expression: string) => {
    const rule = { interval: [{ field: 'cronExpression', expression }] }
    const nodes = [{ id: 'n', name: 'N', type: 'n8n-nodes-base.scheduleTrigger', parameters: { rule } }]
    return processorTimeOf(() =>
      expect(activationRefusal({ id: 'r2OdrIi39VpqpweI', name: 'Flow', nodes }, context)?.message).toBe(
        'There was a problem activating the workflow: "Invalid cron expression"',
      ),
    )
  }
  expect(timeOf(`${'='.repeat(2_000_000)}x`) / Math.max(timeOf('x'), 1)).toBeLessThan(200)
})
