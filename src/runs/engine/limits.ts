import process from 'node:process'
import { isMainThread } from 'node:worker_threads'
import type { NodeItem } from '../../core/model/run-data.ts'
import type { EngineInterface } from '../expressions/realm.ts'
import { RunStopped, runErrors } from './run-errors.ts'

/** The most runs of nodes, in a run and all that it calls: a loop in a graph may never end. */
const MAX_NODE_RUNS = 10_000
/** The most bytes of JSON that a run and all that it calls put out. */
const MAX_DATA_BYTES = 16 * 1024 * 1024
/**
 * The most bytes of memory that the worker of a run takes, looked at so often, in milliseconds. On Node the worker itself
 * has a bound below this one.
 */
const MAX_MEMORY = isMainThread ? Number.POSITIVE_INFINITY : 640 * 1024 * 1024
const LOOKED_MS = 50
/** The most workflows that a run calls, with those that these call. */
const MAX_CALLS = 100
/** How deep workflows call each other. */
const MAX_DEPTH = 10
/** Counted for each item, for what execution data says beside its JSON, and for each item that it is paired with. */
const FRAME_BYTES = 64
const PAIR_BYTES = 12
/** The most bytes of JSON that a workflow remembers: every run is sent them, and the API returns them. */
const MAX_STATIC_BYTES = 2 * 1024 * 1024

/** What a run may cost, together with the workflows that it calls. */
export class RunLimits {
  /** When it must have ended, by `performance.now()`. */
  readonly deadline: number
  readonly #timeLimit: number
  readonly #engine: Pick<EngineInterface, 'bytes'>
  readonly #sizes = new JsonSizes()
  #looked = performance.now()
  #runs = 0
  #calls = 0
  #bytes = 0

  /** @param timeLimit milliseconds that computing may take */
  constructor(timeLimit: number, engine: Pick<EngineInterface, 'bytes'>) {
    this.#timeLimit = timeLimit
    this.#engine = engine
    this.deadline = performance.now() + timeLimit
  }

  /** @throws RunStopped when the time is over, or the memory used up */
  checkTime() {
    const now = performance.now()
    if (now > this.deadline) throw new RunStopped(runErrors.computedTooLong(this.#timeLimit))
    if (now - this.#looked < LOOKED_MS) return
    this.#looked = now
    const { heapUsed, external } = process.memoryUsage()
    // Deno does not count the memory of engines, which the others count as external
    if (heapUsed + Math.max(external, this.#engine.bytes) > MAX_MEMORY)
      throw new RunStopped(runErrors.memoryTooLarge(MAX_MEMORY))
  }

  /** @throws RunStopped when nodes have run too often */
  countNodeRun() {
    if (++this.#runs > MAX_NODE_RUNS) throw new RunStopped(runErrors.ranTooOften(MAX_NODE_RUNS))
  }

  /** Why another workflow cannot be called; `undefined` where it can. */
  refuseCall(depth: number): string | undefined {
    if (depth <= MAX_DEPTH && ++this.#calls <= MAX_CALLS) return undefined
    return runErrors.callsTooMany(MAX_DEPTH, MAX_CALLS)
  }

  /**
   * Counts what a node puts out. An object that several items share is measured once, and counted for each of them, as
   * it is written for each.
   *
   * @throws RunStopped when it is too much
   */
  countItems(outputs: readonly (readonly NodeItem[] | null)[]) {
    for (const items of outputs) {
      for (const item of items ?? []) this.#count(this.sizeOf(item))
    }
  }

  /** Counts a value that is stored beside the items. @throws RunStopped when it is too much */
  countValue(value: object) {
    this.#count(this.#sizes.of(value))
  }

  /** Bytes that an item takes: measured now, and not again when it is put out. */
  sizeOf({ json, binary, pairedItem }: NodeItem): number {
    const pairs = Array.isArray(pairedItem) ? pairedItem.length : 0
    return this.#sizes.of(json) + (binary ? this.#sizes.of(binary) : 0) + FRAME_BYTES + pairs * PAIR_BYTES
  }

  /** @throws RunStopped where a workflow would remember too much from one run to the next */
  checkStaticData(json: string) {
    const bytes = Buffer.byteLength(json)
    if (bytes > MAX_STATIC_BYTES) throw new RunStopped(runErrors.staticDataTooLarge(MAX_STATIC_BYTES))
  }

  /** Call it before something is made. @throws RunStopped where a run may not hold these bytes as well */
  checkRoom(bytes: number) {
    if (this.#bytes + bytes > MAX_DATA_BYTES) throw new RunStopped(runErrors.dataTooLarge(MAX_DATA_BYTES))
  }

  #count(bytes: number) {
    this.checkRoom(bytes)
    this.#bytes += bytes
  }
}

/** How many bytes values take as JSON; each is measured once. */
export class JsonSizes {
  readonly #known = new WeakMap<object, number>()

  of(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 0
    const known = this.#known.get(value) ?? Buffer.byteLength(JSON.stringify(value))
    this.#known.set(value, known)
    return known
  }
}
