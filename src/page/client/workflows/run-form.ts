import { linksOf } from '../graph/drawn-graph.ts'
import { isNote, isTrigger } from '../graph/node-types.ts'
import type { Node, Workflow } from '../instance/records.ts'
import { jsonIn } from '../parts/json-text.ts'

/** What is typed to try a workflow. */
export interface RunForm {
  trigger: string
  input: string
  /** Node name → the JSON of what it puts out. */
  mocks: Record<string, string>
  http: string
  usesPinned: boolean
  passes: boolean
}

export const EMPTY_RUN: RunForm = { trigger: '', input: '', mocks: {}, http: '', usesPinned: false, passes: false }

const HTTP = 'n8n-nodes-base.httpRequest'
const SCHEDULES = ['scheduleTrigger', 'cron', 'interval']

/** What a run of a workflow can be given. */
export interface RunParts {
  triggers: Node[]
  /** The nodes that need a mock: they call a service. */
  called: Node[]
  asksHttp: boolean
  hasPinned: boolean
}

/**
 * The parts that a run of a workflow has.
 *
 * @param runTypes the types of nodes that run without a mock
 * @param unmocked nodes that turned out to need one
 */
export function runParts(
  { nodes, connections, pinData }: Pick<Workflow, 'nodes' | 'connections' | 'pinData'>,
  runTypes: ReadonlySet<string>,
  unmocked: readonly string[] = [],
): RunParts {
  const links = linksOf(connections)
  const served = new Set(links.filter(({ type }) => type !== 'main').map(({ from }) => from))
  const enabled = nodes.filter(node => !node.disabled && !isNote(node))
  const steps = enabled.filter(node => !isTrigger(node) && !served.has(node.name))
  return {
    triggers: enabled.filter(isTrigger),
    called: steps.filter(({ name, type }) => !runTypes.has(type) || unmocked.includes(name)),
    asksHttp: steps.some(({ type }) => type === HTTP),
    hasPinned: Object.keys(pinData ?? {}).length > 0,
  }
}

/**
 * The body of the request that tries a workflow.
 *
 * @throws Error which names what is not JSON
 */
export function runRequest(workflowId: string, form: RunForm) {
  const input = jsonIn(form.input, 'The input')
  const http = jsonIn(form.http, 'The list of answers to HTTP requests')
  const mocks = Object.entries(form.mocks).flatMap(([name, text]) => {
    const mock = jsonIn(text, `The mock of “${name}”`)
    return mock === undefined ? [] : [[name, mock] as const]
  })
  return {
    workflow: workflowId,
    ...(form.trigger === '' ? {} : { trigger: form.trigger }),
    ...(input === undefined ? {} : { input }),
    ...(mocks.length === 0 ? {} : { mocks: Object.fromEntries(mocks) }),
    ...(http === undefined ? {} : { http }),
    ...(form.usesPinned ? { usePinnedData: true } : {}),
    ...(form.passes ? { unmocked: 'pass' } : {}),
  }
}

/** What a trigger takes, for the empty field. */
export function inputHint(trigger: Pick<Node, 'type'> | undefined): { placeholder: string; hint: string } {
  const last =
    String(trigger?.type ?? '')
      .split('.')
      .at(-1) ?? ''
  if (last === 'webhook') return { placeholder: '{ "body": {} }', hint: 'body, query, headers, params, method.' }
  if (last === 'formTrigger')
    return { placeholder: '{ "Name": "Ann" }', hint: 'The fields of the form by their labels.' }
  if (last === 'chatTrigger') return { placeholder: '"Hello"', hint: 'The message.' }
  if (SCHEDULES.includes(last)) return { placeholder: '', hint: 'A schedule needs none.' }
  return { placeholder: '[{ "id": 1 }]', hint: 'An item, or a list of items.' }
}
