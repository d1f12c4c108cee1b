import { publishedVersion } from '../../core/features/workflows/history.ts'
import type { Draft, State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'

/** A cache: the nodes of a record that is held as text are parsed again and again. */
const graphs = new WeakMap<WorkflowRecord, { published: object; graph: WorkflowRecord }>()

/** The workflow with the graph that runs when it is triggered: of an active one the published one. */
export function activeGraph(state: State | Draft, workflow: WorkflowRecord): WorkflowRecord {
  const { activeVersionId, versionId } = workflow
  if (!workflow.active || activeVersionId == null || activeVersionId === versionId) return workflow
  const published = publishedVersion(state, workflow)
  if (!published) return workflow
  const known = graphs.get(workflow)
  if (known?.published === published) return known.graph
  const graph = { ...workflow, nodes: published.nodes, connections: published.connections }
  graphs.set(workflow, { published, graph })
  return graph
}
