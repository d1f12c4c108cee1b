import type { Clock } from '../../base/clock.ts'
import { type IdSource, nextId } from '../../model/next-id.ts'
import type { Draft } from '../../model/state.ts'
import type { TagRecord } from '../../model/tag.ts'
import type { UserRecord } from '../../model/user.ts'
import { type Webhook, webhookKey } from '../../model/webhooks.ts'
import type { Node, WorkflowInput, WorkflowRecord } from '../../model/workflow.ts'
import { tagRefusals } from '../tags/refusals.ts'
import { getWorkflow } from '../visibility.ts'
import { activationRefusal, countTriggers, staticDataAfterActivation } from './activation.ts'
import { credentialResolver } from './node-credentials.ts'
import type { NodeTypes } from './node-types.ts'
import { tagsInOrder } from './tags-in-order.ts'

/** What the rules need beside the state. */
export interface WorkflowContext extends IdSource {
  clock: Clock
}

/** What a workflow is checked against before it is active; nothing is checked where `undefined` stands. */
export type ActivationCheck = { nodeTypes: NodeTypes } | undefined

export function createWorkflow(draft: Draft, input: WorkflowInput, user: UserRecord, context: WorkflowContext) {
  const now = context.clock.iso()
  const workflow: WorkflowRecord = {
    id: nextId(draft, 'workflows', context),
    name: input.name,
    active: false,
    createdAt: now,
    updatedAt: now,
    nodes: completeNodes(draft, input.nodes, context),
    connections: input.connections,
    settings: input.settings,
    staticData: parseStaticData(input.staticData) ?? null,
    tags: [],
    owner: user.id,
    versionId: context.ids.uuid(),
    meta: null,
    pinData: null,
    triggerCount: 0,
  }
  draft.workflows.set(workflow)
  return workflow
}

/** Replaces name, nodes, connections and settings; static data only where given. */
export function updateWorkflow(
  draft: Draft,
  id: string,
  input: WorkflowInput,
  user: UserRecord,
  context: WorkflowContext,
  check: ActivationCheck,
) {
  const before = getWorkflow(draft, id, user)
  const workflow: WorkflowRecord = {
    ...before,
    name: input.name,
    nodes: completeNodes(draft, input.nodes, context),
    connections: input.connections,
    settings: input.settings,
    staticData: input.staticData === undefined ? before.staticData : parseStaticData(input.staticData),
    versionId: context.ids.uuid(),
    updatedAt: context.clock.iso(),
    ...publishingCurrent(before),
  }
  const checked = workflow.active && check ? activated(draft, workflow, check) : workflow
  draft.workflows.set(checked)
  return checked
}

/** Deletes a workflow with its executions and tag links; the tags stay. */
export function deleteWorkflow(draft: Draft, id: string, user: UserRecord) {
  const workflow = getWorkflow(draft, id, user)
  removeWorkflow(draft, id)
  return workflow
}

/** Removes a workflow with all that belongs to it. */
export function removeWorkflow(draft: Draft, id: string) {
  for (const collection of ['executions', 'workflowVersions', 'publishEvents'] as const)
    for (const record of draft[collection].by('workflowId', id)) draft[collection].delete(record.id)
  draft.workflows.delete(id)
}

/** Activates a workflow. One that is active already stays as it is. */
export function activateWorkflow(
  draft: Draft,
  id: string,
  user: UserRecord,
  context: WorkflowContext,
  check: ActivationCheck,
) {
  const before = getWorkflow(draft, id, user)
  if (before.active) return { before, after: before }
  const active = { ...before, active: true, updatedAt: context.clock.iso(), ...publishingCurrent(before) }
  const after = check ? activated(draft, active, check) : active
  draft.workflows.set(after)
  return { before, after }
}

export function deactivateWorkflow(draft: Draft, id: string, user: UserRecord, context: WorkflowContext) {
  const before = getWorkflow(draft, id, user)
  if (!before.active) return { before, after: before }
  const after = { ...before, active: false, updatedAt: context.clock.iso(), ...publishingCurrent(before) }
  draft.workflows.set(after)
  return { before, after }
}

/** Replaces a workflow's tags. Its `updatedAt` stays. */
export function replaceWorkflowTags(draft: Draft, id: string, ids: readonly string[], user: UserRecord): TagRecord[] {
  const workflow = getWorkflow(draft, id, user)
  if (new Set(ids).size < ids.length || ids.some(tag => !draft.tags.has(tag))) throw tagRefusals.someTagsNotFound()
  draft.workflows.set({ ...workflow, tags: [...ids] })
  return tagsInOrder(draft.tags, ids, 'creation')
}

function activated(draft: Draft, workflow: WorkflowRecord, { nodeTypes }: { nodeTypes: NodeTypes }): WorkflowRecord {
  const checked = {
    nodeTypes,
    communityPackages: draft.communityPackages,
    isTaken: (webhook: Webhook) =>
      draft.workflows.by('webhook', webhookKey(webhook)).some(other => other.id !== workflow.id),
  }
  const refusal = activationRefusal(workflow, checked)
  if (refusal !== undefined) throw refusal
  return {
    ...workflow,
    triggerCount: countTriggers(workflow, checked),
    staticData: staticDataAfterActivation(workflow),
  }
}

/** Without a history of versions the current one is published, whatever a newer version of the service has noted. */
const publishingCurrent = ({ activeVersionId, publishedWebhooks }: WorkflowRecord) =>
  activeVersionId || publishedWebhooks ? { activeVersionId: null, publishedWebhooks: undefined } : {}

function completeNodes(draft: Draft, nodes: Node[], { ids }: WorkflowContext): Node[] {
  const resolve = credentialResolver(draft)
  return nodes.map(node => {
    const complete = node.id ? node : { ...node, id: ids.uuid() }
    return resolve(complete)
  })
}

/** The schema lets text pass only if it is JSON. */
const parseStaticData = (given: unknown) => (typeof given === 'string' ? JSON.parse(given) : given)
