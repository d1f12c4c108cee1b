import { Worker } from 'node:worker_threads'
import {
  errorText,
  type FromWorker,
  type Sendable,
  type ServedAccess,
  Shared,
  type SharedFields,
  type TaskName,
  type Tasks,
  type ToWorker,
} from '../engine/messages.ts'
import { runWorkerUrl } from '../engine/run-worker-url.ts'

/** Workers that compute at the same time: more than one, so that a run that takes its time does not hold the others. */
const MAX_WORKERS = 3
/** Another worker is started when a task has waited this long, in milliseconds. */
const START_ANOTHER_AFTER_MS = 40
/** A worker that has not ended a task this long after its time limit is replaced, in milliseconds. */
const GRACE_MS = 1500
/** Workers end this long after the last instance that used them, in milliseconds: a test suite starts one after the other. */
const LINGER_MS = 1000
/** Tasks that wait for a worker: beyond them the caller is refused. */
const MAX_WAITING = 1000
/** Workers that were ended and go on for all that: some runtimes cannot stop a loop. */
const MAX_UNENDING = 6
/** How long a worker may take to be ready, in milliseconds. */
const START_LIMIT_MS = 30_000
/** The most memory of a worker's own objects, where the runtime can bound it; the engine has a bound of its own. */
const MAX_HEAP_MB = 512
/** How many values a worker shares with later tasks. */
const MAX_SHARED = 200

/** Why a task was not done: its worker failed, did not end, or could not be started. */
export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  readonly reason: 'time' | 'ended' | 'missing' | 'busy' | 'closed'

  constructor(reason: WorkerFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface Task {
  name: TaskName
  given: unknown
  /** Makes what is sent, and names what is moved to the worker, where the caller needs it again. */
  copy: ((given: never) => { given: unknown; moved: ArrayBuffer[] }) | undefined
  /** What the task may ask; nothing where left out. */
  access: ServedAccess | undefined
  /** Tasks with the same take turns with others. */
  group: string | undefined
  /** Milliseconds that computing it may take. */
  timeLimit: number
  resolve(made: never): void
  reject(error: unknown): void
}

/**
 * The workers of a process, for all of its instances. The first starts with the first task.
 *
 * @example
 * const lease = workerPool.lease()
 * const result = await lease.perform('run', job, { access, timeLimit: 10_000 })
 * lease.release()
 */
export class WorkerPool {
  readonly #url: URL
  readonly #workers = new Set<PoolWorker>()
  readonly #waiting: Task[] = []
  #leases = 0
  /** The group of the task that was taken last. */
  #last: string | undefined
  #unending = 0
  #another: ReturnType<typeof setTimeout> | undefined
  #linger: ReturnType<typeof setTimeout> | undefined

  constructor(url: URL) {
    this.#url = url
  }

  /** How many workers there are. */
  get size() {
    return this.#workers.size
  }

  /** A share in the workers, to be released when the instance stops. Tasks under way are refused then. */
  lease(): Lease {
    this.#leases++
    clearTimeout(this.#linger)
    const tasks = new Set<Task>()
    let isReleased = false
    return {
      perform: (name, given, { access, timeLimit, copy, group }) =>
        new Promise((resolve, reject) => {
          if (isReleased) throw new WorkerFailure('closed', 'The instance has stopped')
          const task: Task = { name, given, copy, access, group, timeLimit, resolve, reject }
          tasks.add(task)
          const settled = (settle: (value: never) => void) => (value: unknown) => {
            tasks.delete(task)
            settle(value as never)
          }
          task.resolve = settled(resolve as (made: never) => void)
          task.reject = settled(reject)
          this.#add(task)
        }),
      release: () => {
        if (isReleased) return
        isReleased = true
        for (const task of tasks) {
          const at = this.#waiting.indexOf(task)
          if (at >= 0) this.#waiting.splice(at, 1)
          task.reject(new WorkerFailure('closed', 'The instance has stopped'))
        }
        if (--this.#leases > 0) return
        this.#linger = setTimeout(() => this.#endAll(), LINGER_MS)
        this.#linger.unref?.()
      },
    }
  }

  #add(task: Task) {
    if (this.#waiting.length >= MAX_WAITING) {
      task.reject(new WorkerFailure('busy', `${MAX_WAITING} runs wait to be computed: try again later`))
      return
    }
    this.#waiting.push(task)
    this.#next()
  }

  /** Gives waiting tasks to idle workers. */
  #next() {
    for (const worker of this.#workers) {
      if (this.#waiting.length === 0) break
      if (worker.isIdle) worker.perform(this.#takeNext())
    }
    if (this.#waiting.length === 0) return
    if (this.#workers.size === 0) this.#start()
    else if (this.#workers.size < MAX_WORKERS && !this.#another) {
      this.#another = setTimeout(() => {
        this.#another = undefined
        if (this.#waiting.length > 0 && this.#workers.size < MAX_WORKERS) this.#start()
        this.#next()
      }, START_ANOTHER_AFTER_MS)
      this.#another.unref?.()
    }
  }

  /** The first of a group that no worker is busy with and that was not served last, else the first. */
  #takeNext(): Task {
    const busy = new Set([...this.#workers].map(({ group }) => group))
    const at = this.#waiting.findIndex(({ group }) => group === undefined || (!busy.has(group) && group !== this.#last))
    const free = at >= 0 ? at : this.#waiting.findIndex(({ group }) => !busy.has(group))
    const [task] = this.#waiting.splice(Math.max(free, 0), 1)
    this.#last = task?.group
    return task as Task
  }

  #start() {
    if (this.#unending >= MAX_UNENDING) {
      this.#refuseWaiting(
        new WorkerFailure('busy', `${MAX_UNENDING} runs did not end and cannot be stopped: start the instance again`),
      )
      return
    }
    const worker = new PoolWorker(this.#url, {
      idle: () => this.#next(),
      unending: () => this.#unending++,
      over: failure => {
        this.#workers.delete(worker)
        if (failure && this.#workers.size === 0) this.#refuseWaiting(failure)
        this.#next()
      },
      ended: wasUnending => {
        if (wasUnending) this.#unending--
      },
    })
    this.#workers.add(worker)
  }

  #refuseWaiting(failure: WorkerFailure) {
    for (const task of this.#waiting.splice(0)) task.reject(failure)
  }

  #endAll() {
    if (this.#leases > 0) return
    clearTimeout(this.#another)
    this.#another = undefined
    for (const worker of this.#workers) worker.end()
    this.#workers.clear()
  }
}

/** A part of the pool for one instance. */
export interface Lease {
  /**
   * Does a task in a worker.
   *
   * @throws WorkerFailure where it takes too long, or its worker fails
   */
  perform<N extends TaskName>(
    name: N,
    given: Sendable<Tasks[N]['given']>,
    options: {
      access?: ServedAccess
      timeLimit: number
      /** Those who do not share it go first: one costly workflow does not hold the others. */
      group?: string
      copy?(given: Sendable<Tasks[N]['given']>): { given: Sendable<Tasks[N]['given']>; moved: ArrayBuffer[] }
    },
  ): Promise<Tasks[N]['made']>
  release(): void
}

interface Owner {
  /** It can take a task. */
  idle(): void
  /** It is no longer used; the failure says why where it could not even start. */
  over(failure?: WorkerFailure): void
  /** It was asked to end, and may go on. */
  unending(): void
  /** Its thread has ended. */
  ended(wasUnending: boolean): void
}

/** One worker, with the task that it is doing. */
class PoolWorker {
  readonly #worker: Worker
  readonly #owner: Owner
  #task: { id: number; task: Task } | undefined
  #isReady = false
  #isOver = false
  #wasUnending = false
  #count = 0
  readonly #shared = new Set<number>()
  #watch: ReturnType<typeof setTimeout> | undefined

  constructor(url: URL, owner: Owner) {
    this.#owner = owner
    this.#worker = new Worker(url, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      env: {},
      stdout: false,
      stderr: false,
    })
    this.#worker.on('message', (message: FromWorker) => this.#receive(message))
    this.#worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => {
      this.#owner.ended(this.#wasUnending)
      this.#fail(new Error('its thread ended'))
    })
    this.#watch = setTimeout(() => this.#fail(new Error('it did not start')), START_LIMIT_MS)
    this.#watch.unref?.()
  }

  /** The group of what it is doing. */
  get group() {
    return this.#task?.task.group
  }

  get isIdle() {
    return this.#isReady && !this.#isOver && this.#task === undefined
  }

  perform(task: Task) {
    const id = ++this.#count
    this.#task = { id, task }
    this.#worker.ref()
    this.#watch = setTimeout(() => this.#replaceUnending(), task.timeLimit + GRACE_MS)
    const { given, moved } = task.copy?.(task.given as never) ?? { given: task.given, moved: [] }
    const { value, shared } = this.#share(given)
    this.#send({ kind: 'task', task: id, name: task.name, given: value, shared }, moved)
  }

  end() {
    this.#isOver = true
    clearTimeout(this.#watch)
    this.#worker.terminate()
  }

  #send(message: ToWorker, moved: ArrayBuffer[] = []) {
    this.#worker.postMessage(message, moved)
  }

  /** Takes the shared values out of the fields of a message, and sends those that the worker has not. */
  #share(given: unknown): { value: unknown; shared: SharedFields } {
    if (typeof given !== 'object' || given === null) return { value: given, shared: [] }
    const fields = Object.entries(given).filter((field): field is [string, Shared] => field[1] instanceof Shared)
    if (fields.length === 0) return { value: given, shared: [] }
    const isFull = this.#shared.size + fields.length > MAX_SHARED
    if (isFull) this.#shared.clear()
    for (const [, { number, value }] of fields) {
      if (this.#shared.has(number)) continue
      this.#send({ kind: 'share', number, value, isFirst: this.#shared.size === 0 })
      this.#shared.add(number)
    }
    const shared = fields.map(([name, { number }]): SharedFields[number] => [name, number])
    return { value: { ...given, ...Object.fromEntries(shared.map(([name]) => [name, undefined])) }, shared }
  }

  #receive(message: FromWorker) {
    if (this.#isOver) return
    switch (message.kind) {
      case 'ready':
        this.#isReady = true
        clearTimeout(this.#watch)
        // an idle worker does not keep the process alive
        this.#worker.unref()
        return this.#owner.idle()
      case 'made':
        return this.#settle(message.task, task => task.resolve(message.made as never))
      case 'failed': {
        const error = Object.assign(new Error(message.error.message), { stack: message.error.stack })
        return this.#settle(message.task, task => task.reject(error))
      }
      case 'ask':
        return this.#answer(message)
    }
  }

  #settle(id: number, settle: (task: Task) => void) {
    const doing = this.#task
    if (doing?.id !== id) return
    this.#task = undefined
    clearTimeout(this.#watch)
    this.#worker.unref()
    settle(doing.task)
    this.#owner.idle()
  }

  async #answer({ ask, task: id, name, given, bytes }: FromWorker & { kind: 'ask' }) {
    const doing = this.#task
    if (doing?.id !== id) return
    try {
      const answer = doing.task.access?.[name] as ((...given: unknown[]) => unknown) | undefined
      if (!answer) throw new TypeError(`A task without access asks for ${name}`)
      const [first, ...rest] = given
      const value = await (bytes
        ? answer({ ...(first as object), bytes: new Uint8Array(bytes) }, ...rest)
        : answer(...given))
      if (value instanceof Uint8Array) {
        const { buffer } = new Uint8Array(value)
        this.#send({ kind: 'answer', ask, value: buffer, shared: [] }, [buffer])
      } else this.#send({ kind: 'answer', ask, ...this.#share(value) })
    } catch (error) {
      this.#send({ kind: 'refusal', ask, error: errorText(error) })
    }
  }

  /** The task goes on after its time: the thread is ended, as far as the runtime can. */
  #replaceUnending() {
    const { task } = this.#task ?? {}
    if (!task) return
    this.#wasUnending = true
    this.#owner.unending()
    this.#over()
    task.reject(new WorkerFailure('time', `it took longer than ${task.timeLimit / 1000} s`))
    this.#owner.over()
  }

  #fail(cause: Error) {
    if (this.#isOver) return
    const { task } = this.#task ?? {}
    const hasStarted = this.#isReady
    this.#over()
    task?.reject(new WorkerFailure('ended', `its worker ended: ${cause.message}`))
    const missing = `The worker of simulated runs does not start: ${cause.message}. Is the installation whole?`
    this.#owner.over(hasStarted ? undefined : new WorkerFailure('missing', missing))
  }

  #over() {
    this.#isOver = true
    this.#task = undefined
    clearTimeout(this.#watch)
    this.#worker.unref()
    this.#worker.terminate()
  }
}

/** The workers of this process. */
export const workerPool = new WorkerPool(runWorkerUrl)
