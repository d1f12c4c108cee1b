import type { CheckedText, TextReport } from '../expressions/check-texts.ts'
import type { RunAccess, RunJob, RunResult } from './job.ts'

/** What the worker is asked to do, by name: what it takes and what it gives. */
export interface Tasks {
  run: { given: RunJob; made: RunResult }
  /** Compiles expressions and code without running them; `timeLimit` in milliseconds. */
  check: { given: { texts: CheckedText[]; timeLimit: number }; made: TextReport[] }
}

export type TaskName = keyof Tasks

/** What a task may ask of the instance that it belongs to. */
export type AskName = keyof RunAccess

/** From the main thread to the worker. */
export type ToWorker =
  | { kind: 'task'; task: number; name: TaskName; given: unknown }
  | { kind: 'answer'; ask: number; value: unknown }
  | { kind: 'refusal'; ask: number; error: ErrorText }

/** From the worker to the main thread. `ready` comes once, before anything is sent to it. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'ask'; ask: number; task: number; name: AskName; given: unknown[] }
  | { kind: 'made'; task: number; made: unknown }
  | { kind: 'failed'; task: number; error: ErrorText }

/** An error on its way between threads. */
export interface ErrorText {
  message: string
  stack?: string | undefined
}

export const errorText = (error: unknown): ErrorText =>
  error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) }
