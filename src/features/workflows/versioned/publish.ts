import type { Clock } from '../../../base/clock.ts'
import { nextNumber } from '../../../model/next-id.ts'
import type { Draft } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import { type Webhook, webhookKey, webhookKeys } from '../../../model/webhooks.ts'
import type { WorkflowRecord } from '../../../model/workflow.ts'
import type { PublishEventRecord, WorkflowVersionRecord } from '../../../model/workflow-version.ts'
import type { ActivationRequirements } from '../activation-requirements.ts'
import type { NodeTypes } from '../node-types.ts'
import { publicationRefusal } from '../publication.ts'
import { workflowRefusals } from '../refusals.ts'
import { settledPublication } from '../settled-publication.ts'
import { findVersion, keepCurrentVersion, publishedVersionId } from './history.ts'

/** What a publication is checked against, and when it happens. */
export interface PublishContext {
  clock: Clock
  nodeTypes: NodeTypes
  requirements: ActivationRequirements
}

/** Which version is to be published, and what it is to be called; the current one where left out. */
export interface PublishOptions {
  versionId?: string
  name?: string
  description?: string
}

/**
 * Publishes a version of a workflow. One that was published before is no longer.
 *
 * @returns the workflow as it was but for what is published, which is how the service shows it
 * @throws ApiError 400 for an archived workflow or a version that cannot start, 404 for an unknown version, 409 for a
 *   webhook that another published workflow has
 */
export function publishWorkflow(
  draft: Draft,
  workflow: WorkflowRecord,
  { versionId = workflow.versionId, name, description }: PublishOptions,
  user: UserRecord,
  context: PublishContext,
): WorkflowRecord {
  if (workflow.isArchived) throw workflowRefusals.archivedWorkflowActivated()
  const version = findVersion(draft, workflow, versionId)
  if (!version) throw workflowRefusals.workflowVersionNotFound()
  const refusal = refusalOf(draft, workflow, version, context)
  if (refusal) throw refusal
  if (name !== undefined || description !== undefined) {
    const named = { name: name ?? version.name, description: description ?? version.description }
    draft.workflowVersions.set({ ...version, ...named, updatedAt: context.clock.iso() })
  }
  return publish(draft, workflow, version, user, context)
}

/** Why a version cannot be published; `undefined` if it can. */
export function refusalOf(
  draft: Draft,
  { id }: WorkflowRecord,
  { nodes, connections }: Pick<WorkflowVersionRecord, 'nodes' | 'connections'>,
  { nodeTypes, requirements }: PublishContext,
) {
  return publicationRefusal(
    { workflowId: id, nodes, connections },
    {
      nodeTypes,
      requirements,
      communityPackages: draft.communityPackages,
      isTaken: (webhook: Webhook) => draft.workflows.by('webhook', webhookKey(webhook)).some(other => other.id !== id),
      findCalled(called: string) {
        const workflow = draft.workflows.get(called)
        return workflow && { name: workflow.name, isPublished: workflow.active }
      },
    },
  )
}

/** Publishes a version that can be, and settles at once what follows from it. */
export function publish(
  draft: Draft,
  workflow: WorkflowRecord,
  version: WorkflowVersionRecord,
  user: UserRecord,
  context: PublishContext,
): WorkflowRecord {
  keepCurrentVersion(draft, workflow)
  if (workflow.active) addEvent(draft, workflow, 'deactivated', user, context.clock)
  const { publishedWebhooks: _before, ...rest } = workflow
  const isCurrent = version.id === workflow.versionId
  const active: WorkflowRecord = {
    ...rest,
    active: true,
    activeVersionId: version.id,
    ...(isCurrent ? {} : { publishedWebhooks: webhookKeys(version) }),
  }
  addEvent(draft, active, 'activated', user, context.clock)
  draft.workflows.set({ ...active, ...settledPublication(version, workflow, context.nodeTypes) })
  return active
}

/** Ends the publication of a workflow. One that is not published stays as it is. */
export function unpublishWorkflow(draft: Draft, workflow: WorkflowRecord, user: UserRecord, clock: Clock) {
  if (!workflow.active) return workflow
  addEvent(draft, workflow, 'deactivated', user, clock)
  const { publishedWebhooks: _before, ...rest } = workflow
  const after: WorkflowRecord = { ...rest, active: false, activeVersionId: null }
  draft.workflows.set(after)
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
