/** A test that may pass though what it expects was turned round, or the service answered anything. */
export interface Accepted {
  file: string
  /** Its whole name; each test of the file where left out. */
  name?: string
  reason: string
}

export const ACCEPTED: readonly Accepted[] = []
