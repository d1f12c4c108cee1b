/** What a client knows of its updates at a moment. They have numbers, in the order in which they were asked for. */
export interface Known {
  asked: ReadonlySet<number>
  acknowledged: ReadonlySet<number>
  rejected: ReadonlySet<number>
}

type Event = { step: number; kind: keyof Known; update: number }

/** Writes down at which step of the disk the client came to know what. */
export class History {
  readonly #before: Known
  readonly #events: Event[] = []

  constructor(before: Known = { asked: new Set(), acknowledged: new Set(), rejected: new Set() }) {
    this.#before = before
  }

  get lastAsked() {
    return Math.max(0, ...this.until(Number.POSITIVE_INFINITY).asked)
  }

  note(kind: keyof Known, update: number, step: number) {
    this.#events.push({ step, kind, update })
  }

  /** What was known after this number of steps. */
  until(steps: number): Known {
    const known = {
      asked: new Set(this.#before.asked),
      acknowledged: new Set(this.#before.acknowledged),
      rejected: new Set(this.#before.rejected),
    }
    for (const { step, kind, update } of this.#events) if (step <= steps) known[kind].add(update)
    return known
  }
}
