import type { CheckedText, TextReport } from '../expressions/check-texts.ts'
import type { CallableWorkflow, RunAccess, RunJob, RunResult } from './job.ts'
import type { MovedText } from './moved-texts.ts'
import type { MadeRun, RefusedRun, SentRun } from './sent-run.ts'
import type { StoredWait } from './stored-wait.ts'

/** What the worker is asked to do, by name: what it takes and what it gives. */
export interface Tasks {
  /** A run that is stored, or that a call waits for. */
  play: { given: SentRun; made: MadeRun | RefusedRun }
  /** A run that is tried: all that came of it is looked at. A `RunResult`, JSON. */
  run: { given: RunJob; made: string }
  /** Reads what an execution waits for: its data are of any size. */
  look: { given: { json: string }; made: StoredWait }
  /** Compiles expressions and code without running them; `timeLimit` in milliseconds. */
  check: { given: { texts: CheckedText[]; timeLimit: number }; made: TextReport[] }
}

/** What came of a run that was tried. */
export const resultIn = (made: Tasks['run']['made']): RunResult => JSON.parse(made)

export type TaskName = keyof Tasks

/** What a task may ask of the instance that it belongs to. */
export type AskName = keyof RunAccess

/** From the main thread to the worker. */
export type ToWorker =
  | { kind: 'task'; task: number; name: TaskName; given: unknown; shared: SharedFields }
  | { kind: 'answer'; ask: number; value: unknown; shared: SharedFields }
  /** A value, JSON, that later messages name by its number; those before it are dropped with `isFirst`. */
  | { kind: 'share'; number: number; json: string; isFirst: boolean }
  | { kind: 'refusal'; ask: number; error: ErrorText }

/** From the worker to the main thread. `ready` comes once, before anything is sent to it. */
export type FromWorker =
  | { kind: 'ready' }
  /** `bytes` are those of the first of `given`. */
  | { kind: 'ask'; ask: number; task: number; name: AskName; given: unknown[]; bytes?: ArrayBuffer }
  /** `memory`: bytes that the worker takes now; `texts`: those that were taken out of a run. */
  | { kind: 'made'; task: number; made: unknown; memory: number; texts: MovedText[] }
  | { kind: 'failed'; task: number; error: ErrorText }

/**
 * A value that many jobs have, such as a workflow or the variables of an instance: it is sent to a worker once, and by its
 * number from then on. As a field of what a task is given, or of what an ask is answered.
 */
export class Shared<T extends object = object> {
  static #count = 0
  readonly number = ++Shared.#count
  readonly value: T

  constructor(value: T) {
    this.value = value
  }
}

/** Runs share it, so none of them may change it. */
export function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part)
  return Object.freeze(value)
}

/** Field → the number of the shared value that it has. */
export type SharedFields = [field: string, number: number][]

/** Fields that many jobs share. */
type SharedField = 'workflow' | 'variables'

/** What is sent with shared values in its fields. */
export type Sendable<T> = {
  [K in keyof T]: K extends SharedField ? T[K] | Shared<NonNullable<T[K]> & object> : T[K]
}

/** The same with the values themselves. */
export const withoutShared = <T extends object>(given: Sendable<T>): T =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value instanceof Shared ? value.value : value]),
  ) as T

/** What the serving thread answers a task. */
export interface ServedAccess extends Omit<RunAccess, 'workflow'> {
  workflow(id: string, callerId: string): Promise<Sendable<CallableWorkflow> | undefined>
}

/** An error on its way between threads. */
export interface ErrorText {
  message: string
  stack?: string | undefined
}

export const errorText = (error: unknown): ErrorText =>
  error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) }
