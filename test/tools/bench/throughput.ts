import { type Measured, measure } from './load.ts'
import { median, medianRatio } from './statistics.ts'
import type { Subject } from './subjects.ts'

const SECONDS = 1

/** One subject, asked one kind of request over a number of connections. */
export interface Job {
  subject: Subject
  kind: string
  connections: number
}

/** What was measured in a second. `processor`: microseconds of processor time for an answer. */
export type Sample = Measured & { processor: number }

/** What was measured round by round. */
export class Throughput {
  readonly #samples = new Map<string, Sample[]>()

  add(job: Job, sample: Sample) {
    const name = nameOf(job)
    this.#samples.set(name, [...(this.#samples.get(name) ?? []), sample])
  }

  all(job: Job, what: keyof Sample): number[] {
    return (this.#samples.get(nameOf(job)) ?? []).map(sample => sample[what])
  }

  median = (job: Job, what: keyof Sample) => median(this.all(job, what))
  ratio = (job: Job, to: Job, what: keyof Sample) => medianRatio(this.all(job, what), this.all(to, what))
}

const nameOf = ({ subject, kind, connections }: Job) => `${subject.name} ${kind} ${connections}`

/** Asks a kind of request for a second. */
export async function runJob({ subject, kind, connections }: Job, folder: string): Promise<Sample> {
  const { asked = [], status = 200, name = kind } = subject.kinds[kind] ?? {}
  const began = subject.server?.processorTime() ?? Number.NaN
  const result = await measure({ url: subject.url, connections, seconds: SECONDS, asked }, folder)
  const took = (subject.server?.processorTime() ?? Number.NaN) - began
  if (result.failed !== (status < 400 ? 0 : result.total)) {
    throw new Error(
      `${subject.name}: ${result.failed} of ${result.total} answers to "${name}" were refusals or failures`,
    )
  }
  return { ...result, processor: (took / result.total) * 1e6 }
}
