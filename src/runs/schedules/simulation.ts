import type { ControlledClock } from '../../core/base/clock.ts'
import { once } from '../../core/base/once.ts'
import { oneAtATime } from '../../core/base/one-at-a-time.ts'
import { runInSlices } from '../../core/base/run-in-slices.ts'
import type { RunFacts } from '../../core/http/version.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import type { Draft, Secrets, State, Store } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import type { RunAccess } from '../engine/job.ts'
import type { OwnThread } from '../engine/own-thread.ts'
import { type StoredWait, storedWaitIn } from '../engine/stored-wait.ts'
import type { HttpRule } from '../wire/wire.ts'
import { activeGraph } from './active-graph.ts'
import type { Played } from './execution-record.ts'
import { type CallFiles, createCallFiles } from './files.ts'
import { createPendingRuns } from './pending.ts'
import { findDueTimes, playWindow } from './play-window.ts'
import type { CredentialFacts } from './project-access.ts'
import type { RunRules, Trial } from './run-setup.ts'
import type { Runner } from './runner.ts'
import { type PlannedRun, retriedRun } from './runs.ts'
import type { Caller } from './task-queue.ts'
import { createWakeUp } from './wake-up.ts'

export interface SimulationOptions {
  store: Store
  secrets: Secrets
  clock: ControlledClock
  ids: { uuid(): string; short(): string }
  /** The form of run data in the version. */
  form: RunForm
  /** What is known of the runs of the version. */
  facts?: RunFacts | undefined
  /** What of the version's runs was not measured. */
  unmeasured?: string | undefined
  /** Whether it is on at first. Default false. */
  simulate?: boolean
  /** How many executions are stored. Default 10,000. */
  keepExecutions?: number | undefined
  /** The time zone of workflows that name none. Default: the version's. */
  timezone?: string | undefined
  /** What a node does that calls a service and has no mock. Default `pass`: it passes its items on. */
  unmocked?: 'pass' | 'fail' | undefined
  /** What answers the HTTP requests of all runs, after rules. */
  http?: readonly HttpRule[] | undefined
  /** Hosts that requests may be forwarded to, beside this machine. */
  allowForward?: readonly string[] | undefined
  /** What of its parameters a node reads beside the others. */
  readParameters: RunAccess['readParameters']
  takenCredentials: CredentialFacts['takenCredentials']
  /** Where the instance is called, without a slash at the end. */
  url: string
  /** Seed of the random numbers of runs. */
  seed: number
  /** Computes the first runs that are tried, in the thread of the instance: it serves nobody. */
  ownThread?: OwnThread | undefined
  /** Receives what was left out, and failures. */
  report(message: string): void
}

/** A stretch of time that is caught up with when its turn comes. */
interface Stretch {
  readonly from: number
  until: number
  readonly epoch: number
  readonly played: Promise<readonly string[]>
}

/** What the rules of a simulation say of a run. */
export type RuleResolver = (run: PlannedRun) => RunRules

/** Execution data of more characters are read in a worker. */
const READ_HERE = 64 * 1024
/** How many executions are stored by default. */
const KEEP_EXECUTIONS = 10_000
const MAX_NOTES = 20
/** The most callers that may wait for the end of a run. */
const MAX_WAITING = 100
/** After this time it is asked whether a caller that waits has gone, in milliseconds. */
const ASK_CALLER_AFTER_MS = 5000
/** Milliseconds that computing a run may take. */
const RUN_TIME_LIMIT = 10_000
/** How long a stop waits for runs that have begun, in milliseconds. */
const FINISHED_WITHIN_MS = 500
/** How often to look whether something is due while the clock goes on, in milliseconds. */
const TICK_MS = 250

/** Runs workflows as the service does, in workers. While it is off it does nothing and has no timer. */
export class Simulation {
  /** The form of run data in the version. */
  readonly form: RunForm
  /** The time zone of workflows that name none. */
  readonly zone: string
  /** Where the instance is called, without a slash at the end. */
  readonly url: string
  /** The files that callers sent, and that runs made. */
  readonly files: CallFiles
  /** Hosts that requests may be forwarded to, beside this machine. */
  readonly allowForward: readonly string[]
  readonly #options: SimulationOptions
  readonly #pending = createPendingRuns()
  /** Loaded by the first run. */
  readonly #runner: () => Promise<Runner>
  readonly #wakeUp: ReturnType<typeof createWakeUp>
  readonly #inOrder = oneAtATime()
  #rulesOf: RuleResolver = () => ({})
  #isOn = false
  #isStopped = false
  #revision = 0
  #playedUntil: number
  /** Changes when what is due is not to be run any more. */
  #epoch = 0
  #queued: Stretch | undefined
  #notes: string[] = []
  #waiting = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #closeRunner = async (_longest: number) => {}
  #stopRunner = () => {}

  constructor(options: SimulationOptions) {
    const { store, secrets, clock, ids, facts, url, seed } = options
    this.#options = options
    this.form = options.form
    this.url = url
    this.allowForward = options.allowForward ?? []
    this.zone = options.timezone ?? facts?.zone ?? 'UTC'
    this.files = createCallFiles(() => ids.uuid())
    this.#runner = once(async () => {
      const { Runner } = await import('./runner.ts')
      const runner = new Runner({
        store,
        ids,
        secrets,
        files: this.files,
        pending: this.#pending,
        rulesOf: run => this.#rulesOf(run),
        http: options.http ?? [],
        keepExecutions: options.keepExecutions ?? KEEP_EXECUTIONS,
        form: this.form,
        zone: this.zone,
        newToken: () => `${ids.uuid()}${ids.uuid()}`.replaceAll('-', ''),
        base: url,
        needsActive: facts !== undefined,
        seed,
        timeLimit: RUN_TIME_LIMIT,
        unmocked: options.unmocked ?? 'pass',
        clock,
        readParameters: options.readParameters,
        takenCredentials: options.takenCredentials,
        note: text => this.#note(text),
        ownThread: options.ownThread,
      })
      this.#closeRunner = longest => runner.close(longest)
      this.#stopRunner = () => runner.stop()
      return runner
    })
    this.#wakeUp = createWakeUp(store, this.#pending, this.zone)
    this.#playedUntil = clock.now()
    this.setEnabled(options.simulate ?? false)
  }

  get isOn() {
    return this.#isOn
  }

  /** How many executions are running. */
  get running() {
    return this.#pending.size
  }

  /** What was left out and why, the newest last. */
  get notes(): readonly string[] {
    const { unmeasured } = this.#options
    return this.#isOn && unmeasured !== undefined ? [unmeasured, ...this.#notes] : this.#notes
  }

  /** Grows with every switch on or off. */
  get revision() {
    return this.#revision
  }

  readonly setEnabled = (on: boolean) => {
    if (on === this.#isOn || this.#isStopped) return
    this.#isOn = on
    this.#revision++
    this.#playedUntil = this.#options.clock.now()
    this.cancel()
    clearInterval(this.#timer)
    this.#timer = on ? setInterval(() => this.#tick(), TICK_MS) : undefined
    this.#timer?.unref?.()
  }

  /** Sets what rules say of runs; without it they succeed, or end as their nodes say. */
  setRules(resolver: RuleResolver) {
    this.#rulesOf = resolver
  }

  /**
   * Runs what has become due. The clock was set, or time has passed.
   *
   * @returns what was left out and why, a line each
   */
  readonly catchUp = (): Promise<readonly string[]> => {
    if (!this.#isOn || this.#isStopped) return Promise.resolve([])
    const from = this.#playedUntil
    const until = this.#options.clock.now()
    this.#playedUntil = until
    // what waits for its turn becomes longer: otherwise, where running takes longer than the time that passes, all wait
    if (this.#queued?.epoch === this.#epoch && this.#queued.until <= until) {
      this.#queued.until = until
      return this.#queued.played
    }
    if (until <= from && this.#pending.next > until) return this.#inOrder(async () => [])
    const stretch: Stretch = {
      from,
      until,
      epoch: this.#epoch,
      played: this.#inOrder(() => this.#runUntil(stretch)),
    }
    this.#queued = stretch
    return stretch.played
  }

  /**
   * Runs one workflow now; resolves once its execution is stored for good, and all that follows from it.
   *
   * @param find the run; looked for again before it is stored, since a workflow may be deactivated in between
   */
  async run(find: (state: State | Draft) => PlannedRun | undefined): Promise<Played | undefined> {
    const isCancelled = this.#sinceNow()
    return (await this.#runner()).run(find, isCancelled)
  }

  /**
   * What an execution waits for.
   *
   * @param json its data
   */
  async waitIn(json: string, workflowId: string, caller: Caller): Promise<StoredWait> {
    if (json.length <= READ_HERE) return storedWaitIn(json)
    return (await this.#runner()).waitIn(json, workflowId, caller)
  }

  /** Runs one workflow as a test does, on or off: nothing is stored. */
  readonly runTrial = async (run: PlannedRun, trial: Trial) => (await this.#runner()).runTrial(run, trial)

  /**
   * Resolves when an execution that is running has ended, if the clock goes on; sooner where the caller has gone,
   * which is asked of those that have waited for some seconds.
   */
  async ended({ end, endsAt }: Played, hasGone: () => boolean = () => false) {
    const { clock } = this.#options
    const isFrozen = () => clock.mode === 'frozen'
    if (endsAt === undefined || isFrozen() || this.#waiting >= MAX_WAITING) return
    this.#waiting++
    const began = performance.now()
    const isLeft = () => performance.now() - began > ASK_CALLER_AFTER_MS && hasGone()
    try {
      while (!isFrozen() && !this.#isStopped && this.#pending.has(end.id) && !isLeft()) {
        await new Promise(resolve => setTimeout(resolve, Math.min(Math.max(endsAt - clock.now(), 1), TICK_MS)))
        if (clock.now() >= endsAt) await this.catchUp()
      }
    } finally {
      this.#waiting--
    }
  }

  /** Runs an execution again; `undefined` where its workflow is gone. */
  async retry(
    find: (state: State | Draft) => { original: ExecutionRecord; workflow: WorkflowRecord | undefined },
  ): Promise<ExecutionRecord | undefined> {
    const at = this.#options.clock.now()
    const played = await this.run(state => {
      const { original, workflow } = find(state)
      return workflow && retriedRun(original, activeGraph(state, workflow), at)
    })
    return played?.first
  }

  /** Stops all running executions: none of them ends by itself. */
  readonly cancel = () => {
    this.#epoch++
    this.#pending.clear()
  }

  /** Puts it back to how it was at the start. */
  reset() {
    this.setEnabled(this.#options.simulate ?? false)
    this.cancel()
    this.#notes = []
    this.#playedUntil = this.#options.clock.now()
  }

  /** Ends every timer, and runs that are not done shortly; resolves when nothing is being run. */
  async stop() {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#closeRunner(FINISHED_WITHIN_MS)
    this.cancel()
    this.#stopRunner()
    await this.#inOrder(async () => {}).catch(() => {})
  }

  async #runUntil(stretch: Stretch): Promise<readonly string[]> {
    if (this.#queued === stretch) this.#queued = undefined
    const { from, until, epoch } = stretch
    const isCancelled = () => epoch !== this.#epoch
    if (isCancelled() || (await this.#wakeUp.after(from)) > until || isCancelled()) return []
    const { store } = this.#options
    const left: string[] = []
    const window = {
      from,
      until,
      store,
      runner: await this.#runner(),
      pending: this.#pending,
      form: this.form,
      zone: this.zone,
      isCancelled,
      note: (text: string) => {
        if (left.length < MAX_NOTES) left.push(text)
        this.#note(text)
      },
    }
    const due = await runInSlices(findDueTimes(store.data, window))
    if (!isCancelled()) await playWindow(due, window)
    return left
  }

  /** Whether what runs was cancelled, by a reset or a stop, after this call. */
  #sinceNow(): () => boolean {
    const began = this.#epoch
    return () => began !== this.#epoch
  }

  #note(text: string) {
    if (this.#notes.at(-1) === text) return
    this.#notes = [...this.#notes, text].slice(-MAX_NOTES)
    this.#options.report(`Simulation: ${text}`)
  }

  #tick() {
    if (this.#options.clock.mode === 'frozen') return
    this.catchUp().catch(error =>
      this.#note(`what was due could not be run: ${error instanceof Error ? error.message : error}`),
    )
  }
}
