import { WorkerFailure } from './worker-failure.ts'

/** What waits for a worker. */
export interface Waiting {
  /** Those with the same take turns with others. */
  group: string | undefined
  caller: Caller | undefined
  reject(error: unknown): void
}

/** The caller of a task. A task without one waits as long as it takes. */
export interface Caller {
  /** Bytes that are stored for it until a worker takes them. */
  bytes: number
  /** Whether the caller has gone: asked only of a task that has waited for a while. */
  hasGone(): boolean
}

/** The most tasks of one group that wait: the other places are left for others. */
const MAX_OF_A_GROUP = 500
/** The most tasks that wait, the most bytes that callers sent for them, and how long callers wait in milliseconds. */
const MAX_WAITING = 1000
const MAX_BYTES = 128 * 1024 * 1024
const LONGEST_WAIT_MS = 60_000
/** How often to look for callers that have gone, in milliseconds: the first time after this. */
const SWEEP_MS = 500

interface Entry<T> {
  task: T
  since: number
}

/** Tasks that wait for a worker: fair between groups, and bounded in number, bytes and time. */
export class TaskQueue<T extends Waiting> {
  /** Group → its tasks, in the order in which the groups are served: the one that was served last is the last. */
  readonly #groups = new Map<string, Entry<T>[]>()
  readonly #now: () => number
  #length = 0
  #bytes = 0
  #unnamed = 0
  #sweep: ReturnType<typeof setInterval> | undefined

  /** @param now milliseconds of a clock that only goes on */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get length() {
    return this.#length
  }

  /** Adds a task, or rejects it where too many wait. */
  add(task: T) {
    const bytes = task.caller?.bytes ?? 0
    // one without a group takes its own turn
    const group = task.group ?? `#${++this.#unnamed}`
    if (this.#isFull(group, bytes)) this.#drop()
    const others = this.#groups.get(group)
    if ((others?.length ?? 0) >= MAX_OF_A_GROUP)
      return task.reject(busy(`${MAX_OF_A_GROUP} runs of this workflow wait to be computed`))
    if (this.#length >= MAX_WAITING) return task.reject(busy(`${MAX_WAITING} runs wait to be computed`))
    if (bytes > 0 && this.#bytes + bytes > MAX_BYTES)
      return task.reject(busy(`Runs with ${MAX_BYTES / 1024 / 1024} MB of bodies wait to be computed`))
    const entry = { task, since: this.#now() }
    if (others) others.push(entry)
    else this.#groups.set(group, [entry])
    this.#count(task, 1)
    this.#sweep ??= startSweep(() => this.#drop())
  }

  /** The next task that may be served now: the groups served longest ago go first. */
  take(mayServe: (task: T) => boolean): T | undefined {
    for (const [group, entries] of this.#groups) {
      const [entry] = entries
      if (!entry || !mayServe(entry.task)) continue
      this.#groups.delete(group)
      entries.shift()
      if (entries.length > 0) this.#groups.set(group, entries)
      this.#count(entry.task, -1)
      return entry.task
    }
    return undefined
  }

  /** How long a task that may be served has waited: milliseconds, 0 where there is none. */
  longestWait(mayServe: (task: T) => boolean): number {
    const now = this.#now()
    let longest = 0
    for (const [entry] of this.#groups.values())
      if (entry && mayServe(entry.task)) longest = Math.max(longest, now - entry.since)
    return longest
  }

  /** Takes a task out; false where it does not wait. */
  delete(task: T): boolean {
    for (const [group, entries] of this.#groups) {
      const at = entries.findIndex(entry => entry.task === task)
      if (at < 0) continue
      entries.splice(at, 1)
      if (entries.length === 0) this.#groups.delete(group)
      this.#count(task, -1)
      return true
    }
    return false
  }

  rejectAll(failure: WorkerFailure) {
    this.#rejectWhere(() => failure)
  }

  #isFull(group: string, bytes: number) {
    const { length = 0 } = this.#groups.get(group) ?? {}
    return this.#length >= MAX_WAITING || length >= MAX_OF_A_GROUP || this.#bytes + bytes > MAX_BYTES
  }

  /** Drops tasks whose callers have gone, and those that have waited too long. */
  #drop() {
    const now = this.#now()
    this.#rejectWhere(({ task: { caller }, since }) => {
      if (!caller || now - since < SWEEP_MS) return undefined
      if (caller.hasGone()) return new WorkerFailure('gone', 'The caller has gone')
      if (now - since < LONGEST_WAIT_MS) return undefined
      return busy(`The run waited ${LONGEST_WAIT_MS / 1000} s to be computed`)
    })
  }

  #rejectWhere(failureOf: (entry: Entry<T>) => WorkerFailure | undefined) {
    for (const [group, entries] of this.#groups) {
      const left = entries.filter(entry => {
        const failure = failureOf(entry)
        if (failure === undefined) return true
        this.#count(entry.task, -1)
        entry.task.reject(failure)
        return false
      })
      if (left.length === 0) this.#groups.delete(group)
      else if (left.length < entries.length) this.#groups.set(group, left)
    }
  }

  #count({ caller }: T, change: 1 | -1) {
    this.#length += change
    this.#bytes += change * (caller?.bytes ?? 0)
    if (this.#length > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}

function startSweep(sweep: () => void) {
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref?.()
  return timer
}

const busy = (reason: string) => new WorkerFailure('busy', `${reason}: try again later`)
