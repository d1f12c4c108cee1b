import { appendRate } from './append-loop.ts'
import { type Measured, measure } from './load.ts'
import { inputOf } from './requests.ts'
import { median, medianRatio } from './statistics.ts'
import type { Subject } from './subjects.ts'

/** Kinds that are measured for all, at 1 and 16 connections. */
export const KINDS = ['one', 'list', 'executions', 'post', 'put', 'refused']
/** GET 100 workflows, each after a change; at 1 connection. */
export const CHANGED = 'changed'
/** Writes that are measured for the least keeper too. */
const WRITES = ['post', 'put']
/** Refusals that are measured for ours alone, at 16 connections. */
const REFUSALS = ['unknown', 'stranger']

const CONNECTIONS = [1, 16]
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
  /** How often a second a bare loop could append and sync. */
  readonly appended: number[] = []

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

/**
 * Measures rounds of loads, with the subjects of a load right after each other, in turns first.
 *
 * @throws an Error for a load that is not answered as it should be
 */
export async function measureThroughput(
  { ours, others, least }: { ours: Subject; others: Subject[]; least: Subject },
  { rounds, folder }: { rounds: number; folder: string },
): Promise<Throughput> {
  const subjects = [ours, ...others]
  const jobs: Job[] = [
    ...CONNECTIONS.flatMap(connections =>
      KINDS.flatMap(kind => subjects.map(subject => ({ subject, kind, connections }))),
    ),
    ...subjects.map(subject => ({ subject, kind: CHANGED, connections: 1 })),
    ...CONNECTIONS.flatMap(connections => WRITES.map(kind => ({ subject: least, kind, connections }))),
    ...REFUSALS.map(kind => ({ subject: ours, kind, connections: 16 })),
  ]
  const throughput = new Throughput()
  const bytes = JSON.stringify(inputOf('1', 0)).length

  for (const job of jobs) if (job.connections === 16 || job.kind === CHANGED) await runJob(job, folder)
  for (let round = 0; round < rounds; round++) {
    throughput.appended.push(await appendRate(folder, bytes))
    for (const job of round % 2 ? jobs.toReversed() : jobs) throughput.add(job, await runJob(job, folder))
  }
  return throughput
}

const nameOf = ({ subject, kind, connections }: Job) => `${subject.name} ${kind} ${connections}`

/** Asks a kind of request for a second. */
export async function runJob({ subject, kind, connections }: Job, folder: string): Promise<Sample> {
  const { asked = [], status = 200, name = kind } = subject.kinds[kind === CHANGED ? 'list' : kind] ?? {}
  const before = kind === CHANGED ? { before: subject.kinds.put?.asked ?? [] } : {}
  const began = subject.server?.processorTime() ?? Number.NaN
  const result = await measure({ url: subject.url, connections, seconds: SECONDS, asked, ...before }, folder)
  const took = (subject.server?.processorTime() ?? Number.NaN) - began
  if (result.failed !== (status < 400 ? 0 : result.total)) {
    throw new Error(
      `${subject.name}: ${result.failed} of ${result.total} answers to "${name}" were refusals or failures`,
    )
  }
  if (kind === 'post') await subject.clean()
  return { ...result, processor: (took / result.total) * 1e6 }
}
