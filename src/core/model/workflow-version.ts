import type { Connections, Node, NodeGroup } from './workflow.ts'

/**
 * A version of a workflow's graph. A workflow whose current `versionId` has no such record has one in effect, made of its
 * own graph: versions of the service that know no history write none.
 */
export interface WorkflowVersionRecord {
  /** The version's id. */
  id: string
  workflowId: string
  nodes: Node[]
  connections: Connections
  nodeGroups: NodeGroup[]
  /** Names, as shown. */
  authors: string
  name: string | null
  description: string | null
  autosaved: boolean
  createdAt: string
  updatedAt: string
}

export const PUBLISH_EVENTS = ['activated', 'deactivated'] as const

/** That a version of a workflow was published, or no longer is. */
export interface PublishEventRecord {
  /** A whole number in decimal, counted over the whole instance. */
  id: string
  workflowId: string
  versionId: string
  event: (typeof PUBLISH_EVENTS)[number]
  userId: string | null
  createdAt: string
}
