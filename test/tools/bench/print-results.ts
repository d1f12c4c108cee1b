import { type Growth, SIZES } from './growth.ts'
import type { StartUp } from './start-up.ts'
import type { Subject } from './subjects.ts'
import { megabytes, milliseconds, percent, perSecond, printTable } from './table.ts'
import { CHANGED, type Job, KINDS, type Throughput } from './throughput.ts'

/** Rates, the second subject's ratio to the first, latencies, and processor time for an answer. */
export function printThroughput(
  throughput: Throughput,
  subjects: [bare: Subject, ours: Subject, ...others: Subject[]],
) {
  const [bare, ours] = subjects
  const row = (kind: string, connections: number, name = ours.kinds[kind]?.name ?? kind) => {
    const jobs = subjects.map(subject => ({ subject, kind, connections }))
    const median = (what: 'rate' | 'p50' | 'p99' | 'processor') => jobs.map(job => throughput.median(job, what))
    const [p50, p99] = [median('p50'), median('p99')]
    return [
      name,
      `${connections}`,
      ...median('rate').map(perSecond),
      percent(throughput.ratio({ subject: ours, kind, connections }, { subject: bare, kind, connections }, 'rate')),
      ...p50.map((time, at) => `${milliseconds(time)} / ${milliseconds(p99[at])}`),
      ...median('processor')
        .slice(0, 2)
        .map(time => time.toFixed(0)),
    ]
  }
  const names = subjects.map(({ name }) => name)
  printTable(
    [
      'request',
      'connections',
      ...names.map(name => `${name}, answers per second`),
      'ratio',
      ...names.map(name => `${name}, p50 / p99 ms`),
      ...names.slice(0, 2).map(name => `${name}, µs of processor`),
    ],
    [
      ...[1, 16].flatMap(connections => KINDS.map(kind => row(kind, connections))),
      row(CHANGED, 1, 'GET 100 workflows, each after a change'),
    ],
  )
}

/** What of the cost of a write is the runtime's and the disk's. */
export function printLeast(throughput: Throughput, ours: Subject, least: Subject) {
  const figures = [1, 16].map(connections => {
    const [own, other] = [ours, least].map(subject => ({ subject, kind: 'put', connections })) as [Job, Job]
    const at = connections === 1 ? '1 connection' : `${connections} connections`
    return `${perSecond(throughput.median(other, 'rate'))} at ${at} (Understudy ${percent(throughput.ratio(own, other, 'rate'))})`
  })
  console.log(
    'The least that keeps a PUT (parses it, syncs those of a turn together, answers with its JSON; no key, ' +
      `no check, no state): ${figures.join(', ')}.\n`,
  )
}

/** What the number of workflows costs. */
export function printGrowth({ rows, start, memory }: { rows: Growth[]; start: number[]; memory: number[] }) {
  printTable(
    ['1 connection', ...SIZES.map(size => `${size.toLocaleString('en')} workflows`), 'ratio'],
    [
      ...rows.map(({ name, small, large, ratio }) => [
        name,
        `${milliseconds(small)} ms`,
        `${milliseconds(large)} ms`,
        ratio.toFixed(2),
      ]),
      ['start to first answer', ...start.map(time => `${milliseconds(time)} ms`), ''],
      ['memory after it', ...memory.map(megabytes), ''],
    ],
  )
}

/** How long starts take, and what memory. */
export function printStartUp({ nothing, emptyApp, first, source, executable, memory }: StartUp, afterLoad: number) {
  const row = (name: string, time: number, memory: string) => [name, `${milliseconds(time)} ms`, memory]
  printTable(
    ['', 'start to first answer', 'memory'],
    [
      row('`bun -e 0`, to its end', nothing, ''),
      row('an empty Elysia application', emptyApp, megabytes(memory.emptyApp)),
      row('Understudy, its very first start', first, megabytes(memory.source)),
      row('Understudy with 100 workflows', source, `${megabytes(afterLoad)} after the load`),
      ...(executable === undefined
        ? []
        : [row('the executable with 100 workflows', executable, megabytes(memory.executable))]),
    ],
  )
}
