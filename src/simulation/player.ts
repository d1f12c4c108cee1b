import type { ExecutionRecord } from '../model/execution.ts'
import type { Draft } from '../model/state.ts'
import { runAfterFailure } from './error-workflow.ts'
import { isKept, pruneData, pruneExecutions } from './kept.ts'
import { jsonSizeOf } from './ordered-run-data.ts'
import type { PendingRuns } from './pending.ts'
import { type Outcome, type Played, playRun, type Run } from './run.ts'

/** Says how a run ends. */
export type OutcomeOf = (run: Run) => Outcome | undefined

export interface PlayerOptions {
  pending: PendingRuns
  outcomeOf: OutcomeOf
  /** How many executions are kept. */
  keepExecutions: number
}

/** Plays runs into the document, with all that follows from them. */
export interface Player {
  play(draft: Draft, run: Run): Played
  /** Puts in what an execution has become, and plays what follows from its end. */
  finish(draft: Draft, ended: ExecutionRecord, run: Run): void
}

/** So much data executions may have together, in bytes of JSON; it is looked after once so much has been added. */
const MAX_DATA_BYTES = 64 * 1024 * 1024
const CHECKED_EVERY_BYTES = 16 * 1024 * 1024

export function createPlayer({ pending, outcomeOf, keepExecutions }: PlayerOptions): Player {
  let unchecked = 0

  function play(draft: Draft, run: Run): Played {
    const played = playRun(draft, run, outcomeOf(run))
    const { first, end, endsAt } = played
    if (endsAt === undefined) finish(draft, end, run)
    else {
      put(draft, first)
      pending.add({ first, end, endsAt, run })
    }
    prune(draft)
    return played
  }

  function put(draft: Draft, execution: ExecutionRecord) {
    draft.executions.set(execution)
    unchecked += jsonSizeOf(execution.data)
  }

  function prune(draft: Draft) {
    pruneExecutions(draft, keepExecutions)
    if (unchecked < CHECKED_EVERY_BYTES) return
    for (const id of pruneData(draft, MAX_DATA_BYTES)) pending.delete(id)
    unchecked = 0
  }

  function finish(draft: Draft, ended: ExecutionRecord, run: Run) {
    if (isKept(ended, run.workflow)) put(draft, ended)
    else draft.executions.delete(ended.id)
    const original = ended.retryOf === null ? undefined : draft.executions.get(ended.retryOf)
    if (original && ended.status === 'success') draft.executions.set({ ...original, retrySuccessId: ended.id })
    const at = Date.parse(ended.stoppedAt ?? ended.startedAt)
    const next = runAfterFailure(draft, ended, run.workflow, { at, depth: run.depth ?? 0 })
    if (next) play(draft, next)
  }

  return { play, finish }
}
