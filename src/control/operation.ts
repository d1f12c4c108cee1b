import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Answered, Runnable } from '../core/http/surface.ts'

/** What a control operation is called with: every part checked, nothing else of the request. */
export interface ControlCall<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  /** Whether the caller's key would still be accepted: a stream ends when it is not. */
  isAllowed(): boolean
}

export type ControlTag = 'State' | 'Snapshots' | 'Keys' | 'Requests' | 'Faults' | 'Clock' | 'Simulation'

export type Refusal = 404 | 409

/** The body that an operation takes; nothing is read where it declares none. */
export interface ControlBody<B extends TSchema = TSchema> {
  schema: B
  /** The most bytes that it may have. */
  limit?: number
  /** The most keys and list items that it may have. */
  maxValues?: number
  /** Whether `run` checks it, with words of its own. */
  isCheckedByRun?: boolean
  example?: unknown
}

/**
 * One operation of the control API. From the list of all are made the routes, the OpenAPI document and the table in
 * `docs/control-api.md`.
 */
export interface ControlOperation extends Runnable<ControlCall, unknown> {
  tag: ControlTag
  body?: ControlBody
  /** The statuses with which it refuses, beside those of every operation: 400 for its parts, 401 and 403 for its caller. */
  refusals?: readonly Refusal[]
}

interface Definition<P extends TObject, Q extends TObject, B extends TSchema> extends Omit<ControlOperation, 'run'> {
  params?: P
  query?: Q
  body?: ControlBody<B>
  run(call: ControlCall<Static<P>, Static<Q>, Static<B>>): Answered | Promise<Answered>
}

/** Ties the types of an operation's parts together. */
export const controlOperation = <P extends TObject, Q extends TObject, B extends TSchema>(
  definition: Definition<P, Q, B>,
) => definition as unknown as ControlOperation

/** One part of the control API, of one instance: what can be asked of it, and what a reset and a stop do with it. */
export interface ControlPart {
  operations: readonly ControlOperation[]
  /** What it adds to the control of its instance: the functions that its operations answer with. */
  control?: object
  /** What differs after every change, by the names that events give. */
  revisions?(): Revisions
  /** Back to how it was at the start of the instance. */
  reset?(): void
  /** Ends what waits or streams. */
  stop?(): void
}

/** Parts of an instance, each with a value that differs after every change of it. */
export type Revisions = Readonly<Record<string, unknown>>
