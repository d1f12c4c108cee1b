import { refuseKeyless, refuseUnknown } from '../core/base/known-keys.ts'
import { ownCopy } from '../core/base/own-copy.ts'
import { readJson } from '../core/base/read-json.ts'
import { readOptions } from '../core/settings/start-options.ts'
import {
  type AddedExecution,
  type ExecutionInput,
  type ExportedPart,
  type FaultPlan,
  type Fixture,
  type FixtureData,
  type Instance,
  type RequestHistory,
  type SeedCounts,
  type SimulationControl,
  type Snapshot,
  type StartOptions,
  startInstance as start,
  type ValidationReport,
  type ValidationRequest,
  type WorkflowGiven,
} from '../index.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { type RunOptions, runGivenWorkflow, type WorkflowRun } from './workflow-run.ts'

/** An instance for a test. It stops at the end of an `await using` block. */
export interface TestInstance extends Omit<Instance, 'control'>, AsyncDisposable {
  apiKey: string
  /**
   * Sends a request with the owner's key (or `key`), without a socket. A body that is not text is sent as JSON. The
   * type argument is that of the answer's JSON: `request<{ id: string }>('POST', …)`. Rejects after a stop.
   */
  request<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<TestAnswer<Body>>
  /** Inserts records, and replaces those whose id exists. All or nothing. @throws ApiError */
  seed(fixture: FixtureData | readonly FixtureData[]): Promise<SeedCounts>
  /** The records, as a fixture without secrets. */
  state(): Fixture & State<UsualPart>
  /** Only these parts of the records. @throws ApiError for an unknown part */
  state<Part extends ExportedPart>(...only: [Part, ...Part[]]): State<Part>
  /** Resets records, ids, clock, faults and requests to those at the start. Snapshots stay. */
  reset(): Promise<void>
  /** Saves the records under a name. */
  snapshot(name?: string): Snapshot
  /** Restores the records of a snapshot. Clock, ids, faults and requests do not change. */
  restore(name?: string): Promise<Snapshot>
  executions: {
    /** Adds an execution, as if the workflow had run, with data along its nodes. @throws ApiError */
    add(execution: ExecutionInput): Promise<AddedExecution>
  }
  /** The requests that it received. */
  requests: RequestHistory
  /** Rules that make requests fail. */
  faults: Faults
  clock: TestClock
  /** Simulated runs, and the rules for how they end. */
  simulation: SimulationControl
  /**
   * Runs a workflow of the instance, by its id or name, or one that is given. Nothing is stored, nothing is sent.
   *
   * @throws ApiError for an unknown workflow or node, and an input that the trigger does not take
   */
  runWorkflow(workflow: string | WorkflowGiven, options?: RunOptions): Promise<WorkflowRun>
  /**
   * Checks workflows of the instance, by their ids or names, or that are given, without running them: what the version
   * refuses, expressions that cannot be parsed, names of missing nodes, nodes that no run reaches.
   *
   * @throws ApiError for an unknown workflow
   */
  validateWorkflows(...workflows: (string | WorkflowGiven)[]): Promise<ValidationReport>
  /** The same with a version, with publication, or with packages of nodes that are taken as they are. */
  validateWorkflows(request: ValidationRequest): Promise<ValidationReport>
}

/** The parts of a state that every instance has. Those of newer versions are missing if they are empty. */
export type UsualPart = 'users' | 'tags' | 'workflows' | 'credentials' | 'executions' | 'variables'

/** Parts of the records of an instance. */
export type State<Part extends ExportedPart> = { format?: number } & {
  [K in Part]: Exclude<Fixture[K], undefined>
}

/**
 * Rules that make requests to the API fail.
 *
 * @example
 * instance.faults.add({ operation: 'createTag', status: 503, times: 2 })
 */
export type Faults = Pick<FaultPlan, 'add' | 'get' | 'remove' | 'set' | 'clear' | 'rules' | 'seed'>

export interface RequestOptions {
  /** Another key than the owner's; `null` for none. */
  key?: string | null
  headers?: Record<string, string>
}

export interface TestAnswer<Body = unknown> {
  status: number
  headers: Headers
  text: string
  /** The answer's JSON; `undefined` if it is not JSON. */
  body: Body
}

/**
 * Starts an instance in memory for a test. Its key is `owner-key` unless another is given.
 *
 * @example
 * await using instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
 * const { status, body } = await instance.request('GET', '/api/v1/tags')
 */
export async function startInstance(options: StartOptions = {}): Promise<TestInstance> {
  // before the default key is added, which must not pass for one that the caller chose
  readOptions(options)
  const apiKey = options.apiKey ?? 'owner-key'
  const { control, stop, ...instance } = await start({ ...options, apiKey })
  if (!control) throw new TypeError('An instance for tests needs its control API')
  const { snapshots, faults } = control

  let isStopped = false

  async function stopAndTell() {
    const isChosen = options.faultSeed !== undefined || options.idSeed !== undefined
    if (!isStopped && faults.usedRandomness && !isChosen) printSeed(faults.seed)
    isStopped = true
    await stop()
  }

  async function request<Body>(method: string, path: string, body?: unknown, given: RequestOptions = {}) {
    refuseKeyless(given, 'The options of a request must be an object such as { key: null }')
    refuseUnknown(given, ['key', 'headers'], 'option of a request')
    const { key = apiKey, headers = {} } = given
    const isText = typeof body === 'string' || body instanceof Uint8Array
    const sent = new Headers({
      ...(key === null ? {} : { [instance.apiKeyHeader]: key }),
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
    })
    // set, not merged: the same name in other letters would send both values
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    const response = await instance.fetch(path, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: isText ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: readJson(text) as Body }
  }

  return {
    ...instance,
    apiKey,
    request,
    // what a test changes later is its own
    seed: async fixture => control.seed(ownCopy(fixture), 'fixture'),
    state: (...only: ExportedPart[]) => structuredClone(control.state(only.length ? only : undefined)) as never,
    reset: control.reset,
    snapshot: (name = 'default') => snapshots.take(name).snapshot,
    restore: (name = 'default') => snapshots.restore(name),
    executions: { add: async execution => control.addExecution(ownCopy(execution)) },
    requests: control.history,
    faults,
    clock: createTestClock(control),
    simulation: control.simulation,
    runWorkflow: (workflow, options = {}) => runGivenWorkflow(workflow, options, control.runTrial),
    validateWorkflows: async (...given: (string | WorkflowGiven | ValidationRequest)[]) => {
      const [first] = given
      const isRequest = given.length === 1 && typeof first === 'object' && 'workflows' in first && !('nodes' in first)
      return control.validate(ownCopy((isRequest ? first : { workflows: given }) as ValidationRequest))
    },
    stop: stopAndTell,
    [Symbol.asyncDispose]: stopAndTell,
  }
}

/** A test with random faults must be repeatable, also where no seed was given. */
function printSeed(seed: number) {
  console.error(`understudy: the faults of this instance were random; faultSeed: ${seed} repeats them`)
}
