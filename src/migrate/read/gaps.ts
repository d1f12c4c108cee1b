import { ServiceError } from '../service-error.ts'

/** What could not be read, or not be kept. */
export interface Gap {
  part: string
  /** A sentence without its full stop. */
  because: string
}

/** Collects what the key or the service does not give, while the rest goes on. */
export function createGaps() {
  const found = new Map<string, Gap>()
  return {
    list: () => [...found.values()].sort((a, b) => (a.part < b.part ? -1 : a.part > b.part ? 1 : 0)),
    /** What `read` gives; `undefined` where the service does not serve it, and a gap where it refuses it to this key. */
    async unlessRefused<T>(part: string, read: () => Promise<T>): Promise<T | undefined> {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof ServiceError) || !isRefusal(error)) throw error
        if (error.status === 403 && !isUnlicensed(error.message)) found.set(part, { part, because: FORBIDDEN })
        return undefined
      }
    },
  }
}

/** 404 and 405: the version does not have it, which is no gap. */
const isRefusal = (error: ServiceError) => error.status === 403 || error.isAnswer(404, 405)

/** Who has no licence for something has none of it. */
const isUnlicensed = (message: string) => /licen[cs]e/i.test(message)

const FORBIDDEN = 'the key may not read them; give it the scope, or use the key of an owner'
