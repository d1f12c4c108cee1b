import { findProject, ownerOfProject, projectIdOf } from '../../features/projects/find-project.ts'
import { publishedVersion, publishedVersionId } from '../../features/workflows/history.ts'
import { tagsInOrder } from '../../features/workflows/tags-in-order.ts'
import type { Context } from '../../http/context.ts'
import type { ExecutionRecord } from '../../model/execution.ts'
import type { RunForm } from '../../model/run-data.ts'
import type { State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { WorkflowVersionRecord } from '../../model/workflow-version.ts'
import { listedFields, singleFields } from '../execution-fields.ts'
import { showTag } from '../v1/presenters/tag.ts'

/** What an operation shows of a workflow beside its own fields. */
export interface ShownParts {
  tags?: boolean
  shared?: 'withProject' | 'withoutProject'
  activeVersion?: boolean
  /** The list leaves a few fields out. */
  item?: boolean
  pinData?: boolean
}

/** A workflow as an operation shows it. */
export function showWorkflow(state: State, workflow: WorkflowRecord, parts: ShownParts) {
  const { createdAt, updatedAt, id, name, active, nodes, connections, settings, staticData } = workflow
  const { meta, pinData, versionId, triggerCount, isArchived = false, versionCounter = 1 } = workflow
  const version = publishedVersion(state, workflow)
  return {
    updatedAt,
    createdAt,
    id,
    name,
    ...(parts.item ? {} : { description: null }),
    active,
    isArchived,
    nodes,
    connections,
    settings,
    staticData,
    meta,
    ...(parts.pinData === false ? {} : { pinData }),
    versionId,
    activeVersionId: active ? publishedVersionId(workflow) : null,
    ...(parts.item ? {} : { versionCounter }),
    triggerCount,
    ...(parts.shared ? { shared: [showShare(state, workflow, parts.shared === 'withProject')] } : {}),
    ...(parts.tags ? { tags: tagsInOrder(state.tags, workflow.tags, 'id').map(showTag) } : {}),
    ...(parts.activeVersion ? { activeVersion: version ? showVersion(version) : null } : {}),
  }
}

/** A new workflow: what was sent, in its order and with the settings filled in, then what the service added. */
export function showCreatedWorkflow(input: Record<string, unknown>, workflow: WorkflowRecord) {
  const { active, versionId, id, staticData, meta, pinData, updatedAt, createdAt, triggerCount, nodes } = workflow
  return {
    ...input,
    nodes,
    settings: workflow.settings,
    active,
    versionId,
    id,
    description: null,
    ...('staticData' in input ? {} : { staticData }),
    meta,
    pinData,
    activeVersionId: null,
    updatedAt,
    createdAt,
    isArchived: false,
    versionCounter: 1,
    triggerCount,
  }
}

/** A version of a workflow. */
export function showVersion(version: WorkflowVersionRecord) {
  const { updatedAt, createdAt, id, workflowId, nodes, connections, authors, name, description } = version
  return { updatedAt, createdAt, versionId: id, workflowId, nodes, connections, authors, name, description }
}

function showShare(state: State, workflow: WorkflowRecord, withProject: boolean) {
  const { id, createdAt, updatedAt } = workflow
  const projectId = projectIdOf(state, workflow)
  const share = { updatedAt, createdAt, role: 'workflow:owner', workflowId: id, projectId }
  return withProject ? { ...share, project: showProject(state, projectId) } : share
}

/** The project of a workflow with its owner, as this version shows it: the whole user. */
function showProject(state: State, projectId: string) {
  const project = findProject(state, projectId)
  if (!project) return null
  const owner = ownerOfProject(state, projectId)
  const members = owner ? [owner] : []
  const { id, name, type, icon, description, createdAt, updatedAt } = project
  const projectRelations = members.map(user => ({
    updatedAt: user.createdAt,
    createdAt: user.createdAt,
    userId: user.id,
    projectId,
    user: showWholeUser(user),
  }))
  return { updatedAt, createdAt, id, name, type, icon, description, projectRelations }
}

function showWholeUser({ updatedAt, createdAt, id, email, firstName, lastName, isPending, mfaEnabled }: UserRecord) {
  return {
    updatedAt,
    createdAt,
    id,
    email,
    firstName,
    lastName,
    personalizationAnswers: null,
    settings: null,
    disabled: false,
    mfaEnabled: mfaEnabled ?? false,
    lastActiveAt: null,
    isPending,
  }
}

export const RUN_FORM: RunForm = 'numbered'

/** What the data of executions is read with. */
type Data = Pick<Context, 'runData'> & { store: { data: State } }

/** An execution in the list. */
export function showListedExecution(context: Data, execution: ExecutionRecord, withData = false) {
  return { ...listedFields(execution), ...(withData ? showDetails(context, execution) : {}) }
}

/** An execution as GET by id and DELETE show it. */
export function showExecution(context: Data, execution: ExecutionRecord, withData = false) {
  return { ...singleFields(execution), ...(withData ? showDetails(context, execution) : {}) }
}

/** What a retry answers with. */
export function showRetry(context: Data, execution: ExecutionRecord) {
  const { id, mode, startedAt, workflowId, finished, retryOf, status } = execution
  const { data, workflowData, customData } = showDetails(context, execution)
  return { id, mode, startedAt, workflowId, finished, retryOf: Number(retryOf), status, data, workflowData, customData }
}

function showDetails({ store, runData }: Data, execution: ExecutionRecord) {
  const { data, workflowData } = runData.detailsOf(store.data, execution, RUN_FORM)
  return { data, workflowData, customData: execution.customData ?? {} }
}
