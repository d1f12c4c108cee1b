import { isRecord } from '../base/is-record.ts'

type Fields = Record<string, unknown>

/** What the service calls a workflow that has no name yet: those that are copied out of its editor have none. */
const DEFAULT_NAME = 'My workflow'

/**
 * Exported workflows or credentials as a fixture, tags once each; anything else as it is. An export is a workflow as the service
 * writes it, a copy out of the editor, or a workflow as the gallery of templates has it.
 *
 * @example
 * fixtureOfExports({ workflow: { name: 'Intake', nodes: [], connections: {} } })
 */
export function fixtureOfExports(value: unknown): unknown {
  return fixtureOfWorkflows(value) ?? fixtureOfCredentials(value) ?? value
}

function fixtureOfWorkflows(value: unknown): unknown {
  const workflows = (Array.isArray(value) ? value : [value]).map(exportedWorkflow)
  if (workflows.length === 0 || !workflows.every(workflow => workflow !== undefined)) return undefined
  const tags = new Map<string, unknown>()
  for (const tag of workflows.flatMap(workflow => (Array.isArray(workflow.tags) ? workflow.tags : []))) {
    if (typeof tag?.name === 'string') tags.set(tag.name, tag)
  }
  return { tags: [...tags.values()], workflows }
}

function exportedWorkflow(value: unknown): Fields | undefined {
  if (!isRecord(value)) return undefined
  if ('nodes' in value && 'connections' in value) return { name: DEFAULT_NAME, ...value }
  return isRecord(value.workflow) ? galleryWorkflow(value, value.workflow) : undefined
}

/** The gallery wraps a graph once or twice; the name may be at any level, and its own ids are none of an instance. */
function galleryWorkflow(outer: Fields, inner: Fields): Fields | undefined {
  const graph = isRecord(inner.workflow) ? inner.workflow : inner
  if (!('nodes' in graph && 'connections' in graph)) return undefined
  const { nodes, connections, settings, pinData, meta } = graph
  const name = graph.name ?? inner.name ?? outer.name ?? DEFAULT_NAME
  return { name, nodes, connections, settings, pinData, meta }
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
