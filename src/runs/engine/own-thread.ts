import { once } from '../../core/base/once.ts'
import { TOO_DEEP } from '../expressions/failure.ts'
import type { RunAccess, RunJob } from './job.ts'
import { errorText, frozen, type Sendable, type ServedAccess, Shared } from './messages.ts'

/** Runs that take longer than this together are left to workers: to start one takes about a third of it, in milliseconds. */
const LONGEST_MS = 500
/** What a run says that a worker may be able to compute: its stack is larger. */
const DEEPER_IN_WORKERS = [TOO_DEEP, 'Maximum call stack size exceeded']

const engine = once(async () => {
  const [{ computeRun }, { loadEngine }] = await Promise.all([
    import('./compute-run.ts'),
    import('../expressions/engine.ts'),
  ])
  const loaded = await loadEngine()
  return (job: RunJob, access: RunAccess) => computeRun(job, loaded, access)
})

/**
 * Computes tried runs in the thread that asks for them: for a command, which serves nobody else. Most checks of workflows are
 * over before a worker would have started.
 */
export class OwnThread {
  readonly #shared = new WeakMap<Shared, object>()
  #last: Promise<unknown> = Promise.resolve()
  #taken = 0

  /** Whether the next run is computed here. */
  get isOpen(): boolean {
    return this.#taken <= LONGEST_MS
  }

  /** Leaves all further runs to workers. */
  close() {
    this.#taken = Number.POSITIVE_INFINITY
  }

  /** @returns a `RunResult`, JSON; nothing where a worker is to compute the run from its beginning */
  compute(given: Sendable<RunJob>, access: ServedAccess): Promise<string | undefined> {
    const made = this.#last.then(() => this.#computeNext(given, access))
    this.#last = made.catch(() => undefined)
    return made
  }

  async #computeNext(given: Sendable<RunJob>, access: ServedAccess): Promise<string | undefined> {
    const compute = await engine()
    const began = performance.now()
    const result = JSON.stringify(await compute(this.#ownOf(given) as RunJob, this.#accessOf(access)))
    this.#taken += performance.now() - began
    return DEEPER_IN_WORKERS.some(text => result.includes(text)) ? undefined : result
  }

  /** What a run may ask: as from a worker, it gives and gets copies, and plain errors. */
  #accessOf(access: ServedAccess): RunAccess {
    return new Proxy({} as RunAccess, {
      get:
        (_, name) =>
        async (...given: unknown[]) => {
          const ask = access[name as keyof ServedAccess] as (...given: unknown[]) => Promise<object | undefined>
          const answer = await ask(...structuredClone(given)).catch(error => {
            throw new Error(errorText(error).message)
          })
          return name === 'workflow' && answer ? this.#ownOf(answer) : structuredClone(answer)
        },
    })
  }

  /** A copy; of a value that runs share, the copy that they share. */
  #ownOf<T extends object>(given: T): unknown {
    const fields = Object.entries(given)
    const shared = fields.filter((field): field is [string, Shared] => field[1] instanceof Shared)
    if (shared.length === 0) return structuredClone(given)
    const own = structuredClone(Object.fromEntries(fields.filter(([, value]) => !(value instanceof Shared))))
    return { ...own, ...Object.fromEntries(shared.map(([name, value]) => [name, this.#copyOf(value)])) }
  }

  #copyOf(shared: Shared): object {
    const known = this.#shared.get(shared)
    if (known) return known
    const copy = frozen(structuredClone(shared.value))
    this.#shared.set(shared, copy)
    return copy
  }
}
