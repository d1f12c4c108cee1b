import type { Clock } from './clock.ts'
import type { CredentialTypes } from './features/credentials/types.ts'
import type { SourceControl } from './features/source-control/source-control.ts'
import type { NodeTypes } from './features/workflows/node-types.ts'
import type { Authenticate } from './http/api-key.ts'
import type { IdSource } from './model/next-id.ts'
import type { Secrets, Store } from './state.ts'

/** What the operations of an instance work with. Rules take the parts that they need. */
export interface Context extends IdSource {
  store: Store
  clock: Clock
  secrets: Secrets
  authenticate: Authenticate
  /** Reference data of the version, read when it is first asked for. */
  loadCredentialTypes(): Promise<CredentialTypes>
  loadNodeTypes(): Promise<NodeTypes>
  sourceControl: SourceControl
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
