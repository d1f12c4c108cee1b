import type { NodeType } from './node-context.ts'

/** Node type → what it does. A node of any other type calls a service. */
export const NODE_TYPES: Record<string, NodeType> = {
  'n8n-nodes-base.noOp': { run: context => ({ main: [[...context.items]] }) },
}

export const nodeTypeOf = (type: string | undefined): NodeType | undefined =>
  type !== undefined && Object.hasOwn(NODE_TYPES, type) ? NODE_TYPES[type] : undefined
