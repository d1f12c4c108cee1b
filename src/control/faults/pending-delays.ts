/** Until when requests wait that a fault rule delays. */
export interface PendingDelays {
  /** Aborted when the waiting is to end. */
  readonly signal: AbortSignal
  /** Ends every wait; later requests may wait again. */
  reset(): void
}

export function createPendingDelays(): PendingDelays {
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
