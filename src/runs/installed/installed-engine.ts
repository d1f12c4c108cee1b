import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem, NodeRun } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { contextOf } from '../engine/execution-data.ts'
import type { CalledRun, RunJob, RunResult, WorkflowSetup } from '../engine/job.ts'
import { runErrors } from '../engine/run-errors.ts'
import { runsHere } from '../nodes/node-list.ts'
import { ConnectionFailure, HttpPlayer, type WireRequest } from '../nodes/tools/http-mock.ts'
import { SECRET } from '../nodes/tools/http-wire-request.ts'
import type { NodeAnswer } from '../nodes/tools/node-context.ts'
import type { InstalledParts } from '../schedules/run-setup.ts'
import { type Answers, ChildFailure, EngineProcess } from './child-process.ts'
import { type FoundEngine, findEngine } from './find-engine.ts'
import type { Asks, ChildJob, ChildResult } from './messages.ts'

/** Where the engine is, and what else a run needs of the project. */
export interface InstalledOptions {
  /** The folder of the project; the engine is there, or above. */
  folder: string
  /** Packages with nodes that are under development. */
  nodes: readonly string[]
  /** The version that is simulated. */
  profile: string
  /** Type of credential → its data. */
  credentials: Record<string, Record<string, unknown>>
  /** What the trigger gets, as it was given. */
  input: unknown
}

/** Milliseconds that a run may take; the first of a package loads it. */
const TIME_LIMIT_MS = 60_000
/** Nodes that the built-in engine computes: in the service a task runner does. */
const COMPUTED = ['n8n-nodes-base.code', 'n8n-nodes-base.function', 'n8n-nodes-base.functionItem']

/** One process, kept from run to run; another takes its place when it ends. */
let running: { of: string; process: EngineProcess } | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a workflow by the engine that the project has installed: every node really, but those that are mocked.
 *
 * @throws ApiError 400 with what to install
 */
export function runInstalled(job: RunJob, options: InstalledOptions, parts: InstalledParts): Promise<RunResult> {
  const made = last.then(() => runNow(job, options, parts))
  last = made.catch(() => {})
  return made
}

async function runNow(job: RunJob, options: InstalledOptions, parts: InstalledParts): Promise<RunResult> {
  // what cannot begin fails as it does in the built-in engine
  if (job.misconfigured !== undefined) return parts.compute(job)
  const { folder, nodes, profile, credentials, input } = options
  const mocked = job.mocks ?? {}
  const types = job.workflow.nodes.flatMap(({ type, name = '', disabled }) =>
    // the items of a trigger that runs here are made here
    type === undefined ||
    disabled === true ||
    Object.hasOwn(mocked, name) ||
    (name === job.start?.node && runsHere(type))
      ? []
      : [type],
  )
  const found = findEngine(folder, nodes, profile, types)
  const run = new InstalledRun(job, parts)
  try {
    const { http: _, ...rest } = job
    const sent: ChildJob = { ...rest, credentials, computed: computedIn(job.workflow.nodes), input }
    return run.resultOf(await processOf(found).run(sent, run.answers, TIME_LIMIT_MS), found)
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error
    throw new Error(`The installed engine (n8n-core ${found.version}) ended: ${error.message}`)
  }
}

function processOf(found: FoundEngine): EngineProcess {
  const of = JSON.stringify(found)
  if (!running || running.process.isOver || running.of !== of) {
    running?.process.end()
    running = { of, process: new EngineProcess(found) }
  }
  return running.process
}

/** What the process says of what is closed in it. */
const CLOSED = [
  { said: /child_process is closed: nodes/, does: 'starts another process' },
  { said: /worker_threads is closed: nodes/, does: 'starts a thread' },
  { said: /is closed: nodes of a test/, does: 'reaches for what is closed' },
  { said: /^Access to this API has been restricted/, does: 'reads or writes files of this machine' },
  { said: /needs native code, and nodes of a test/, does: 'needs native code' },
]

const isPython = ({ parameters }: Node) => isRecord(parameters) && /python/i.test(String(parameters.language ?? ''))

const sortsByCode = ({ type, parameters }: Node) =>
  type === 'n8n-nodes-base.sort' && isRecord(parameters) && parameters.type === 'code'

const computedIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(node =>
    (COMPUTED.includes(node.type ?? '') && !isPython(node)) || sortsByCode(node) ? [node.name ?? ''] : [],
  )

/** One run: what its process asks, and what comes of it. */
class InstalledRun {
  readonly #job: RunJob
  readonly #parts: InstalledParts
  readonly #setups = new Map<string, WorkflowSetup>()
  readonly #players = new Map<string, HttpPlayer>()
  /** Node → what it lacks: the answer to a request, or a workflow that it calls. */
  readonly #missing = new Map<string, string>()
  /** Node → where the function threw that was to answer its request; its error does not hold that. */
  readonly #origins = new Map<string, { message: string; stack: string }>()

  constructor(job: RunJob, parts: InstalledParts) {
    this.#job = job
    this.#parts = parts
    this.#setups.set('', job)
    this.#players.set('', new HttpPlayer(job.http ?? [], parts.access.answerRequest))
  }

  readonly answers: Answers = {
    http: given => this.#answerRequest(given),
    mock: async ({ name, runIndex, ...call }) => this.#parts.access.mock(name, runIndex, call),
    compute: given => this.#compute(given),
    workflow: async ({ id, node }) => {
      const found = await this.#parts.access.workflow(id, this.#job.workflow.id)
      if (!found && this.#job.needsCalled) this.#missing.set(node, runErrors.calledWorkflowNotGiven(node, id))
      if (!found) return null
      const key = String(this.#setups.size)
      const { http, ...setup } = found
      this.#setups.set(key, found)
      const outer = this.#players.get('')
      this.#players.set(key, new HttpPlayer(http ?? [], this.#parts.access.answerRequest, outer))
      return { ...setup, key, computed: computedIn(found.workflow.nodes) }
    },
    ownClient: async ({ node, to }) => {
      this.#missing.set(node, runErrors.hasOwnClient(node, to))
      return null
    },
    needs: async ({ node, what }) => {
      this.#missing.set(node, runErrors.needsService(node, what))
      return null
    },
    credential: async ({ id }) =>
      this.#namesCredential(id) ? ((await this.#parts.access.credential(id)) ?? null) : null,
    file: async ({ file }) => {
      const bytes = this.#beginsWith(file) ? await this.#parts.access.bytesOf(file) : undefined
      return bytes ? { body: Buffer.from(bytes).toString('base64') } : null
    },
  }

  /** A node gets no other credential of the instance than those that a workflow of the run names. */
  #namesCredential(id: string): boolean {
    return [...this.#setups.values()].some(({ workflow }) =>
      workflow.nodes.some(({ credentials }) =>
        Object.values(isRecord(credentials) ? credentials : {}).some(
          named => isRecord(named) && String(named.id) === id,
        ),
      ),
    )
  }

  /** And no other file than those of the items that it begins with. */
  #beginsWith({ id }: Record<string, unknown>): boolean {
    const items = this.#job.start?.items ?? []
    return items.some(({ binary = {} }) => Object.values(binary).some(file => isRecord(file) && file.id === id))
  }

  async #answerRequest({
    key,
    node,
    itemIndex,
    method,
    url,
    headers,
    body,
    secrets,
  }: Asks['http']['given']): Promise<Asks['http']['made']> {
    const bytes = Buffer.from(body, 'base64')
    const masked = (text: string) => withoutSecrets(text, secrets)
    const shown = {
      url: masked(url),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])),
    }
    const text = bytes.toString()
    const hidden = masked(text)
    const type = headers['content-type'] ?? ''
    const request: WireRequest = {
      method,
      url,
      headers,
      ...(bytes.byteLength > 0 ? { body: bytes } : {}),
      masked: { ...shown, ...(hidden === text ? {} : { body: Buffer.from(hidden) }) },
    }
    const sent = {
      node,
      itemIndex,
      method,
      ...shown,
      ...(bytes.byteLength > 0 ? { body: shownBody(hidden, type) } : {}),
    }
    try {
      const answer = await this.#players.get(key)?.answer(sent, async () => request)
      if (!answer) {
        const what = `no answer is given for ${method} ${shown.url}: give one in http`
        this.#missing.set(node, runErrors.callsService(node, what))
        return { failure: { message: what, code: 'ECONNREFUSED' } }
      }
      return {
        status: answer.status,
        headers: answer.headers as Record<string, string>,
        body: Buffer.from(answer.bytes).toString('base64'),
      }
    } catch (error) {
      if (!(error instanceof ConnectionFailure)) throw error
      if (error.origin !== undefined) this.#origins.set(node, { message: error.message, stack: error.origin })
      return { failure: { message: error.message, code: error.code } }
    }
  }

  /** One node by the built-in engine, with what ran before. */
  async #compute({ key, node, inputs, source, runData }: Asks['compute']['given']): Promise<Asks['compute']['made']> {
    const setup = this.#setups.get(key) ?? this.#job
    const { workflow } = setup
    const found = workflow.nodes.find(({ name }) => name === node)
    if (!found) throw new TypeError(`The workflow has no node ${JSON.stringify(node)}`)
    // the error output is the engine's own
    const alone = found.onError === 'continueErrorOutput' ? { ...found, onError: 'continueRegularOutput' } : found
    const { [node]: _, ...connections } = workflow.connections as Record<string, unknown>
    const main = isRecord(source) && Array.isArray(source.main) ? source.main : []
    const result = await this.#parts.compute({
      ...this.#job,
      ...setup,
      workflow: {
        ...workflow,
        nodes: workflow.nodes.map(one => (one === found ? alone : one)),
        connections: connections as typeof workflow.connections,
      },
      mocks: {},
      start: undefined,
      before: {
        runData: Object.entries(runData),
        stack: [{ node: alone, data: { main: inputs }, source: { main } }],
        waiting: [],
      },
    })
    const made = runOf(result.data, node)
    if (made?.data) return { main: made.data.main.map(items => items?.map(withoutPair) ?? null) }
    return { error: made?.error ?? result.error ?? { message: 'The node put nothing out' } }
  }

  #calledOf({ workflow }: WorkflowSetup, id: string, made: ChildResult, found: FoundEngine): CalledRun {
    const { at, depth, execution } = this.#job
    const context = contextOf('integrated', at, workflow.nodes[0], this.#job.form)
    const parentExecution = { executionId: execution.id, workflowId: this.#job.workflow.id }
    const result = { ...this.resultOf(made, found), unmocked: [], requests: [], notes: [] }
    return { id, workflow, mode: 'integrated', at, depth: depth + 1, context, parentExecution, result }
  }

  /** Nodes that failed since they reach for what is closed to them. */
  #addClosed(runData: Record<string, NodeRun[]>) {
    for (const [name, runs] of Object.entries(runData)) {
      const messages = runs.flatMap(({ error, data }) => [
        isRecord(error) ? error.message : undefined,
        ...(data?.main.flat() ?? []).map(item => item?.json?.error),
      ])
      const what = CLOSED.find(({ said }) =>
        messages.some(message => typeof message === 'string' && said.test(message)),
      )
      if (what && !this.#missing.has(name)) this.#missing.set(name, runErrors.needsClosed(name, what.does))
    }
  }

  #addOrigins(error: unknown, runData: Record<string, NodeRun[]>) {
    for (const [name, { message, stack }] of this.#origins) {
      const ofNode = isRecord(error) && isRecord(error.node) && error.node.name === name ? [error] : []
      for (const failure of [...ofNode, ...(runData[name] ?? []).map(run => run.error)])
        if (isRecord(failure) && JSON.stringify(failure).includes(JSON.stringify(message).slice(1, -1)))
          failure.description = stack
    }
  }

  resultOf(made: ChildResult, found: FoundEngine): RunResult {
    const { version, notice } = found
    const { order, runData, waitTill, trigger, staticData, customData, calls } = made
    this.#addOrigins(made.error, runData)
    this.#addClosed(runData)
    const unmocked = [...this.#missing.keys()]
    const [missing] = unmocked
    const isStopped = missing !== undefined && this.#job.unmocked === 'fail'
    const node = isStopped ? this.#job.workflow.nodes.find(({ name }) => name === missing) : undefined
    const error = isStopped ? { message: this.#missing.get(missing), node, name: 'WorkflowOperationError' } : made.error
    const failed = isStopped ? runData[missing]?.at(-1) : undefined
    if (failed && error) {
      delete failed.data
      Object.assign(failed, { executionStatus: 'error', error })
    }
    const lastNode = order.at(-1)
    const begun = this.#job.workflow.nodes.find(({ name }) => name === this.#job.start?.node)
    const isChanged = JSON.stringify(staticData) !== JSON.stringify(this.#job.staticData ?? {})
    return {
      status: error
        ? 'error'
        : made.status === 'waiting'
          ? 'waiting'
          : made.status === 'canceled'
            ? 'canceled'
            : 'success',
      data: {
        startData: {},
        resultData: {
          runData,
          ...(lastNode === undefined ? {} : { lastNodeExecuted: lastNode }),
          ...(error ? { error } : {}),
        },
      },
      context: this.#job.context ?? contextOf(this.#job.mode, this.#job.at, begun, this.#job.form),
      order,
      ...(lastNode === undefined ? {} : { lastNode }),
      lastMain: (lastNode === undefined ? undefined : runData[lastNode]?.at(-1)?.data?.main) ?? [],
      ...(error ? { error } : {}),
      ...(waitTill === undefined ? {} : { waitTill }),
      until: made.until,
      ...(made.response ? { answer: answerOf(made.response) } : {}),
      ...(trigger ? { trigger } : {}),
      ...(isChanged ? { staticData } : {}),
      ...(customData ? { customData } : {}),
      called: made.called.map(({ key, id, made }) =>
        this.#calledOf(this.#setups.get(key) ?? this.#job, id, made, found),
      ),
      notes: [`run by n8n-core ${version}${notice === undefined ? '' : `, and ${notice}`}`, ...made.notes],
      unmocked,
      calls,
      requests: this.#players.get('')?.sent ?? [],
    }
  }
}

/** Code that failed for all items says of no item that it is its. */
const withoutPair = ({ pairedItem, ...item }: NodeItem): NodeItem =>
  typeof item.json.error === 'string' && Object.keys(item.json).length === 1 ? item : { ...item, pairedItem }

function runOf({ resultData }: Record<string, unknown>, node: string): NodeRun | undefined {
  const { runData } = isRecord(resultData) ? resultData : {}
  const runs = isRecord(runData) ? runData[node] : undefined
  return Array.isArray(runs) ? runs.at(-1) : undefined
}

function answerOf({ node, status, headers, body, isBytes }: NonNullable<ChildResult['response']>): NodeAnswer {
  const text = isBytes && typeof body === 'string' ? Buffer.from(body, 'base64').toString() : body
  const { location, ...rest } = headers
  return {
    node,
    ...(status === undefined ? {} : { status }),
    headers: Object.entries(location === undefined ? headers : rest),
    body:
      location !== undefined
        ? { kind: 'redirect', url: location }
        : text === undefined || text === null || text === ''
          ? { kind: 'none' }
          : typeof text === 'string'
            ? { kind: 'text', value: text }
            : { kind: 'json', value: text },
  }
}

/** Without secrets, in all the ways in which requests are written; a longer one may begin as a shorter one does. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap(formsOf).sort((one, other) => other.length - one.length)
  const hidden = forms.reduce((shown, form) => shown.replaceAll(form, SECRET), text)
  return hidden.replaceAll(/\bBasic ([\w+/]+=*)/gi, (basic, login) => {
    const decoded = Buffer.from(login, 'base64').toString()
    return secrets.some(secret => decoded.includes(secret)) ? `Basic ${SECRET}` : basic
  })
}

/** A text as it is, in an address, in a form, in JSON, and in Base64. */
const formsOf = (text: string): string[] => [
  text,
  encodeURIComponent(text),
  new URLSearchParams({ '': text }).toString().slice(1),
  JSON.stringify(text).slice(1, -1),
  Buffer.from(text).toString('base64'),
]

/** JSON as it is, forms by their fields, other bodies as text. */
function shownBody(text: string, type: string): unknown {
  if (/urlencoded/i.test(type)) return Object.fromEntries(new URLSearchParams(text))
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary !== undefined) return fieldsOf(text, boundary)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The fields of a form in parts; of a file its name. */
function fieldsOf(text: string, boundary: string): Record<string, string> {
  const fields: [string, string][] = []
  for (const part of text.split(`--${boundary}`)) {
    const at = part.indexOf('\r\n\r\n')
    const name = /name="([^"]*)"/i.exec(part.slice(0, Math.max(at, 0)))?.[1]
    if (at < 0 || name === undefined) continue
    const file = /filename="([^"]*)"/i.exec(part.slice(0, at))?.[1]
    fields.push([name, file === undefined ? part.slice(at + 4).replace(/\r\n$/, '') : `<file ${file}>`])
  }
  return Object.fromEntries(fields)
}
