import type { RawJson } from '../base/raw-json.ts'
import type { ExecutionRecord } from './execution.ts'
import type { State } from './state.ts'
import type { Node } from './workflow.ts'

/**
 * The form of run data (docs/behaviour/executions.md#run-data). Each has more than the one before:
 * - `plain`: what nodes put out
 * - `numbered`: a version, numbers and hints of the runs of nodes, parameters with their defaults, where a run comes from
 * - `signed`: a token that calls which end a wait must have, the trigger of a run, zeros in sources
 */
export type RunForm = 'plain' | 'numbered' | 'signed'

/** Reads the data of executions. An instance has one that also makes up the data of executions that were only added. */
export interface RunDataReader {
  /** The data of a run, and the workflow as it ran. */
  detailsOf(state: State, execution: ExecutionRecord, form: RunForm): { data: RawJson; workflowData: RawJson }
  /** The bytes of the data as JSON. */
  sizeOf(state: State, execution: ExecutionRecord, form: RunForm): number
}

/** The JSON of an item that nodes hand on. */
export type Item = Record<string, unknown>

/** Which item of an input an item was made from. */
export interface PairedItem {
  item: number
  /** 0 where left out. */
  input?: number
  /** The run that made the item that it stands for, where it is another one than the source says. */
  sourceOverwrite?: Source
}

/** An item as nodes hand it on. */
export interface NodeItem {
  json: Item
  binary?: Record<string, unknown>
  pairedItem?: PairedItem | PairedItem[] | number | undefined
  /** Set for an item that stands for a failure: it leaves by the error output where the node has one. */
  error?: unknown
  /** Its number among the items that a workflow was called with. */
  index?: number
  metadata?: Record<string, unknown>
}

/** Where the items of an input come from. */
export interface Source {
  previousNode: string
  previousNodeOutput: number
  previousNodeRun: number
}

/** A run of a node, as execution data holds it. */
export interface NodeRun {
  startTime: number
  executionIndex: number
  source: (Source | null)[]
  hints: { message: string; location: string; [field: string]: unknown }[]
  executionTime: number
  metadata?: Record<string, unknown>
  executionStatus: string
  error?: Record<string, unknown>
  data?: { main: (NodeItem[] | null)[] }
}

/** A run of a node that serves another, such as a call of a model, as execution data holds it. */
export interface SubNodeRun {
  startTime: number
  executionTime: number
  executionIndex: number
  executionStatus: string
  source: (Omit<Source, 'previousNodeOutput'> & Partial<Source>)[]
  /** Items by the kind of its connection, such as `ai_languageModel`. */
  data?: Record<string, NodeItem[][]>
  error?: Record<string, unknown>
  hints?: NodeRun['hints']
  /** Where it is a sub-run; a tool that the engine itself runs for an agent is none. */
  metadata: { subRun?: { node: string; runIndex: number }[]; [field: string]: unknown }
}

/** The items of a run by its outputs, whichever kind of connection they left by. */
export const outputsIn = ({ data }: Pick<NodeRun | SubNodeRun, 'data'>): (NodeItem[] | null)[] =>
  Object.values(data ?? {})[0] ?? []

/** A node that is to run, with its items. */
export interface StackEntry {
  node: Node
  data: { main: (NodeItem[] | null)[] }
  source: { main: (Source | null)[] } | null
  metadata?: Record<string, unknown>
}

/** The inputs of a node that have come, while others have not. */
export interface PartialInput {
  main: (NodeItem[] | null)[]
  source: (Source | null)[]
}
