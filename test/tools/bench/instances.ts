// What an instance per test costs: start to first answer beside an empty Elysia app, and memory over many of them.
// Run: bun test/tools/bench/instances.ts [rounds] [instances]
import { Elysia } from 'elysia'
import { listen } from '../../../src/core/runtime/listen.ts'
import { startInstance } from '../../../src/testing.ts'

const ROUNDS = Number(process.argv[2] ?? 200)
const INSTANCES = Number(process.argv[3] ?? 1000)
const WARM_UP = 100

interface Started {
  ask(): Promise<Response>
  stop(): Promise<void>
}

async function startEmptyApp(): Promise<Started> {
  const app = new Elysia().get('/', () => 'ok')
  const listener = await listen(request => app.fetch(request), {
    hostname: '127.0.0.1',
    port: 0,
    report: console.error,
  })
  return { ask: () => fetch(`${listener.url}/`), stop: () => listener.stop() }
}

async function startOurs(): Promise<Started> {
  const instance = await startInstance()
  const headers = { [instance.apiKeyHeader]: instance.apiKey }
  return { ask: () => fetch(`${instance.url}/api/v1/tags`, { headers }), stop: () => instance.stop() }
}

async function timeOf(start: () => Promise<Started>) {
  const began = performance.now()
  const started = await start()
  const listening = performance.now()
  await (await started.ask()).text()
  const answered = performance.now()
  await started.stop()
  return { start: listening - began, first: answered - listening, whole: answered - began }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

async function compareStarts() {
  const times = { empty: [] as number[], ours: [] as number[], start: [] as number[], first: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.empty.push((await timeOf(startEmptyApp)).whole)
    const { start, first, whole } = await timeOf(startOurs)
    times.ours.push(whole)
    times.start.push(start)
    times.first.push(first)
  }
  const [empty, ours] = [median(times.empty), median(times.ours)]
  console.log(`start to first answer, median of ${ROUNDS}:`)
  console.log(`  empty Elysia app  ${empty.toFixed(2)} ms`)
  console.log(
    `  instance          ${ours.toFixed(2)} ms  (start ${median(times.start).toFixed(2)}, first answer ${median(times.first).toFixed(2)})`,
  )
  console.log(`  ratio             ${(ours / empty).toFixed(2)}  (at most 3)`)
}

/** Starts, uses and stops an instance. */
async function useOne() {
  const { ask, stop } = await startOurs()
  await (await ask()).text()
  await stop()
}

async function memoryOverMany() {
  const megabytes = () => {
    Bun.gc(true)
    return process.memoryUsage().rss / 1024 / 1024
  }
  for (let count = 0; count < WARM_UP; count++) await useOne()
  const before = megabytes()
  console.log(`memory, ${INSTANCES} instances started, used and stopped one after the other:`)
  for (let count = WARM_UP; count < INSTANCES; count++) {
    await useOne()
    if ((count + 1) % (INSTANCES / 5) === 0)
      console.log(`  after ${String(count + 1).padStart(5)}  ${megabytes().toFixed(1)} MB`)
  }
  const after = megabytes()
  console.log(
    `  growth after the first ${WARM_UP}: ${(after - before).toFixed(1)} MB (${((100 * (after - before)) / before).toFixed(1)} %)`,
  )
}

await compareStarts()
await memoryOverMany()
process.exit()
