import { setImmediate } from 'node:timers/promises'
import { runAtOnce, runInSlices } from '../../base/run-in-slices.ts'
import { StorageError, type Store } from '../../base/store.ts'
import type { StateBase } from './state-layers.ts'
import { StateDraft } from './state-layers.ts'

/** Where commits are made durable. */
export interface CommitLog<C, V> {
  /** The text from which the changes can be replayed. If it throws, only this update is rejected. */
  encode(changes: StateDraft<C, V>): Generator<unknown, readonly string[]>
  /** Resolves when all of them are durable; rejects when none is. */
  append(encoded: readonly (readonly string[])[]): Promise<void>
}

/** Work that runs between two batches of updates. */
interface Task {
  task: () => unknown
  resolve: (value: never) => void
  reject: (reason: unknown) => void
}

interface Update<C, V> {
  change: (draft: StateDraft<C, V>['view']) => unknown
  resolve: (value: never) => void
  reject: (reason: unknown) => void
}

/** Milliseconds in which a batch takes updates; then it is written, or the event loop goes on. */
const FORMING_TIME = 4

/** Runs updates one at a time, in order, and commits those that have gathered as one batch. */
export class UpdateQueue<C, V> {
  readonly #base: StateBase<C, V>
  readonly #log: CommitLog<C, V> | undefined
  readonly #waiting: (Update<C, V> | Task)[] = []
  #running: Promise<void> | undefined
  #closedBecause: string | undefined

  constructor(base: StateBase<C, V>, log?: CommitLog<C, V>) {
    this.#base = base
    this.#log = log
  }

  readonly update: Store<C, V>['update'] = change =>
    new Promise((resolve, reject) => {
      if (this.#closedBecause) throw new StorageError(this.#closedBecause)
      this.#enqueue({ change, resolve, reject })
    })

  readonly updateInSteps: Store<C, V>['updateInSteps'] = change =>
    new Promise((resolve, reject) => {
      if (this.#closedBecause) throw new StorageError(this.#closedBecause)
      this.#enqueue({ task: () => this.#runInSteps(change), resolve, reject })
    })

  /** Runs `task` between two batches: while it runs, nothing changes. */
  readonly exclusive = <T>(task: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => this.#enqueue({ task, resolve, reject }))

  /** Refuses further updates and waits for those under way. */
  async close(reason: string) {
    this.#closedBecause ??= reason
    await this.#running
  }

  #enqueue(item: Update<C, V> | Task) {
    this.#waiting.push(item)
    this.#running ??= this.#run()
  }

  async #run() {
    await null
    let turnBegan = performance.now()
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if ('task' in next) await this.#runTask(next)
      else await this.#runBatch()
      // in memory nothing is written, and one batch after the other would keep the event loop waiting
      if (this.#log || performance.now() - turnBegan < FORMING_TIME) continue
      await setImmediate()
      turnBegan = performance.now()
    }
    this.#running = undefined
  }

  async #runTask({ task, resolve, reject }: Task) {
    this.#waiting.shift()
    try {
      resolve((await task()) as never)
    } catch (error) {
      reject(error)
    }
  }

  async #runInSteps<T>(change: (draft: StateDraft<C, V>['view']) => Generator<unknown, T>): Promise<T> {
    const draft = new StateDraft<C, V>(this.#base)
    try {
      const result = await runInSlices(change(draft.view))
      if (draft.isEmpty) return result
      const encoded = this.#log ? [await runInSlices(this.#log.encode(draft))] : []
      const failure = await this.#commit(draft, encoded)
      if (failure) throw failure
      return result
    } finally {
      draft.close()
    }
  }

  async #runBatch() {
    // updates that arrive in the same turn of the event loop share one write
    if (this.#log) await setImmediate()
    const batch = new Batch<C, V>(this.#base)
    const settle: ((failure?: StorageError) => void)[] = []
    const deadline = performance.now() + FORMING_TIME
    for (let next = this.#waiting[0]; next && 'change' in next; next = this.#waiting[0]) {
      if (settle.length > 0 && performance.now() > deadline) break
      this.#waiting.shift()
      const { change, resolve, reject } = next
      try {
        const result = this.#runUpdate(batch, change)
        settle.push(failure => (failure ? reject(failure) : resolve(result as never)))
      } catch (error) {
        settle.push(failure => reject(failure ?? error))
      }
    }
    const failure = batch.changes && (await this.#commit(batch.changes, batch.encoded))
    for (const settleOne of settle) settleOne(failure)
  }

  #runUpdate(batch: Batch<C, V>, change: Update<C, V>['change']) {
    const draft = new StateDraft<C, V>(batch.changes ?? this.#base)
    try {
      const result = change(draft.view)
      refusePromise(result)
      if (!draft.isEmpty) batch.add(draft, this.#log && runAtOnce(this.#log.encode(draft)))
      return result
    } finally {
      draft.close()
    }
  }

  async #commit(changes: StateDraft<C, V>, encoded: readonly (readonly string[])[]) {
    try {
      await this.#log?.append(encoded)
    } catch (error) {
      return error instanceof StorageError ? error : new StorageError('The change could not be saved', { cause: error })
    }
    changes.applyTo(this.#base)
  }
}

/** Updates that are committed together. Each sees the changes of those before it. */
class Batch<C, V> {
  readonly encoded: (readonly string[])[] = []
  readonly #base: StateBase<C, V>
  #only: StateDraft<C, V> | undefined
  #merged: StateDraft<C, V> | undefined

  constructor(base: StateBase<C, V>) {
    this.#base = base
  }

  /** The changes of all of them; `undefined` while there are none. */
  get changes() {
    return this.#merged ?? this.#only
  }

  /** A batch mostly has one update; only the second one makes a merged draft necessary. */
  add(draft: StateDraft<C, V>, text: readonly string[] | undefined) {
    if (text) this.encoded.push(text)
    if (!this.#only) {
      this.#only = draft
      return
    }
    if (!this.#merged) {
      this.#merged = new StateDraft(this.#base)
      this.#only.applyTo(this.#merged)
    }
    draft.applyTo(this.#merged)
  }
}

function refusePromise(result: unknown) {
  if (typeof result !== 'object' || result === null || !('then' in result)) return
  Promise.resolve(result).catch(() => {})
  throw new TypeError('An update must be synchronous: its function returned a promise, so nothing was changed')
}
