import type { NodeItem, NodeRun } from '../../../src/core/model/run-data.ts'
import type { Node } from '../../../src/core/model/workflow.ts'
import type { NodeScope, RunScope } from '../../../src/runs/expressions/scope.ts'

const ran = (output: NodeItem[], previousNode?: string): NodeRun => ({
  startTime: 0,
  executionIndex: 0,
  source: previousNode ? [{ previousNode, previousNodeOutput: 0, previousNodeRun: 0 }] : [],
  hints: [],
  executionTime: 0,
  executionStatus: 'success',
  data: { main: [output] },
})

const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>): Node =>
  ({ id: `id-${name}`, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0], parameters }) as Node

const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] })

export interface Made {
  run: RunScope
  scope: NodeScope
  logged: string[]
}

/**
 * The scope of node `Eval` in Webhook > Data > Eval, or Webhook > Data > Orders > Eval where `items` says what Orders puts out.
 *
 * @param data what Data puts out: one item
 */
export function makeScope(
  data: Record<string, unknown>,
  {
    items,
    now = Date.UTC(2026, 10, 23, 22, 46),
    zone = 'America/New_York',
    seed = 1,
    time = 10_000,
    extra,
  }: {
    items?: Record<string, unknown>[]
    now?: number
    zone?: string
    seed?: number
    /** Milliseconds until the deadline. */
    time?: number
    extra?: Record<string, unknown>
  } = {},
): Made {
  const logged: string[] = []
  const webhook = [{ json: { body: data }, pairedItem: { item: 0 } }]
  const given = [{ json: data, pairedItem: { item: 0 } }]
  const orders = items?.map(json => ({ json, pairedItem: { item: 0 } }))
  const nodes = [
    node('Webhook', 'webhook', 2.1, {}),
    node('Data', 'set', 3.4, { mode: 'raw', jsonOutput: '={{ $json.body }}' }),
    ...(orders ? [node('Orders', 'splitOut', 1, { fieldToSplitOut: 'orders' })] : []),
    node('Later', 'set', 3.4, {}),
    node('Eval', 'set', 3.4, { mode: 'manual', assignments: { assignments: [{ name: 'v' }] } }),
  ]
  const run: RunScope = {
    workflow: { id: 'w1', name: 'A workflow', active: true },
    nodes: new Map(nodes.map(it => [it.name as string, it])),
    connections: {
      Webhook: to('Data'),
      ...(orders ? { Data: to('Orders'), Orders: to('Eval') } : { Data: to('Eval') }),
    },
    runData: new Map([
      ['Webhook', [ran(webhook)]],
      ['Data', [ran(given, 'Webhook')]],
      ...(orders ? ([['Orders', [ran(orders, 'Data')]]] as const) : []),
    ]),
    execution: {
      id: '7',
      mode: 'webhook',
      resumeUrl: 'http://localhost/webhook-waiting/7?signature=s',
      resumeFormUrl: 'http://localhost/form-waiting/7?signature=s',
    },
    customData: {},
    staticData: {},
    variables: {},
    now,
    zone,
    seed,
    deadline: performance.now() + time,
    log: text => void logged.push(text),
  }
  const scope: NodeScope = {
    run,
    node: run.nodes.get('Eval') as Node,
    runIndex: 0,
    inputs: [orders ?? given],
    sources: [{ previousNode: orders ? 'Orders' : 'Data', previousNodeOutput: 0, previousNodeRun: 0 }],
    contextOf: () => ({}),
    ...(extra ? { extra } : {}),
  }
  return { run, scope, logged }
}
