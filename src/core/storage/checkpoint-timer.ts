import { clearTimeout, setTimeout } from 'node:timers'

export interface CheckpointTimes {
  /** Milliseconds without a commit after which the document is written. Default 1000. */
  idle: number
  /**
   * Bytes of journal after which the document is written even while commits go on; at least twice its own size. Default
   * 8 MiB.
   */
  journalBytes: number
  /** Milliseconds before a failed checkpoint is tried again. Default 5000. */
  retryAfter: number
}

/** Idle time before a checkpoint, as a multiple of the last one's duration: a large document is written less often. */
const IDLE_PER_DURATION = 20
/** The journal may grow to this multiple of the document's size: writing a large document costs more. */
const JOURNAL_PER_DOCUMENT = 2

/** Starts a checkpoint when there has been no commit for a while, or when the journal is large. */
export class CheckpointTimer {
  readonly #times: CheckpointTimes
  readonly #checkpoint: () => Promise<boolean>
  #timer: NodeJS.Timeout | undefined
  #lastCommit = 0
  #notBefore = 0
  #duration = 0
  #isRunning = false
  #isStopped = false

  /** `checkpoint` resolves with whether it succeeded. */
  constructor(times: CheckpointTimes, checkpoint: () => Promise<boolean>) {
    this.#times = times
    this.#checkpoint = checkpoint
  }

  committed(journalBytes: number, documentBytes: number) {
    this.#lastCommit = performance.now()
    if (journalBytes > Math.max(this.#times.journalBytes, JOURNAL_PER_DOCUMENT * documentBytes)) void this.#run()
    else this.#arm()
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #arm() {
    if (this.#timer) return
    this.#timer = setTimeout(() => this.#fire(), Math.max(0, this.#due - performance.now()))
    this.#timer.unref()
  }

  get #due() {
    const idle = Math.max(this.#times.idle, IDLE_PER_DURATION * this.#duration)
    return Math.max(this.#lastCommit + idle, this.#notBefore)
  }

  #fire() {
    this.#timer = undefined
    if (performance.now() < this.#due) this.#arm()
    else void this.#run()
  }

  async #run() {
    const began = performance.now()
    if (this.#isStopped || this.#isRunning || began < this.#notBefore) return
    this.#isRunning = true
    const isDone = await this.#checkpoint()
    this.#isRunning = false
    this.#duration = performance.now() - began
    if (!isDone) this.#notBefore = performance.now() + this.#times.retryAfter
    if (!isDone || this.#lastCommit > began) this.#arm()
  }
}
