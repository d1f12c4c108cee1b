import type { NodeItem, NodeRun, PartialInput, StackEntry } from '../model/run-data.ts'
import type { NodeDefaults } from '../model/node-defaults.ts'
import type { WorkflowRecord } from '../model/workflow.ts'

/** The workflow that runs: of an active one the published version. */
export type RunWorkflow = Pick<
  WorkflowRecord,
  'id' | 'name' | 'active' | 'createdAt' | 'updatedAt' | 'nodes' | 'connections' | 'settings' | 'pinData' | 'nodeGroups'
>

/** How a run ends by a rule. Where nothing is given, it succeeds, or ends as its nodes say. */
export interface Outcome {
  node?: string | undefined
  error?: string | undefined
  waitTill?: number | undefined
  duration?: number | undefined
}

/** What ends a wait: a call, another workflow with its last items, or with its failure. */
export type WaitEnd = { items: NodeItem[]; isCall: boolean } | { error: Record<string, unknown> }

/** Everything that a run depends on, as plain data: it is sent to the worker. */
export interface RunJob {
  workflow: RunWorkflow
  /** The trigger, what it puts out and by which output. */
  start?: { node: string; items: NodeItem[]; output?: number; metadata?: Record<string, unknown> }
  /** What ran before, and what is to run now: of an execution that goes on. */
  before?: {
    runData: [string, NodeRun[]][]
    stack: StackEntry[]
    waiting: [string, PartialInput][]
    contextData?: Record<string, Record<string, unknown>>
    isResumed?: boolean
    resumedWith?: WaitEnd
  }
  outcome?: Outcome
  mode: string
  /** In milliseconds since 1970. */
  at: number
  zone: string
  execution: { id: string; mode: string; resumeUrl: string; resumeFormUrl: string }
  variables: Record<string, string>
  staticData: Record<string, Record<string, unknown>>
  seed: number
  /** Milliseconds that computing may take. */
  timeLimit: number
  /** The form of run data in the version; the old one has no numbers. */
  isNumbered: boolean
  defaults?: NodeDefaults
  /** How many workflows have called each other to get here. */
  depth: number
}
