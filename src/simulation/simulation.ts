import type { ControlledClock } from '../base/clock.ts'
import { oneAtATime } from '../base/one-at-a-time.ts'
import { runInSlices } from '../base/run-in-slices.ts'
import type { RunFacts } from '../http/version.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { Draft, State, Store } from '../model/state.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import { activeGraph } from './active-graph.ts'
import { createPendingRuns } from './pending.ts'
import { findDueTimes, playWindow } from './play-window.ts'
import { createPlayer, type OutcomeOf, type Played } from './player.ts'
import { OLD_FORM, type RunForm } from './run-data.ts'
import { type Run, retriedRun } from './runs.ts'
import { createTurns } from './turns.ts'
import { createWakeUp } from './wake-up.ts'

export interface SimulationOptions {
  store: Store
  clock: ControlledClock
  ids: { uuid(): string }
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
  /** Where the instance is called, without a slash at the end. */
  url: string
  /** Told what was left out, and of failures. */
  report(message: string): void
}

/** Plays what runs leave behind; nothing is executed. While it is off it does nothing and has no timer. */
export interface Simulation {
  readonly isOn: boolean
  /** How many executions are running. */
  readonly running: number
  /** What was left out and why, the newest last. */
  readonly notes: readonly string[]
  /** Grows with every turn. */
  readonly revision: number
  /** The form of run data in the version. */
  readonly form: RunForm
  /** The time zone of workflows that name none. */
  readonly zone: string
  setEnabled(on: boolean): void
  /** Sets how runs end; they succeed, or end as their nodes say, where nothing is set. */
  setOutcomeResolver(outcomeOf: OutcomeOf): void
  /**
   * Plays what has become due. The clock was set, or time has passed.
   *
   * @returns what was left out and why, a line each
   */
  catchUp(): Promise<readonly string[]>
  /**
   * Plays one run now; resolves once it is stored for good, and all that follows from it.
   *
   * @param find the run; looked for again before it is stored, since a workflow may be deactivated meanwhile
   */
  run(find: (state: State | Draft) => Run | undefined): Promise<Played | undefined>
  /** Resolves when an execution that is running has ended, if the clock goes on. */
  ended(played: Played): Promise<void>
  /** Plays an execution again that is found inside an update; `undefined` where its workflow is gone. */
  retry(
    find: (draft: Draft) => { original: ExecutionRecord; workflow: WorkflowRecord | undefined },
  ): Promise<ExecutionRecord | undefined>
  /** The executions that are running never end by themselves any more. */
  cancel(): void
  /** As it was at the start. */
  reset(): void
  /** Ends every timer; resolves when nothing is being played. */
  stop(): Promise<void>
}

/** A stretch of time that is played when its turn comes. */
interface Queued {
  readonly from: number
  until: number
  readonly epoch: number
  readonly played: Promise<readonly string[]>
}

const KEPT_EXECUTIONS = 10_000
const MOST_NOTES = 20
/** The most times that a run is played again because another record has taken its ids meanwhile. */
const MOST_TRIES = 10
/** The most callers that may wait for the end of a run. */
const MOST_WAITING = 100

export function createSimulation({
  store,
  clock,
  ids,
  facts,
  unmeasured,
  simulate: startsOn = false,
  keepExecutions = KEPT_EXECUTIONS,
  timezone: zone = facts?.zone ?? 'UTC',
  url,
  report,
}: SimulationOptions): Simulation {
  const pending = createPendingRuns<Run>()
  const form: RunForm = facts ? { isNumbered: true, defaults: facts.defaults } : OLD_FORM
  let outcomeOf: OutcomeOf = () => undefined
  const player = createPlayer({
    pending,
    outcomeOf: run => outcomeOf(run),
    keepExecutions,
    form,
    zone,
    newToken: () => `${ids.uuid()}${ids.uuid()}`.replaceAll('-', ''),
    base: url,
    needsActive: facts !== undefined,
  })
  const wakeUp = createWakeUp(store, pending, zone)
  const inTurns = createTurns()
  let isOn = false
  let isStopped = false
  let revision = 0
  let playedUntil = clock.now()
  /** What is to be played next, while other things are. */
  let queued: Queued | undefined
  /** Changes when what is due is not to be played any more. */
  let epoch = 0
  let notes: string[] = []
  let waiting = 0
  const inTurn = oneAtATime()
  let timer: ReturnType<typeof setInterval> | undefined

  function note(text: string) {
    if (notes.at(-1) === text) return
    notes = [...notes, text].slice(-MOST_NOTES)
    report(`Simulation: ${text}`)
  }

  function catchUp(): Promise<readonly string[]> {
    if (!isOn || isStopped) return Promise.resolve([])
    const from = playedUntil
    const until = clock.now()
    playedUntil = until
    // what waits for its turn plays longer: otherwise, where playing takes longer than the time played, all others wait
    if (queued?.epoch === epoch && queued.until <= until) {
      queued.until = until
      return queued.played
    }
    if (until <= from && pending.next > until) return inTurn(async () => [])
    const window: Queued = { from, until, epoch, played: inTurn(() => playUntil(window)) }
    queued = window
    return window.played
  }

  async function playUntil(window: Queued): Promise<readonly string[]> {
    if (queued === window) queued = undefined
    const { from, until, epoch: began } = window
    const isCancelled = () => began !== epoch
    if (isCancelled() || (await wakeUp.after(from)) > until || isCancelled()) return []
    const common = { from, until, player, pending, form, zone, isCancelled }
    const found = await runInSlices(findDueTimes(store.data, common))
    if (isCancelled()) return []
    const left: string[] = []
    const noteLeft = (text: string) => {
      if (left.length < MOST_NOTES) left.push(text)
      note(text)
    }
    await store.updateInSteps(draft => playWindow(draft, { ...common, found, note: noteLeft }))
    return left
  }

  function setEnabled(on: boolean) {
    if (on === isOn || isStopped) return
    isOn = on
    revision++
    playedUntil = clock.now()
    epoch++
    pending.clear()
    clearInterval(timer)
    timer = on ? setInterval(tick, TICK_MS) : undefined
    timer?.unref?.()
  }

  function tick() {
    if (clock.mode === 'frozen') return
    catchUp().catch(error =>
      note(`what was due could not be played: ${error instanceof Error ? error.message : error}`),
    )
  }

  /** Plays a run outside an update, so that others write meanwhile, and stores it in one. */
  async function playOne(
    find: (state: State | Draft) => Run | undefined,
  ): Promise<{ played: Played; next: Run[] } | undefined> {
    const began = epoch
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const run = began === epoch ? find(store.data) : undefined
      if (!run) return undefined
      const played = withTimeTaken(await inTurns(player.play(store.data, run)), clock)
      const stored = await store.update(draft => {
        const isStill = began === epoch && find(draft) !== undefined
        if (isStill && player.isFree(draft, played)) return { next: player.commit(draft, played) }
        player.abandon(played)
        return undefined
      })
      if (stored) return { played, next: stored.next }
    }
    throw new Error('The ids of a run were taken each time that it was played')
  }

  setEnabled(startsOn)
  return {
    get isOn() {
      return isOn
    },
    get running() {
      return pending.size
    },
    get notes() {
      return isOn && unmeasured !== undefined ? [unmeasured, ...notes] : notes
    },
    get revision() {
      return revision
    },
    form,
    zone,
    setEnabled,
    setOutcomeResolver(resolver) {
      outcomeOf = resolver
    },
    catchUp,
    async run(find) {
      const made = await playOne(find)
      const left = made?.next ?? []
      for (let run = left.shift(); run; run = left.shift()) {
        const following = run
        left.push(...((await playOne(() => following))?.next ?? []))
      }
      return made?.played
    },
    async ended({ end, endsAt }) {
      const isFrozen = () => clock.mode === 'frozen'
      if (endsAt === undefined || isFrozen() || waiting >= MOST_WAITING) return
      waiting++
      try {
        while (!isFrozen() && !isStopped && pending.has(end.id)) {
          await new Promise(resolve => setTimeout(resolve, Math.min(Math.max(endsAt - clock.now(), 1), TICK_MS)))
          if (clock.now() >= endsAt) await catchUp()
        }
      } finally {
        waiting--
      }
    },
    async retry(find) {
      return store.updateInSteps(function* (draft) {
        const { original, workflow } = find(draft)
        if (!workflow) return undefined
        const run = retriedRun(original, activeGraph(draft, workflow), clock.now())
        return (yield* player.playAll(draft, [run]))[0]?.first
      })
    },
    cancel() {
      epoch++
      pending.clear()
    },
    reset() {
      setEnabled(startsOn)
      epoch++
      pending.clear()
      notes = []
      playedUntil = clock.now()
    },
    async stop() {
      isStopped = true
      epoch++
      pending.clear()
      clearInterval(timer)
      await inTurn(async () => {})
    },
  }
}

/** A run that has ended when it was played has taken the time that playing took, if the clock goes on. */
function withTimeTaken(played: Played, clock: ControlledClock): Played {
  const { end, endsAt } = played
  if (clock.mode === 'frozen' || endsAt !== undefined || end.status === 'waiting') return played
  const now = clock.iso()
  if (end.stoppedAt === null || end.stoppedAt >= now) return played
  const ended = { ...end, stoppedAt: now }
  return { ...played, first: ended, end: ended }
}

/** How often it is looked whether something has become due, while the clock goes on. */
const TICK_MS = 250
