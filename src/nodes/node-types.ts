import { aggregate } from './aggregate.ts'
import { filter, ifNode, switchNode } from './branches.ts'
import { limit } from './limit.ts'
import { merge } from './merge.ts'
import type { NodeType } from './node-context.ts'
import { setFields } from './set-fields.ts'
import { splitOut } from './split-out.ts'

/** A node type that runs: how, and a sentence for the documentation. */
export interface ListedNodeType extends NodeType {
  /** What runs truly, and which modes do not: those count as calling a service. */
  about: string
}

/** Every type of node that runs here; any other calls a service. */
export const NODE_TYPES: Readonly<Record<string, ListedNodeType>> = {
  'n8n-nodes-base.if': { ...ifNode, about: 'All operators of both forms, strict and loose types.' },
  'n8n-nodes-base.filter': { ...filter, about: 'All operators of both forms, strict and loose types.' },
  'n8n-nodes-base.switch': {
    ...switchNode,
    about: 'Rules and expression in all versions, all matching outputs, fallback.',
  },
  'n8n-nodes-base.set': { ...setFields, about: 'All versions: typed fields, JSON, dot notation, what is included.' },
  'n8n-nodes-base.merge': { ...merge, about: 'All modes of all versions but the SQL query.' },
  'n8n-nodes-base.splitOut': { ...splitOut, about: 'All options.' },
  'n8n-nodes-base.aggregate': { ...aggregate, about: 'All options.' },
  'n8n-nodes-base.limit': { ...limit, about: 'All options.' },
}

/** What a type of node does; `undefined` where it calls a service. */
export const nodeTypeOf = (type: string | undefined): NodeType | undefined =>
  type !== undefined && Object.hasOwn(NODE_TYPES, type) ? NODE_TYPES[type] : undefined
