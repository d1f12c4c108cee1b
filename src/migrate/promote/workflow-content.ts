import { isDeepStrictEqual } from 'node:util'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { publishedVersion } from '../../core/features/workflows/history.ts'
import type { WriteLimits } from '../../core/http/version.ts'
import { type WorkflowRecord, workflowFields } from '../../core/model/workflow.ts'
import { settingsOf, workflowDifferences } from '../compare/workflow-differences.ts'
import { type Fields, fieldsOf, textOf } from '../fields.ts'
import { type Renaming, renameReferences } from '../references.ts'
import { withOwnFields } from '../version-data.ts'
import { isFilled, isFilledIn, isKept } from '../write-limits.ts'
import type { Missing, Planning } from './plan.ts'
import { sentFields, stayingFields, unnamedFields, untakenFields } from './sent-fields.ts'
import { credentialsNamedIn } from './target.ts'

/** The fields of a node that all versions take. */
const NODE_FIELDS = [
  'id',
  'name',
  'type',
  'typeVersion',
  'position',
  'parameters',
  'credentials',
  'webhookId',
  'disabled',
  'notes',
  'notesInFlow',
  'executeOnce',
  'alwaysOutputData',
  'retryOnFail',
  'maxTries',
  'waitBetweenTries',
  'continueOnFail',
  'onError',
]

/** What is sent of a workflow: its graph and settings with the ids of the target, never what its runs left behind. */
export interface WorkflowBody {
  body: Fields
  /** What the version of the target does not take, e.g. `settings.callerPolicy`. */
  leftOut: string[]
  /** What no promotion sends, and why. */
  stays: string[]
  /** What it refers to, and is not at the target yet. */
  missing: Missing
}

/** The request that creates a workflow, or changes it. */
export type WorkflowRequest = 'create' | 'update'

export function workflowBody(
  planning: Planning,
  workflow: WorkflowRecord,
  there: Fields | undefined,
  request: WorkflowRequest = 'update',
): WorkflowBody {
  const { limits } = planning
  const leftOut = new Set<string>()
  const { missing, ...renaming } = createRenaming(planning, there)
  const renamed = renameReferences(fieldsOf(workflow), renaming)
  const nodes = recordsOf(renamed.nodes).map(node =>
    picked(node, NODE_FIELDS, field => {
      if (field !== 'createdAt' && field !== 'updatedAt') leftOut.add(`node field ${field}`)
    }),
  )
  const settings = picked(settingsOf(renamed), limits.settings, field => leftOut.add(`settings.${field}`))
  const own = picked(workflow.more ?? {}, limits.workflowFields, field => leftOut.add(field))
  const body = {
    nodes,
    connections: workflow.connections,
    settings,
    ...own,
    ...sentFields(workflowFields, workflow, takenBy(limits, request), there),
  }
  const takenAtAll = [...limits.workflowCreate, ...limits.workflowUpdate]
  for (const what of untakenFields(workflowFields, workflow, takenAtAll)) leftOut.add(what)
  const stays = [...stayingFields(workflowFields, workflow), ...unnamedFields(workflowFields, workflow, there)]
  return { body: there ? bodyOver(body, there, limits) : body, leftOut: [...leftOut], stays, missing }
}

const takenBy = ({ workflowCreate, workflowUpdate }: WriteLimits, request: WorkflowRequest) =>
  request === 'create' ? workflowCreate : workflowUpdate

/** The ids of the target for the local ones; what is not there yet is left empty, and named in `missing`. */
function createRenaming({ source, steps }: Planning, there: Fields | undefined): Renaming & { missing: Missing } {
  const { ids } = steps
  const missing: Missing = { credentials: [], workflows: [] }
  const namedThere = credentialsNamedIn(there)
  return {
    missing,
    workflow(id) {
      const to = ids.workflows.get(id)
      const here = source.workflows.get(id)
      if (to !== undefined || !here) return to
      missing.workflows.push(here.name)
      return ''
    },
    credential(_type, id) {
      const here = source.credentials.get(id)
      // what neither side has, and is named there already, is named there again
      const isComing = steps.credentials.some(({ from }) => from === id)
      const to = ids.credentials.get(id) ?? (namedThere.has(id) && !isComing ? id : undefined)
      if (to === undefined) missing.credentials.push(here?.name ?? id)
      return { id: to ?? '', ...(here ? { name: here.name } : {}) }
    },
    dataTable: () => undefined,
  }
}

function picked(record: Fields, known: readonly string[], onOther: (field: string) => void): Fields {
  const entries = Object.entries(record).filter(([, value]) => value !== null && value !== undefined)
  for (const [key] of entries) if (!known.includes(key)) onOther(key)
  return Object.fromEntries(entries.filter(([key]) => known.includes(key)))
}

/**
 * The body of a change: what the service added to nodes stays, so that webhooks keep their addresses; settings that are
 * not set here are unset as far as the service lets them.
 */
function bodyOver(body: Fields, there: Fields, limits: WriteLimits): Fields {
  const byName = new Map(recordsOf(there.nodes).map(node => [textOf(node.name), node]))
  const nodes = recordsOf(body.nodes).map(node => {
    const before = byName.get(textOf(node.name))
    const webhookId = node.webhookId ?? before?.webhookId
    return webhookId === undefined || before?.type !== node.type ? node : { ...node, webhookId }
  })
  const settings = settingsOf(body)
  return { ...body, nodes, settings: { ...settings, ...unsetSettings(settings, settingsOf(there), limits) } }
}

/** What is sent so that settings which are not set here are not set there either. */
const unsetSettings = (here: Fields, there: Fields, { mergesSettings, defaultSettings }: WriteLimits): Fields =>
  mergesSettings
    ? Object.fromEntries(defaultSettings.filter(key => key in there && !(key in here)).map(key => [key, 'DEFAULT']))
    : {}

/** How a workflow differs from the one at the target. */
export interface ContentChange {
  /** Whether it is sent. */
  isSent: boolean
  /** What differs there, e.g. `settings.timezone`. */
  differences: string[]
  /** What the version does not take. */
  leftOut: string[]
  /** What no promotion sends, with the reason. */
  stays: string[]
  /** Settings that are not set here, and stay there. */
  kept: string[]
}

export function contentChange(planning: Planning, workflow: WorkflowRecord, there: Fields | undefined): ContentChange {
  const { body, leftOut, stays, missing } = workflowBody(planning, workflow, there)
  if (!there) return { isSent: true, differences: [], leftOut, stays, kept: [] }
  const here = settingsOf(fieldsOf(workflow))
  const kept = Object.keys(settingsOf(there))
    .filter(
      key => !(key in here) && isKept(key, planning.limits) && !isFilled(key, settingsOf(there)[key], planning.limits),
    )
    .sort()
  const untouchable = new Set([...leftOut, ...kept.map(key => `settings.${key}`)])
  const sent = withOwnFields({ ...body, settings: settingsOf(body) }, planning.target.version)
  const fields = [...new Set([...Object.keys(sent), 'more'])]
  const differences = workflowDifferences(sent, withOwnFields(there, planning.target.version), fields)
    .filter(difference => !isFilledIn(difference, planning.limits))
    .map(({ what }) => what)
    .filter(what => !untouchable.has(what))
  const isWaiting = missing.credentials.length + missing.workflows.length > 0
  return { isSent: differences.length > 0 || isWaiting, differences: [...new Set(differences)], leftOut, stays, kept }
}

/** What of a workflow is sent as its content, and what as a draft that is not published. */
export interface Versions {
  content: WorkflowRecord
  draft?: WorkflowRecord
  /** Whether its draft is not sent, as the version of the target has none. */
  leavesDraft: boolean
}

/** @param isPublished whether it is going to be published at the target */
export function versionsOf(
  { source, limits, drafts }: Planning,
  workflow: WorkflowRecord,
  isPublished: boolean,
): Versions {
  const published = isPublished && !drafts ? publishedVersion(source, workflow) : undefined
  const graph = graphOf(published ?? workflow)
  if (isDeepStrictEqual(graph, graphOf(workflow))) return { content: workflow, leavesDraft: false }
  const content = { ...workflow, ...graph }
  return limits.takesDrafts ? { content, draft: workflow, leavesDraft: false } : { content, leavesDraft: true }
}

const graphOf = ({
  nodes,
  connections,
  nodeGroups = [],
}: Pick<WorkflowRecord, 'nodes' | 'connections' | 'nodeGroups'>) => ({
  nodes,
  connections,
  nodeGroups,
})

/** A workflow at the target as it is published; `undefined` where it is not. */
export function publishedAtTarget(there: Fields): Fields | undefined {
  if (there.active !== true) return undefined
  const { activeVersion, versionId } = there
  const isSeparate = isRecord(activeVersion) && activeVersion.versionId !== versionId
  if (!isSeparate || !Array.isArray(activeVersion.nodes)) return there
  const { nodes, connections, nodeGroups } = activeVersion
  return { ...there, nodes, connections, nodeGroups }
}
