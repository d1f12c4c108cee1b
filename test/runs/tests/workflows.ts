import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkflowGiven } from '../../../src/index.ts'

export const EXAMPLES = join(import.meta.dirname, '../../../docs/examples/workflows')

/** The example: Webhook → Is large → Get customer → Write text → Notify Slack, or → Ignore. */
export const orders = (): WorkflowGiven => JSON.parse(readFileSync(join(EXAMPLES, 'orders.json'), 'utf8'))

/** The example with a node of a version that is not known yet. */
export const newerOrders = (): WorkflowGiven => {
  const workflow = orders()
  const nodes = workflow.nodes.map(node => (node.name === 'Is large' ? { ...node, typeVersion: 99 } : node))
  return { ...workflow, nodes }
}

export const CUSTOMER = { url: 'https://api.example.com/customers/*', json: { name: 'Ann', tier: 'gold' } }

/** What makes the example run to its end. */
export const LARGE = {
  input: { body: { total: 1200, customer: 7 } },
  http: [CUSTOMER],
  mocks: { 'Notify Slack': [{ ok: true }] },
}

type NodeShape = { name: string; type: string } & Record<string, unknown>

/** A node of the service's first package, whole. */
export const node = (name: string, type: string, typeVersion: number, parameters: object = {}, more: object = {}) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  ...more,
})

/** Nodes in a row, after a trigger that is started by hand. */
export function inARow(...nodes: NodeShape[]): WorkflowGiven {
  const all = [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }, ...nodes]
  const links = all.slice(0, -1).map(({ name }, at) => {
    const next = { node: all[at + 1]?.name ?? '', type: 'main', index: 0 }
    return [name, { main: [[next]] }] as const
  })
  return {
    name: 'In a row',
    nodes: all.map((node, at) => ({ id: `node-${at}`, position: [at * 200, 0], parameters: {}, ...node })),
    connections: Object.fromEntries(links),
    settings: { executionOrder: 'v1' },
  } as unknown as WorkflowGiven
}

/** What the service asks of a message of Slack, beside its text. */
export const TO_CHANNEL = { select: 'channel', channelId: { __rl: true, mode: 'id', value: 'C01' } }

export const slack = (name = 'Slack', parameters: object = {}, more: object = {}) => ({
  name,
  type: 'n8n-nodes-base.slack',
  typeVersion: 2.3,
  parameters,
  ...more,
})

export const request = (parameters: object = {}, more: object = {}) => ({
  name: 'Ask',
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  parameters: { url: 'https://api.example.com/a', ...parameters },
  ...more,
})
