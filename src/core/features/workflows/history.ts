import type { Clock } from '../../base/clock.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { PublishEventRecord, WorkflowVersionRecord } from '../../model/workflow-version.ts'
import type { WorkflowRules } from './workflow-rules.ts'

/** The version of a workflow with this id; the current one also where no record was written of it. */
export function findVersion(
  state: State | Draft,
  workflow: WorkflowRecord,
  versionId: string,
): WorkflowVersionRecord | undefined {
  const record = state.workflowVersions.get(versionId)
  if (record) return record.workflowId === workflow.id ? record : undefined
  return versionId === workflow.versionId ? impliedVersion(state, workflow) : undefined
}

/** The version that is published; `undefined` of a workflow that is not active. */
export function publishedVersion(state: State | Draft, workflow: WorkflowRecord): WorkflowVersionRecord | undefined {
  return workflow.active ? findVersion(state, workflow, publishedVersionId(workflow)) : undefined
}

/** The id of the published version of an active workflow. */
export const publishedVersionId = ({ activeVersionId, versionId }: WorkflowRecord) => activeVersionId ?? versionId

/** The versions of a workflow, newest first. */
export function listVersions(state: State, workflow: WorkflowRecord): WorkflowVersionRecord[] {
  const records = state.workflowVersions.by('workflowId', workflow.id).toReversed()
  return state.workflowVersions.has(workflow.versionId) ? records : [impliedVersion(state, workflow), ...records]
}

/** What was published when, of one version, in the order in which it happened. */
export const publishEventsOf = (state: State, workflow: WorkflowRecord, versionId: string): PublishEventRecord[] =>
  state.publishEvents.by('workflowId', workflow.id).filter(event => event.versionId === versionId)

interface Recording {
  clock: Clock
  rules: Pick<WorkflowRules, 'history'>
}

/** Writes the current version of a workflow into its history, where there is one. */
export function recordVersion(draft: Draft, workflow: WorkflowRecord, user: UserRecord, { clock, rules }: Recording) {
  if (rules.history === 'none') return
  const now = clock.iso()
  const version = versionOf(workflow, nameOf(user))
  draft.workflowVersions.set({ ...version, createdAt: now, updatedAt: now })
}

/** Makes sure that the current version is in the history before another takes its place. */
export function storeCurrentVersion(draft: Draft, workflow: WorkflowRecord, { history }: Recording['rules']) {
  if (history === 'none' || draft.workflowVersions.has(workflow.versionId)) return
  draft.workflowVersions.set(impliedVersion(draft, workflow))
}

/** The version that a workflow has in effect where none was written: versions of the service without a history write none. */
function impliedVersion(state: State | Draft, workflow: WorkflowRecord): WorkflowVersionRecord {
  const owner = state.users.get(workflow.owner)
  return versionOf(workflow, owner ? nameOf(owner) : '')
}

function versionOf(workflow: WorkflowRecord, authors: string): WorkflowVersionRecord {
  const { id: workflowId, versionId: id, nodes, connections, nodeGroups = [], createdAt, updatedAt } = workflow
  const graph = { nodes, connections, nodeGroups }
  return { id, workflowId, ...graph, authors, name: null, description: null, autosaved: false, createdAt, updatedAt }
}

/** A user's first and last name. */
const nameOf = ({ firstName, lastName }: UserRecord) => [firstName, lastName].filter(Boolean).join(' ')
