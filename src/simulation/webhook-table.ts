import type { State } from '../model/state.ts'
import { FORM, listWebhooks } from '../model/webhooks.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'
import { activeGraph } from './active-graph.ts'

/** A webhook that was found for a call. */
export interface WebhookTarget {
  /** With the graph that runs. */
  workflow: WorkflowRecord
  node: Node
  /** The output by which the call leaves the node. */
  output: number
  /** The parts of the path that the node has a name for. */
  params: Record<string, string>
}

interface Entry extends Omit<WebhookTarget, 'params' | 'workflow'> {
  workflowId: string
  segments: string[]
}

interface Table {
  revision: number
  fixed: Map<string, Entry>
  /** Those with open parts, the ones with most fixed parts first. */
  open: Map<string, Entry[]>
}

/**
 * Finds webhooks of active workflows by method and path (below `/webhook/`), or their forms (below `/form/`); looks through
 * them anew where they changed.
 */
export function createWebhookTable({ forms }: { forms: boolean }) {
  let table: Table | undefined

  return (state: State, method: string, path: string): WebhookTarget | undefined => {
    if (table?.revision !== state.workflows.revision) table = buildTable(state, node => (node.type === FORM) === forms)
    const name = path.replace(/\/+$/, '')
    const entry = table.fixed.get(`${method} ${name}`)
    if (entry) return targetOf(state, entry, {})
    const given = name.split('/')
    for (const open of table.open.get(method) ?? []) {
      const params = paramsOf(open.segments, given)
      if (params) return targetOf(state, open, params)
    }
    return undefined
  }
}

function targetOf(state: State, { workflowId, node, output }: Entry, params: Record<string, string>) {
  const workflow = state.workflows.get(workflowId)
  return workflow?.active ? { workflow: activeGraph(state, workflow), node, output, params } : undefined
}

function buildTable(state: State, isServed: (node: Node) => boolean): Table {
  const table: Table = { revision: state.workflows.revision, fixed: new Map(), open: new Map() }
  for (const workflow of state.workflows.values()) {
    if (!workflow.active) continue
    const { nodes } = activeGraph(state, workflow)
    for (const node of nodes) {
      if (!isServed(node)) continue
      for (const [at, { method, path }] of listWebhooks({ nodes: [node] }).entries()) {
        const output = node.parameters?.multipleMethods === true ? at : 0
        const segments = path.split('/')
        const entry = { workflowId: workflow.id, node, output, segments }
        if (!segments.some(isOpen)) {
          const key = `${method} ${path}`
          if (!table.fixed.has(key)) table.fixed.set(key, entry)
          continue
        }
        const whole = node.webhookId ? [node.webhookId, ...segments] : segments
        const open = table.open.get(method)
        if (open) open.push({ ...entry, segments: whole })
        else table.open.set(method, [{ ...entry, segments: whole }])
      }
    }
  }
  const fixedParts = ({ segments }: Entry) => segments.filter(segment => !isOpen(segment)).length
  for (const open of table.open.values()) open.sort((a, b) => fixedParts(b) - fixedParts(a))
  return table
}

const isOpen = (segment: string) => segment.startsWith(':')

function paramsOf(segments: string[], given: string[]): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined
  const params: [string, string][] = []
  for (const [at, segment] of segments.entries()) {
    const value = given[at] ?? ''
    if (isOpen(segment)) params.push([segment.slice(1), value])
    else if (segment !== value) return undefined
  }
  return Object.fromEntries(params)
}
