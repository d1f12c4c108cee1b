import { clearTimeout, setTimeout } from 'node:timers'

export interface CheckpointTimes {
  /** Milliseconds without a commit after which the document is written. Default 1000. */
  idle: number
  /** Bytes of journal after which it is written while commits go on, but at least the document's size. Default 8 MiB. */
  journalBytes: number
}

/** A large document takes longer to write: it is written only after it has been left alone for this many times as long. */
const IDLE_PER_DURATION = 20
/** Milliseconds before a checkpoint that failed is tried again. */
const RETRY_AFTER = 5000

/** Decides when it is time for a checkpoint: when nothing has been committed for a while, or the journal is large. */
export class CheckpointTimer {
  readonly #times: CheckpointTimes
  readonly #checkpoint: () => Promise<boolean>
  #timer: NodeJS.Timeout | undefined
  #lastCommit = 0
  #notBefore = 0
  #duration = 0
  #isRunning = false
  #isStopped = false

  /** `checkpoint` says whether it succeeded. */
  constructor(times: CheckpointTimes, checkpoint: () => Promise<boolean>) {
    this.#times = times
    this.#checkpoint = checkpoint
  }

  committed(journalBytes: number, documentBytes: number) {
    this.#lastCommit = performance.now()
    if (journalBytes > Math.max(this.#times.journalBytes, documentBytes)) void this.#run()
    else this.#arm()
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #arm() {
    if (this.#isStopped || this.#isRunning || this.#timer) return
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
    if (!isDone) this.#notBefore = performance.now() + RETRY_AFTER
    if (!isDone || this.#lastCommit > began) this.#arm()
  }
}
