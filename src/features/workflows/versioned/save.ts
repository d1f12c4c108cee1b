import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../base/clock.ts'
import { type ApiError, common } from '../../../base/errors.ts'
import { type IdSource, nextId } from '../../../model/next-id.ts'
import type { Draft, State } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import { webhookKeys } from '../../../model/webhooks.ts'
import type { Connections, Node, NodeGroup, WorkflowRecord } from '../../../model/workflow.ts'
import { requireFolder } from '../../folders/require-folder.ts'
import { projectIdOf } from '../../projects/find-project.ts'
import { credentialResolver } from '../node-credentials.ts'
import { nodeGroupsRefusal } from '../node-groups.ts'
import { type NodeTypes, needsWebhookId } from '../node-types.ts'
import { workflowRefusals } from '../refusals.ts'
import { structureRefusal } from '../structure.ts'
import { findVersion, keepCurrentVersion, publishedVersionId, recordVersion } from './history.ts'
import { type PublishContext, publish, refusalOf } from './publish.ts'

export interface SaveContext extends IdSource, PublishContext {
  clock: Clock
  nodeTypes: NodeTypes
  /** Fields that the version alone has: they are stored as they are sent. */
  ownFields: readonly string[]
}

/** A workflow as the API takes it, its shapes checked. */
export interface VersionedInput {
  name: string
  nodes: Node[]
  connections: Connections
  settings: Record<string, unknown>
  staticData?: unknown
  pinData?: unknown
  nodeGroups?: NodeGroup[]
  description?: string
  parentFolderId?: string | null
}

const LONGEST_NAME = 128

/** Where a new workflow belongs. */
export interface Home {
  owner: string
  /** The team project; the owner's personal one where left out. */
  projectId?: string
}

/**
 * Makes a workflow with its first version.
 *
 * @throws ApiError 400 for a name that is empty or too long, or a graph that is none
 */
export function createWorkflow(
  draft: Draft,
  input: VersionedInput,
  home: Home,
  user: UserRecord,
  context: SaveContext,
): WorkflowRecord {
  const now = context.clock.iso()
  const { name, connections, settings, staticData, pinData = null, nodeGroups = [], parentFolderId } = input
  requireGraph(input)
  const workflow: WorkflowRecord = {
    id: nextId(draft, 'workflows', context),
    name,
    active: false,
    createdAt: now,
    updatedAt: now,
    nodes: completeNodes(draft, input.nodes, context),
    connections,
    settings: keptSettings(settings),
    staticData: staticDataOf(staticData),
    tags: [],
    ...home,
    versionId: context.ids.uuid(),
    meta: null,
    pinData,
    triggerCount: 0,
    versionCounter: 1,
    nodeGroups,
    ...(parentFolderId ? { parentFolderId } : {}),
    ...ownFieldsOf(input, {}, context),
  }
  requireGroups(workflow, context)
  draft.workflows.set(workflow)
  recordVersion(draft, workflow, user, context.clock)
  return workflow
}

/** @throws ApiError 400 */
export function requireName(name: string, { shortest }: { shortest: number }) {
  if (name.length < shortest || name.length > LONGEST_NAME)
    throw workflowRefusals.workflowNameLength(shortest || 1, LONGEST_NAME)
}

/** A change of a workflow, and why its new version could not be published though it was saved. */
export interface Saved {
  workflow: WorkflowRecord
  refusal: ApiError | undefined
}

/**
 * Changes a workflow. Settings are merged; what is left out stays. A changed graph is a new version, which an active
 * workflow publishes at once, or keeps as a draft where it cannot, or shall not, be published.
 *
 * @throws ApiError 400 for an archived workflow, a name that is too long, or a graph that is none
 */
export function updateWorkflow(
  draft: Draft,
  before: WorkflowRecord,
  input: VersionedInput,
  user: UserRecord,
  { publishIfActive }: { publishIfActive: boolean },
  context: SaveContext,
): Saved {
  if (before.isArchived) throw workflowRefusals.archivedWorkflowUpdated()
  requireGraph(input)
  requireName(input.name, { shortest: 0 })
  requireFolder(draft, input.parentFolderId, projectIdOf(draft, before))
  const changed = changedWorkflow(draft, before, input, context)
  requireGroups(changed, context)
  const isNewVersion = !hasSameGraph(before, changed)
  const isCounted = isNewVersion || !isDeepStrictEqual(before.settings, changed.settings)
  const workflow: WorkflowRecord = {
    ...changed,
    ...(isNewVersion ? { versionId: context.ids.uuid() } : {}),
    ...(isCounted ? { versionCounter: (before.versionCounter ?? 1) + 1 } : {}),
  }
  if (isNewVersion) {
    keepCurrentVersion(draft, before)
    recordVersion(draft, workflow, user, context.clock)
  }
  if (!before.active) {
    draft.workflows.set(workflow)
    return { workflow, refusal: undefined }
  }
  return updateActive(draft, before, workflow, user, publishIfActive, context)
}

function updateActive(
  draft: Draft,
  before: WorkflowRecord,
  workflow: WorkflowRecord,
  user: UserRecord,
  publishIfActive: boolean,
  context: SaveContext,
): Saved {
  const activeVersionId = publishedVersionId(before)
  const published = findVersion(draft, before, activeVersionId)
  const asDraft: WorkflowRecord = {
    ...workflow,
    activeVersionId,
    ...(published && activeVersionId !== workflow.versionId ? { publishedWebhooks: webhookKeys(published) } : {}),
  }
  const refusal = publishIfActive ? refusalOf(draft, workflow, workflow, context) : undefined
  if (!publishIfActive || refusal) {
    draft.workflows.set(asDraft)
    return { workflow: asDraft, refusal }
  }
  const version = findVersion(draft, workflow, workflow.versionId)
  if (!version) return { workflow: asDraft, refusal }
  return { workflow: publish(draft, { ...asDraft, activeVersionId }, version, user, context), refusal }
}

function changedWorkflow(draft: Draft, before: WorkflowRecord, input: VersionedInput, context: SaveContext) {
  const { name, connections, settings, staticData, pinData, nodeGroups, description, parentFolderId } = input
  return {
    ...before,
    name,
    nodes: completeNodes(draft, input.nodes, context),
    connections,
    settings: withoutDefaults({ ...before.settings, ...keptSettings(settings) }),
    ...(staticData === undefined ? {} : { staticData: staticDataOf(staticData) }),
    ...(pinData === undefined ? {} : { pinData }),
    ...(nodeGroups === undefined ? {} : { nodeGroups }),
    ...(description === undefined ? {} : { description }),
    ...(parentFolderId === undefined ? {} : { parentFolderId }),
    ...ownFieldsOf(input, before, context),
    updatedAt: context.clock.iso(),
  }
}

function ownFieldsOf(input: VersionedInput, { more }: Pick<WorkflowRecord, 'more'>, { ownFields }: SaveContext) {
  const sent = Object.entries(input).filter(([name, value]) => ownFields.includes(name) && value !== undefined)
  return sent.length === 0 ? {} : { more: { ...more, ...Object.fromEntries(sent) } }
}

const hasSameGraph = (a: WorkflowRecord, b: WorkflowRecord) =>
  isDeepStrictEqual([a.nodes, a.connections, a.nodeGroups ?? []], [b.nodes, b.connections, b.nodeGroups ?? []])

/** @throws ApiError 400 with every finding */
function requireGraph({ nodes, connections }: VersionedInput) {
  const refusal = structureRefusal(nodes, connections)
  if (refusal) throw refusal
}

function requireGroups({ nodeGroups = [], nodes, connections }: WorkflowRecord, { nodeTypes }: SaveContext) {
  const isTrigger = ({ type = '' }: Node) => nodeTypes.get(type)?.group.includes('trigger') === true
  const finding = nodeGroupsRefusal(nodeGroups, nodes, connections, isTrigger)
  if (finding !== undefined) throw workflowRefusals.nodeGroupsInvalid(finding)
}

/** Settings that need a licence are checked and not kept. */
export const UNLICENSED_SETTINGS = ['binaryMode', 'redactionPolicy', 'credentialResolverId']

const keptSettings = (settings: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !UNLICENSED_SETTINGS.includes(name)))

/** In a change `DEFAULT` removes these, which is how the editor writes "not set". A new workflow keeps it. */
const DEFAULT_SETTINGS = ['timezone', 'errorWorkflow']

const withoutDefaults = (settings: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== 'DEFAULT' || !DEFAULT_SETTINGS.includes(name)),
  )

function completeNodes(draft: Draft, nodes: Node[], { ids, nodeTypes }: SaveContext): Node[] {
  const resolve = credentialResolver(draft)
  return nodes.map(node => {
    const named = node.id ? node : { ...node, id: ids.uuid() }
    const complete = needsWebhookId(nodeTypes, named) ? { ...named, webhookId: ids.uuid() } : named
    return resolve(complete)
  })
}

/** Text is JSON here, as the schema has checked; what is no object counts as nothing. */
function staticDataOf(given: unknown): unknown {
  const value = typeof given === 'string' ? JSON.parse(given) : given
  return typeof value === 'object' && !Array.isArray(value) ? value : null
}

/** A workflow, or the refusal of the operation where there is none. @throws ApiError 404 */
export function requireWorkflow(state: State | Draft, id: string, refuse = common.notFound): WorkflowRecord {
  const workflow = state.workflows.get(id)
  if (!workflow) throw refuse()
  return workflow
}
