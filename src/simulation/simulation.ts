import type { ControlledClock } from '../base/clock.ts'
import { runInSlices } from '../base/run-in-slices.ts'
import { oneAtATime } from '../http/one-at-a-time.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { Draft, Store } from '../model/state.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import { activeGraph } from './active-graph.ts'
import { createPendingRuns } from './pending.ts'
import { findDueTimes, playWindow } from './play-window.ts'
import { createPlayer, type OutcomeOf } from './player.ts'
import type { Played, Run } from './run.ts'
import { startOf } from './run.ts'
import { createWakeUp } from './wake-up.ts'

export interface SimulationOptions {
  store: Store
  clock: ControlledClock
  /** Whether it is on at first. Default false. */
  simulate?: boolean
  /** How many executions are kept. Default 10,000. */
  keepExecutions?: number | undefined
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
  turn(on: boolean): void
  /** Who says how runs end; they succeed at once where nobody does. */
  askOutcomes(outcomeOf: OutcomeOf): void
  /** Plays what has become due. The clock was set, or time has passed. */
  catchUp(): Promise<void>
  /** Plays one run now; resolves once it is kept for good. */
  run(find: (draft: Draft) => Run | undefined): Promise<Played | undefined>
  /** Runs an execution again, inside an update. */
  retry(draft: Draft, original: ExecutionRecord, workflow: WorkflowRecord): ExecutionRecord
  /** The executions that are running never end by themselves any more. */
  cancel(): void
  /** As it was at the start. */
  reset(): void
  /** Ends every timer; resolves when nothing is being played. */
  stop(): Promise<void>
}

const KEPT_EXECUTIONS = 10_000
const MOST_NOTES = 20

export function createSimulation({
  store,
  clock,
  simulate: startsOn = false,
  keepExecutions = KEPT_EXECUTIONS,
  report,
}: SimulationOptions): Simulation {
  const pending = createPendingRuns()
  let outcomeOf: OutcomeOf = () => undefined
  const player = createPlayer({ pending, outcomeOf: run => outcomeOf(run), keepExecutions })
  const wakeUp = createWakeUp(store, pending)
  let isOn = false
  let isStopped = false
  let revision = 0
  let playedUntil = clock.now()
  /** Changes when what is due is not to be played any more. */
  let epoch = 0
  let notes: string[] = []
  const inTurn = oneAtATime()
  let timer: ReturnType<typeof setInterval> | undefined

  function note(text: string) {
    if (notes.at(-1) === text) return
    notes = [...notes, text].slice(-MOST_NOTES)
    report(`Simulation: ${text}`)
  }

  function catchUp(): Promise<void> {
    if (!isOn || isStopped) return Promise.resolve()
    const from = playedUntil
    const until = clock.now()
    playedUntil = until
    if (until <= from && pending.next > until) return inTurn(async () => {})
    const began = epoch
    return inTurn(async () => {
      if (began !== epoch || (await wakeUp.after(from)) > until || began !== epoch) return
      const window = { from, until, player, pending, isCalledOff: () => began !== epoch }
      const found = await runInSlices(findDueTimes(store.data, window))
      if (began !== epoch) return
      await store.updateInSteps(draft => playWindow(draft, { ...window, found, note }))
    })
  }

  function turn(on: boolean) {
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

  turn(startsOn)
  return {
    get isOn() {
      return isOn
    },
    get running() {
      return pending.size
    },
    get notes() {
      return notes
    },
    get revision() {
      return revision
    },
    turn,
    askOutcomes(asked) {
      outcomeOf = asked
    },
    catchUp,
    run: find =>
      store.update(draft => {
        const run = find(draft)
        return run && player.play(draft, run)
      }),
    retry(draft, original, workflow) {
      const graph = activeGraph(draft, workflow)
      const start = startOf(original, graph)
      return player.play(draft, { workflow: graph, start, mode: 'retry', at: clock.now(), retryOf: original.id }).first
    },
    cancel() {
      epoch++
      pending.clear()
    },
    reset() {
      turn(startsOn)
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

/** How often it is looked whether something has become due, while the clock goes on. */
const TICK_MS = 250
