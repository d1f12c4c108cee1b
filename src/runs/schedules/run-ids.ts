import type { RunForm } from '../../core/model/run-data.ts'
import type { Store } from '../../core/model/state.ts'
import type { ExecutionIds } from '../engine/job.ts'
import { resumeUrlsOf } from '../engine/sent-run.ts'

export interface RunIdOptions {
  store: Store
  form: RunForm
  /** 64 hex digits that cannot be guessed. */
  newToken(): string
  /** Where the instance is called, where a run does not say it. */
  base: string
}

/** Ids of executions: none is taken by two runs that are computed at the same time. */
export class RunIds {
  readonly #options: RunIdOptions
  readonly #taken = new Set<string>()

  constructor(options: RunIdOptions) {
    this.#options = options
  }

  take(): string {
    const id = this.#freeAfter(this.#options.store.data.counters.executions)
    this.#taken.add(id)
    return id
  }

  /** Gives ids to a run of which nothing is stored, and to those that it calls: others may be given the same. */
  forTrial(): () => string {
    let last: string | number = this.#options.store.data.counters.executions
    return () => {
      last = this.#freeAfter(Number(last))
      return last
    }
  }

  #freeAfter(last: number): string {
    const { executions } = this.#options.store.data
    let number = last + 1
    while (this.#taken.has(String(number)) || executions.has(String(number))) number++
    return String(number)
  }

  /** What a run knows of its own execution. */
  execution(id: string, base = this.#options.base): ExecutionIds {
    const { form, newToken } = this.#options
    const resumeToken = newToken()
    return { id, resumeToken, ...resumeUrlsOf(id, base, resumeToken, form) }
  }

  /** They are stored, or nothing is. */
  release(ids: readonly string[]) {
    for (const id of ids) this.#taken.delete(id)
  }
}
