import { clearInterval, setInterval } from 'node:timers'
import type { Store } from '../model/state.ts'

/** When a key was last used, in milliseconds since 1970 by the instance's clock. */
export interface KeyUse {
  at: number | undefined
}

const uses = new WeakMap<Store, Map<string, KeyUse>>()

/** The last use of a key in this process; noted there at every request, and in the document now and then. */
export function useOf(keyId: string, store: Store): KeyUse {
  const known = uses.get(store) ?? new Map<string, KeyUse>()
  const use = known.get(keyId) ?? { at: undefined }
  known.set(keyId, use)
  uses.set(store, known)
  return use
}

/** Forgets what was used in this process; what the document says stays. */
export function forgetUses(store: Store) {
  for (const use of uses.get(store)?.values() ?? []) use.at = undefined
}

/** The document lags behind by so much at most, in milliseconds. */
const LAG = 5 * 60_000

/** Writes the last uses of keys into the document, every few minutes and at the end, where it lags behind. */
export function keepKeyUses(store: Store, report: (message: string) => void): { stop(): Promise<void> } {
  const timer = setInterval(write, LAG)
  timer.unref()

  async function write() {
    try {
      await writeUses(store)
    } catch (error) {
      report(`The last use of API keys was not written: ${error instanceof Error ? error.message : error}`)
    }
  }

  return {
    stop() {
      clearInterval(timer)
      return write()
    },
  }
}

function writeUses(store: Store): Promise<void> {
  return store.update(draft => {
    for (const [id, { at }] of uses.get(store) ?? []) {
      const key = draft.apiKeys.get(id)
      if (!key || at === undefined) continue
      const written = key.lastUsedAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(key.lastUsedAt)
      if (Math.abs(at - written) >= LAG) draft.apiKeys.set({ ...key, lastUsedAt: new Date(at).toISOString() })
    }
  })
}
