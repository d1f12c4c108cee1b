import type { Clock } from '../../base/clock.ts'
import type { ApiError } from '../../base/errors.ts'
import { nextNumber } from '../../model/next-id.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { listWebhooks, type Webhook, webhookKey, webhookKeys } from '../../model/webhooks.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { PublishEventRecord, WorkflowVersionRecord } from '../../model/workflow-version.ts'
import { activationRefusal } from './activation.ts'
import { findVersion, publishedVersionId, storeCurrentVersion } from './history.ts'
import { publicationRefusal } from './publication.ts'
import { withEffects } from './publication-effects.ts'
import { workflowRefusals } from './refusals.ts'
import {
  type ChangedWorkflow,
  publishingCurrent,
  unpublishedChange,
  type WorkflowContext,
  withoutMcpAccess,
  withWrites,
} from './workflow-rules.ts'

/** Which version is to be published, and what it is to be called; the current one where left out. */
export interface PublishOptions {
  versionId?: string
  name?: string
  description?: string
}

/**
 * Activates a workflow. With publications the version that is asked for is published, in place of the one before; else
 * the current version runs, and a workflow that is active already stays as it is.
 *
 * @throws ApiError 400 for an archived workflow or one that cannot start, 404 for an unknown version, 409 for a webhook
 *   that another published workflow has
 */
export function activateWorkflow(
  draft: Draft,
  workflow: WorkflowRecord,
  { versionId = workflow.versionId, name, description }: PublishOptions,
  user: UserRecord,
  context: WorkflowContext,
): ChangedWorkflow {
  const { rules, clock } = context
  if (rules.archives && workflow.isArchived) throw workflowRefusals.archivedWorkflowActivated()
  if (rules.history !== 'publications') {
    return workflow.active ? unpublishedChange(workflow) : activateCurrent(draft, workflow, context)
  }
  const version = findVersion(draft, workflow, versionId)
  if (!version) throw workflowRefusals.workflowVersionNotFound()
  const refusal = refusalOf(draft, workflow, version, context)
  if (refusal) throw refusal
  if (name !== undefined || description !== undefined) {
    const named = { name: name ?? version.name, description: description ?? version.description }
    draft.workflowVersions.set({ ...version, ...named, updatedAt: clock.iso() })
  }
  return publish(draft, workflow, version, user, context)
}

function activateCurrent(draft: Draft, workflow: WorkflowRecord, context: WorkflowContext): ChangedWorkflow {
  const { rules, clock } = context
  // after a save that was refused, the version is still the one before it
  const version = rules.history === 'none' ? workflow : (findVersion(draft, workflow, workflow.versionId) ?? workflow)
  const refusal = refusalOf(draft, workflow, version, context)
  if (refusal) {
    if (rules.counts !== 'writes') throw refusal
    const record = withoutMcpAccess(withWrites(workflow, 2, rules), rules)
    draft.workflows.set(record)
    return { answer: workflow, record, refusal }
  }
  storeCurrentVersion(draft, workflow, rules)
  const active: WorkflowRecord = {
    ...workflow,
    active: true,
    ...(rules.activationIsDated ? { updatedAt: clock.iso() } : {}),
    ...publishingCurrent(workflow),
  }
  const answer = withWrites(active, 1, rules)
  const record = storeActive(draft, answer, answer, context)
  return { answer, record, refusal: undefined }
}

/** Why a version of a workflow cannot be active; `undefined` if it can. */
export function refusalOf(
  draft: Draft,
  { id, name, settings }: WorkflowRecord,
  { nodes, connections }: Pick<WorkflowVersionRecord, 'nodes' | 'connections'>,
  { check }: WorkflowContext,
): ApiError | undefined {
  if (!check) return
  const { nodeTypes, requirements, checksZone, webhooksBelowWorkflow = false } = check
  const { communityPackages } = draft
  const isShared = ({ webhookId }: Webhook) => webhookId !== undefined || !webhooksBelowWorkflow
  const hasShared = (other: WorkflowRecord, key: string) =>
    !webhooksBelowWorkflow || listWebhooks(other).some(webhook => isShared(webhook) && webhookKey(webhook) === key)
  const isTaken = (webhook: Webhook) => {
    const key = webhookKey(webhook)
    if (!isShared(webhook)) return false
    return draft.workflows.by('webhook', key).some(other => other.id !== id && hasShared(other, key))
  }
  if (!requirements) {
    const workflow = { id, name, nodes, settings: checksZone ? settings : {} }
    return activationRefusal(workflow, { nodeTypes, communityPackages, isTaken })
  }
  const findCalled = (called: string) => {
    const workflow = draft.workflows.get(called)
    return workflow && { name: workflow.name, isPublished: workflow.active }
  }
  return publicationRefusal(
    { workflowId: id, nodes, connections },
    { nodeTypes, requirements, communityPackages, isTaken, findCalled },
  )
}

/** Publishes a version that can be, at once. */
export function publish(
  draft: Draft,
  workflow: WorkflowRecord,
  version: WorkflowVersionRecord,
  user: UserRecord,
  context: WorkflowContext,
): ChangedWorkflow {
  const { rules, clock } = context
  storeCurrentVersion(draft, workflow, rules)
  if (workflow.active) addEvent(draft, workflow, 'deactivated', user, clock)
  const { publishedWebhooks: _before, ...rest } = workflow
  const isCurrent = version.id === workflow.versionId
  const answer: WorkflowRecord = {
    ...rest,
    active: true,
    activeVersionId: version.id,
    ...(isCurrent ? {} : { publishedWebhooks: webhookKeys(version) }),
  }
  addEvent(draft, answer, 'activated', user, clock)
  return { answer, record: storeActive(draft, answer, version, context), refusal: undefined }
}

/** Stores an active workflow with what follows from this graph. */
export function storeActive(
  draft: Draft,
  active: WorkflowRecord,
  graph: Pick<WorkflowRecord, 'nodes'>,
  { check, rules }: WorkflowContext,
): WorkflowRecord {
  const { communityPackages } = draft
  const { recurrences } = rules
  const stored = check
    ? withEffects(active, graph, { nodeTypes: check.nodeTypes, communityPackages, recurrences }, rules)
    : active
  draft.workflows.set(stored)
  return stored
}

/** Deactivates a workflow, which ends its publication. One that is not active stays as it is. */
export function deactivateWorkflow(
  draft: Draft,
  workflow: WorkflowRecord,
  user: UserRecord,
  { clock, rules }: Pick<WorkflowContext, 'clock' | 'rules'>,
): WorkflowRecord {
  if (!workflow.active) return workflow
  if (rules.history === 'publications') addEvent(draft, workflow, 'deactivated', user, clock)
  const { publishedWebhooks: _before, ...rest } = workflow
  const after: WorkflowRecord = {
    ...rest,
    active: false,
    activeVersionId: null,
    ...(rules.activationIsDated ? { updatedAt: clock.iso() } : {}),
  }
  draft.workflows.set(withoutMcpAccess(withWrites(after, 1, rules), rules))
  return after
}

function addEvent(
  draft: Draft,
  workflow: WorkflowRecord,
  event: PublishEventRecord['event'],
  user: UserRecord,
  clock: Clock,
) {
  const id = nextNumber(draft, 'publishEvents')
  const versionId = publishedVersionId(workflow)
  draft.publishEvents.set({ id, workflowId: workflow.id, versionId, event, userId: user.id, createdAt: clock.iso() })
}
