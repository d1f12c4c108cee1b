import type { ControlledClock } from '../../core/base/clock.ts'
import { busy } from '../../core/base/errors.ts'
import { copyOfBuffer } from '../../core/base/new-buffer.ts'
import { RawJson } from '../../core/base/raw-json.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import { reserveId } from '../../core/model/next-id.ts'
import type { Draft, State } from '../../core/model/state.ts'
import { failedRun } from '../engine/failed-run.ts'
import type { RunAccess, RunJob, RunResult } from '../engine/job.ts'
import { resultIn, type Sendable, type ServedAccess, withoutShared } from '../engine/messages.ts'
import type { OwnThread } from '../engine/own-thread.ts'
import { refusalFrom } from '../engine/refusal-text.ts'
import type { MadeRun, SentRun } from '../engine/sent-run.ts'
import type { StoredWait } from '../engine/stored-wait.ts'
import { Wire } from '../wire/wire.ts'
import { executionOf, type Played, playedOf } from './execution-record.ts'
import type { PendingRuns } from './pending.ts'
import { isKept, pruneData, pruneExecutions } from './retention.ts'
import { type InstanceParts, runAccess } from './run-access.ts'
import { RunIds } from './run-ids.ts'
import { type Computing, type RuleCounts, RunSetup, type RunSetupOptions, type Trial } from './run-setup.ts'
import { type Ended, type PlannedRun, runAfterFailure, runOfCaller } from './runs.ts'
import type { Caller } from './task-queue.ts'
import { WorkerFailure } from './worker-failure.ts'
import { type Lease, workerPool } from './worker-pool.ts'

/** Finds a run, in the committed state and again inside the update that stores it. */
type Find = (state: State | Draft) => PlannedRun | undefined

export interface RunnerOptions extends InstanceParts, RunSetupOptions {
  pending: PendingRuns
  /** How many executions are stored. */
  keepExecutions: number
  clock: ControlledClock
  readParameters: RunAccess['readParameters']
  note(text: string): void
  /** Computes the first runs that are tried. */
  ownThread?: OwnThread | undefined
}

/** The most bytes of JSON that the data of all executions takes. */
const MAX_DATA_BYTES = 64 * 1024 * 1024
/** After this number of added bytes the limit is checked. */
const CHECKED_EVERY_BYTES = 4 * 1024 * 1024
/** The most times that a run is computed again because another record has taken its ids. */
const MAX_TRIES = 10

/** Has runs computed, and stores the executions that they leave. */
export class Runner {
  readonly #options: RunnerOptions
  readonly #ids: RunIds
  readonly #setup: RunSetup
  readonly #underWay = new Set<Promise<unknown>>()
  #lease: Lease | undefined
  #unchecked = 0

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#ids = new RunIds(options)
    this.#setup = new RunSetup(options, this.#ids)
  }

  /**
   * Computes a run outside an update, so that others write at the same time, and stores it in one; also the runs that
   * follow from its end. Resolves with the first.
   *
   * @param find the run; looked for again before it is stored, since a workflow may be deactivated in between
   * @param isCancelled whether it, and what follows from it, is not to be stored any more
   */
  run(find: Find, isCancelled: () => boolean): Promise<Played | undefined> {
    const played = this.#runWithFollowing(find, isCancelled)
    this.#underWay.add(played)
    return played.finally(() => this.#underWay.delete(played))
  }

  async #runWithFollowing(find: Find, isCancelled: () => boolean): Promise<Played | undefined> {
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
          for (const { counts, used, executionId } of usedRules) counts.count(used, executionId)
          return { next: this.#commit(draft, played) }
        })
        .finally(() => this.#ids.release(idsOf(played)))
      if (stored) {
        for (const note of played.made.notes) this.#options.note(note)
        return { played, next: stored.next }
      }
    }
    throw new Error('The ids of a run were taken each time that it was computed')
  }

  /** Computes a run and stores nothing. */
  async runTrial(run: PlannedRun, trial: Trial): Promise<{ record: ExecutionRecord; result: RunResult }> {
    const { ownThread } = this.#options
    const here = ownThread?.isOpen && mayRepeat(trial) ? this.#planTrial(run, trial) : undefined
    const made = here && (await ownThread?.compute(here.job, here.access))
    if (here && made !== undefined) return this.#tried(run, here.id, resultIn(made))
    const { id, job, access } = this.#planTrial(run, trial)
    const compute = async (given: Sendable<RunJob>) => {
      const made = await madeOrEnded(this.#theLease.perform('run', given, { access, ...this.#limits }))
      return made instanceof WorkerFailure ? failedRun(withoutShared(given), endedBy(made)) : resultIn(made)
    }
    const result = await (trial.byInstalled
      ? trial.byInstalled(withoutShared(job), { access: plainAccess(access), compute })
      : compute(job))
    return this.#tried(run, id, result)
  }

  #planTrial(run: PlannedRun, trial: Trial) {
    const nextId = this.#ids.forTrial()
    const first = nextId()
    const id = trial.isRepeated ? nextId() : first
    const computing: Computing = { wire: new Wire(), rules: [] }
    const job = this.#setup.tried(run, id, trial, computing)
    return { id, job, access: this.#accessOf(run, id, nextId, trial, computing) }
  }

  #tried(run: PlannedRun, id: string, result: RunResult) {
    const { status, until, waitTill, data } = result
    const made = { status, until, waitTill, data: new RawJson(() => JSON.stringify(data)), fileBytes: 0 }
    return { record: executionOf(run, id, made, this.#options), result }
  }

  /** What an execution waits for, read in a worker. */
  async waitIn(json: string, workflowId: string, caller: Caller): Promise<StoredWait> {
    try {
      return await this.#theLease.perform('look', { json }, { ...this.#limits, group: workflowId, caller })
    } catch (error) {
      throw refusedBy(error)
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

  /** Refuses what waits to be computed; resolves when the rest is done, or after a number of milliseconds. */
  async close(longest: number) {
    this.#lease?.close()
    if (this.#underWay.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, longest)
    await Promise.race([Promise.allSettled(this.#underWay), promise])
    clearTimeout(timer)
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
    const id = run.resumed?.id ?? this.#ids.take()
    const taken = [id]
    const computing: Computing = { wire: new Wire(), rules: [] }
    const nextId = () => {
      const next = this.#ids.take()
      taken.push(next)
      return next
    }
    const access = this.#accessOf(run, id, nextId, undefined, computing)
    try {
      const sent = await this.#setup.sent(run, id, computing)
      // what ended its worker may do so again while it is read
      const perform = (given: Sendable<SentRun>) =>
        madeOrEnded(
          this.#theLease.perform('play', given, {
            access,
            ...this.#limits,
            copy: withOwnBody,
            group: run.workflow.id,
            caller: run.caller,
          }),
        )
      let made = await perform(sent)
      if (made instanceof WorkerFailure) made = await perform({ ...sent, failure: endedBy(made) })
      if (made instanceof WorkerFailure) made = await perform({ ...withoutGiven(sent), failure: endedBy(made) })
      if (made instanceof WorkerFailure) throw made
      if (!('refusal' in made))
        return { ...playedOf(run, id, made, this.#options), usedRules: usedRules(id, made, computing.rules) }
      if (made.refusal) throw refusalFrom(made.refusal)
      this.#ids.release(taken)
      return undefined
    } catch (error) {
      this.#ids.release(taken)
      throw refusedBy(error)
    }
  }

  #accessOf(
    run: PlannedRun,
    id: string,
    nextId: () => string,
    trial: Trial | undefined,
    computing: Computing,
  ): ServedAccess {
    const own = runAccess(this.#options, id, run.workflow, trial)
    return {
      ...own,
      credential: async (wanted: string) => credentialOf(trial, wanted) ?? own.credential(wanted),
      workflow: async (called, callerId) => this.#setup.called(called, { run, trial, callerId }, computing),
      newExecution: async () => this.#ids.execution(nextId(), run.base),
      readParameters: this.#options.readParameters,
      mock: trial?.answerMock ?? (() => Promise.reject(new Error('Only a run that is tried has mocks to ask for'))),
      answerRequest: computing.wire.answer,
    }
  }

  #isFree({ executions }: Draft, played: Played) {
    return idsOf(played).every(id => id === played.run.resumed?.id || !executions.has(id))
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

function usedRules(executionId: string, { used, called }: MadeRun, rules: readonly RuleCounts[]): Played['usedRules'] {
  const counts = used && rules[used.rules]
  return [
    ...(counts ? [{ counts, used, executionId }] : []),
    ...called.flatMap(call => usedRules(call.id, call, rules)),
  ]
}

const credentialOf = ({ credentials = {} }: Partial<Trial> = {}, id: string) =>
  Object.hasOwn(credentials, id) ? { type: id, data: credentials[id] ?? {} } : undefined

/** A run that is computed again calls functions again, and forwards its requests again. */
const mayRepeat = ({ byInstalled, http }: Trial) =>
  !byInstalled && !http.some(({ handle, forward }) => handle || forward)

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
    const body = copyOfBuffer(start.given.call.body)
    return { given: { ...sent, start: { ...start, given: { call: { ...start.given.call, body } } } }, moved: [body] }
  }
  if (earlier?.end && 'call' in earlier.end && earlier.end.call.body) {
    const body = copyOfBuffer(earlier.end.call.body)
    return { given: { ...sent, earlier: { ...earlier, end: { call: { ...earlier.end.call, body } } } }, moved: [body] }
  }
  return { given: sent, moved: [] }
}

/** A run that cannot be computed now is no fault of the program. */
const refusedBy = (error: unknown) =>
  error instanceof WorkerFailure && EXPECTED.includes(error.reason) ? busy(error.message) : error

const EXPECTED: readonly WorkerFailure['reason'][] = ['busy', 'gone', 'closed']

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

/** A run that has ended when it was computed has taken the time that computing took, if the clock goes on. */
function withTimeTaken(played: Played, clock: ControlledClock): Played {
  const { end, endsAt } = played
  if (clock.mode === 'frozen' || endsAt !== undefined || end.status === 'waiting') return played
  const now = clock.iso()
  if (end.stoppedAt === null || end.stoppedAt >= now) return played
  const ended = { ...end, stoppedAt: now }
  return { ...played, first: ended, end: ended }
}
