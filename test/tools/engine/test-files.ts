import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Item } from '../../../src/core/model/run-data.ts'
import type { WorkflowGiven } from '../../../src/testing.ts'
import { FLOWS } from './test-flows.ts'

/** A test of a workflow, as a file holds it. */
export interface TestFile {
  /** Of the file. */
  name: string
  /** What it is a test of: `set@3.4`, or `flow`. */
  kind: string
  workflow: WorkflowGiven
  subWorkflows?: WorkflowGiven[]
  /** What its one case has beside its name. */
  testCase: Record<string, unknown>
}

/** One node with its parameters and its items, as test/runs/nodes/recorded.test.ts reads them. */
interface Recorded {
  name: string
  node: { type: string; typeVersion: number; parameters?: Item } & Record<string, unknown>
  inputs?: (Item[] | null)[]
  runs: { error?: Item }[]
  sub?: { nodes: Item[]; connections: Record<string, unknown> }
  credential?: { type: string; data: Item }
  table?: unknown
}

const RECORDED = join(import.meta.dir, '../../runs/nodes/recorded')

/**
 * Tests of all kinds and versions of nodes that the built-in engine runs, and of flows of several nodes.
 *
 * @param each how many of a kind
 */
export function testFiles(each: number): TestFile[] {
  const rows = readdirSync(RECORDED).flatMap(
    file => JSON.parse(readFileSync(join(RECORDED, file), 'utf8')) as Recorded[],
  )
  const kinds = Map.groupBy(rows.filter(isAsked), ({ node }) => `${node.type}@${node.typeVersion}`)
  const files = [...kinds].flatMap(([kind, all]) => spread(all, each).map((row, at) => nodeTest(kind, at, row)))
  return [...files, ...FLOWS.map(flow => ({ kind: 'flow', ...flow }))]
}

/** Writes them as a user's project has them: workflows, and beside each its test file. */
export function writeTestFiles(files: readonly TestFile[], folder: string) {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value, null, 2))
  for (const { name, kind, workflow, subWorkflows = [], testCase } of files) {
    write(`${name}.json`, workflow)
    for (const [at, sub] of subWorkflows.entries()) write(`${name}.sub-${at}.json`, sub)
    write(`${name}.workflow-test.json`, {
      workflow: `./${name}.json`,
      ...(subWorkflows.length > 0 ? { subWorkflows: subWorkflows.map((_, at) => `./${name}.sub-${at}.json`) } : {}),
      timezone: 'America/New_York',
      cases: [{ name: kind, ...testCase }],
    })
  }
}

/** What the service stores, or what runs several times, is no test of one file. */
const isAsked = ({ inputs, table, node }: Recorded) =>
  inputs !== undefined &&
  table === undefined &&
  node.type !== 'dataTable' &&
  !/PreviousExecutions|clearDeduplication/.test(JSON.stringify(node.parameters ?? {}))

/** Some of a list, from all over it. */
const spread = <Value>(list: readonly Value[], count: number): Value[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)] as Value)

function nodeTest(kind: string, at: number, row: Recorded): TestFile {
  const { type, ...more } = row.node
  const sources = (row.inputs ?? []).flatMap((items, input) => (items ? [{ name: `In${input}`, items, input }] : []))
  const parameters = JSON.parse(JSON.stringify(more.parameters ?? {}).replaceAll('$SUB', 'sub'))
  const link = (node: string, index = 0) => ({ node, type: 'main', index })
  const node = (name: string, fields: object, place: number) => ({
    id: `node-${place}`,
    name,
    position: [place * 200, 0],
    parameters: {},
    ...fields,
  })
  const fullType = type.includes('.') ? type : `n8n-nodes-base.${type}`
  const credentials = row.credential ? { credentials: { [row.credential.type]: { id: 'c', name: 'c' } } } : {}
  const workflow = {
    id: 'tested',
    name: 'Tested',
    nodes: [
      node(
        'Start',
        Object.hasOwn(CALLED, type) ? webhook(CALLED[type]) : { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
        0,
      ),
      ...sources.map(({ name }, place) => node(name, { type: 'n8n-nodes-base.noOp', typeVersion: 1 }, place + 1)),
      node('Tested', { ...more, type: fullType, parameters, ...credentials }, 9),
    ],
    connections: {
      Start: { main: [sources.map(({ name }) => link(name))] },
      ...Object.fromEntries(sources.map(({ name, input }) => [name, { main: [[link('Tested', input)]] }])),
    },
    settings: { executionOrder: 'v1' },
  } as unknown as WorkflowGiven
  const sub = row.sub && ({ id: 'sub', name: 'Sub', settings: {}, ...row.sub } as unknown as WorkflowGiven)
  const isFailing = row.runs[0]?.error !== undefined && more.onError === undefined
  return {
    name: `${kind.replace(/\W/g, '-')}-${at + 1}`,
    kind,
    workflow,
    ...(sub ? { subWorkflows: [sub] } : {}),
    testCase: {
      name: `${kind}: ${row.name}`,
      mocks: Object.fromEntries(sources.map(({ name, items }) => [name, items.map(itemOf)])),
      ...(row.credential ? { credentials: { [row.credential.type]: row.credential.data } } : {}),
      expect: { status: { $like: isFailing ? 'error' : 'success|waiting' } },
    },
  }
}

/** Nodes that are another thing in a run by hand, and when the webhook is answered. */
const CALLED: Record<string, string> = { respondToWebhook: 'responseNode', executionData: 'lastNode' }

const webhook = (responseMode: string | undefined) => ({
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  parameters: { path: 'tested', httpMethod: 'POST', responseMode },
  webhookId: 'tested',
})

const itemOf = (item: Item) =>
  item.__item === true ? { json: item.json ?? {}, ...(item.binary ? { binary: item.binary } : {}) } : { json: item }
