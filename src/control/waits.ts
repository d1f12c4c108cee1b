/** What requests that are made to wait go by: until when. */
export interface Waits {
  /** Aborted when the waiting is to end. */
  readonly signal: AbortSignal
  /** Ends every wait; later requests may wait again. */
  reset(): void
}

export function createWaits(): Waits {
  let controller = new AbortController()
  return {
    get signal() {
      return controller.signal
    },
    reset() {
      controller.abort()
      controller = new AbortController()
    },
  }
}
