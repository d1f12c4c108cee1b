import { once } from '../../base/once.ts'
import type { ReferenceFile } from '../../model/reference-file.ts'
import type { Node } from '../../model/workflow.ts'

/** What is known of a node type: how it can start a workflow, and what it needs. */
export interface NodeType {
  group: string[]
  trigger: boolean
  webhook: boolean
  polling: boolean
  versions: number[]
  /** It has implementations of its own for its versions. The others have one, which runs for any version. */
  versioned?: boolean
  hidden?: boolean
  /** It needs credentials whatever its parameters are. */
  needsCredentials?: boolean
  /** An enabled node of this type makes a workflow one that can be activated. */
  activates: boolean
  /** The versions that have a webhook, a trigger or a poller, where not all of them do. */
  onlyVersions?: { webhook?: number[]; trigger?: number[]; polling?: number[] }
}

/** The node types that an instance knows, by their full names (`n8n-nodes-base.webhook`). */
export type NodeTypes = ReadonlyMap<string, NodeType>

const known = new WeakMap<ReferenceFile, () => Promise<NodeTypes>>()

/** Node types: those of the file, which is read when it is first asked for. */
export function loadNodeTypes(file: ReferenceFile): Promise<NodeTypes> {
  const read = known.get(file) ?? once(async () => typesIn(await file()))
  known.set(file, read)
  return read()
}

const typesIn = ({ default: types }: { default: unknown }): NodeTypes =>
  new Map(Object.entries(types as NodeTypesByName))

type NodeTypesByName = Readonly<Record<string, NodeType>>

/**
 * Whether a node of this type and version has a webhook, a trigger or a poller. A node without a version is of the
 * first one.
 */
function hasStart(type: NodeType, kind: 'webhook' | 'trigger' | 'polling', version: number = 1): boolean {
  const only = type.onlyVersions?.[kind]
  return type[kind] && (only === undefined || only.includes(version))
}

/** Whether the service has code for a version of a type. It takes none, and 0, for the newest. */
export const hasImplementation = ({ versioned, versions }: NodeType, typeVersion: number | undefined) =>
  !versioned || !typeVersion || versions.includes(typeVersion)

/** Whether a node can start a workflow: its type can, in the node's version. Disabled or not. */
export function canStart(nodeTypes: NodeTypes, { type = '', typeVersion }: Node): boolean {
  const known = nodeTypes.get(type)
  if (!known?.activates) return false
  if (!known.onlyVersions) return true
  return KINDS.some(kind => hasStart(known, kind, typeVersion))
}

/** Whether the service gives a node a webhook id where it has none. */
export function needsWebhookId(nodeTypes: NodeTypes, { type = '', typeVersion, webhookId }: Node): boolean {
  const known = nodeTypes.get(type)
  return !webhookId && known !== undefined && hasStart(known, 'webhook', typeVersion)
}

const KINDS = ['webhook', 'trigger', 'polling'] as const
