import { createHash } from 'node:crypto'
import type { ControlledClock } from '../../core/base/clock.ts'
import { zoneOf } from '../../core/base/zone.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import { reserveId } from '../../core/model/next-id.ts'
import type { NodeItem, RunForm } from '../../core/model/run-data.ts'
import type { Draft, State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { workflowDataOf } from '../engine/execution-data.ts'
import { begunData, failedRun } from '../engine/failed-run.ts'
import type {
  CalledRun,
  ExecutionIds,
  Outcome,
  PlannedMock,
  RunAccess,
  RunJob,
  RunResult,
  UsedRules,
  WaitEnd,
  WorkflowSetup,
} from '../engine/job.ts'
import { type HttpRule, Wire } from '../wire/wire.ts'
import { activeGraph } from './active-graph.ts'
import { withExecution } from './files.ts'
import { recordOf } from './item.ts'
import type { PendingRuns } from './pending.ts'
import { isKept, pruneData, pruneExecutions } from './retention.ts'
import { type InstanceParts, runAccess } from './run-access.ts'
import { dataSizeOf } from './run-data.ts'
import { itemsGiven, type Run, runAfterFailure, runOfCaller, startOf, storedContext } from './runs.ts'
import { type Lease, WorkerFailure, workerPool } from './worker-pool.ts'

/** A run that was computed: the execution that it leaves, and the one that it becomes at its end; the same where it has ended. */
export interface Played {
  first: ExecutionRecord
  end: ExecutionRecord
  /** When it ends, in milliseconds since 1970; `undefined` where it has ended or waits. */
  endsAt?: number
  /** Executions of other workflows that it called. */
  called: { record: ExecutionRecord; run: Run }[]
  result: RunResult
  run: Run
  /** The counts of the rules that it used, and the workflows that it called. */
  usedRules: { counts: RuleCounts; used: UsedRules }[]
}

/** What another engine needs for a run. */
export interface InstalledParts {
  access: RunAccess
  /** Computes a run by the built-in engine. */
  compute(job: RunJob): Promise<RunResult>
}

/** A run of which nothing is stored: what stands for services, and what else differs from the instance. */
export interface Trial {
  /** What nodes of the workflow put out, or of one that it calls. */
  mocksOf(workflow: WorkflowRecord): Record<string, PlannedMock[]>
  /** What a node puts out whose mock is asked for. */
  answerMock: RunAccess['mock']
  http: HttpRule[]
  usePinnedData: boolean
  unmocked: 'pass' | 'fail'
  /** What `$vars` gives beside the variables of the instance. */
  variables: Record<string, string>
  /** The time zone of workflows that name none. */
  zone: string
  /** Type of credential → its data: of nodes that name a credential whose id is that type. */
  credentials?: Record<string, Record<string, unknown>> | undefined
  /** Has the engine of a project run it, instead of the built-in one. */
  byInstalled?: ((job: RunJob, parts: InstalledParts) => Promise<RunResult>) | undefined
  /** Workflows that it may call, by their ids or names, before those of the instance. */
  subWorkflows: readonly WorkflowRecord[]
  /** Whether a called workflow that is missing ends the run: the instance is not the one that the workflow is of. */
  needsCalled: boolean
}

/** Finds a run, in the committed state and again inside the update that stores it. */
type Find = (state: State | Draft) => Run | undefined

/** How often rules are applied. */
export interface RuleCounts {
  /** Whether what a run used of them is still left: another run may have taken it meanwhile. */
  areLeft(used: UsedRules): boolean
  count(used: UsedRules): void
}

/** What the rules of a simulation say of a run: how it ends, and what nodes put out. */
export interface RunRules {
  outcomes?: readonly Outcome[] | undefined
  mocks?: Record<string, PlannedMock[]> | undefined
  http?: HttpRule[] | undefined
  counts?: RuleCounts | undefined
}

export interface RunnerOptions extends InstanceParts {
  pending: PendingRuns<Run>
  rulesOf(run: Run): RunRules
  /** What answers the requests of all runs, after their own rules. */
  http: readonly HttpRule[]
  /** How many executions are stored. */
  keepExecutions: number
  form: RunForm
  /** Of workflows that name none. */
  zone: string
  /** 64 hex digits that cannot be guessed. */
  newToken(): string
  /** Where the instance is called, where a run does not say it. */
  base: string
  /** Whether only active workflows are run as error workflows, and as those that others call. */
  needsActive: boolean
  /** Seed of the runs' random numbers. */
  seed: number
  /** Milliseconds that computing a run may take. */
  timeLimit: number
  /** What a node does that calls a service and has no mock: in runs that are stored. */
  unmocked: 'pass' | 'fail'
  clock: ControlledClock
  note(text: string): void
}

/** The most bytes of JSON that the data of all executions takes. */
const MAX_DATA_BYTES = 64 * 1024 * 1024
/** After this number of added bytes the limit is checked. */
const CHECKED_EVERY_BYTES = 16 * 1024 * 1024
/** The most times that a run is computed again because another record has taken its ids. */
const MAX_TRIES = 10

/** Has runs computed, and stores the executions that they leave. */
export class Runner {
  readonly #options: RunnerOptions
  /** Ids of runs that are being computed. */
  readonly #taken = new Set<string>()
  #lease: Lease | undefined
  #unchecked = 0

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /**
   * Computes a run outside an update, so that others write at the same time, and stores it in one; also the runs that
   * follow from its end. Resolves with the first.
   *
   * @param find the run; looked for again before it is stored, since a workflow may be deactivated in between
   * @param isCancelled whether it, and what follows from it, is not to be stored any more
   */
  async run(find: Find, isCancelled: () => boolean): Promise<Played | undefined> {
    const first = await this.#runOne(state => (isCancelled() ? undefined : find(state)), true)
    await this.#runEach(first?.next ?? [], isCancelled, true)
    return first?.played
  }

  /** Computes and stores runs that were due, and all that follow from them. */
  readonly runAll = (runs: readonly Run[], isCancelled: () => boolean) => this.#runEach(runs, isCancelled, false)

  /** @param isLive whether they begin now, and so take the time that computing them takes */
  async #runEach(runs: readonly Run[], isCancelled: () => boolean, isLive: boolean): Promise<Played[]> {
    const played: Played[] = []
    const left = [...runs]
    for (let run = left.shift(); run; run = left.shift()) {
      const following = run
      const made = await this.#runOne(() => (isCancelled() ? undefined : following), isLive)
      if (!made) continue
      played.push(made.played)
      left.push(...made.next)
    }
    return played
  }

  async #runOne(find: Find, isLive: boolean) {
    const { store, clock } = this.#options
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const run = find(store.data)
      if (!run) return undefined
      const computed = await this.#compute(run)
      const played = isLive ? withTimeTaken(computed, clock) : computed
      const stored = await store
        .update(draft => {
          if (find(draft) === undefined || !this.#isFree(draft, played)) return undefined
          const { usedRules } = played
          const areLeft = usedRules.every(({ counts, used }) => counts.areLeft(used))
          if (!areLeft && tries < MAX_TRIES - 1) return undefined
          for (const { counts, used } of usedRules) counts.count(used)
          return { next: this.#commit(draft, played) }
        })
        .finally(() => this.#release(played))
      if (stored) {
        for (const note of played.result.notes) this.#options.note(note)
        return { played, next: stored.next }
      }
    }
    throw new Error('The ids of a run were taken each time that it was computed')
  }

  /** Computes a run and stores nothing. */
  async try(run: Run, trial: Trial): Promise<{ record: ExecutionRecord; result: RunResult }> {
    const played = await this.#compute(run, trial)
    this.#release(played)
    return { record: played.end, result: played.result }
  }

  /** Stores the end of an execution that was running; returns the runs that follow from it. */
  finish(draft: Draft, ended: ExecutionRecord, run: Run): Run[] {
    const { executions } = draft
    if (isKept(ended, run.workflow)) this.#put(draft, ended)
    else executions.delete(ended.id)
    const original = ended.retryOf === null ? undefined : executions.get(ended.retryOf)
    if (original && ended.status === 'success') executions.set({ ...original, retrySuccessId: ended.id })
    return [runAfterFailure(draft, ended, run, this.#options), runOfCaller(draft, ended, run, this.#options)].filter(
      next => next !== undefined,
    )
  }

  /** Refuses what is being computed. */
  stop() {
    this.#lease?.release()
  }

  async #compute(run: Run, trial?: Trial): Promise<Played> {
    const { store } = this.#options
    const ids = this.#idsOf(run)
    const wire = new Wire()
    const rules: RuleCounts[] = []
    const job = this.#jobOf(run, ids, trial, { wire, rules })
    const taken = [ids.id]
    const own = runAccess(this.#options, ids, run.workflow, trial !== undefined)
    const access = {
      ...own,
      credential: async (id: string) => givenCredential(trial, id) ?? own.credential(id),
      workflow: async (id: string) => this.#setupOf(store.data, id, run, trial, { wire, rules }),
      newExecution: async () => {
        const called = this.#newIds(this.#newId(), run.base)
        taken.push(called.id)
        return called
      },
      mock: trial?.answerMock ?? (() => Promise.reject(new Error('Only a run that is tried has mocks to ask for'))),
      answerRequest: wire.answer,
    }
    try {
      const compute = (job: RunJob) => this.#perform(job, access)
      const result = await (trial?.byInstalled ? trial.byInstalled(job, { access, compute }) : compute(job))
      return { ...this.#playedOf(run, job, result), usedRules: usedRules(result, rules) }
    } catch (error) {
      for (const id of taken) this.#taken.delete(id)
      throw error
    }
  }

  async #perform(job: RunJob, access: Parameters<Lease['perform']>[2]['access']): Promise<RunResult> {
    const { timeLimit } = this.#options
    this.#lease ??= workerPool.lease()
    try {
      return await this.#lease.perform('run', job, { access, timeLimit })
    } catch (error) {
      if (!(error instanceof WorkerFailure) || (error.reason !== 'time' && error.reason !== 'ended')) throw error
      return failedRun(job, `The run was ended: ${error.message}`)
    }
  }

  #idsOf({ resumed, base }: Run): ExecutionIds {
    const { resumeToken } = recordOf(resumed?.data)
    const id = resumed?.id ?? this.#newId()
    return this.#newIds(id, base, typeof resumeToken === 'string' ? resumeToken : undefined)
  }

  #newIds(id: string, base = this.#options.base, resumeToken = this.#options.newToken()): ExecutionIds {
    const signature = this.#options.form.isNumbered ? `?signature=${resumeToken}` : ''
    return {
      id,
      resumeToken,
      resumeUrl: `${base}/webhook-waiting/${id}${signature}`,
      resumeFormUrl: `${base}/form-waiting/${id}${signature}`,
    }
  }

  #newId(): string {
    const { counters, executions } = this.#options.store.data
    let number = counters.executions + 1
    while (this.#taken.has(String(number)) || executions.has(String(number))) number++
    this.#taken.add(String(number))
    return String(number)
  }

  #jobOf(run: Run, execution: ExecutionIds, trial: Trial | undefined, computing: Computing): RunJob {
    const { form, timeLimit, seed, store, unmocked } = this.#options
    const { workflow, start, before, resumed, mode, at } = run
    const stored = recordOf(resumed?.data)
    const { metadata } = recordOf(stored.resultData)
    const filed = (items: readonly NodeItem[]) => withFiles(items, workflow.id, execution.id)
    return {
      ...this.#setup(store.data, run, trial, computing, [...(trial?.http ?? []), ...this.#options.http]),
      start: start && { ...start, items: filed(start.items) },
      before: before && { ...before, resumedWith: before.resumedWith && withFilesOf(before.resumedWith, filed) },
      misconfigured: run.misconfigured,
      mode,
      at,
      execution,
      context: run.context ?? storedContext(stored) ?? (run.parent && { ...run.parent.context, source: mode }),
      parentExecution: run.parent?.execution ?? (stored.parentExecution as Record<string, unknown> | undefined),
      customData: metadata as Record<string, string> | undefined,
      seed: seedFor(seed, execution.id),
      timeLimit,
      isNumbered: form.isNumbered,
      depth: run.depth ?? 0,
      unmocked: trial?.unmocked ?? unmocked,
      usePinnedData: trial?.usePinnedData ?? false,
      needsCalled: trial?.needsCalled ?? false,
      explain: trial !== undefined,
    }
  }

  /** @param http what answers requests after the rules of the workflow */
  #setup(
    state: State,
    run: Run,
    trial: Trial | undefined,
    computing: Computing,
    http: readonly HttpRule[] = [],
  ): WorkflowSetup {
    const { rulesOf } = this.#options
    const zone = trial?.zone ?? this.#options.zone
    const { workflow } = run
    const { counts, ...rules }: RunRules = trial ? { mocks: trial.mocksOf(workflow) } : rulesOf(run)
    const { id, name, active, createdAt, updatedAt, nodes, connections, settings, pinData, nodeGroups } = workflow
    return {
      workflow: {
        id,
        name,
        active,
        createdAt,
        updatedAt,
        nodes,
        connections,
        settings,
        pinData,
        ...(nodeGroups ? { nodeGroups } : {}),
      },
      zone: zoneOf(settings, zone) ?? zone,
      variables: { ...variablesOf(state, workflow.projectId), ...trial?.variables },
      staticData: recordOf(state.workflows.get(id)?.staticData) as Record<string, Record<string, unknown>>,
      ...rules,
      ...(counts ? { rules: computing.rules.push(counts) - 1 } : {}),
      http: computing.wire.plan([...(rules.http ?? []), ...http]),
    }
  }

  #setupOf(state: State, workflowId: string, caller: Run, trial: Trial | undefined, computing: Computing) {
    const given = trial?.subWorkflows.find(({ id, name }) => id === workflowId || name === workflowId)
    const found = given ?? state.workflows.get(workflowId)
    if (!found) return undefined
    const workflow = activeGraph(state, found)
    const run: Run = { workflow, start: undefined, mode: 'integrated', at: caller.at, base: caller.base }
    return { ...this.#setup(state, run, trial, computing), isActive: found.active || !this.#options.needsActive }
  }

  #playedOf(run: Run, job: RunJob, result: RunResult): Omit<Played, 'usedRules'> {
    const { form } = this.#options
    const { at, resumed } = run
    const base: RecordBase = resumed ?? {
      id: job.execution.id,
      retryOf: run.retryOf ?? null,
      startedAt: timeText(at),
      createdAt: timeText(run.createdAt ?? at),
    }
    const end = this.#recordOf(run, base, result)
    const called = result.called.flatMap(sub => this.#calledOf(sub, run))
    if (result.until <= at) return { first: end, end, called, result, run }
    const running: ExecutionRecord = { ...end, status: 'running', finished: false, stoppedAt: null, waitTill: null }
    const first = {
      ...running,
      data: begunData(job, result.context),
      workflowData: workflowDataOf(run.workflow, running, form),
    }
    return { first, end, endsAt: result.until, called, result, run }
  }

  #calledOf(called: CalledRun, caller: Run): Played['called'] {
    const { id, at, depth, result } = called
    const found = this.#options.store.data.workflows.get(called.workflow.id)
    if (!found) return []
    const workflow = activeGraph(this.#options.store.data, found)
    const run: Run = {
      workflow,
      start: startOf(result, workflow),
      mode: 'integrated',
      at,
      base: caller.base,
      depth,
      parent: { context: called.context, execution: called.parentExecution },
    }
    const record = this.#recordOf(run, { id, retryOf: null, startedAt: timeText(at), createdAt: timeText(at) }, result)
    return [{ record, run }, ...result.called.flatMap(sub => this.#calledOf(sub, run))]
  }

  #recordOf(run: Run, base: RecordBase, { status, until, waitTill, data }: RunResult): ExecutionRecord {
    const { form } = this.#options
    const { workflow, mode, resumed } = run
    const isNew = mode === 'retry' && form.isNumbered
    const record: ExecutionRecord = {
      ...resumed,
      id: base.id,
      workflowId: workflow.id,
      status,
      finished: status === 'success',
      mode: resumed?.mode ?? mode,
      retryOf: base.retryOf,
      retrySuccessId: resumed?.retrySuccessId ?? null,
      ...(base.createdAt === undefined ? {} : { createdAt: base.createdAt }),
      startedAt: base.startedAt,
      stoppedAt: timeText(until),
      waitTill: waitTill === undefined ? null : timeText(waitTill),
      deletedAt: null,
      workflowVersionId: isNew ? null : (resumed?.workflowVersionId ?? workflow.activeVersionId ?? workflow.versionId),
      ...(run.deduplicationKey === undefined ? {} : { deduplicationKey: run.deduplicationKey }),
      ...sizeOfFiles(resumed, itemsGiven(run)),
      data,
    }
    return { ...record, workflowData: workflowDataOf(workflow, record, form) }
  }

  #isFree({ executions }: Draft, played: Played) {
    return idsOf(played).every(id => id === played.run.resumed?.id || !executions.has(id))
  }

  #release(played: Played) {
    for (const id of idsOf(played)) this.#taken.delete(id)
  }

  #commit(draft: Draft, played: Played): Run[] {
    const { first, end, endsAt, called, run } = played
    for (const id of idsOf(played)) reserveId(draft, 'executions', id)
    // before those that it called, as it began before them
    if (endsAt === undefined) draft.executions.set(end)
    else {
      this.#put(draft, first)
      this.#options.pending.add({ first, end, endsAt, run })
    }
    setStaticData(draft, run.workflow.id, played.result)
    const next = called.flatMap(({ record, run }) => this.finish(draft, record, run))
    if (endsAt === undefined) next.push(...this.finish(draft, end, run))
    this.#prune(draft)
    return next
  }

  #put(draft: Draft, execution: ExecutionRecord) {
    draft.executions.set(execution)
    this.#unchecked += dataSizeOf(execution)
  }

  #prune(draft: Draft) {
    const { keepExecutions, pending } = this.#options
    pruneExecutions(draft, keepExecutions)
    if (this.#unchecked < CHECKED_EVERY_BYTES) return
    const deleted = pruneData(draft, MAX_DATA_BYTES)
    if (!deleted) return
    for (const id of deleted) pending.delete(id)
    this.#unchecked = 0
  }
}

/** What belongs to the computing of one run: what answers its requests, the rules of it and of those that it calls. */
interface Computing {
  wire: Wire
  rules: RuleCounts[]
}

function usedRules({ used, called }: RunResult, rules: readonly RuleCounts[]): Played['usedRules'] {
  const counts = used && rules[used.rules]
  return [...(counts ? [{ counts, used }] : []), ...called.flatMap(({ result }) => usedRules(result, rules))]
}

type RecordBase = Pick<ExecutionRecord, 'id' | 'retryOf' | 'startedAt' | 'createdAt'>

const givenCredential = ({ credentials = {} }: Partial<Trial> = {}, id: string) =>
  Object.hasOwn(credentials, id) ? { type: id, data: credentials[id] ?? {} } : undefined

const idsOf = ({ first, called }: Played) => [first.id, ...called.map(({ record }) => record.id)]

const withFiles = (items: readonly NodeItem[], workflowId: string, executionId: string) =>
  items.map(item => (item.binary ? { ...item, binary: withExecution(item.binary, workflowId, executionId) } : item))

const withFilesOf = (end: WaitEnd, filed: (items: readonly NodeItem[]) => NodeItem[]): WaitEnd =>
  'main' in end ? { ...end, main: end.main.map(filed) } : end

/** What nodes and Code remember from one execution to the next. */
function setStaticData(draft: Draft, workflowId: string, { staticData, called }: RunResult) {
  const workflow = staticData && draft.workflows.get(workflowId)
  if (workflow) draft.workflows.set({ ...workflow, staticData })
  for (const sub of called) setStaticData(draft, sub.workflow.id, sub.result)
}

/** Those of the workflow's project win over those of the instance. */
function variablesOf(state: State, projectId: WorkflowRecord['projectId']): Record<string, string> {
  const variables: Record<string, string> = {}
  const all = [...state.variables.values()]
  for (const { key, value, projectId: owner } of all) if (owner == null) variables[key] = value
  for (const { key, value, projectId: owner } of all) if (owner != null && owner === projectId) variables[key] = value
  return variables
}

const seedFor = (seed: number, id: string) => createHash('sha256').update(`${seed}:${id}`).digest().readUInt32BE(0)

function sizeOfFiles(resumed: ExecutionRecord | undefined, items: readonly NodeItem[]) {
  let bytes = Number(resumed?.binaryDataSizeBytes ?? 0)
  for (const { binary } of items)
    for (const file of Object.values(binary ?? {})) bytes += Number(recordOf(file).bytes ?? 0)
  return bytes > 0 ? { binaryDataSizeBytes: bytes } : {}
}

const timeText = (time: number) => new Date(time).toISOString()

/** A run that has ended when it was computed has taken the time that computing took, if the clock goes on. */
function withTimeTaken(played: Played, clock: ControlledClock): Played {
  const { end, endsAt } = played
  if (clock.mode === 'frozen' || endsAt !== undefined || end.status === 'waiting') return played
  const now = clock.iso()
  if (end.stoppedAt === null || end.stoppedAt >= now) return played
  const ended = { ...end, stoppedAt: now }
  return { ...played, first: ended, end: ended }
}
