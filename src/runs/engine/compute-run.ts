import type { EngineInterface } from '../expressions/realm.ts'
import { HttpPlayer } from '../nodes/tools/http-mock.ts'
import type { RunAccess, RunJob, RunResult } from './job.ts'
import { RunLimits } from './limits.ts'
import { Run } from './run.ts'

/**
 * Computes a run, with those of the workflows that it calls: the same for the same job, engine and answers of `access`.
 * What its nodes do wrong ends in its result, as a failed run.
 */
export function computeRun(job: RunJob, engine: EngineInterface, access: RunAccess): Promise<RunResult> {
  return new Run(job, {
    engine,
    access,
    limits: new RunLimits(job.timeLimit, engine),
    http: new HttpPlayer(job.http ?? [], access.answerRequest),
    turns: new Map(),
  }).compute()
}
