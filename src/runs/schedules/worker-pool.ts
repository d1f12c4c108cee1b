import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { freeMemory, PLATFORM } from '../../core/runtime/platform.ts'
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
import { putLargeTexts } from '../engine/moved-texts.ts'
import { runWorkerUrl } from '../engine/run-worker-url.ts'
import type { MadeRun } from '../engine/sent-run.ts'
import { type Caller, TaskQueue, type Waiting } from './task-queue.ts'
import { WorkerFailure } from './worker-failure.ts'

/** Workers that compute at the same time: more than one, so that a run that takes its time does not hold the others. */
const MAX_WORKERS = 3
/** Another worker is started when a task has waited this long, in milliseconds. */
const START_ANOTHER_AFTER_MS = 40
/** A worker that has not ended a task this long after its time limit is replaced, in milliseconds. */
const GRACE_MS = 1500
/** Workers end this long after the last instance that used them, in milliseconds: a test suite starts one after the other. */
const LINGER_MS = 1000
/** Workers that one group keeps busy at the most: one is left for others. */
const MAX_WORKERS_OF_A_GROUP = MAX_WORKERS - 1
/**
 * Workers beyond those, while all are busy with other groups: a task of a group that none is busy with waits for no other
 * group's run to end.
 */
const MAX_MORE_WORKERS = 3
/** Another is started beyond the usual number when such a task has waited this long, in milliseconds. */
const START_MORE_AFTER_MS = 100
/** Workers that were ended and go on for all that: some runtimes cannot stop a loop. */
const MAX_UNENDING = 6
/** How long a worker may take to be ready, in milliseconds. */
const START_LIMIT_MS = 30_000
/** The most memory of a worker's own objects, where the runtime can bound it; the engine has a bound of its own. */
const MAX_HEAP_MB = 512
/**
 * The most bytes that workers take together, beyond what the process took before they began: the task that computes longest
 * is ended then. Node alone bounds a single worker.
 */
const MAX_MEMORY = 3 * MAX_HEAP_MB * 1024 * 1024
/** How often their memory is looked at while they are busy, and what to end while they are idle, in milliseconds. */
const LOOKED_MS = 100
/** How long the memory of a worker that was ended may take to be free, in milliseconds. */
const FREED_MS = 500
/** A worker whose memory has grown to this is ended once it has been idle for a while: a runtime does not give it back. */
const WORN_BYTES = 96 * 1024 * 1024
/** Workers that are worn, and those beyond the first, are ended after so long without a task, in milliseconds. */
const IDLE_MS = 3000
/**
 * Calls with larger bodies are computed one at a time: the allocators of Node and Deno do not give back to the system what
 * each thread took for such a run.
 */
const LARGE_BYTES = 4 * 1024 * 1024
/** How many values a worker shares with later tasks. */
const MAX_SHARED = 200

interface Task extends Waiting {
  name: TaskName
  given: unknown
  /** Makes what is sent, and names what is moved to the worker, where the caller needs it again. */
  copy: ((given: never) => { given: unknown; moved: ArrayBuffer[] }) | undefined
  /** What the task may ask; nothing where left out. */
  access: ServedAccess | undefined
  /** Milliseconds that computing it may take. */
  timeLimit: number
  resolve(made: never): void
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
  readonly #waiting = new TaskQueue<Task>()
  #leases = 0
  #leaseNumber = 0
  #unending = 0
  #another: ReturnType<typeof setTimeout> | undefined
  #linger: ReturnType<typeof setTimeout> | undefined
  #look: ReturnType<typeof setInterval> | undefined
  /** Bytes that the process took, beside the objects of this thread, when no worker was busy. */
  #resting = 0
  /** When a worker that was worn was ended, as long as what it leaves is not freed. */
  #wornAt: number | undefined
  /** When a worker was ended for its memory. */
  #endedAt = Number.NEGATIVE_INFINITY

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
    const number = ++this.#leaseNumber
    const tasks = new Set<Task>()
    let isClosed = false
    let isReleased = false
    return {
      perform: (name, given, { access, timeLimit, copy, group, caller }) =>
        new Promise((resolve, reject) => {
          if (isClosed) throw stopped()
          const groupOfLease = group === undefined ? undefined : `${number} ${group}`
          const task: Task = { name, given, copy, access, group: groupOfLease, caller, timeLimit, resolve, reject }
          tasks.add(task)
          const settled = (settle: (value: never) => void) => (value: unknown) => {
            tasks.delete(task)
            settle(value as never)
          }
          task.resolve = settled(resolve as (made: never) => void)
          task.reject = settled(reject)
          this.#add(task)
        }),
      close: () => {
        isClosed = true
        for (const task of tasks) if (this.#waiting.delete(task)) task.reject(stopped())
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        isClosed = true
        for (const task of tasks) this.#release(task)
        if (--this.#leases > 0) return
        this.#linger = setTimeout(() => this.#endAll(), LINGER_MS)
        this.#linger.unref?.()
      },
    }
  }

  /** Ends a task: it is not begun, or its worker is ended. */
  #release(task: Task) {
    if (this.#waiting.delete(task)) return task.reject(stopped())
    for (const worker of this.#workers) if (worker.isDoing(task)) return worker.abandon(stopped())
    task.reject(stopped())
  }

  #add(task: Task) {
    this.#waiting.add(task)
    if (this.#waiting.length > 0 && !this.#look) {
      this.#resting = bytesBesideThread()
      this.#look = setInterval(() => this.#lookAfter(), LOOKED_MS)
      this.#look.unref?.()
    }
    this.#next()
  }

  /** Ends what takes too much memory, or is not needed; the timer ends when there is nothing to look after. */
  #lookAfter() {
    const now = performance.now()
    const isBusy = this.#waiting.length > 0 || [...this.#workers].some(worker => !worker.isIdle)
    if (isBusy) return this.#boundMemory(now)
    this.#resting = Math.min(this.#resting, bytesBesideThread())
    const worn = [...this.#workers].find(worker => worker.isWorn) ?? [...this.#workers][1]
    if (worn) {
      if (worn.idleFor(now) < IDLE_MS) return
      this.#workers.delete(worn)
      if (worn.isWorn) this.#wornAt = now
      // the next call need not wait for one; a thread that begins now would take memory of its own, beside what the
      // allocator keeps of the one that ends
      worn.end().then(() => {
        if (this.#workers.size === 0 && this.#leases > 0) this.#start()
      })
      return
    }
    if (this.#wornAt !== undefined) {
      if (now - this.#wornAt < IDLE_MS) return
      this.#wornAt = undefined
      freeMemory()
    }
    clearInterval(this.#look)
    this.#look = undefined
  }

  #boundMemory(now: number) {
    const taken = bytesBesideThread() - this.#resting
    if (taken <= MAX_MEMORY || now - this.#endedAt < FREED_MS) return
    const [longest] = [...this.#workers].toSorted((a, b) => b.computesFor(now) - a.computesFor(now))
    if (!longest || longest.computesFor(now) === 0) return
    this.#endedAt = now
    const most = MAX_MEMORY / 1024 / 1024
    longest.abandon(new WorkerFailure('ended', `runs took more than ${most} MB of memory, and it computed longest`))
  }

  /** Gives waiting tasks to idle workers. */
  #next() {
    for (const worker of this.#workers) {
      if (this.#waiting.length === 0) break
      if (!worker.isIdle) continue
      const task = this.#waiting.take(task => this.#mayServe(task))
      if (!task) break
      worker.perform(task)
    }
    if (this.#waiting.length === 0) return this.#endMore()
    if (this.#workers.size === 0) this.#start()
    else this.#startAnotherLater()
  }

  #startAnotherLater() {
    const isUsual = this.#workers.size < MAX_WORKERS
    if (this.#another || this.#workers.size >= MAX_WORKERS + MAX_MORE_WORKERS) return
    this.#another = setTimeout(
      () => {
        this.#another = undefined
        if (this.#waiting.length === 0) return
        if (isUsual ? this.#isAnotherUseful() : this.#isGroupHeld()) this.#start()
        this.#next()
      },
      isUsual ? START_ANOTHER_AFTER_MS : START_MORE_AFTER_MS,
    )
    this.#another.unref?.()
  }

  #isAnotherUseful() {
    if (this.#workers.size >= MAX_WORKERS) return false
    return this.#waiting.longestWait(task => this.#mayServe(task)) >= START_ANOTHER_AFTER_MS / 2
  }

  /** Whether a task waits although none of its group is done: all workers are busy with others. */
  #isGroupHeld() {
    if (![...this.#workers].every(worker => worker.isBusy)) return false
    const isHeld = (task: Task) => this.#busyWith(task.group) === 0 && this.#mayServe(task)
    return this.#waiting.longestWait(isHeld) >= START_MORE_AFTER_MS / 2
  }

  #mayServe({ group, caller }: Task) {
    if (isLarge(caller) && [...this.#workers].some(worker => worker.isBusyWithLarge)) return false
    return group === undefined || this.#busyWith(group) < MAX_WORKERS_OF_A_GROUP
  }

  #busyWith(group: string | undefined) {
    if (group === undefined) return 0
    let count = 0
    for (const worker of this.#workers) if (worker.group === group) count++
    return count
  }

  /** Those beyond the usual number are ended when nothing waits. */
  #endMore() {
    for (const worker of this.#workers) {
      if (this.#workers.size <= MAX_WORKERS) return
      if (!worker.isIdle) continue
      this.#workers.delete(worker)
      worker.end()
    }
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
    this.#waiting.rejectAll(failure)
  }

  #endAll() {
    if (this.#leases > 0) return
    clearTimeout(this.#another)
    this.#another = undefined
    clearInterval(this.#look)
    this.#look = undefined
    for (const worker of this.#workers) worker.end()
    this.#workers.clear()
  }
}

const isLarge = (caller: Caller | undefined) => caller !== undefined && caller.bytes > LARGE_BYTES

function bytesBesideThread(): number {
  const { rss, heapTotal, external } = process.memoryUsage()
  return rss - heapTotal - external
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
      /** Groups take turns: one costly workflow does not hold the others. */
      group?: string
      /** The caller; the task is dropped where the caller has gone before it has begun. */
      caller?: Caller | undefined
      copy?(given: Sendable<Tasks[N]['given']>): { given: Sendable<Tasks[N]['given']>; moved: ArrayBuffer[] }
    },
  ): Promise<Tasks[N]['made']>
  /** Refuses what waits and what comes; what has begun goes on. */
  close(): void
  release(): void
}

const stopped = () => new WorkerFailure('closed', 'The instance has stopped')

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
  /** Questions of the task that are not answered: it waits then. */
  #asks = 0
  /** When it began to compute, or to be idle. */
  #since = performance.now()
  /** Bytes of its memory after its last task. */
  #memory = 0
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
      // without, Node makes and ends a stream at the start of the thread
      stdin: PLATFORM === 'Node',
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

  get isBusyWithLarge() {
    return isLarge(this.#task?.task.caller)
  }

  get isBusy() {
    return this.#task !== undefined
  }

  get isIdle() {
    return this.#isReady && !this.#isOver && this.#task === undefined
  }

  get isWorn() {
    return this.#memory > WORN_BYTES
  }

  /** Milliseconds without a task. */
  idleFor(now: number) {
    return this.isIdle ? now - this.#since : 0
  }

  /** Milliseconds of computing since the task began, or was answered last; 0 while it waits for an answer. */
  computesFor(now: number) {
    return this.isBusy && this.#asks === 0 ? now - this.#since : 0
  }

  perform(task: Task) {
    const id = ++this.#count
    this.#task = { id, task }
    this.#asks = 0
    this.#since = performance.now()
    this.#worker.ref()
    this.#watch = setTimeout(() => this.#replaceUnending(), task.timeLimit + GRACE_MS)
    const { given, moved } = task.copy?.(task.given as never) ?? { given: task.given, moved: [] }
    const { value, shared } = this.#share(given)
    this.#send({ kind: 'task', task: id, name: task.name, given: value, shared }, moved)
  }

  /** Resolves when the thread has ended. */
  end(): Promise<unknown> {
    this.#isOver = true
    clearTimeout(this.#watch)
    return this.#worker.terminate()
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
      this.#send({ kind: 'share', number, json: JSON.stringify(value), isFirst: this.#shared.size === 0 })
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
        this.#memory = message.memory
        if (message.texts.length > 0) putLargeTexts(message.made as MadeRun, message.texts)
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
    this.#since = performance.now()
    clearTimeout(this.#watch)
    this.#worker.unref()
    settle(doing.task)
    this.#owner.idle()
  }

  async #answer({ ask, task: id, name, given, bytes }: FromWorker & { kind: 'ask' }) {
    const doing = this.#task
    if (doing?.id !== id) return
    this.#asks++
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
    if (this.#task !== doing) return
    this.#asks--
    this.#since = performance.now()
  }

  /** The task goes on after its time. */
  #replaceUnending() {
    const { timeLimit = 0 } = this.#task?.task ?? {}
    this.abandon(new WorkerFailure('time', `it took longer than ${timeLimit / 1000} s`))
  }

  isDoing(task: Task) {
    return this.#task?.task === task
  }

  /** Ends the thread, as far as the runtime can. */
  abandon(failure: WorkerFailure) {
    const { task } = this.#task ?? {}
    if (!task) return
    this.#wasUnending = true
    this.#owner.unending()
    this.#over()
    task.reject(failure)
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
