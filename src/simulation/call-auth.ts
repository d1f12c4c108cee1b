import type { Clock } from '../base/clock.ts'
import type { Secrets, State, Store } from '../model/state.ts'
import type { Node } from '../model/workflow.ts'
import { recordOf } from './item.ts'
import { type AuthAnswer, type AuthRefusal, checkWebhookAuth } from './webhook-auth.ts'

export interface CallAuthContext {
  store: Store
  secrets: Secrets
  clock: Clock
  version: { wrongPassword?: AuthRefusal | undefined }
}

/** Decides whether a call of a node may come in, by the sealed data of the node's credential. */
export function checkCall(request: Request, node: Node, context: CallAuthContext): Promise<AuthAnswer> {
  const { store, secrets, clock, version } = context
  return checkWebhookAuth(node, {
    header: name => request.headers.get(name),
    credential: type => credentialOf(store.data, node, type, secrets),
    now: clock.now(),
    wrongPassword: version.wrongPassword,
  })
}

function credentialOf(state: State, { credentials }: Node, type: string, { unseal }: Secrets) {
  const { id } = recordOf(recordOf(credentials)[type])
  const found = id === undefined || id === null ? undefined : state.credentials.get(String(id))
  if (found?.type !== type) return undefined
  return found.isStandIn ? 'made-up' : recordOf(unseal(found.data))
}
