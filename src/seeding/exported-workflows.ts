import { isRecord } from '../base/is-record.ts'

type Fields = Record<string, unknown>

/** What the service calls a workflow that has no name yet: those that are copied out of its editor have none. */
const DEFAULT_NAME = 'My workflow'

/**
 * Exported workflows as a fixture, their tags once each; anything else as it is. An export is a workflow as the service
 * writes it, a copy out of the editor, or a workflow as the gallery of templates has it.
 *
 * @example
 * fixtureOfExports({ workflow: { name: 'Intake', nodes: [], connections: {} } })
 */
export function fixtureOfExports(value: unknown): unknown {
  const workflows = (Array.isArray(value) ? value : [value]).map(exportedWorkflow)
  if (workflows.length === 0 || !workflows.every(workflow => workflow !== undefined)) return value
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
