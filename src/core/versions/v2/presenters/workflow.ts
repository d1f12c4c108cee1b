import { compare } from '../../../base/compare.ts'
import { projectIdOf } from '../../../features/projects/find-project.ts'
import { publishEventsOf, publishedVersion, publishedVersionId } from '../../../features/workflows/history.ts'
import { tagsInOrder } from '../../../features/workflows/tags-in-order.ts'
import type { State } from '../../../model/state.ts'
import type { WorkflowRecord } from '../../../model/workflow.ts'
import type { WorkflowVersionRecord } from '../../../model/workflow-version.ts'
import { showHome } from './project.ts'
import { showTag } from './tag.ts'

/** What an operation shows of a workflow beside its own fields. */
export interface ShownParts {
  tags?: boolean
  shared?: boolean | 'withoutProject'
  /** The events of its history are in their order, or those of one kind together. */
  activeVersion?: boolean | 'withoutHistory' | 'historyByEvent'
  /** The list leaves a few fields out. */
  item?: boolean
  pinData?: boolean
  parentFolder?: boolean
}

/** A workflow as an operation shows it. */
export function showWorkflow(state: State, workflow: WorkflowRecord, parts: ShownParts) {
  const { id, name, active, createdAt, updatedAt, versionId, triggerCount, nodes, connections } = workflow
  const { description = null, isArchived = false, versionCounter = 1, sourceWorkflowId = null } = workflow
  const { nodeGroups = [], settings, staticData, pinData, meta } = workflow
  const activeVersionId = active ? publishedVersionId(workflow) : null
  return {
    id,
    name,
    ...(parts.item ? {} : { description }),
    active,
    activeVersionId,
    createdAt,
    updatedAt,
    isArchived,
    versionId,
    ...(parts.item ? {} : { versionCounter, sourceWorkflowId }),
    triggerCount,
    nodes,
    connections,
    nodeGroups,
    settings,
    staticData: objectOrNull(staticData),
    ...(parts.pinData === false ? {} : { pinData }),
    meta,
    ...(parts.tags ? { tags: tagsInOrder(state.tags, workflow.tags, 'id').map(showTag) } : {}),
    ...(parts.shared ? { shared: [showShare(state, workflow, parts.shared === true)] } : {}),
    ...(parts.activeVersion === undefined
      ? {}
      : { activeVersion: showActiveVersion(state, workflow, parts.activeVersion) }),
    ...(parts.parentFolder ? { parentFolder: showFolder(state, workflow.parentFolderId) } : {}),
  }
}

function showShare(state: State, workflow: WorkflowRecord, withProject: boolean) {
  const { id: workflowId, createdAt, updatedAt } = workflow
  const project = withProject ? { project: showHome(state, workflow) } : {}
  const projectId = projectIdOf(state, workflow)
  return { role: 'workflow:owner', workflowId, projectId, ...project, createdAt, updatedAt }
}

function showActiveVersion(state: State, workflow: WorkflowRecord, shown: ShownParts['activeVersion']) {
  const version = publishedVersion(state, workflow)
  if (!version) return null
  const { id: versionId, workflowId, nodes, connections, nodeGroups, authors, name, description } = version
  const { autosaved, createdAt, updatedAt } = version
  return {
    versionId,
    workflowId,
    nodes,
    connections,
    nodeGroups,
    authors,
    name,
    description,
    autosaved,
    createdAt,
    updatedAt,
    ...(shown === true ? { workflowPublishHistory: showHistory(state, workflow, versionId) } : {}),
    ...(shown === 'historyByEvent' ? { workflowPublishHistory: showByEvent(state, workflow, versionId) } : {}),
  }
}

const showByEvent = (state: State, workflow: WorkflowRecord, versionId: string) =>
  showHistory(state, workflow, versionId).sort(
    (a, b) => compare(a.event, b.event) || compare(a.userId ?? '', b.userId ?? ''),
  )

const showHistory = (state: State, workflow: WorkflowRecord, versionId: string) =>
  publishEventsOf(state, workflow, versionId).map(event => ({ ...event, id: Number(event.id) }))

function showFolder(state: State, id: string | null | undefined) {
  const folder = id ? state.folders.get(id) : undefined
  if (!folder) return null
  const { name, parentFolderId } = folder
  return { id: folder.id, name, parentFolderId }
}

/** A version in the history. */
export function showVersionEntry(version: WorkflowVersionRecord) {
  const { id: versionId, workflowId, authors, name, description, createdAt, updatedAt } = version
  return { versionId, workflowId, authors, name, description, createdAt, updatedAt }
}

/** A version with its graph. */
export function showVersion(version: WorkflowVersionRecord) {
  const { nodes, connections, nodeGroups } = version
  const { versionId, workflowId, ...rest } = showVersionEntry(version)
  return { versionId, workflowId, nodes, connections, nodeGroups, ...rest }
}

const objectOrNull = (value: unknown) => (typeof value === 'object' && !Array.isArray(value) ? value : null)
