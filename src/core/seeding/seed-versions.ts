import { badRequest, conflict } from '../base/errors.ts'
import { mapInSteps } from '../base/run-in-slices.ts'
import type { FixtureOf } from '../model/fixture.ts'
import { nextNumber } from '../model/next-id.ts'
import type { Draft } from '../model/state.ts'
import { webhookKeys } from '../model/webhooks.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'
import type { PublishEventRecord, WorkflowVersionRecord } from '../model/workflow-version.ts'
import { datesOf, type SeedContext, userIdOf } from './seed-context.ts'

type Given = FixtureOf<'workflows'>
type GivenVersion = Omit<FixtureOf<'workflowVersions'>, 'id' | 'workflowId'>

/** Nodes without an id get one. */
export const withIds = (nodes: readonly Node[], { ids }: SeedContext) =>
  mapInSteps(nodes, node => (node.id ? node : { ...node, id: ids.uuid() }))

/** Puts in the versions that a workflow names, in the place of those it had; those stay where it names none. */
export function* setVersions(draft: Draft, given: Given, workflow: WorkflowRecord, context: SeedContext) {
  const { versions, activeVersion } = given
  if (versions) {
    for (const { id } of draft.workflowVersions.by('workflowId', workflow.id)) draft.workflowVersions.delete(id)
    const oldestFirst = versions.map((version, at) => ({ version, place: `/versions/${at}` })).reverse()
    for (const { version, place } of oldestFirst) {
      yield
      const { versionId, ...rest } = version
      if (draft.workflowVersions.has(versionId)) throw conflict(`${place}/versionId: there is a version ${versionId}`)
      draft.workflowVersions.set(yield* versionRecord(draft, { ...rest, id: versionId }, workflow, context))
    }
  }
  if (!activeVersion?.nodes || hasVersion(draft, workflow, activeVersion.versionId)) return
  const {
    versionId: id,
    nodes,
    connections,
    nodeGroups,
    authors,
    name,
    description,
    createdAt,
    updatedAt,
  } = activeVersion
  if (draft.workflowVersions.has(id)) throw conflict('/activeVersion/versionId: it is of another workflow')
  const rest = { nodes, connections, nodeGroups, authors, name, description, createdAt, updatedAt }
  draft.workflowVersions.set(yield* versionRecord(draft, { ...rest, id }, workflow, context))
}

/** A whole version from as little as its id. */
export function* versionRecord(
  draft: Draft,
  version: GivenVersion & { id: string },
  workflow: Pick<WorkflowRecord, 'id' | 'owner'>,
  context: SeedContext,
): Generator<undefined, WorkflowVersionRecord> {
  return {
    id: version.id,
    workflowId: workflow.id,
    nodes: yield* withIds(version.nodes ?? [], context),
    connections: version.connections ?? {},
    nodeGroups: version.nodeGroups ?? [],
    authors: version.authors ?? fullName(draft, workflow.owner),
    name: version.name ?? null,
    description: version.description ?? null,
    autosaved: version.autosaved ?? false,
    ...datesOf(version, context.clock),
  }
}

/**
 * The published version where it is another than the current one.
 *
 * @throws ApiError 400 for an unknown one, or one of a workflow that is not active
 */
export function activeVersionOf(draft: Draft, given: Given, workflow: WorkflowRecord) {
  const activeVersionId = given.activeVersionId ?? given.activeVersion?.versionId
  if (activeVersionId === undefined) return given.activeVersionId === null ? { activeVersionId: null } : {}
  if (!workflow.active) throw badRequest('/activeVersionId: the workflow is not active')
  if (activeVersionId === workflow.versionId) return { activeVersionId }
  const published = draft.workflowVersions.get(activeVersionId)
  if (published?.workflowId === workflow.id) return { activeVersionId, publishedWebhooks: webhookKeys(published) }
  throw badRequest(`/activeVersionId: the workflow has no version ${JSON.stringify(activeVersionId)}`)
}

/** Puts in the history that a workflow names, in the place of the one it had; that stays where it names none. */
export function* setPublishHistory(
  draft: Draft,
  { publishHistory }: Given,
  workflow: WorkflowRecord,
  context: SeedContext,
) {
  if (!publishHistory) return
  for (const { id } of draft.publishEvents.by('workflowId', workflow.id)) draft.publishEvents.delete(id)
  for (const [at, event] of publishHistory.entries()) {
    const place = `/publishHistory/${at}`
    if (!hasVersion(draft, workflow, event.versionId)) {
      throw badRequest(`${place}/versionId: the workflow has no version ${JSON.stringify(event.versionId)}`)
    }
    const { userId = null } = event
    const user = userId === null ? null : userIdOf(draft, userId, `${place.slice(1)}/userId`)
    const record = eventRecord(draft, { ...event, userId: user }, workflow.id, context, place)
    if (draft.publishEvents.has(record.id)) throw conflict(`${place}/id: there are two events ${record.id}`)
    draft.publishEvents.set(record)
    yield
  }
}

/** A whole event from as little as its version and kind. */
export function eventRecord(
  draft: Draft,
  event: Omit<FixtureOf<'publishEvents'>, 'workflowId'>,
  workflowId: string,
  { clock }: SeedContext,
  place: string,
): PublishEventRecord {
  const id = event.id === undefined ? nextNumber(draft, 'publishEvents') : String(event.id)
  const known = draft.publishEvents.get(id)
  if (known && known.workflowId !== workflowId)
    throw conflict(`${place}/id: there is an event ${id} of another workflow`)
  const { versionId, event: kind, userId = null, createdAt = clock.iso() } = event
  return { id, workflowId, versionId, event: kind, userId, createdAt }
}

const hasVersion = (draft: Draft, workflow: WorkflowRecord, versionId: string) =>
  workflow.versionId === versionId || draft.workflowVersions.get(versionId)?.workflowId === workflow.id

function fullName(draft: Draft, userId: string): string {
  const { firstName, lastName } = draft.users.get(userId) ?? {}
  return [firstName, lastName].filter(Boolean).join(' ')
}
