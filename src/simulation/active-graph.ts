import { publishedVersion } from '../features/workflows/history.ts'
import type { Draft, State } from '../model/state.ts'
import type { WorkflowRecord } from '../model/workflow.ts'

/** The workflow with the graph that runs when it is triggered: of an active one the published one. */
export function activeGraph(state: State | Draft, workflow: WorkflowRecord): WorkflowRecord {
  const { activeVersionId, versionId } = workflow
  if (!workflow.active || activeVersionId == null || activeVersionId === versionId) return workflow
  const published = publishedVersion(state, workflow)
  return published ? { ...workflow, nodes: published.nodes, connections: published.connections } : workflow
}
