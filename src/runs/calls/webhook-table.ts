import { decoded } from '../../core/base/decoded.ts'
import { withoutSlashes } from '../../core/base/without-slashes.ts'
import type { State } from '../../core/model/state.ts'
import { isBelowForm, listWebhooks, registeredPath } from '../../core/model/webhooks.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import { activeGraph } from '../schedules/active-graph.ts'

/** A webhook that was found for a call. */
export interface WebhookTarget {
  kind: Kind
  /** With the graph that runs. */
  workflow: WorkflowRecord
  node: Node
  /** The output by which the call leaves the node. */
  output: number
  /** The path as it is registered: `orders/:id`, below the node's `webhookId` where it has one. */
  path: string
  /** The parts of the path that the node has a name for. */
  params: Record<string, string>
}

/** Finds what is called at a path. */
export interface WebhookTable {
  find(state: State, method: string, path: string): WebhookTarget | undefined
  /** The webhooks of all methods at a path. */
  at(state: State, path: string): ReadonlyMap<string, WebhookTarget>
}

/** The folder that it is called below: `/webhook/`, or `/form/`. */
export type Kind = 'webhook' | 'form'

interface Entry extends Omit<WebhookTarget, 'params' | 'workflow'> {
  method: string
  workflowId: string
  segments: string[]
  /** Whether a part of its path is a parameter. */
  isOpen: boolean
}

interface Entries {
  revision: number
  /** Path → those without open parts. */
  fixed: Map<string, Entry[]>
  /** Those with open parts, the ones with most fixed parts first. */
  open: Entry[]
}

/**
 * Reads the webhooks of active workflows again where workflows have changed; those that are not `isReady` are not found.
 *
 * @param isBelowWorkflow whether a webhook without `webhookId` is below its workflow's id and its node's name
 */
export function createWebhookTable(
  isReady: (state: State, workflowId: string) => boolean,
  isBelowWorkflow: boolean,
): WebhookTable {
  const entriesOf = createEntryReader(isBelowWorkflow)
  let entries: Entries | undefined

  function* found(state: State, given: string): Generator<WebhookTarget & { method: string }> {
    if (entries?.revision !== state.workflows.revision) entries = readEntries(state, entriesOf)
    const path = withoutSlashes(given)
    for (const entry of entries.fixed.get(path) ?? []) {
      if (isReady(state, entry.workflowId)) yield* targetOf(state, entry, {})
    }
    const segments = path.split('/')
    for (const entry of entries.open) {
      const params = paramsOf(entry.segments, segments)
      if (params && isReady(state, entry.workflowId)) yield* targetOf(state, entry, params)
    }
  }

  return {
    find(state, method, path) {
      for (const target of found(state, path)) if (target.method === method) return target
      return undefined
    },
    at(state, path) {
      const targets = new Map<string, WebhookTarget>()
      for (const target of found(state, path)) {
        if (!targets.has(target.method)) targets.set(target.method, target)
      }
      return targets
    },
  }
}

function* targetOf(
  state: State,
  { workflowId, kind, node, output, path, method }: Entry,
  params: Record<string, string>,
) {
  const workflow = state.workflows.get(workflowId)
  if (workflow?.active) yield { kind, workflow: activeGraph(state, workflow), node, output, path, method, params }
}

function readEntries(state: State, entriesOf: EntryReader): Entries {
  const entries: Entries = { revision: state.workflows.revision, fixed: new Map(), open: [] }
  for (const workflow of state.workflows.values()) {
    if (!workflow.active) continue
    for (const entry of entriesOf(activeGraph(state, workflow))) {
      const known = entries.fixed.get(entry.path)
      if (entry.isOpen) entries.open.push(entry)
      else if (known) known.push(entry)
      else entries.fixed.set(entry.path, [entry])
    }
  }
  const fixedParts = ({ segments }: Entry) => segments.filter(segment => !isOpen(segment)).length
  entries.open.sort((a, b) => fixedParts(b) - fixedParts(a))
  return entries
}

type EntryReader = (workflow: WorkflowRecord) => Entry[]

/** With a cache: of many workflows few change, and to read the nodes of the others again takes long. */
function createEntryReader(isBelowWorkflow: boolean): EntryReader {
  const ofWorkflow = new WeakMap<WorkflowRecord, Entry[]>()
  return workflow => {
    const known = ofWorkflow.get(workflow)
    if (known) return known
    const entries = workflow.nodes.flatMap(node => entriesOfNode(workflow.id, node, isBelowWorkflow))
    ofWorkflow.set(workflow, entries)
    return entries
  }
}

/** Open parts are no parameters below a workflow: no call finds them there. */
function entriesOfNode(workflowId: string, node: Node, isBelowWorkflow: boolean): Entry[] {
  const kind = isBelowForm(node) ? 'form' : 'webhook'
  return listWebhooks({ nodes: [node] }, isBelowWorkflow).map((webhook, at): Entry => {
    const path = registeredPath(webhook, isBelowWorkflow ? workflowId : undefined)
    const hasOpen = webhook.path.split('/').some(isOpen) && !(isBelowWorkflow && webhook.webhookId === undefined)
    return {
      kind,
      method: webhook.method,
      workflowId,
      node,
      output: node.parameters?.multipleMethods === true ? at : 0,
      path,
      segments: path.split('/'),
      isOpen: hasOpen,
    }
  })
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

/** What follows the first part of a path (`/webhook/orders%2F7`: `orders/7`); broken escapes stay as they are. */
export const decodedPath = (name: string) => decoded(name.slice(name.indexOf('/', 1) + 1))
