import type { Growth } from './growth.ts'
import type { StartUp } from './start-up.ts'
import { medianRatio } from './statistics.ts'
import type { Subject } from './subjects.ts'
import { atLeast, atMost, type Target } from './target.ts'
import { CHANGED, type Throughput } from './throughput.ts'

export interface Results {
  throughput: Throughput
  ours: Subject
  bare: Subject
  growth: Growth[]
  startUp: StartUp
}

/** What this project promises of its speed, each with its measured ratio. */
export function targetsOf({ throughput, ours, bare, growth, startUp }: Results): Target[] {
  const job = (kind: string, connections: number, subject = ours) => ({ subject, kind, connections })
  const toBare = (kind: string, connections: number, what: 'rate' | 'p99' = 'rate') =>
    throughput.ratio(job(kind, connections), job(kind, connections, bare), what)
  const toGet = (kind: string) => throughput.ratio(job(kind, 16), job('one', 16), 'rate')
  const toLoop = (kind: string) => medianRatio(throughput.all(job(kind, 1), 'rate'), throughput.appended)
  const slowest = (part: RegExp) => Math.max(...growth.filter(({ name }) => part.test(name)).map(({ ratio }) => ratio))
  const { nothing, source, executable, memory } = startUp

  return [
    ...[1, 16].flatMap(connections => [
      atLeast(`GET one workflow, ${over(connections)}, of the bare rate`, toBare('one', connections), 0.75),
      atLeast(`GET 100 workflows, ${over(connections)}, of the bare rate`, toBare('list', connections), 0.6),
      atLeast(`GET 100 executions, ${over(connections)}, of the bare rate`, toBare('executions', connections), 0.85),
    ]),
    atLeast('GET 100 workflows, each after a change, of the bare rate', toBare(CHANGED, 1), 0.3),
    ...[1, 16].flatMap(connections => [
      atMost(`p99 of GET one workflow, ${over(connections)}, to the bare p99`, toBare('one', connections, 'p99'), 2),
      atMost(`p99 of GET 100 workflows, ${over(connections)}, to the bare p99`, toBare('list', connections, 'p99'), 2),
    ]),
    atLeast('durable PUT, 16 connections, of the rate of GET one', toGet('put'), 0.25),
    atLeast('durable POST, 16 connections, of the rate of GET one', toGet('post'), 0.25),
    atLeast('durable PUT, 1 connection, of a loop of append and fdatasync', toLoop('put'), 0.5),
    atLeast('durable POST, 1 connection, of a loop of append and fdatasync', toLoop('post'), 0.5),
    atLeast(
      'POST refused (400), of the rate of one accepted',
      throughput.ratio(job('refused', 16), job('post', 16), 'rate'),
      1,
    ),
    atLeast('GET refused (404), of the rate of GET one', toGet('unknown'), 1),
    atLeast('GET refused (401), of the rate of GET one', toGet('stranger'), 1),
    atMost('list with a filter, 10,000 workflows to 100', slowest(/^GET \?\w+=\w+$/), 2),
    atMost('list with a filter, each after a change, 10,000 workflows to 100', slowest(/after a change/), 2),
    atMost('GET by id, 10,000 workflows to 100', slowest(/^GET by id$/), 1.1),
    atMost('source start to first answer, beyond `bun -e 0`', source - nothing, 150, 'ms'),
    ...(executable === undefined
      ? []
      : [atMost('start of the executable to first answer, beyond `bun -e 0`', executable - nothing, 60, 'ms')]),
    atMost("idle memory, to an empty Elysia application's", memory.source / memory.emptyApp, 2),
  ]
}

const over = (connections: number) => (connections === 1 ? '1 connection' : `${connections} connections`)
