import { findJsonSyntaxError } from '../core/base/json-text.ts'
import { refuseKeyless, refuseUnknown } from '../core/base/known-keys.ts'
import { ownCopy } from '../core/base/own-copy.ts'
import { readTextFile } from '../core/base/read-text-file.ts'
import type { NodeRunReport, RunReport, WorkflowGiven } from '../index.ts'
import { withFilesRead } from '../runs/trials/input-files.ts'

/** The JSON of an item. */
export type ItemJson = Record<string, unknown>

/** What a node puts out instead of running: see docs/testing-workflows.md#mocks. */
export type NodeMock =
  | readonly unknown[]
  | { error: string | MockedError }
  | { runs: readonly NodeMock[] }
  | { calls: readonly NodeMock[] }
  | { json: ItemJson }
  | ((call: MockCall) => NodeMock | Promise<NodeMock>)

/** An error of a mocked node, in the words of an execution. */
export interface MockedError {
  message: string
  /** `NodeOperationError` where left out; also `NodeApiError`. */
  name?: string
  description?: string
  httpCode?: string | number
  level?: 'error' | 'warning' | 'info'
  context?: Record<string, unknown>
  messages?: string[]
}

/** What a function gets that stands for a node. */
export interface MockCall {
  /** The JSON of the items of its first input. */
  items: ItemJson[]
  /** For each item the parameters of the node, with expressions evaluated. */
  parameters: Record<string, unknown>[]
  /** The number of this run of the node: 0, 1, … */
  runIndex: number
}

/** Answers a request: the signature of `fetch` of an app, such as `app.fetch` of Elysia and Hono. */
export type AnswerRequest = (request: Request) => Response | Promise<Response>

/** What HTTP requests of a workflow are answered. */
export interface HttpAnswer {
  /** Any where left out. */
  method?: string
  /** The address without its query; `*` stands for any characters. */
  url: string
  /** Parameters that the query must have. */
  query?: Record<string, string>
  /** The fields that the body must have. */
  body?: unknown
  /** Default 200. */
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  base64?: string
  /** How often it answers. */
  times?: number
  /** Milliseconds, or a text such as `2s`. */
  delay?: number | string
  /** Instead of an answer: why the connection failed, such as `ECONNREFUSED`. */
  error?: string
  /** Instead of an answer: a function that gives it. */
  handle?: AnswerRequest
  /** Instead of an answer: where the request is sent, such as `http://127.0.0.1:3000`. */
  forward?: string
}

/** A data table that a run sees. Nothing that the run changes is stored. */
export interface DataTableGiven {
  /** 16 characters. */
  id?: string
  name: string
  columns: readonly { name: string; type: 'string' | 'number' | 'boolean' | 'date' }[]
  rows?: readonly Record<string, unknown>[]
}

export interface RunOptions {
  /** The node to begin at; the only trigger where left out. */
  trigger?: string
  /**
   * What the trigger gets: of a webhook `body`, `query`, `headers`, `params`, `files`; of others an item, or a list of items.
   * A file is `{ path: './invoice.pdf' }`, or `base64` with `fileName` and `mimeType`.
   */
  input?: unknown
  /** Node name → what it puts out. */
  mocks?: Record<string, NodeMock>
  /** What HTTP requests are answered: the first that fits; or a function that answers all of them. */
  http?: readonly HttpAnswer[] | AnswerRequest
  /**
   * Which engine runs it: the built-in one, or the service's own, where the project has installed it: then every node
   * runs really that has no mock. Default `built-in`.
   */
  engine?: 'built-in' | 'installed'
  /** For the installed engine: folders of packages with nodes that are under development. */
  nodes?: readonly string[]
  /** Type of credential → its data, for all nodes that name none, such as `{ slackApi: { accessToken: 'x' } }`. */
  credentials?: Record<string, Record<string, unknown>>
  /** Whether pinned data is what its node puts out. Default false. */
  usePinnedData?: boolean
  /** What a node does that calls a service and has no mock. Default `fail`. */
  unmocked?: 'fail' | 'pass'
  /** Workflows that it calls: files or objects. */
  subWorkflows?: readonly (string | URL | WorkflowGiven)[]
  /** Packages and types of nodes that are taken as they are, such as `n8n-nodes-x`. */
  allowNodes?: readonly string[]
  /** Data tables that it sees: each with its name, its columns and its rows; the id that nodes name where they name one. */
  dataTables?: readonly DataTableGiven[]
  /** What `$vars` gives. */
  variables?: Record<string, string>
  /** The time at which it runs, with its zone. */
  now?: string
  /** The time zone of workflows that name none. */
  timezone?: string
}

/** What a node did in a run; of its first run where it ran several times. */
export interface NodeResult {
  /** Whether it ran. */
  ran: boolean
  /** The JSON of the items of its first input. */
  received: ItemJson[]
  /** The JSON of the items of its outputs, one after the other. */
  output: ItemJson[]
  /** Its parameters for the first item, with expressions evaluated; of nodes that have a mock. */
  parameters: Record<string, unknown> | undefined
  error: { message: string; description?: string } | undefined
  /** Each of its runs, whole. */
  runs: readonly NodeRunReport[]
}

/** What came of a run. */
export interface WorkflowRun extends Omit<RunReport, 'nodes'> {
  /** What a node did. @throws TypeError for a node that the workflow does not have */
  node(name: string): NodeResult
  /** The names of the workflow's nodes. */
  nodeNames: readonly string[]
}

const OPTION_NAMES = [
  'trigger',
  'input',
  'mocks',
  'http',
  'engine',
  'nodes',
  'credentials',
  'usePinnedData',
  'unmocked',
  'subWorkflows',
  'allowNodes',
  'dataTables',
  'variables',
  'now',
  'timezone',
]

/** Reads the options of a run, and gives its report a shape that is easy to test. */
export async function runGivenWorkflow(
  workflow: string | WorkflowGiven,
  options: RunOptions,
  runTrial: (request: never) => Promise<RunReport>,
): Promise<WorkflowRun> {
  refuseKeyless(options, 'The options of a run must be an object such as { input: { body: {} } }')
  refuseUnknown(options, OPTION_NAMES, 'option of a run')
  const { subWorkflows = [], mocks = {}, http, input, ...rest } = options
  const subs = await Promise.all(subWorkflows.map(readWorkflow))
  // functions cannot be copied
  const ownMocks = Object.fromEntries(Object.entries(mocks).map(([name, mock]) => [name, ownCopy(mock)]))
  const ownInput = 'input' in options ? { input: await withFilesRead(ownCopy(input), '.') } : {}
  const own = { ...ownCopy(rest), ...ownInput, mocks: ownMocks, subWorkflows: subs }
  const request = { workflow, ...own, ...(http === undefined ? {} : { http: ownCopy(http) }) }
  // as an execution stores it, and the control API answers it: without what is undefined, and of this run alone
  const report: RunReport = JSON.parse(JSON.stringify(await runTrial(request as never)))
  const { nodes, ...parts } = report
  return {
    ...parts,
    nodeNames: Object.keys(nodes),
    node(name) {
      const runs = nodes[name]
      if (!runs) throw new TypeError(`The workflow has no node ${JSON.stringify(name)}`)
      const [first] = runs
      return {
        ran: runs.length > 0,
        received: (first?.received[0] ?? []).map(({ json }) => json),
        output: (first?.output ?? []).flat().map(({ json }) => json),
        parameters: first?.parameters?.[0],
        error: first?.error,
        runs,
      }
    },
  }
}

/** @throws Error where the file cannot be read or is no workflow */
export async function readWorkflow(given: string | URL | WorkflowGiven): Promise<WorkflowGiven> {
  if (typeof given !== 'string' && !(given instanceof URL)) return ownCopy(given)
  const text = await readTextFile(given)
  return workflowIn(text, String(given))
}

function jsonIn(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { line, column } = findJsonSyntaxError(text) ?? {}
    throw new TypeError(`${source}:${line}:${column}: it is not JSON`, { cause })
  }
}

function workflowIn(text: string, source: string): WorkflowGiven {
  const value = jsonIn(text, source)
  const [only] = Array.isArray(value) && value.length === 1 ? value : [value]
  if (!Array.isArray(only?.nodes)) throw new TypeError(`${source} is not a workflow: it has no list of nodes`)
  return only
}
