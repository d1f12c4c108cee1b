import { call, type Sent } from './api.ts'

let pendingActions = 0

/** Has `begin` before an action sends anything, and `end` when no action waits for its answer any more. */
export const actionEvents = new EventTarget()

export const hasPendingActions = () => pendingActions > 0

/**
 * Sends requests one after the other.
 *
 * @param values gets the values of the answers one by one: with a refusal, it has those before
 * @returns the values of the answers
 * @throws ApiFailure of the first that was refused
 */
export const sendAll = (sent: Sent[], values: unknown[] = []): Promise<unknown[]> =>
  asAction(async () => {
    for (const { method, path, body } of sent) values.push(await call(method, path, { body }))
    return values
  })

/** Counts everything that `send` sends as one action. */
export async function asAction<Value>(send: () => Promise<Value>): Promise<Value> {
  pendingActions += 1
  actionEvents.dispatchEvent(new Event('begin'))
  try {
    return await send()
  } finally {
    pendingActions -= 1
    if (pendingActions === 0) actionEvents.dispatchEvent(new Event('end'))
  }
}
