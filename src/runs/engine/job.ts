import type { NodeItem, NodeRun, PartialInput, RunForm, StackEntry } from '../../core/model/run-data.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { AskWire, HttpMock, SentRequest } from '../nodes/tools/http-mock.ts'
import type { Decision, FailureDetails, InstanceAccess, NodeAnswer } from '../nodes/tools/node-context.ts'
import type { RefusalText } from './refusal-text.ts'

/** The workflow that runs: of an active one the published version. */
export type RunWorkflow = Pick<
  WorkflowRecord,
  'id' | 'name' | 'active' | 'createdAt' | 'updatedAt' | 'nodes' | 'connections' | 'settings' | 'pinData' | 'nodeGroups'
>

/** How a run ends by a rule. Where nothing is given, it succeeds, or ends as its nodes say. */
export interface Outcome {
  /** Where it fails or waits, if the run gets there; the last node that runs where left out. */
  node?: string | undefined
  /** What the node says when it fails. */
  error?: string | undefined
  /** Until when it waits, in milliseconds since 1970. */
  waitTill?: number | undefined
  /** How long it takes, in milliseconds. */
  duration?: number | undefined
}

/** What ends a wait: a call, another workflow with the outputs of its last node, or with its failure. */
export type WaitEnd = { main: NodeItem[][]; isCall: boolean } | { error: Record<string, unknown> }

/**
 * One run of a mocked node: its outputs, or its failure. Items without `pairedItem` are paired as the service pairs
 * those of a node that does not say it; an item with `error` leaves by the error output.
 */
export type Mock = { main: NodeItem[][] } | { error: { message: string } & FailureDetails }

/** What stands for one run of a node; `calls` for all calls of a node that serves another, during one run of that one. */
export type GivenMock = Mock | { calls: Mock[] }

/** A mock as a job has it; the main thread is asked for one that is a function, by its name, when the node runs. */
export type PlannedMock = GivenMock | { asks: string }

/** What an execution's data says beside its runs. */
export interface RunContext {
  version: 1
  establishedAt: number
  source: string
  triggerNode?: { name: string; type: string }
  redaction?: { version: 2; production: false; manual: false }
  parentExecutionId?: string
}

/** What differs from workflow to workflow: of the one that a job runs, and of each that it calls. */
export interface WorkflowSetup {
  workflow: RunWorkflow
  /** The time zone of the workflow, an IANA name. */
  zone: string
  /** What `$vars` gives. */
  variables: Record<string, string>
  /** What the workflow remembers, by key `global` or `node:NAME`. */
  staticData: Record<string, Record<string, unknown>>
  /** The first that applies is used: one of a node where the run gets there, else the one without a node. */
  outcomes?: readonly Outcome[] | undefined
  /** The number of the rules that this comes from: its result says which were used. */
  rules?: number | undefined
  /** Node name → its runs, one after the other; the last one stands for all further runs. */
  mocks?: Record<string, PlannedMock[]> | undefined
  /** What HTTP requests are answered, also those of workflows that it calls. */
  http?: HttpMock[] | undefined
}

/** The ids of an execution, and where its wait is ended. */
export interface ExecutionIds {
  id: string
  /** 64 hex digits. */
  resumeToken: string
  resumeUrl: string
  resumeFormUrl: string
}

/** Why a trigger fails before anything runs. One with a description is stored as failures of nodes are. */
export interface StartFailure {
  message: string
  name: 'WorkflowConfigurationError' | 'NodeOperationError' | 'SyntaxError'
  description?: string
}

/** Everything that a run depends on, as plain data: it is sent to the worker. */
export interface RunJob extends WorkflowSetup {
  /** The trigger, what it puts out and by which output. */
  start?: { node: string; items: NodeItem[]; output?: number; metadata?: Record<string, unknown> } | undefined
  /** What ran before, and what is to run now: of an execution that goes on. */
  before?:
    | {
        runData: [string, NodeRun[]][]
        stack: StackEntry[]
        waiting: [string, PartialInput][]
        contextData?: Record<string, Record<string, unknown>>
        /** Whether the first of the stack has waited, and what ended its wait; its time has come where left out. */
        isResumed?: boolean
        resumedWith?: WaitEnd | undefined
      }
    | undefined
  /** Why it cannot run: its trigger fails with this. */
  misconfigured?: StartFailure | undefined
  /** Whether that is because what its form was sent cannot be read. */
  isFormUnread?: true
  mode: string
  /** In milliseconds since 1970. */
  at: number
  execution: ExecutionIds
  /** Of an execution that goes on or is retried: what its data says of where it comes from. */
  context?: RunContext | undefined
  /** The execution that led to this one. */
  parentExecution?: Record<string, unknown> | undefined
  /** What `customData` has been set to before. */
  customData?: Record<string, string> | undefined
  seed: number
  /** Milliseconds that computing may take. */
  timeLimit: number
  /** The form of run data in the version. */
  form: RunForm
  /** How many workflows have called each other to get here. */
  depth: number
  /** What a node that calls a service does without a mock. Default `pass`: it passes its items on, and says so. */
  unmocked?: 'pass' | 'fail' | undefined
  /** Whether pinned data is what a node puts out. Default false. */
  usePinnedData?: boolean | undefined
  /** Whether a called workflow that is missing ends the run, as a service does that has no mock. Default false. */
  needsCalled?: boolean | undefined
  /** Whether the result says what branch nodes decided. Default false. */
  explain?: boolean | undefined
}

/** Why a workflow may not be called. */
export interface CallRefusal {
  message: string
  description: string
  /** The node of the called workflow whose credential is why; left out where its caller policy is. */
  node?: string
}

/** A workflow that another one may call, or why it may not. */
export interface CallableWorkflow extends WorkflowSetup {
  isActive: boolean
  refusal?: CallRefusal | undefined
}

/** What decides which of a node's parameters it reads. */
export type DescribedNode = Pick<Node, 'type' | 'typeVersion' | 'parameters'>

/** What a run asks of the main thread. */
export interface RunAccess extends InstanceAccess {
  /** Another workflow, with the graph that runs and whether it is active; `undefined` where it is missing. */
  workflow(id: string, callerId: string): Promise<CallableWorkflow | undefined>
  /**
   * The parameters of a node, without those that it does not read beside the others; `undefined` where its type is not
   * known.
   */
  readParameters(node: DescribedNode): Promise<Record<string, unknown> | undefined>
  /** An id for the execution of a called workflow. */
  newExecution(): Promise<ExecutionIds>
  /** What a node puts out whose mock is asked for, by the name of the mock. */
  mock(name: string, runIndex: number, given: MockedRun): Promise<Mock>
  /** What a request is answered by a function, or by where it is forwarded. */
  answerRequest: AskWire
}

/** A run of a mocked node: what it got, and its parameters with their expressions evaluated, for each item. */
export interface MockedRun {
  received: NodeItem[][]
  parameters: Record<string, unknown>[]
}

/** The execution of a workflow that a run called. */
export interface CalledRun {
  id: string
  workflow: RunWorkflow
  mode: 'integrated'
  /** When it began, in milliseconds since 1970. */
  at: number
  depth: number
  context: RunContext
  parentExecution: Record<string, unknown>
  result: RunResult
}

export type RunStatus = 'success' | 'error' | 'waiting' | 'canceled'

/** What a run used of the rules that it was set up by. */
export interface UsedRules {
  /** The number of the rules. */
  rules: number
  /** Which of the outcomes. */
  outcome?: number
  /** The nodes whose mocks stood for them. */
  mocks: string[]
  /** Of each HTTP mock, how many requests it answered. */
  http: readonly number[]
}

/** What came of a run, as plain data. */
export interface RunResult {
  /** It did not begin: what a node asks for is not given to its project. */
  isRefused?: boolean
  /** Left out where no rules were given. */
  used?: UsedRules

  status: RunStatus
  /** The data of its execution, in the form of the version. */
  data: Record<string, unknown>
  context: RunContext
  /** The nodes that ran, in order, a node that ran twice as two. */
  order: string[]
  lastNode?: string
  /** The outputs of the last run of the last node. */
  lastMain: (NodeItem[] | null)[]
  error?: Record<string, unknown>
  /** In milliseconds since 1970, as the next. */
  waitTill?: number
  /** When it ended or began to wait. */
  until: number
  /** What the first node that responds to the call answered. */
  answer?: NodeAnswer
  /** Why the service refuses the call without an execution. */
  refusedCall?: RefusalText | undefined
  /** The parameters of the trigger, evaluated, where the run began with one. */
  trigger?: Record<string, unknown>
  /** The static data, if it was changed. */
  staticData?: Record<string, Record<string, unknown>>
  /** What nodes and Code put under `resultData.metadata`, if anything. */
  customData?: Record<string, string>
  /** The executions of workflows that it called, in order of their beginning; those that they called are in theirs. */
  called: CalledRun[]
  /** What was not done, and what Code wrote to the console. */
  notes: string[]
  /** The nodes that called a service and had no mock. */
  unmocked: string[]
  /** Mocked node → its runs. */
  calls: Record<string, MockedRun[]>
  /** What HTTP Request nodes would have sent. */
  requests: SentRequest[]
  /** Branch node → what it decided, if the job asks for it; the first 100 of each. */
  decisions?: Record<string, Decision[]>
}
