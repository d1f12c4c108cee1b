import type { Node } from '../../../src/testing.ts'

/** One node after the other, as a workflow has them. */
export function inARow(...nodes: Node[]) {
  const connections = Object.fromEntries(
    nodes
      .slice(1)
      .map((next, at) => [nodes[at]?.name ?? '', { main: [[{ node: next.name ?? '', type: 'main', index: 0 }]] }]),
  )
  return { nodes, connections }
}

export const webhook = (path: string, parameters: Record<string, unknown> = {}, rest: Node = {}): Node => ({
  name: 'Hook',
  type: 'n8n-nodes-base.webhook',
  parameters: { path, ...parameters },
  ...rest,
})

export const schedule = (interval: Record<string, unknown>, name = 'Schedule'): Node => ({
  name,
  type: 'n8n-nodes-base.scheduleTrigger',
  parameters: { rule: { interval: [interval] } },
})

export const cron = (expression: string) => schedule({ field: 'cronExpression', expression })

export const noOp = (name: string): Node => ({ name, type: 'n8n-nodes-base.noOp' })

export const respond = (parameters: Record<string, unknown>): Node => ({
  name: 'Respond',
  type: 'n8n-nodes-base.respondToWebhook',
  parameters,
})
