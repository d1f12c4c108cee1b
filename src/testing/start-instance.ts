import {
  type AddedExecution,
  type ExecutionInput,
  type ExportedPart,
  type FaultPlan,
  type Fixture,
  type Instance,
  type RequestHistory,
  type SeedCounts,
  type Snapshot,
  type StartOptions,
  startInstance as start,
} from '../index.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** An instance that a test uses: it stops by itself at the end of an `await using` block. */
export interface TestInstance extends Omit<Instance, 'control'>, AsyncDisposable {
  apiKey: string
  /** Sends a request with the owner's key (or `key`), without a socket. A body that is not text is sent as JSON. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<TestAnswer>
  /** Puts records in: inserted, or replaced whole where the id exists. All or nothing. @throws ApiError */
  seed(fixture: Fixture | object): Promise<SeedCounts>
  /** What it holds, as a fixture without secrets: all of it, or the parts that are named. */
  state(...only: ExportedPart[]): Fixture
  /** Back to its start: document, ids, clock, faults, requests. Snapshots survive. */
  reset(): Promise<void>
  /** Keeps what it holds now under a name. */
  snapshot(name?: string): Snapshot
  /** Brings back what it held at the snapshot; clock, ids, faults and requests stay as they are. */
  restore(name?: string): Promise<Snapshot>
  executions: {
    /** Adds an execution, as if the workflow had run, with data along its nodes. @throws ApiError */
    add(execution: ExecutionInput): Promise<AddedExecution>
  }
  /** What it was asked. */
  requests: RequestHistory
  /** What is to go wrong. */
  faults: Faults
  clock: TestClock
}

/**
 * What is to go wrong with requests to the API.
 *
 * @example
 * instance.faults.add({ operation: 'createTag', status: 503, times: 2 })
 */
export type Faults = Pick<FaultPlan, 'add' | 'set' | 'clear' | 'rules' | 'seed'>

export interface RequestOptions {
  /** Another key than the owner's; `null` for none. */
  key?: string | null
  headers?: Record<string, string>
}

export interface TestAnswer {
  status: number
  headers: Headers
  text: string
  /** The JSON of the answer; `undefined` where it is none. */
  body: unknown
}

/**
 * Starts an instance in memory for a test. Its key is `owner-key` unless another is given.
 *
 * @example
 * await using instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
 * const { status, body } = await instance.request('GET', '/api/v1/tags')
 */
export async function startInstance(options: StartOptions = {}): Promise<TestInstance> {
  const apiKey = options.apiKey ?? 'owner-key'
  const { control, stop, ...instance } = await start({ ...options, apiKey })
  if (!control) throw new TypeError('An instance for tests needs its control API')
  const { snapshots, faults } = control

  async function stopAndTell() {
    const isChosen = options.faultSeed !== undefined || options.idSeed !== undefined
    if (faults.isDrawn && !isChosen) tellSeed(faults.seed)
    await stop()
  }

  return {
    ...instance,
    apiKey,
    async request(method, path, body, { key = apiKey, headers = {} } = {}) {
      const isText = typeof body === 'string' || body instanceof Uint8Array
      const response = await instance.fetch(path, {
        method,
        headers: {
          ...(key === null ? {} : { [instance.apiKeyHeader]: key }),
          ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isText ? (body as BodyInit) : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: jsonOf(text) }
    },
    seed: fixture => control.seed(fixture, 'fixture'),
    state: (...only) => structuredClone(control.state(only.length ? only : undefined)),
    reset: control.reset,
    snapshot: (name = 'default') => snapshots.take(name),
    restore: (name = 'default') => snapshots.restore(name),
    executions: { add: control.addExecution },
    requests: control.history,
    faults,
    clock: createTestClock(control),
    stop: stopAndTell,
    [Symbol.asyncDispose]: stopAndTell,
  }
}

/** A test that met chance must be repeatable, also when nobody chose what it goes by. */
function tellSeed(seed: number) {
  console.error(`understudy: the faults of this instance went by chance; faultSeed: ${seed} brings the same ones again`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
