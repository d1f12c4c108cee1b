/** What is known of a node type: how it can start a workflow, and what it needs. */
export interface NodeType {
  group: string[]
  trigger: boolean
  webhook: boolean
  polling: boolean
  versions: number[]
  hidden?: boolean
  /** It needs credentials whatever its parameters are. */
  needsCredentials?: boolean
  /** An enabled node of this type makes a workflow one that can be activated. */
  activates: boolean
}

/** The node types that an instance knows, by their full names (`n8n-nodes-base.webhook`). */
export type NodeTypes = ReadonlyMap<string, NodeType>

/** Reads the node types that ship with this package. Nothing is read before, so call it late and keep what it gives. */
export async function loadNodeTypes(): Promise<NodeTypes> {
  const { default: shipped } = await import('../../../data/node-types.json', { with: { type: 'json' } })
  return new Map(Object.entries(shipped as unknown as Record<string, NodeType>))
}
