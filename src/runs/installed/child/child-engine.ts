import process from 'node:process'
import type { NodeItem, NodeRun } from '../../../core/model/run-data.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { AskName, Asks, CalledWorkflow, ChildJob, ChildResult, ChildSetup } from '../messages.ts'
import { installClock, passWaits, setTime, timeNow } from './clock.ts'
import { credentialsHelper } from './credentials.ts'
import { type Current, enterItem } from './current.ts'
import { type LoadedNodeType, Packages } from './packages.ts'
import { errorIn, plain } from './plain.ts'
import { StandIns } from './stand-ins.ts'
import { ownBeginning, runTrigger, type TriggerParts } from './triggers.ts'

type Ask = <Name extends AskName>(name: Name, given: Asks[Name]['given']) => Promise<Asks[Name]['made']>
type Made = Record<string, never>
type Maker = new (...given: unknown[]) => Made

/** A workflow with what runs of it need. */
export type Running = Pick<
  CalledWorkflow,
  'key' | 'workflow' | 'zone' | 'variables' | 'staticData' | 'mocks' | 'computed'
>

const CALLED_TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger'
const WAIT = 'n8n-nodes-base.wait'
const STICKY_NOTE = 'n8n-nodes-base.stickyNote'

/** The engine of the project, with what the service puts around it. */
export class ChildEngine {
  readonly version: string
  readonly #packages: Packages
  readonly #ask: Ask
  readonly #current: Current

  /** @throws Error where a package is missing */
  static async load({ project, nodes }: ChildSetup, ask: Ask, current: Current) {
    installClock()
    return new ChildEngine(new Packages(project, nodes), ask, current)
  }

  private constructor(packages: Packages, ask: Ask, current: Current) {
    this.#packages = packages
    this.version = packages.version
    this.#ask = ask
    this.#current = current
    this.#noteItems()
    this.#refuseDeduplication()
  }

  /** Requests are recorded with the item whose parameters were read before. */
  #noteItems() {
    const contexts = ['ExecuteContext', 'ExecuteSingleContext', 'SupplyDataContext'].map(
      name => (this.#packages.core as Record<string, { prototype: Record<string, unknown> }>)[name],
    )
    const prototypes = contexts.map(context => {
      let at = context?.prototype
      while (at && !Object.hasOwn(at, '_getNodeParameter')) at = Object.getPrototypeOf(at)
      return at
    })
    const current = this.#current
    for (const prototype of new Set(prototypes)) {
      const read = prototype?._getNodeParameter
      if (!prototype || typeof read !== 'function') continue
      prototype._getNodeParameter = function (name: string, itemIndex: number, ...given: unknown[]) {
        if (typeof itemIndex === 'number') {
          current.itemIndex = itemIndex
          enterItem(itemIndex)
        }
        return read.call(this, name, itemIndex, ...given)
      }
    }
  }

  /** What earlier executions saw is stored by the service. */
  #refuseDeduplication() {
    const { DataDeduplicationService } = this.#packages.core as unknown as {
      DataDeduplicationService?: { init?(store: object): Promise<void> }
    }
    void DataDeduplicationService?.init?.(needed(this.#ask, this.#current, 'what earlier executions saw'))
  }

  async run(job: ChildJob): Promise<ChildResult> {
    setTime(job.at)
    try {
      return await new ChildRun(this.#packages, this.#ask, this.#current, job).run()
    } finally {
      setTime(undefined)
      passWaits(false)
      Object.assign(this.#current, { key: '', node: '', itemIndex: 0, secrets: new Set() })
    }
  }
}

/** One run, with those of the workflows that it calls. */
class ChildRun {
  readonly #packages: Packages
  readonly #ask: Ask
  readonly #current: Current
  readonly #job: ChildJob
  readonly #credentials: ReturnType<typeof credentialsHelper>
  readonly #standIns: StandIns
  #called = 0
  readonly #calledRuns: ChildResult['called'] = []
  /** The runs of called workflows, by the ids of their executions. */
  readonly #ended = new Map<string, ChildResult>()

  constructor(packages: Packages, ask: Ask, current: Current, job: ChildJob) {
    this.#packages = packages
    this.#ask = ask
    this.#current = current
    this.#job = job
    this.#credentials = credentialsHelper(
      packages,
      job.credentials,
      id => ask('credential', { id }),
      () => this.#httpHelper(),
    )
    this.#standIns = new StandIns(packages, ask)
  }

  async run(): Promise<ChildResult> {
    const { start, execution, mode } = this.#job
    if (!start) throw new Error('A run of the installed engine begins with a trigger')
    const main: NodeItem[][] = []
    main[start.output ?? 0] = await this.#withBytes(start.items)
    const pinned = Array.from(main, items => items ?? [])
    return this.#play({ ...this.#job, key: '' }, { node: start.node, main: pinned, executionId: execution.id, mode })
  }

  async #play(
    running: Running,
    { node: start, main, executionId, mode }: { node: string; main: NodeItem[][]; executionId: string; mode: string },
  ): Promise<ChildResult> {
    const { Workflow, createRunExecutionData } = this.#packages.workflow as unknown as {
      Workflow: Maker
      createRunExecutionData(data: object): Made
    }
    const { WorkflowExecute, ExecutionLifecycleHooks } = this.#packages.core as unknown as Record<string, Maker>
    if (!WorkflowExecute || !ExecutionLifecycleHooks) throw new Error('n8n-core has no WorkflowExecute')
    const given = running.workflow
    const nodes = given.nodes
      .filter(({ type, name }) => type !== STICKY_NOTE && name !== undefined)
      .map(node => this.#prepared(node, running, start))
    await this.#load(nodes.filter(({ disabled }) => disabled !== true))
    const staticData = structuredClone(running.staticData ?? {})
    const workflow: Made = new Workflow({
      id: given.id,
      name: given.name,
      nodes,
      connections: structuredClone(given.connections),
      nodeTypes: this.#nodeTypes(),
      settings: { ...given.settings, timezone: running.zone },
      active: false,
      staticData,
    })
    const order: string[] = []
    let response: ChildResult['response']
    const lifecycle = mode === 'manual' ? 'manual' : mode
    const hooks = new ExecutionLifecycleHooks(lifecycle, executionId, { ...given, nodes }) as unknown as {
      addHandler(name: string, handle: (...given: never[]) => void): void
    }
    const outer = { ...this.#current }
    hooks.addHandler('nodeExecuteBefore', (name: string) => {
      order.push(name)
      passWaits(given.nodes.find(node => node.name === name)?.type === WAIT)
      Object.assign(this.#current, { key: running.key, node: name, itemIndex: 0, secrets: this.#credentials.secrets })
    })
    hooks.addHandler(
      'sendResponse',
      (sent: { body: unknown; headers?: Record<string, string>; statusCode?: number }) => {
        response ??= responseOf(sent, order.at(-1) ?? '')
      },
    )
    const additional = {
      executionId,
      webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
      formWaitingBaseUrl: 'http://localhost/form-waiting',
      webhookBaseUrl: 'http://localhost/webhook',
      webhookTestBaseUrl: 'http://localhost/webhook-test',
      formBaseUrl: 'http://localhost/form',
      restApiUrl: 'http://localhost/rest',
      instanceBaseUrl: 'http://localhost/',
      hooks,
      currentNodeParameters: undefined,
      credentialsHelper: this.#credentials,
      variables: running.variables,
      userId: 'owner',
      setExecutionStatus() {},
      sendDataToUI() {},
      logAiEvent() {},
      getRunnerStatus: () => {
        void this.#ask('needs', { node: this.#current.node, what: 'a task runner for Python' }).catch(() => {})
        return { available: false }
      },
      startRunnerTask: needed(this.#ask, this.#current, 'a task runner'),
      executeAgent: needed(this.#ask, this.#current, 'the agents of an instance'),
      getRuntimeCredential: needed(this.#ask, this.#current, 'the credentials of who runs the workflow'),
      'data-table': { dataTableProxyProvider: needed(this.#ask, this.#current, 'the data tables of an instance') },
      getRunExecutionData: async (id: string) => {
        const { runData = {}, order = [] } = this.#ended.get(id) ?? {}
        return { resultData: { runData, lastNodeExecuted: order.at(-1) } }
      },
      executeWorkflow: (info: { id?: string; code?: object }, _data: unknown, options: { inputData?: NodeItem[] }) =>
        this.#call(info, options, running.key),
    }
    const entry = nodes.find(({ name }) => name === start)
    const begun = await this.#begin(running, { start, main, entry, workflow, additional })
    if (begun.items === undefined) {
      Object.assign(this.#current, outer)
      return notBegun(start, errorIn(begun.error), staticData)
    }
    const { items } = begun
    const data = createRunExecutionData({
      resultData: {
        runData: {},
        pinData: { ...this.#pinnedOf(running), ...(this.#passesOn(entry, items) ? {} : { [start]: items[0] ?? [] }) },
      },
      executionData: {
        contextData: {},
        nodeExecutionStack: [
          {
            node: (workflow as unknown as { getNode(name: string): object }).getNode(start),
            data: { main: items },
            source: null,
          },
        ],
        metadata: {},
        waitingExecution: {},
        waitingExecutionSource: {},
      },
    }) as unknown as { resultData: { runData: Record<string, NodeRun[]>; pinData?: object } }
    this.#standIns.begin(running.key, () => plain(data.resultData.runData) as Record<string, NodeRun[]>, staticData)
    const execute = new WorkflowExecute(additional, mode, data) as unknown as {
      checkReadyForExecution?(workflow: unknown, given?: { pinDataNodeNames?: unknown[] }): unknown
      processRunExecutionData(workflow: unknown): Promise<{
        status: string
        waitTill?: Date
        data: { resultData: Record<string, unknown> }
      }>
    }
    // what a mocked node lacks is no issue of the run
    const check = execute.checkReadyForExecution?.bind(execute)
    const replaced = nodes.filter(({ type = '' }) => this.#standIns.realType(type) !== type).map(({ name }) => name)
    if (check)
      execute.checkReadyForExecution = (of, { pinDataNodeNames = [], ...rest } = {}) =>
        check(of, { ...rest, pinDataNodeNames: [...pinDataNodeNames, ...replaced] })
    // a workflow with issues does not begin: its run is an error
    const play = async () => execute.processRunExecutionData(workflow)
    const ended = await play().catch((error: unknown) => ({
      status: 'error',
      waitTill: undefined,
      data: { resultData: { ...data.resultData, error } as Record<string, unknown> },
    }))
    Object.assign(this.#current, outer)
    const { resultData } = ended.data
    const { waitTill } = ended
    return {
      status: ended.status,
      order,
      runData: plain(resultData.runData) as Record<string, NodeRun[]>,
      ...(resultData.error ? { error: errorIn(resultData.error) } : {}),
      ...(waitTill ? { waitTill: new Date(waitTill).getTime() } : {}),
      ...(response ? { response } : {}),
      ...(entry ? { trigger: this.#parametersOf(workflow, entry) } : {}),
      staticData: plain(workflow.staticData ?? {}) as ChildResult['staticData'],
      ...(resultData.metadata ? { customData: plain(resultData.metadata) as Record<string, string> } : {}),
      calls: running.key === '' ? this.#standIns.calls : {},
      until: timeNow(),
      notes: this.#hints(resultData.error, given.nodes),
      called: running.key === '' ? this.#calledRuns : [],
    }
  }

  /** Whether a trigger puts out what it is given by itself: one that a workflow calls, and those with several outputs. */
  #passesOn(entry: Node | undefined, items: readonly NodeItem[][]): boolean {
    const loaded = entry && this.#nodeTypes().getByNameAndVersion(entry.type ?? '', Number(entry.typeVersion))
    return items.length > 1 || typeof loaded?.execute === 'function'
  }

  /** @throws MissingPart for a node that is not mocked */
  async #load(nodes: readonly Node[]) {
    for (const { type = '', typeVersion } of nodes) {
      const real = this.#standIns.realType(type)
      const loading = this.#packages.load([real])
      if (this.#standIns.isAlone(type)) await loading.catch(() => {})
      else {
        await loading
        this.#packages.checkType(real, Number(typeVersion))
      }
    }
  }

  /** The items of the trigger: those that are given, or those that it makes itself. */
  async #begin(
    running: Running,
    given: { start: string; main: NodeItem[][]; entry: Node | undefined; workflow: Made; additional: object },
  ): Promise<{ items: NodeItem[][]; error?: undefined } | { items?: undefined; error: object }> {
    const { start, main, entry, workflow, additional } = given
    const own = running.key === '' && entry ? this.#ownBeginning(entry) : undefined
    if (!own) return { items: main }
    Object.assign(this.#current, { key: '', node: start, itemIndex: 0, secrets: this.#credentials.secrets })
    const known = workflow as unknown as TriggerParts['workflow'] & {
      getStaticData(type: string, node: object): object
    }
    const memory = known.getStaticData('node', known.getNode(start)) as Record<string, unknown>
    const contexts = this.#packages.core as unknown as TriggerParts['contexts']
    try {
      return {
        items: await runTrigger(start, own.beginning, {
          contexts,
          workflow: known,
          additional,
          loaded: own.loaded,
          memory: { ...memory },
        }),
      }
    } catch (error) {
      return { error: Object.assign(error as Error, { node: entry }) }
    }
  }

  #ownBeginning(entry: Node) {
    const loaded = this.#nodeTypes().getByNameAndVersion(entry.type ?? '', Number(entry.typeVersion))
    const beginning = ownBeginning(entry, loaded, this.#job.input)
    return beginning && { beginning, loaded }
  }

  /** A node with the credentials of the test; one that is mocked or computed is another type. */
  #prepared(given: Node, running: Running, start: string): Node {
    const node: Node = {
      ...structuredClone(given),
      typeVersion: typeof given.typeVersion === 'number' ? given.typeVersion : 1,
      parameters: structuredClone(given.parameters ?? {}),
      // nothing is waited for between tries
      ...(given.retryOnFail ? { waitBetweenTries: 1 } : {}),
    }
    const name = node.name ?? ''
    if (node.disabled === true) return node
    if (name === start)
      return this.#packages.has(node.type ?? '') ? node : { ...node, type: this.#standIns.start(running.key, node) }
    const mocks = running.mocks && Object.hasOwn(running.mocks, name) ? running.mocks[name] : undefined
    if (mocks) return { ...node, type: this.#standIns.mock(running.key, node, mocks) }
    return running.computed.includes(name) ? { ...node, type: this.#standIns.computed(running.key, node) } : node
  }

  #pinnedOf({ workflow, mocks = {} }: Running): Record<string, unknown> {
    if (!this.#job.usePinnedData) return {}
    const all = Object.entries((workflow.pinData ?? {}) as Record<string, unknown>)
    return Object.fromEntries(all.filter(([name]) => !Object.hasOwn(mocks, name)))
  }

  #nodeTypes() {
    const { NodeHelpers } = this.#packages.workflow as unknown as {
      NodeHelpers: { getVersionedNodeType(type: unknown, version?: number): LoadedNodeType }
    }
    const byVersion = (type: string, version?: number) =>
      this.#standIns.typeOf(type, version) ?? NodeHelpers.getVersionedNodeType(this.#packages.nodeType(type), version)
    return {
      getByName: (type: string) => this.#packages.nodeType(type),
      getByNameAndVersion: byVersion,
      getKnownTypes: () => ({}),
    }
  }

  async #call(
    { id, code }: { id?: string; code?: object },
    { inputData = [] }: { inputData?: NodeItem[] },
    key: string,
  ) {
    const found = code
      ? this.#inline(code, key)
      : await this.#ask('workflow', { id: String(id), node: this.#current.node })
    if (this.#job.form === 'signed' && !found?.isActive)
      throw new Error('Workflow is not active and cannot be executed.')
    if (!found) throw new Error(`Workflow does not exist: ${id}`)
    const trigger = found.workflow.nodes.find(({ type, disabled }) => type === CALLED_TRIGGER && disabled !== true)
    if (trigger?.name === undefined) throw new Error('Missing node to start execution')
    if (++this.#called > 100) throw new Error('Workflows call each other 100 times in a run, at most')
    const executionId = `${this.#job.execution.id}-${this.#called}`
    const ended = await this.#play(found, { node: trigger.name, main: [inputData], executionId, mode: 'integrated' })
    this.#ended.set(executionId, ended)
    this.#calledRuns.push({ key: found.key, id: executionId, made: ended })
    if (ended.error)
      throw Object.assign(new Error(String(ended.error.message)), { description: ended.error.description })
    const last = ended.runData[ended.order.at(-1) ?? '']?.at(-1)?.data?.main ?? []
    return { executionId, data: last, ...(ended.waitTill === undefined ? {} : { waitTill: new Date(ended.waitTill) }) }
  }

  #inline(code: object, key: string): CalledWorkflow {
    const { variables, zone } = this.#job
    const workflow = { ...this.#job.workflow, id: 'inline', ...code } as CalledWorkflow['workflow']
    return { key, workflow, variables, zone, staticData: {}, isActive: true, computed: [] }
  }

  /** Files of an instance, with their bytes. */
  async #withBytes(items: readonly NodeItem[]): Promise<NodeItem[]> {
    const made: NodeItem[] = []
    for (const item of items) {
      const binary: Record<string, unknown> = {}
      for (const [name, file] of Object.entries(item.binary ?? {})) {
        const known = file as Record<string, unknown>
        const bytes = known.id === undefined ? undefined : await this.#ask('file', { file: known })
        const { id: _, ...rest } = known
        binary[name] = bytes ? { ...rest, data: bytes.body } : file
      }
      made.push(item.binary ? { ...item, binary } : item)
    }
    return made
  }

  /** What a node needs that failed without its credential. */
  #hints(error: unknown, nodes: readonly Node[]): string[] {
    const { message = '', node } = (error ?? {}) as { message?: string; node?: { name?: string } }
    const failed = nodes.find(({ name }) => name === node?.name)
    if (!failed?.type || !/does not have any credentials/i.test(message)) return []
    const { credentials = [] } = this.#nodeTypes().getByNameAndVersion(
      failed.type,
      Number(failed.typeVersion ?? 1),
    ).description
    const types = credentials.map(({ name }) => `"${name}"`).join(' or ')
    return types === ''
      ? []
      : [`"${failed.name}" needs a credential of the type ${types}: give its data in credentials`]
  }

  /** The parameters of the trigger, as far as they can be evaluated without items. */
  #parametersOf(workflow: Made, node: Node): Record<string, unknown> {
    const { expression } = workflow as unknown as {
      expression: {
        getSimpleParameterValue(node: unknown, value: unknown, mode: string, keys: object): unknown
      }
    }
    const read = Object.entries(node.parameters ?? {}).map(([name, value]) => {
      try {
        if (typeof value === 'string' && value.startsWith('='))
          return [name, expression.getSimpleParameterValue(node, value, 'webhook', {})]
      } catch {
        // the answer is the usual one then
      }
      return [name, value]
    })
    return Object.fromEntries(read)
  }

  /** What `preAuthentication` sends with. */
  #httpHelper() {
    return {
      httpRequest: async (given: object) => {
        const { method = 'GET', url, baseURL, headers = {}, qs, body, json } = given as Record<string, never>
        const address = new URL(String(url), baseURL)
        for (const [name, value] of Object.entries(qs ?? {})) address.searchParams.set(name, String(value))
        const isText = typeof body === 'string'
        const isForm = /urlencoded/.test(
          String(headers['content-type' as never] ?? headers['Content-Type' as never] ?? ''),
        )
        const sent =
          body === undefined
            ? undefined
            : isText
              ? body
              : isForm
                ? new URLSearchParams(body as never).toString()
                : JSON.stringify(body)
        const made = await fetch(address, {
          method,
          headers: {
            ...(sent === undefined || isText || isForm ? {} : { 'content-type': 'application/json' }),
            ...(headers as object),
          },
          ...(sent === undefined ? {} : { body: sent }),
        })
        const text = await made.text()
        if (!made.ok) throw new Error(`${made.status} of ${address.href}: ${text.slice(0, 200)}`)
        try {
          return JSON.parse(text)
        } catch {
          return json ? {} : text
        }
      },
    }
  }
}

/** A trigger that failed, or found nothing to begin with. */
function notBegun(start: string, error: Record<string, unknown>, staticData: ChildResult['staticData']): ChildResult {
  const run = { startTime: timeNow(), executionTime: 0, executionIndex: 0, executionStatus: 'error', source: [], error }
  return {
    status: 'error',
    order: [start],
    runData: { [start]: [run as unknown as NodeRun] },
    error,
    staticData,
    calls: {},
    until: timeNow(),
    notes: [],
    called: [],
  }
}

/** Whatever is called of it, the service has and this engine has not. */
const needed = (ask: Ask, current: Current, what: string): never =>
  new Proxy(function needed() {}, {
    apply() {
      void ask('needs', { node: current.node, what }).catch(() => {})
      throw new Error(`The installed engine has no service: it needs ${what}`)
    },
    get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : needed(ask, current, what)),
  }) as never

function responseOf(
  { body, headers = {}, statusCode }: { body: unknown; headers?: Record<string, string>; statusCode?: number },
  node: string,
): ChildResult['response'] {
  const base = { node, headers: { ...headers }, ...(statusCode === undefined ? {} : { status: statusCode }) }
  if (Buffer.isBuffer(body)) return { ...base, body: body.toString('base64'), isBytes: true }
  return { ...base, body: plain(body) }
}

process.title = 'understudy-nodes'
