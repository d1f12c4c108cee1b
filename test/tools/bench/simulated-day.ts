// A day of 1,000 simulated runs in a fresh process: the first, further ones, and as many executions that are added one by
// one over the control API. Prints milliseconds as JSON. `bun run bench simulation` runs it.
import process from 'node:process'
import { startInstance } from '../../../src/testing.ts'
import { cron, inARow, noOp, webhook } from '../../runs/schedules/workflows.ts'

/** What it took, in milliseconds: as time passed, and of the processor, all threads. */
export interface Cost {
  time: number
  processor: number
}

/** 984 runs a day, in different time zones; 16 calls of the two webhooks make them 1,000. */
const SCHEDULES: [pattern: string, timezone: string][] = [
  ['*/3 * * * *', 'UTC'],
  ['*/5 * * * *', 'Europe/Berlin'],
  ['*/10 * * * *', 'America/New_York'],
  ['*/30 * * * *', 'Asia/Tokyo'],
  ['0 * * * *', 'Australia/Lord_Howe'],
]
const WEBHOOKS = ['orders', 'refunds']
const CALLS = 16
const RUNS = 1000
const WARM = 5

const workflows = [
  ...SCHEDULES.map(([pattern, timezone], at) => ({
    id: `${at + 1}`,
    name: pattern,
    active: true,
    settings: { timezone },
    ...inARow(cron(pattern), noOp('Check'), noOp('Done')),
  })),
  ...WEBHOOKS.map(path => ({ id: path, name: path, active: true, ...inARow(webhook(path), noOp('Done')) })),
]

const start = () =>
  startInstance({ socket: false, simulate: true, clock: '2026-03-02T00:00:00Z', fixture: { workflows } })

async function costOf(play: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage()
  const began = performance.now()
  await play()
  const time = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  return { time, processor: (user + system) / 1000 }
}

async function playDay(instance: Awaited<ReturnType<typeof start>>) {
  for (let at = 0; at < CALLS; at++) {
    await instance.request('GET', `/webhook/${WEBHOOKS[at % WEBHOOKS.length]}`, undefined, { key: null })
  }
  await instance.clock.advance('1d')
}

await using instance = await start()
const first = await costOf(() => playDay(instance))
const played = instance.state('executions').executions.length
if (played !== RUNS) throw new Error(`${played} executions instead of ${RUNS}`)
const warm: Cost[] = []
const added: Cost[] = []
const body = { workflowId: '1', status: 'success' }
for (let round = 0; round < WARM; round++) {
  await instance.reset()
  warm.push(await costOf(() => playDay(instance)))
  await instance.reset()
  added.push(
    await costOf(async () => {
      for (let at = 0; at < RUNS; at++) await instance.request('POST', '/_control/executions', body)
    }),
  )
}
console.log(JSON.stringify({ first, warm, added }))
