import { createHash } from 'node:crypto'
import type { ControlledClock } from '../../core/base/clock.ts'
import { RawJson } from '../../core/base/raw-json.ts'
import { zoneOf } from '../../core/base/zone.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import { reserveId } from '../../core/model/next-id.ts'
import type { NodeItem, RunForm } from '../../core/model/run-data.ts'
import type { Draft, State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { failedRun } from '../engine/failed-run.ts'
import type { ExecutionIds, Outcome, PlannedMock, RunAccess, RunJob, RunResult, UsedRules } from '../engine/job.ts'
import { type Sendable, type ServedAccess, withoutShared } from '../engine/messages.ts'
import { type MadeCall, type MadeRun, refusalFrom, resumeUrlsOf, type SentRun } from '../engine/sent-run.ts'
import { type HttpRule, Wire } from '../wire/wire.ts'
import { activeGraph } from './active-graph.ts'
import { recordOf } from './item.ts'
import type { PendingRuns } from './pending.ts'
import { callRefusal, credentialRefusal } from './project-access.ts'
import { isKept, pruneData, pruneExecutions } from './retention.ts'
import { type InstanceParts, runAccess } from './run-access.ts'
import { tokenFor } from './run-data.ts'
import { type Ended, type PlannedRun, runAfterFailure, runOfCaller } from './runs.ts'
import { SharedVariables, sharedWorkflow, workflowText } from './shared-values.ts'
import { type Lease, WorkerFailure, workerPool } from './worker-pool.ts'

/** A run that was computed: the execution that it leaves, and the one that it becomes at its end; the same where it has ended. */
export interface Played extends Ended {
  first: ExecutionRecord
  /** When it ends, in milliseconds since 1970; `undefined` where it has ended or waits. */
  endsAt?: number
  /** Executions of other workflows that it called. */
  called: Ended[]
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
type Find = (state: State | Draft) => PlannedRun | undefined

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
  pending: PendingRuns
  rulesOf(run: PlannedRun): RunRules
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
  readonly #variables = new SharedVariables()
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
  readonly runAll = (runs: readonly PlannedRun[], isCancelled: () => boolean) => this.#runEach(runs, isCancelled, false)

  /** @param isLive whether they begin now, and so take the time that computing them takes */
  async #runEach(runs: readonly PlannedRun[], isCancelled: () => boolean, isLive: boolean): Promise<Played[]> {
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
      if (!computed) return undefined
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
        for (const note of played.made.notes) this.#options.note(note)
        return { played, next: stored.next }
      }
    }
    throw new Error('The ids of a run were taken each time that it was computed')
  }

  /** Computes a run and stores nothing. */
  async runTrial(run: PlannedRun, trial: Trial): Promise<{ record: ExecutionRecord; result: RunResult }> {
    const id = this.#newId()
    const taken = [id]
    try {
      const computing: Computing = { wire: new Wire(), rules: [] }
      const job = this.#triedJob(run, id, trial, computing)
      const access = this.#accessOf(run, id, taken, trial, computing)
      const compute = async (given: Sendable<RunJob>) => {
        const made = await madeOrEnded(this.#theLease.perform('run', given, { access, ...this.#limits }))
        return made instanceof WorkerFailure ? failedRun(withoutShared(given), endedBy(made)) : made
      }
      const done = await (trial.byInstalled
        ? trial.byInstalled(withoutShared(job), { access: plainAccess(access), compute })
        : compute(job))
      const { status, until, waitTill, data } = done
      const record = this.#recordOf(run, baseOf(run, id), {
        status,
        until,
        waitTill,
        data: new RawJson(() => JSON.stringify(data)),
        fileBytes: 0,
      })
      return { record, result: done }
    } finally {
      this.#releaseAll(taken)
    }
  }

  /** Stores the end of an execution that was running; returns the runs that follow from it. */
  finish(draft: Draft, ended: Ended): PlannedRun[] {
    const { end, run } = ended
    const { executions } = draft
    if (isKept(end, run.workflow)) this.#put(draft, end)
    else executions.delete(end.id)
    const original = end.retryOf === null ? undefined : executions.get(end.retryOf)
    if (original && end.status === 'success') executions.set({ ...original, retrySuccessId: end.id })
    return [runAfterFailure(draft, ended, this.#options), runOfCaller(draft, ended)].filter(next => next !== undefined)
  }

  /** Refuses what is being computed. */
  stop() {
    this.#lease?.release()
  }

  get #theLease() {
    this.#lease ??= workerPool.lease()
    return this.#lease
  }

  get #limits() {
    return { timeLimit: this.#options.timeLimit }
  }

  /** @throws ApiError where what it begins with cannot be read */
  async #compute(run: PlannedRun): Promise<Played | undefined> {
    const id = run.resumed?.id ?? this.#newId()
    const taken = [id]
    const computing: Computing = { wire: new Wire(), rules: [] }
    const sent = this.#sentRun(run, id, computing)
    const access = this.#accessOf(run, id, taken, undefined, computing)
    try {
      // what ended its worker may do so again while it is read
      const perform = (given: Sendable<SentRun>) =>
        madeOrEnded(
          this.#theLease.perform('play', given, { access, ...this.#limits, copy: withOwnBody, group: run.workflow.id }),
        )
      let made = await perform(sent)
      if (made instanceof WorkerFailure) made = await perform({ ...sent, failure: endedBy(made) })
      if (made instanceof WorkerFailure) made = await perform({ ...withoutGiven(sent), failure: endedBy(made) })
      if (made instanceof WorkerFailure) throw made
      if (!('refusal' in made)) return { ...this.#playedOf(run, id, made), usedRules: usedRules(made, computing.rules) }
      if (made.refusal) throw refusalFrom(made.refusal)
      this.#releaseAll(taken)
      return undefined
    } catch (error) {
      this.#releaseAll(taken)
      throw error
    }
  }

  #accessOf(
    run: PlannedRun,
    id: string,
    taken: string[],
    trial: Trial | undefined,
    computing: Computing,
  ): ServedAccess {
    const { store } = this.#options
    const own = runAccess(this.#options, id, run.workflow, trial !== undefined)
    return {
      ...own,
      credential: async (wanted: string) => givenCredential(trial, wanted) ?? own.credential(wanted),
      workflow: async (called, callerId) => this.#setupOf(store.data, called, { run, trial, callerId }, computing),
      newExecution: async () => {
        const called = this.#newIds(this.#newId(), run.base)
        taken.push(called.id)
        return called
      },
      mock: trial?.answerMock ?? (() => Promise.reject(new Error('Only a run that is tried has mocks to ask for'))),
      answerRequest: computing.wire.answer,
    }
  }

  #newIds(id: string, base = this.#options.base): ExecutionIds {
    const { form, newToken } = this.#options
    const resumeToken = newToken()
    return { id, resumeToken, ...resumeUrlsOf(id, base, resumeToken, form.isNumbered) }
  }

  #newId(): string {
    const { counters, executions } = this.#options.store.data
    let number = counters.executions + 1
    while (this.#taken.has(String(number)) || executions.has(String(number))) number++
    this.#taken.add(String(number))
    return String(number)
  }

  #sentRun(run: PlannedRun, id: string, computing: Computing): Sendable<SentRun> {
    const { form, store, unmocked, base, newToken, http } = this.#options
    const { start, earlier, mode, at, parent, resumed } = run
    return {
      ...this.#setup(store.data, run, undefined, computing, http),
      start,
      earlier,
      id,
      // one that waited has its own in its data
      resumeToken: resumed ? tokenFor(`${id} ${resumed.startedAt}`) : newToken(),
      base: run.base ?? base,
      misconfigured: run.misconfigured,
      mode,
      at,
      context: parent && { ...parent.context, source: mode },
      parentExecution: parent?.execution,
      seed: seedFor(this.#options.seed, id),
      ...this.#limits,
      isNumbered: form.isNumbered,
      depth: run.depth ?? 0,
      unmocked,
      answers: run.answers,
      failure: credentialRefusal(store.data, run.workflow),
    }
  }

  /** @param run begins with items */
  #triedJob(run: PlannedRun, id: string, trial: Trial, computing: Computing): Sendable<RunJob> {
    const { form, store, seed, http } = this.#options
    const { start, mode, at } = run
    return {
      ...this.#setup(store.data, run, trial, computing, [...trial.http, ...http]),
      start: start && { ...start, items: start.given as NodeItem[] },
      misconfigured: run.misconfigured,
      mode,
      at,
      execution: this.#newIds(id, run.base),
      seed: seedFor(seed, id),
      ...this.#limits,
      isNumbered: form.isNumbered,
      depth: 0,
      unmocked: trial.unmocked,
      usePinnedData: trial.usePinnedData,
      needsCalled: trial.needsCalled,
      explain: true,
    }
  }

  /** @param http what answers requests after the rules of the workflow */
  #setup(
    state: State,
    run: PlannedRun,
    trial: Trial | undefined,
    computing: Computing,
    http: readonly HttpRule[] = [],
  ) {
    const { workflow } = run
    const { id, settings, projectId } = workflow
    const zone = trial?.zone ?? this.#options.zone
    const { counts, ...rules }: RunRules = trial ? { mocks: trial.mocksOf(workflow) } : this.#options.rulesOf(run)
    const variables = this.#variables.of(state, projectId)
    return {
      workflow: sharedWorkflow(workflow),
      zone: zoneOf(settings, zone) ?? zone,
      variables: trial ? { ...variables.value, ...trial.variables } : variables,
      staticData: recordOf(state.workflows.get(id)?.staticData) as Record<string, Record<string, unknown>>,
      ...rules,
      ...(counts ? { rules: computing.rules.push(counts) - 1 } : {}),
      http: computing.wire.plan([...(rules.http ?? []), ...http]),
    }
  }

  /** A workflow that is called; of a trial, nothing is asked of who may call it. */
  #setupOf(
    state: State,
    workflowId: string,
    { run: caller, trial, callerId }: { run: PlannedRun; trial: Trial | undefined; callerId: string },
    computing: Computing,
  ) {
    const given = trial?.subWorkflows.find(({ id, name }) => id === workflowId || name === workflowId)
    const found = given ?? state.workflows.get(workflowId)
    if (!found) return undefined
    const workflow = activeGraph(state, found)
    const run: PlannedRun = { workflow, start: undefined, mode: 'integrated', at: caller.at, base: caller.base }
    const isActive = found.active || !this.#options.needsActive
    const calling = callerId === caller.workflow.id ? caller.workflow : state.workflows.get(callerId)
    const refusal = trial || !calling ? undefined : this.#refusalOf(state, workflow, calling)
    return { ...this.#setup(state, run, trial, computing), isActive, ...(refusal ? { refusal } : {}) }
  }

  #refusalOf(state: State, called: WorkflowRecord, caller: WorkflowRecord) {
    const denied = callRefusal(state, called, caller)
    if (denied) return denied
    const message = credentialRefusal(state, called)
    return message === undefined ? undefined : { message }
  }

  #playedOf(run: PlannedRun, id: string, made: MadeRun): Omit<Played, 'usedRules'> {
    const { form } = this.#options
    const base = baseOf(run, id)
    const end = this.#recordOf(run, base, { ...made, data: new RawJson(made.data) })
    const called = made.called.flatMap(call => this.#calledOf(call, run))
    if (made.begun === undefined) return { first: end, end, called, made, run }
    const first: ExecutionRecord = {
      ...end,
      status: 'running',
      finished: false,
      stoppedAt: null,
      waitTill: null,
      data: new RawJson(made.begun),
      workflowData: workflowText(run.workflow, 'running', form),
    }
    return { first, end, endsAt: made.until, called, made, run }
  }

  #calledOf(made: MadeCall, { base }: PlannedRun): Ended[] {
    const { id, workflowId, at, depth } = made
    const found = this.#options.store.data.workflows.get(workflowId)
    if (!found) return []
    const workflow = activeGraph(this.#options.store.data, found)
    const run: PlannedRun = { workflow, start: undefined, mode: 'integrated', at, base, depth }
    const end = this.#recordOf(run, baseOf(run, id), { ...made, data: new RawJson(made.data) })
    return [{ end, run, made }]
  }

  #recordOf(run: PlannedRun, base: RecordBase, made: Made): ExecutionRecord {
    const { form } = this.#options
    const { workflow, mode, resumed } = run
    const { status, until, waitTill, data } = made
    const isNew = mode === 'retry' && form.isNumbered
    const fileBytes = Number(resumed?.binaryDataSizeBytes ?? 0) + made.fileBytes
    return {
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
      ...(fileBytes > 0 ? { binaryDataSizeBytes: fileBytes } : {}),
      data,
      workflowData: workflowText(workflow, status, form),
    }
  }

  #isFree({ executions }: Draft, played: Played) {
    return idsOf(played).every(id => id === played.run.resumed?.id || !executions.has(id))
  }

  #release(played: Played) {
    this.#releaseAll(idsOf(played))
  }

  #releaseAll(ids: readonly string[]) {
    for (const id of ids) this.#taken.delete(id)
  }

  #commit(draft: Draft, played: Played): PlannedRun[] {
    const { first, end, endsAt, called, run, made } = played
    for (const id of idsOf(played)) reserveId(draft, 'executions', id)
    // before those that it called, as it began before them
    if (endsAt === undefined) draft.executions.set(end)
    else {
      this.#put(draft, first)
      this.#options.pending.add({ first, end, endsAt, run, made })
    }
    setStaticData(draft, played)
    for (const call of called) setStaticData(draft, call)
    const next = called.flatMap(call => this.finish(draft, call))
    if (endsAt === undefined) next.push(...this.finish(draft, played))
    this.#prune(draft)
    return next
  }

  #put(draft: Draft, execution: ExecutionRecord) {
    draft.executions.set(execution)
    this.#unchecked += execution.data?.bytes ?? 0
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

function usedRules({ used, called }: MadeRun, rules: readonly RuleCounts[]): Played['usedRules'] {
  const counts = used && rules[used.rules]
  return [...(counts ? [{ counts, used }] : []), ...called.flatMap(call => usedRules(call, rules))]
}

type RecordBase = Pick<ExecutionRecord, 'id' | 'retryOf' | 'startedAt' | 'createdAt'>

type Made = Pick<MadeRun, 'status' | 'until' | 'waitTill' | 'fileBytes'> & { data: RawJson }

const baseOf = ({ resumed, retryOf, at, createdAt }: PlannedRun, id: string): RecordBase =>
  resumed ?? { id, retryOf: retryOf ?? null, startedAt: timeText(at), createdAt: timeText(createdAt ?? at) }

const givenCredential = ({ credentials = {} }: Partial<Trial> = {}, id: string) =>
  Object.hasOwn(credentials, id) ? { type: id, data: credentials[id] ?? {} } : undefined

const plainAccess = (access: ServedAccess): RunAccess => ({
  ...access,
  async workflow(id, callerId) {
    const found = await access.workflow(id, callerId)
    return found && withoutShared(found)
  },
})

const idsOf = ({ first, called }: Played) => [first.id, ...called.map(({ end }) => end.id)]

const endedBy = ({ message }: WorkerFailure) => `The run was ended: ${message}`

/** With a copy of the body of its call, which the worker takes away: it is sent again where that one is ended. */
function withOwnBody(sent: Sendable<SentRun>): { given: Sendable<SentRun>; moved: ArrayBuffer[] } {
  const { start, earlier } = sent
  if (start && 'call' in start.given && start.given.call.body) {
    const body = start.given.call.body.slice(0)
    return { given: { ...sent, start: { ...start, given: { call: { ...start.given.call, body } } } }, moved: [body] }
  }
  if (earlier?.end && 'call' in earlier.end && earlier.end.call.body) {
    const body = earlier.end.call.body.slice(0)
    return { given: { ...sent, earlier: { ...earlier, end: { call: { ...earlier.end.call, body } } } }, moved: [body] }
  }
  return { given: sent, moved: [] }
}

/** What was made, or why it was ended. */
const madeOrEnded = <T>(made: Promise<T>): Promise<T | WorkerFailure> =>
  made.catch(error => {
    if (error instanceof WorkerFailure && (error.reason === 'time' || error.reason === 'ended')) return error
    throw error
  })

/** Without what a stranger sized: reading it may be what ends a worker. */
const withoutGiven = (sent: Sendable<SentRun>): Sendable<SentRun> => ({
  ...sent,
  start: sent.start && { ...sent.start, given: [{ json: {} }] },
  earlier: undefined,
})

/** What nodes and Code remember from one execution to the next. */
function setStaticData(draft: Draft, { run, made }: Ended) {
  const workflow = made.staticData === undefined ? undefined : draft.workflows.get(run.workflow.id)
  if (workflow) draft.workflows.set({ ...workflow, staticData: JSON.parse(String(made.staticData)) })
}

const seedFor = (seed: number, id: string) => createHash('sha256').update(`${seed}:${id}`).digest().readUInt32BE(0)

/** Code may wait for any time: later ones are no dates of four digits. */
const LATEST = Date.UTC(3000, 0, 1)
const timeText = (time: number) => new Date(Math.min(time, LATEST)).toISOString()

/** A run that has ended when it was computed has taken the time that computing took, if the clock goes on. */
function withTimeTaken(played: Played, clock: ControlledClock): Played {
  const { end, endsAt } = played
  if (clock.mode === 'frozen' || endsAt !== undefined || end.status === 'waiting') return played
  const now = clock.iso()
  if (end.stoppedAt === null || end.stoppedAt >= now) return played
  const ended = { ...end, stoppedAt: now }
  return { ...played, first: ended, end: ended }
}
