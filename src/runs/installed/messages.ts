import type { NodeItem, NodeRun } from '../../core/model/run-data.ts'
import type { PlannedMock, RunJob, WorkflowSetup } from '../engine/job.ts'

/** What the process is told before it loads a package. */
export interface ChildSetup {
  /** Sent with everything that it says: what a node writes to the same stream has none. */
  token: string
  /** The folder whose `node_modules` has the engine. */
  project: string
  /** Folders of packages with nodes, beside those that are installed. */
  nodes: readonly string[]
}

/** A run for the process: what a worker gets, but for what answers its requests. */
export interface ChildJob extends Omit<RunJob, 'http'> {
  /** Type of credential → its data. */
  credentials: Record<string, Record<string, unknown>>
  /** Nodes that the built-in engine computes, such as Code. */
  computed: string[]
  /** What the run was given for its trigger, as it was given; a trigger that makes its items itself takes it. */
  input?: unknown
}

/** A workflow that a run calls; `key` is sent with its requests. */
export interface CalledWorkflow extends Omit<WorkflowSetup, 'http'> {
  key: string
  isActive: boolean
  computed: string[]
}

/** What the process asks. Bytes are base64. */
export interface Asks {
  http: {
    given: {
      key: string
      node: string
      itemIndex: number
      method: string
      url: string
      headers: Record<string, string>
      body: string
      secrets: string[]
    }
    made:
      | { status: number; headers: Record<string, string | string[]>; body: string }
      | { failure: { message: string; code: string } }
  }
  mock: {
    given: { name: string; runIndex: number; received: NodeItem[][]; parameters: Record<string, unknown>[] }
    made: Exclude<PlannedMock, { asks: string } | { calls: unknown }>
  }
  compute: {
    given: {
      key: string
      node: string
      runIndex: number
      inputs: (NodeItem[] | null)[]
      source: unknown
      runData: Record<string, NodeRun[]>
    }
    made: { main: (NodeItem[] | null)[] } | { error: Record<string, unknown> }
  }
  workflow: { given: { id: string; node: string }; made: CalledWorkflow | null }
  credential: { given: { id: string }; made: { type: string; data: Record<string, unknown> } | null }
  ownClient: { given: { node: string; to: string }; made: null }
  needs: { given: { node: string; what: string }; made: null }
  file: { given: { file: Record<string, unknown> }; made: { body: string } | null }
}

export type AskName = keyof Asks

/** What came of a run in the process. */
export interface ChildResult {
  status: string
  order: string[]
  runData: Record<string, NodeRun[]>
  error?: Record<string, unknown>
  waitTill?: number
  /** What was answered by a respond node. */
  response?: { node: string; status?: number; headers: Record<string, string>; body: unknown; isBytes?: boolean }
  trigger?: Record<string, unknown>
  staticData: Record<string, Record<string, unknown>>
  customData?: Record<string, string>
  calls: Record<string, { received: NodeItem[][]; parameters: Record<string, unknown>[] }[]>
  until: number
  notes: string[]
  /** Runs of workflows that it called, by the keys of these. */
  called: { key: string; id: string; made: ChildResult }[]
}

/** What the nodes of a package say of themselves; `problems` names the files that cannot be loaded, and why. */
export interface DescribedPackage {
  descriptions: Record<string, unknown>[]
  problems: string[]
}

export type ToChild =
  | ({ kind: 'start' } & ChildSetup)
  /** Instead of a start: nothing else is asked of the process. */
  | { kind: 'describe'; token: string; folder: string }
  | { kind: 'run'; task: number; job: ChildJob }
  | { kind: 'answer'; ask: number; value: unknown }
  | { kind: 'refusal'; ask: number; message: string }

export type FromChild = { token: string } & (
  | { kind: 'ready'; core: string }
  | { kind: 'broken'; message: string }
  | ({ kind: 'described' } & DescribedPackage)
  | { kind: 'ask'; ask: number; name: AskName; given: unknown }
  | { kind: 'made'; task: number; made: ChildResult }
  /** `isMissing`: the project lacks something, and the message says how to install it. */
  | { kind: 'failed'; task: number; message: string; isMissing: boolean }
)
