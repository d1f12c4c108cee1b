import type { Clock } from '../base/clock.ts'
import type { Texts } from '../base/errors.ts'
import type { CredentialTypes } from '../features/credentials/types.ts'
import type { SourceControl } from '../features/source-control/source-control.ts'
import type { NodeTypes } from '../features/workflows/node-types.ts'
import type { PublicationDelay } from '../features/workflows/publication-delay.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { IdSource } from '../model/next-id.ts'
import type { RunDataReader } from '../model/run-data.ts'
import type { Draft, Secrets, State, Store } from '../model/state.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import type { Authenticate } from './api-key.ts'

/** What runs an execution again. */
export interface Retries {
  readonly isOn: boolean
  /** Runs an execution again; it is looked for again when the new one is stored. `undefined` where its workflow is gone. */
  retry(
    find: (state: State | Draft) => { original: ExecutionRecord; workflow: WorkflowRecord | undefined },
  ): Promise<ExecutionRecord | undefined>
}

/** What the operations of an instance work with. Rules take the parts that they need. */
export interface Context extends IdSource {
  store: Store
  clock: Clock
  secrets: Secrets
  authenticate: Authenticate
  /** How the version words refusals. */
  version: { texts: Texts }
  /** Reference data of the version, read when it is first asked for. */
  loadCredentialTypes(): Promise<CredentialTypes>
  loadNodeTypes(): Promise<NodeTypes>
  sourceControl: SourceControl
  runData: RunDataReader
  /** The time zone of the instance: of dates without one in data tables. */
  zone: string
  /** How long publications take to have an effect. */
  publicationDelay: PublicationDelay
  /** Plays runs, where there is one and it is on. */
  simulation?: Retries | undefined
}

/** A value of each instance, made when it is first asked for: a cache belongs to one instance. */
export function perInstance<T>(make: (context: Context) => T): (context: Context) => T {
  const made = new WeakMap<Context, T>()
  return context => {
    let value = made.get(context)
    if (value === undefined) {
      value = make(context)
      made.set(context, value)
    }
    return value
  }
}
