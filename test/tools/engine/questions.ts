import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isRecord } from '../../../src/core/base/is-record.ts'
import type { NodeItem } from '../../../src/core/model/run-data.ts'
import type { Node } from '../../../src/core/model/workflow.ts'
import { needsMock } from '../../../src/runs/nodes/node-list.ts'
import type { Graph, Question } from './engine.ts'

export interface Named {
  name: string
  question: Question
  /** Of a node test of the service: what its nodes must put out. */
  pins: Record<string, NodeItem[]>
}

const TRIGGER = /trigger$|\.webhook$|\.cron$|\.interval$|\.start$/i
/** Nodes that ask somebody else, or wait for it. */
const MOCKED = /\.(httpRequest|executeWorkflow|wait|respondToWebhook|dataTable|errorTrigger|start|form)$/
/** The history of Remove Duplicates is stored by the service around the engine. */
const ASKS_HISTORY = /^(removeItemsSeenInPreviousExecutions|clearDeduplicationHistory)$/
const isComputed = (node: Node) =>
  !needsMock({ ...node, disabled: false }) && !ASKS_HISTORY.test(String(node.parameters?.operation))
const MANUAL = 'n8n-nodes-base.manualTrigger'
const PASS_ON = 'n8n-nodes-base.noOp'

/** What a trigger and the nodes of services put out: a little of what workflows often ask for. */
const RICH: NodeItem = {
  json: {
    id: 7,
    name: 'Ann Lee',
    email: 'ann@example.com',
    text: 'Hello **world**',
    url: 'https://example.com/a?b=1',
    total: 12.5,
    count: 3,
    date: '2024-03-05T10:20:30.000Z',
    tags: ['a', 'b'],
    items: [
      { id: 1, name: 'x' },
      { id: 2, name: 'y' },
    ],
    data: [{ id: 1, value: 'one' }],
    body: { name: 'Ann', message: 'hi', total: 5 },
    message: { text: 'hi', chat: { id: 1 } },
    output: '{"answer": "yes"}',
    html: '<p>Hello <b>you</b></p>',
    query: { q: 'x' },
    headers: { host: 'h' },
  },
}

/** The workflows of a folder and of those in it. Nodes of services become nodes with a mock, the trigger a manual one. */
export function* questionsIn(folder: string): Generator<Named> {
  const seen = new Set<string>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.json') || path.includes('node_modules')) continue
    const workflow = readWorkflow(join(folder, path))
    const key = JSON.stringify(workflow?.nodes.map(({ type, parameters }) => [type, parameters]))
    if (!workflow || seen.has(key)) continue
    seen.add(key)
    const question = questionOf(workflow)
    if (question) yield { name: relative(folder, join(folder, path)), question, pins: workflow.pinData ?? {} }
  }
}

type Read = Graph & { pinData?: Record<string, NodeItem[]> }

function readWorkflow(path: string): Read | undefined {
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  if (!isRecord(read) || !Array.isArray(read.nodes) || !isRecord(read.connections)) return undefined
  const { nodes, connections, settings, pinData } = read as unknown as Read
  const names = nodes.map(({ name }) => name)
  if (nodes.length === 0 || new Set(names).size < names.length) return undefined
  if (nodes.some(({ type, name }) => typeof type !== 'string' || typeof name !== 'string')) return undefined
  const { executionOrder } = isRecord(settings) ? settings : {}
  const kept = executionOrder ? { executionOrder } : {}
  return { nodes, connections, settings: kept, ...(isRecord(pinData) ? { pinData } : {}) }
}

function questionOf({ nodes, connections, settings, pinData }: Read): Question | undefined {
  const leads = (name = '') => {
    const { main } = (connections[name] ?? {}) as { main?: unknown[][] }
    return Array.isArray(main) && main.some(output => Array.isArray(output) && output.length > 0)
  }
  const trigger = nodes.find(({ type = '', name, disabled }) => TRIGGER.test(type) && !disabled && leads(name))
  if (!trigger?.name) return undefined
  const mocks: Record<string, NodeItem[]> = {}
  const made = nodes.flatMap((node, at): Node[] => {
    const { name = '', type = '', webhookId: _, credentials: __, ...rest } = node as Node & { credentials?: unknown }
    if (type === 'n8n-nodes-base.stickyNote') return []
    const plain = { typeVersion: 1, parameters: {}, position: [0, 0] as [number, number], ...rest, name, id: `i${at}` }
    if (name === trigger.name) return [{ ...plain, type: MANUAL, typeVersion: 1, parameters: {} }]
    if (TRIGGER.test(type)) return [{ ...plain, type, disabled: true }]
    if (isComputed(node) && !MOCKED.test(type)) return [{ ...plain, type }]
    if (!node.disabled) mocks[name] = pinData?.[name]?.map(itemOf) ?? [RICH]
    return [{ ...plain, type: PASS_ON, typeVersion: 1, parameters: {} }]
  })
  const known = new Set(made.map(({ name }) => name))
  const kept = Object.entries(connections).flatMap(([name, outputs]) => {
    const { main } = isRecord(outputs) ? outputs : {}
    if (!known.has(name) || !Array.isArray(main)) return []
    const lists = main.map(list => (Array.isArray(list) ? list.filter(target => known.has(target?.node)) : []))
    return [[name, { main: lists }] as const]
  })
  const workflow = { nodes: made, connections: Object.fromEntries(kept), settings: settings ?? {} }
  return { workflow, start: trigger.name, items: pinData?.[trigger.name]?.map(itemOf) ?? [RICH], mocks }
}

const itemOf = (item: NodeItem): NodeItem =>
  isRecord(item) && isRecord(item.json) ? { json: item.json } : { json: item as never }
