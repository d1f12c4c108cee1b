import { isDeepStrictEqual } from 'node:util'
import { sentAsTheyAre } from '../../model/field.ts'
import { nextId } from '../../model/next-id.ts'
import type { Draft } from '../../model/state.ts'
import type { TagRecord } from '../../model/tag.ts'
import type { UserRecord } from '../../model/user.ts'
import { webhookKeys } from '../../model/webhooks.ts'
import { type Node, type WorkflowInput, type WorkflowRecord, workflowFields } from '../../model/workflow.ts'
import { namedFolder, requireFolder } from '../folders/require-folder.ts'
import { projectIdOf, type RecordOwner } from '../projects/find-project.ts'
import { tagRefusals } from '../tags/refusals.ts'
import { findVersion, publishedVersionId, recordVersion, storeCurrentVersion } from './history.ts'
import { credentialResolver } from './node-credentials.ts'
import { nodeGroupsRefusal } from './node-groups.ts'
import { needsWebhookId } from './node-types.ts'
import { publish, refusalOf, storeActive } from './publish.ts'
import { workflowRefusals } from './refusals.ts'
import { structureRefusal } from './structure.ts'
import { tagsInOrder } from './tags-in-order.ts'
import {
  type ChangedWorkflow,
  publishingCurrent,
  unpublishedChange,
  type WorkflowContext,
  type WorkflowRules,
  withoutMcpAccess,
  withWrites,
} from './workflow-rules.ts'

/**
 * Creates a workflow with its first version.
 *
 * @throws ApiError 400 for an invalid graph, where the version checks it; then 404 for an unknown folder
 */
export function createWorkflow(
  draft: Draft,
  input: WorkflowInput,
  owner: RecordOwner,
  user: UserRecord,
  context: WorkflowContext,
): WorkflowRecord {
  const { clock, ids, rules } = context
  const parentFolderId = namedFolder(input.parentFolderId)
  requireGraph(input, rules)
  const now = clock.iso()
  const workflow: WorkflowRecord = {
    id: nextId(draft, 'workflows', context),
    name: input.name,
    active: false,
    createdAt: now,
    updatedAt: now,
    nodes: completeNodes(draft, owner, input.nodes, context),
    connections: input.connections,
    settings: storedSettings(input.settings, rules),
    staticData: storedStaticData(input.staticData, rules) ?? null,
    tags: [],
    ...owner,
    versionId: ids.uuid(),
    meta: null,
    pinData: null,
    triggerCount: 0,
    ...(rules.counts === 'nothing' ? {} : { versionCounter: 1 }),
    ...(parentFolderId ? { parentFolderId } : {}),
    ...ownFieldsOf(input, {}, rules),
  }
  copySent(input, workflow, CREATED, rules)
  requireGroups(workflow, context)
  requireFolder(draft, parentFolderId, projectIdOf(draft, workflow))
  draft.workflows.set(workflow)
  recordVersion(draft, workflow, user, context)
  return workflow
}

/**
 * Changes a workflow: name, nodes, connections and settings are replaced or merged; what else is left out stays.
 *
 * @param options.publishIfActive whether an active workflow publishes its new version, where it may have a draft
 * @throws ApiError 400 for an archived workflow, a name that is too long, or an invalid graph
 */
export function updateWorkflow(
  draft: Draft,
  before: WorkflowRecord,
  input: WorkflowInput,
  user: UserRecord,
  { publishIfActive = true }: { publishIfActive?: boolean },
  context: WorkflowContext,
): ChangedWorkflow {
  const { ids, rules } = context
  if (rules.archives && before.isArchived) throw workflowRefusals.archivedWorkflowUpdated()
  requireGraph(input, rules)
  requireName(input.name, { shortest: 0 }, rules)
  requireFolder(draft, input.parentFolderId, projectIdOf(draft, before))
  const changed = changedWorkflow(draft, before, input, context)
  requireGroups(changed, context)
  const isNewVersion = isNew(before, changed, input, rules)
  const isCounted =
    rules.counts === 'changes' && (isNewVersion || !isDeepStrictEqual(before.settings, changed.settings))
  if (isNewVersion) changed.versionId = ids.uuid()
  if (isCounted) changed.versionCounter = (before.versionCounter ?? 1) + 1
  const workflow = withWrites(changed, 1, rules)
  if (isNewVersion) {
    storeCurrentVersion(draft, before, rules)
    recordVersion(draft, workflow, user, context)
  }
  if (!before.active) {
    draft.workflows.set(workflow)
    return unpublishedChange(workflow)
  }
  return rules.history === 'publications'
    ? updatePublished(draft, before, workflow, user, publishIfActive, context)
    : updateRunning(draft, before, workflow, context)
}

/** The current version of an active workflow runs: where it cannot, it is refused, or inactive from then on. */
function updateRunning(
  draft: Draft,
  before: WorkflowRecord,
  workflow: WorkflowRecord,
  context: WorkflowContext,
): ChangedWorkflow {
  const { rules } = context
  const refusal = refusalOf(draft, workflow, workflow, context)
  if (!refusal) return { answer: workflow, record: storeActive(draft, workflow, workflow, context), refusal }
  if (rules.history === 'none') throw refusal
  const { versionId } = before
  const inactive = withWrites({ ...workflow, active: false, activeVersionId: null, versionId }, 1, rules)
  const record = withoutMcpAccess(inactive, rules)
  draft.workflows.set(record)
  return { answer: workflow, record, refusal }
}

/** The new version is published at once, or a draft where it cannot, or shall not, be published. */
function updatePublished(
  draft: Draft,
  before: WorkflowRecord,
  workflow: WorkflowRecord,
  user: UserRecord,
  publishIfActive: boolean,
  context: WorkflowContext,
): ChangedWorkflow {
  const activeVersionId = publishedVersionId(before)
  const published = findVersion(draft, before, activeVersionId)
  const asDraft: WorkflowRecord = {
    ...workflow,
    activeVersionId,
    ...(published && activeVersionId !== workflow.versionId ? { publishedWebhooks: webhookKeys(published) } : {}),
  }
  const refusal = publishIfActive ? refusalOf(draft, workflow, workflow, context) : undefined
  const version = findVersion(draft, workflow, workflow.versionId)
  if (!publishIfActive || refusal || !version) {
    draft.workflows.set(asDraft)
    return { ...unpublishedChange(asDraft), refusal }
  }
  return publish(draft, asDraft, version, user, context)
}

/** Removes a workflow with its executions and its history; its tags stay. */
export function removeWorkflow(draft: Draft, id: string) {
  for (const collection of ['executions', 'workflowVersions', 'publishEvents'] as const)
    for (const record of draft[collection].by('workflowId', id)) draft[collection].delete(record.id)
  draft.workflows.delete(id)
}

const storedText = (text: string, { textsAreWellFormed }: WorkflowRules) =>
  textsAreWellFormed ? text.toWellFormed() : text

/** Replaces a workflow's tags. Its `updatedAt` stays. @throws ApiError 404 for an unknown tag, or one named twice */
export function replaceWorkflowTags(draft: Draft, workflow: WorkflowRecord, ids: readonly string[]): TagRecord[] {
  if (new Set(ids).size < ids.length || ids.some(tag => !draft.tags.has(tag))) throw tagRefusals.someTagsNotFound()
  draft.workflows.set({ ...workflow, tags: [...ids] })
  return tagsInOrder(draft.tags, ids, 'creation')
}

/** @throws ApiError 400 */
export function requireName(name: string, { shortest }: { shortest: number }, { mostName }: WorkflowRules) {
  if (mostName !== undefined && (name.length < shortest || name.length > mostName))
    throw workflowRefusals.workflowNameLength(shortest || 1, mostName)
}

/** The fields that are stored as they are sent. */
const CREATED = sentAsTheyAre(workflowFields, 'create')
const UPDATED = sentAsTheyAre(workflowFields, 'update')

function copySent(input: WorkflowInput, workflow: WorkflowRecord, fields: readonly string[], rules: WorkflowRules) {
  const sent: Record<string, unknown> = input
  for (const field of fields) {
    const value = sent[field]
    if (value === undefined) continue
    Object.assign(workflow, { [field]: typeof value === 'string' ? storedText(value, rules) : value })
  }
}

/** A changed copy. What is left out is not spread: this is what a save costs most. */
function changedWorkflow(
  draft: Draft,
  before: WorkflowRecord,
  input: WorkflowInput,
  context: WorkflowContext,
): WorkflowRecord {
  const { staticData, parentFolderId } = input
  const { rules, clock } = context
  const changed: WorkflowRecord = {
    ...before,
    nodes: completeNodes(draft, before, input.nodes, context),
    settings: changedSettings(before, input, rules),
    updatedAt: clock.iso(),
  }
  copySent(input, changed, UPDATED, rules)
  if (staticData !== undefined) changed.staticData = storedStaticData(staticData, rules)
  if (parentFolderId !== undefined) changed.parentFolderId = namedFolder(parentFolderId)
  if (rules.ownFields.length > 0) Object.assign(changed, ownFieldsOf(input, before, rules))
  if (rules.history !== 'publications') Object.assign(changed, publishingCurrent(before))
  return changed
}

function isNew(before: WorkflowRecord, changed: WorkflowRecord, input: WorkflowInput, rules: WorkflowRules): boolean {
  if (rules.newVersionBy === 'save') return true
  if (rules.newVersionBy === 'graph') return !isDeepStrictEqual(graphOf(before), graphOf(changed))
  return (
    // a setting that is only left out counts, too
    !isDeepStrictEqual(storedSettings(input.settings, rules), before.settings) ||
    !isDeepStrictEqual([before.name, before.staticData], [changed.name, changed.staticData]) ||
    !isDeepStrictEqual(graphOf(before), graphOf(changed))
  )
}

const graphOf = ({ nodes, connections, nodeGroups = [] }: WorkflowRecord) => [nodes, connections, nodeGroups]

function ownFieldsOf(input: WorkflowInput, { more }: Pick<WorkflowRecord, 'more'>, { ownFields }: WorkflowRules) {
  const sent = Object.entries(input).filter(([name, value]) => ownFields.includes(name) && value !== undefined)
  return sent.length === 0 ? {} : { more: { ...more, ...Object.fromEntries(sent) } }
}

/** @throws ApiError 400 with every finding */
function requireGraph({ nodes, connections }: WorkflowInput, { checksStructure }: WorkflowRules) {
  const refusal = checksStructure ? structureRefusal(nodes, connections) : undefined
  if (refusal) throw refusal
}

/** @throws ApiError 400 */
function requireGroups({ nodeGroups = [], nodes, connections }: WorkflowRecord, { rules, check }: WorkflowContext) {
  if (!rules.checksStructure) return
  const isTrigger = ({ type = '' }: Node) => check?.nodeTypes.get(type)?.group.includes('trigger') === true
  const finding = nodeGroupsRefusal(nodeGroups, nodes, connections, isTrigger)
  if (finding !== undefined) throw workflowRefusals.nodeGroupsInvalid(finding)
}

/** The settings of a new workflow. */
function storedSettings(settings: Record<string, unknown>, { unlicensedSettings, filledSettings }: WorkflowRules) {
  const stored = { ...settings }
  for (const name of unlicensedSettings) delete stored[name]
  for (const [name, value] of Object.entries(filledSettings)) if (stored[name] === undefined) stored[name] = value
  return stored
}

function changedSettings(before: WorkflowRecord, { settings }: WorkflowInput, rules: WorkflowRules) {
  const stored = storedSettings(settings, rules)
  const changed = rules.mergesSettings ? { ...before.settings, ...stored } : stored
  for (const [name, value] of Object.entries(rules.removableSettings)) if (changed[name] === value) delete changed[name]
  return changed
}

function completeNodes(
  draft: Draft,
  workflow: RecordOwner,
  nodes: Node[],
  { ids, rules, check }: WorkflowContext,
): Node[] {
  const resolve = credentialResolver(draft, workflow)
  return nodes.map(node => {
    const named = node.id ? node : { ...node, id: ids.uuid() }
    const lacksId = rules.checksStructure && check !== undefined && needsWebhookId(check.nodeTypes, named)
    return resolve(lacksId ? { ...named, webhookId: ids.uuid() } : named)
  })
}

/** Text is JSON, as the schema has checked. */
function storedStaticData(given: unknown, { staticDataIsObject }: WorkflowRules): unknown {
  const value = typeof given === 'string' ? JSON.parse(given) : given
  if (!staticDataIsObject) return value
  return typeof value === 'object' && !Array.isArray(value) ? value : null
}
