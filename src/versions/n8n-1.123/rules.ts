import { isDeepStrictEqual } from 'node:util'
import { type ApiError, common } from '../../base/errors.ts'
import { projectIdOf } from '../../features/projects/find-project.ts'
import { sees } from '../../features/visibility.ts'
import { activationRefusal, countTriggers } from '../../features/workflows/activation.ts'
import { credentialResolver } from '../../features/workflows/node-credentials.ts'
import type { NodeTypes } from '../../features/workflows/node-types.ts'
import { workflowRefusals } from '../../features/workflows/refusals.ts'
import type { WorkflowContext } from '../../features/workflows/rules.ts'
import { keepCurrentVersion, recordVersion } from '../../features/workflows/versioned/history.ts'
import { nextId } from '../../model/next-id.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { type Webhook, webhookKey } from '../../model/webhooks.ts'
import type { Node, WorkflowInput, WorkflowRecord } from '../../model/workflow.ts'

export type Saving = WorkflowContext & { nodeTypes: NodeTypes }

/** What the service fills in, also over what is stored. */
export const DEFAULT_SETTINGS = { callerPolicy: 'workflowsFromSameOwner', availableInMCP: false }

/** A workflow or a credential that the user may use: 404 for an unknown one, 403 for another's. */
export function requireOwn<R extends { owner: string }>(record: R | undefined, user: UserRecord): R {
  if (!record) throw common.notFound()
  if (!sees(user, record.owner)) throw common.notAllowed()
  return record
}

export const requireWorkflow = (state: State | Draft, id: string, user: UserRecord): WorkflowRecord =>
  requireOwn(state.workflows.get(id), user)

export function createWorkflow(draft: Draft, input: WorkflowInput, user: UserRecord, context: Saving) {
  const now = context.clock.iso()
  const workflow: WorkflowRecord = {
    id: nextId(draft, 'workflows', context),
    name: input.name,
    active: false,
    createdAt: now,
    updatedAt: now,
    nodes: completeNodes(draft, input.nodes, context),
    connections: input.connections,
    settings: filledIn(input.settings),
    staticData: staticDataOf(input.staticData) ?? null,
    tags: [],
    owner: user.id,
    versionId: context.ids.uuid(),
    meta: null,
    pinData: null,
    triggerCount: 0,
    versionCounter: 1,
  }
  draft.workflows.set(workflow)
  recordVersion(draft, workflow, user, context.clock)
  return workflow
}

/** A change, and why an active workflow that was saved can no longer start. */
export interface Saved {
  shown: WorkflowRecord
  refusal: ApiError | undefined
  wasActive?: boolean
}

/**
 * Changes a workflow; settings are merged, what is left out stays. Anything that differs makes a new version, which an
 * active workflow runs at once; where it cannot start it is saved, and inactive from then on.
 */
export function updateWorkflow(
  draft: Draft,
  id: string,
  input: WorkflowInput,
  user: UserRecord,
  context: Saving,
): Saved {
  const before = requireWorkflow(draft, id, user)
  if (input.name.length > 128) throw workflowRefusals.workflowNameLength(1, 128)
  const given = {
    name: input.name,
    nodes: completeNodes(draft, input.nodes, context),
    connections: input.connections,
    ...(input.staticData === undefined ? {} : { staticData: staticDataOf(input.staticData) }),
  }
  const settings = filledIn(input.settings)
  const isChanged =
    !isDeepStrictEqual(settings, before.settings) ||
    Object.entries(given).some(([name, value]) => !isDeepStrictEqual(value, before[name as keyof WorkflowRecord]))
  const { publishedWebhooks: _published, ...rest } = before
  const workflow: WorkflowRecord = {
    ...rest,
    ...given,
    settings: { ...before.settings, ...settings },
    versionId: isChanged ? context.ids.uuid() : before.versionId,
    updatedAt: context.clock.iso(),
    versionCounter: counterOf(before) + 1,
  }
  if (isChanged) {
    keepCurrentVersion(draft, before)
    recordVersion(draft, workflow, user, context.clock)
  }
  if (!before.active) {
    draft.workflows.set(workflow)
    return { shown: workflow, refusal: undefined }
  }
  const active = { ...workflow, activeVersionId: workflow.versionId }
  const refusal = refusalOf(draft, active, context)
  if (refusal) {
    const { versionId } = before
    const counter = counterOf(active) + 1
    draft.workflows.set({ ...active, active: false, activeVersionId: null, versionId, versionCounter: counter })
    return { shown: active, refusal }
  }
  draft.workflows.set(settled(draft, active, context))
  return { shown: active, refusal: undefined }
}

/** Activates a workflow: the answer shows it as it is before its triggers are counted. */
export function activateWorkflow(draft: Draft, id: string, user: UserRecord, context: Saving): Saved {
  const before = requireWorkflow(draft, id, user)
  if (before.active) return { shown: before, refusal: undefined, wasActive: true }
  const { publishedWebhooks: _published, ...rest } = before
  const active: WorkflowRecord = {
    ...rest,
    active: true,
    activeVersionId: before.versionId,
    versionCounter: counterOf(before) + 1,
  }
  const refusal = refusalOf(draft, active, context)
  if (refusal) {
    draft.workflows.set({ ...before, versionCounter: counterOf(before) + 2 })
    return { shown: before, refusal }
  }
  keepCurrentVersion(draft, before)
  draft.workflows.set(settled(draft, active, context))
  return { shown: active, refusal: undefined }
}

export function deactivateWorkflow(draft: Draft, id: string, user: UserRecord): WorkflowRecord {
  const before = requireWorkflow(draft, id, user)
  if (!before.active) return before
  const { publishedWebhooks: _published, ...rest } = before
  const after = { ...rest, active: false, activeVersionId: null }
  // counted behind the answer
  draft.workflows.set({ ...after, versionCounter: counterOf(after) + 1 })
  return after
}

/** The executions of a user's own workflows. */
export const seesExecution =
  (state: State | Draft, user: UserRecord) =>
  ({ workflowId }: { workflowId: string }) => {
    const workflow = state.workflows.get(workflowId)
    return workflow ? sees(user, workflow.owner) : user.role !== 'global:member'
  }

export const isInProject = (state: State | Draft, projectId: string, workflowId: string) => {
  const workflow = state.workflows.get(workflowId)
  return workflow !== undefined && projectIdOf(state, workflow) === projectId
}

const counterOf = ({ versionCounter = 1 }: WorkflowRecord) => versionCounter

function refusalOf(draft: Draft, workflow: WorkflowRecord, { nodeTypes }: Saving): ApiError | undefined {
  return activationRefusal(workflow, {
    nodeTypes,
    communityPackages: draft.communityPackages,
    isTaken: (webhook: Webhook) =>
      draft.workflows.by('webhook', webhookKey(webhook)).some(other => other.id !== workflow.id),
  })
}

/** Its triggers are counted, and its schedules keep their recurrences, behind the answer. */
function settled(draft: Draft, workflow: WorkflowRecord, { nodeTypes }: Saving): WorkflowRecord {
  const context = { nodeTypes, communityPackages: draft.communityPackages, isTaken: () => false }
  const staticData = withRecurrences(workflow)
  const writes = isDeepStrictEqual(staticData, workflow.staticData) ? 1 : 2
  return {
    ...workflow,
    triggerCount: countTriggers(workflow, context),
    staticData,
    versionCounter: counterOf(workflow) + writes,
  }
}

function withRecurrences({ nodes, staticData }: WorkflowRecord): unknown {
  const schedules = nodes.filter(({ type, disabled }) => type === SCHEDULE && disabled !== true)
  const before = staticData ?? {}
  if (schedules.length === 0 || typeof before !== 'object' || Array.isArray(before)) return staticData
  const entries = schedules.map(({ name }) => {
    const kept = (before as Record<string, unknown>)[`node:${name}`]
    return [`node:${name}`, { recurrenceRules: [], ...(typeof kept === 'object' ? kept : {}) }]
  })
  return { ...before, ...Object.fromEntries(entries) }
}

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger'

const filledIn = (settings: Record<string, unknown>) => ({ ...settings, ...missingDefaults(settings) })

const missingDefaults = (settings: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(DEFAULT_SETTINGS).filter(([name]) => settings[name] === undefined))

function completeNodes(draft: Draft, nodes: Node[], { ids }: Saving): Node[] {
  const resolve = credentialResolver(draft)
  return nodes.map(node => resolve(node.id ? node : { ...node, id: ids.uuid() }))
}

/** The schema lets text pass only if it is JSON. */
const staticDataOf = (given: unknown) => (typeof given === 'string' ? JSON.parse(given) : given)
