import type { Item, NodeItem, NodeRun, Source } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'

/** What expressions and Code of a whole run read; the same object for all its nodes, its parts change as the run goes on. */
export interface RunScope {
  workflow: { id: string; name: string; active: boolean }
  nodes: ReadonlyMap<string, Node>
  /** Node name → `{ main: … }`, as the workflow holds it; any part may be something else. */
  connections: Record<string, unknown>
  /** Node name → its runs so far. */
  runData: ReadonlyMap<string, readonly NodeRun[]>
  execution: { id: string; mode: string; resumeUrl: string; resumeFormUrl: string }
  /** What `$execution.customData` was set to; expressions and Code change it. */
  customData: Record<string, string>
  /** What `$getWorkflowStaticData('global')` and `('node')` give, by key `global` or `node:NAME`; Code changes it. */
  staticData: Record<string, Item>
  /** What `$vars` gives. */
  variables: Record<string, string>
  /** In milliseconds since 1970; the same for a whole run unless it waits. */
  now: number
  /** The time zone of the workflow, an IANA name. */
  zone: string
  /** The seed of `Math.random()` and whatever else is drawn. */
  seed: number
  /** When the run must have ended, by `performance.now()` of this thread. */
  deadline: number
  /** What `console.log` in Code writes. */
  log(text: string): void
}

/** Before the workflow runs, or even before its execution is created. */
export type Before = 'run' | 'execution'

/** What expressions of one node's run read, beside the run. */
export interface NodeScope {
  run: RunScope
  node: Node
  /** The number of this run of the node. */
  runIndex: number
  /** The items of each input, and where each comes from. */
  inputs: readonly (readonly NodeItem[])[]
  sources: readonly (Source | null)[]
  /** What Loop Over Items and the like remember: `$node["X"].context`, `$('X').context`. Node name → its memory. */
  contextOf(nodeName: string): Record<string, unknown>
  /** Further names, such as `$response` and `$pageCount` of HTTP Request. */
  extra?: Record<string, unknown>
  /** What there is not yet: an expression that asks for an item fails, and one that asks for the execution has nothing. */
  before?: Before
}
