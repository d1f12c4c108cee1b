import { activationRefusal } from '../../core/features/workflows/activation.ts'
import { publicationRefusal } from '../../core/features/workflows/publication.ts'
import { type Webhook, webhookKey, webhookKeys } from '../../core/model/webhooks.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import { type Fields, textOf } from '../fields.ts'
import { activationRequirementsOf, nodeTypesOf } from '../version-data.ts'
import type { Planning } from './plan.ts'
import { publishedAtTarget } from './workflow-content.ts'

/** What is published at the target while the steps of a plan are taken. */
export interface Publications {
  /** Why the service would refuse to publish a local workflow, by the rules of its version. `undefined` if it would not. */
  refusalOf(workflow: WorkflowRecord): string | undefined
  /** From here on it is published. */
  add(workflow: WorkflowRecord): void
  /** From here on it is not. */
  remove(workflow: WorkflowRecord): void
  /** From here on it is at the target. */
  create(workflow: WorkflowRecord): void
}

/** Loads the rules of the target's version. To be called once the workflows are paired. */
export async function createPublications({ limits, target, source, steps }: Planning): Promise<Publications> {
  const nodeTypes = await nodeTypesOf(target.version)
  const requirements = await activationRequirementsOf(target.version)
  const published = new Map<string, readonly string[]>()
  /** Key of a webhook → the published workflows that have it. */
  const holders = new Map<string, Set<string>>()
  const created = new Set<string>()

  const idOf = ({ id }: { id: string }) => steps.ids.workflows.get(id) ?? newIdOf(id)

  function remove(id: string) {
    for (const key of published.get(id) ?? []) holders.get(key)?.delete(id)
    published.delete(id)
  }
  function add(id: string, nodes: Node[]) {
    remove(id)
    const keys = webhookKeys({ nodes })
    published.set(id, keys)
    for (const key of keys) holders.set(key, (holders.get(key) ?? new Set()).add(id))
  }
  for (const workflow of target.workflows.values()) {
    const live = publishedAtTarget(workflow)
    if (live) add(textOf(workflow.id) ?? '', nodesOf(live))
  }

  function findCalled(id: string) {
    const here = source.workflows.get(id)
    const to = steps.ids.workflows.get(id) ?? (created.has(id) ? newIdOf(id) : undefined)
    if (here) return { name: here.name, isPublished: to !== undefined && published.has(to) }
    const there = target.workflows.get(id)
    return there && { name: textOf(there.name) ?? '', isPublished: published.has(id) }
  }

  return {
    refusalOf(workflow) {
      if (limits.activationRules === 'none') return undefined
      const own = idOf(workflow)
      const isTaken = (webhook: Webhook) => [...(holders.get(webhookKey(webhook)) ?? [])].some(holder => holder !== own)
      if (limits.activationRules === 'start') {
        const refusal = activationRefusal(workflow, { nodeTypes, isTaken })
        return refusal?.message.replace(/^Workflow ".*" \(ID: [^)]*\) /s, 'it ').replace(/["\s.]+$/, '')
      }
      const { id: workflowId, nodes, connections } = workflow
      const context = { nodeTypes, requirements, isTaken, findCalled }
      return publicationRefusal({ workflowId, nodes, connections }, context)?.message.replace(/\s+/g, ' ')
    },
    add: workflow => add(idOf(workflow), workflow.nodes),
    remove: workflow => remove(idOf(workflow)),
    create: workflow => created.add(workflow.id),
  }
}

const newIdOf = (id: string) => `new ${id}`

const nodesOf = ({ nodes }: Fields) => (nodes ?? []) as Node[]
