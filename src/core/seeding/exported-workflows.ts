import { isRecord } from '../base/is-record.ts'

type Fields = Record<string, unknown>

/** What the service calls a workflow that has no name yet: those that are copied out of its editor have none. */
export const DEFAULT_NAME = 'My workflow'

/** A workflow as a file has it. */
export interface ExportedWorkflow {
  /** Where it is in the file: `['data', 0]`. */
  keys: readonly (string | number)[]
  workflow: Fields
}

/**
 * Exported workflows or credentials as a fixture, tags once each; anything else as it is. An export is a workflow as the service
 * writes it, a copy out of the editor, a workflow as the gallery of templates has it, or the answer of `GET /workflows`.
 *
 * @example
 * fixtureOfExports({ workflow: { name: 'Intake', nodes: [], connections: {} } })
 */
export function fixtureOfExports(value: unknown): unknown {
  return fixtureOfWorkflows(value) ?? fixtureOfCredentials(value) ?? value
}

function fixtureOfWorkflows(value: unknown): unknown {
  const given = listedWorkflows(value) ?? (Array.isArray(value) ? value : [value])
  const workflows = given.map(one => exportedWorkflow(one)?.workflow)
  if (!workflows.every(workflow => workflow !== undefined)) return undefined
  if (workflows.length === 0 && listedWorkflows(value) === undefined) return undefined
  const tags = new Map<string, unknown>()
  for (const tag of workflows.flatMap(workflow => (Array.isArray(workflow.tags) ? workflow.tags : []))) {
    if (typeof tag?.name === 'string') tags.set(tag.name, tag)
  }
  return { tags: [...tags.values()], workflows: workflows.map(withoutForeignOwner) }
}

/** A list of workflows as `GET /workflows` answers it. */
export const listedWorkflows = (value: unknown): unknown[] | undefined =>
  isRecord(value) && 'nextCursor' in value && Array.isArray(value.data) && value.data.every(isGraph)
    ? value.data
    : undefined

const isGraph = (value: unknown) => isRecord(value) && 'nodes' in value && 'connections' in value

/** Source control names the owner by an object: that need not be a user of this instance. */
function withoutForeignOwner(workflow: Fields): Fields {
  if (!isRecord(workflow.owner)) return { name: DEFAULT_NAME, ...workflow }
  const { owner, parentFolderId, ...own } = workflow
  return { name: DEFAULT_NAME, ...own }
}

/** The workflow that a value is, or that it wraps; `undefined` for anything else. */
export function exportedWorkflow(value: unknown): ExportedWorkflow | undefined {
  if (!isRecord(value)) return undefined
  if (isGraph(value)) return { keys: [], workflow: value }
  return isRecord(value.workflow) ? galleryWorkflow(value, value.workflow) : undefined
}

/** The gallery wraps a graph once or twice; the name may be at any level, and its own ids are none of an instance. */
function galleryWorkflow(outer: Fields, inner: Fields): ExportedWorkflow | undefined {
  const isWrappedTwice = isRecord(inner.workflow)
  const graph = isRecord(inner.workflow) ? inner.workflow : inner
  if (!isGraph(graph)) return undefined
  const { nodes, connections, settings, pinData, meta } = graph
  const name = graph.name ?? inner.name ?? outer.name ?? DEFAULT_NAME
  return {
    keys: isWrappedTwice ? ['workflow', 'workflow'] : ['workflow'],
    workflow: { name, nodes, connections, settings, pinData, meta },
  }
}

/** What an exported credential has, and a fixture's. */
const CREDENTIAL_FIELDS = ['id', 'name', 'type', 'createdAt', 'updatedAt', 'isManaged', 'isGlobal', 'isResolvable']

/**
 * Exported credentials (`n8n export:credentials --all`) as a fixture. Encrypted data cannot be read without the key of
 * its service, so it becomes a placeholder.
 */
function fixtureOfCredentials(value: unknown): unknown {
  const given = Array.isArray(value) ? value : [value]
  if (given.length === 0 || !given.every(isExportedCredential)) return undefined
  return { credentials: given.map(fixtureCredential) }
}

const isExportedCredential = (value: unknown): value is Fields =>
  isRecord(value) && 'data' in value && typeof value.name === 'string' && typeof value.type === 'string'

function fixtureCredential(credential: Fields): Fields {
  const { data } = credential
  const fields = Object.entries(credential).filter(([name]) => CREDENTIAL_FIELDS.includes(name))
  return { ...Object.fromEntries(fields), ...(isRecord(data) ? { data } : { data: {}, isStandIn: true }) }
}
