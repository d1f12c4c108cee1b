import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { RUNTIMES, type Runtime, startOn } from '../runtimes/runtimes.ts'
import { readRss } from '../tools/soak/process-figures.ts'
import { secondClient } from './asking-meanwhile.ts'
import { hookedChain, listOf } from './large-requests.ts'
import { leastOf } from './longest-wait.ts'
import { memoryWithin, watchMemory } from './memory-of.ts'

setDefaultTimeout(300_000)

const LONGEST_WAIT_MS = 250
const MIB = 1024 * 1024
/**
 * A minute after a flood the service takes no more than this beyond what it took before: executions, and what V8 and the
 * allocator do not give back.
 */
const LEFT_BYTES = 100 * MIB
const SETTLED_MS = 60_000
/** The most that the service takes while the flood is on, beyond what it took before. */
const MOST_BYTES = 1300 * MIB

interface Flood {
  body: string
  type: string
  /** How many calls come at once, and how often. */
  calls: number
  times: number
}

const keys = `{${listOf(490_000, at => `"key${at}":1`).join()}}`
const text = 'x'.repeat(15_000_000)

const FLOODS: Record<string, Flood> = {
  'four bodies of 490,000 keys, one after the other': { body: keys, type: 'application/json', calls: 1, times: 4 },
  '120 times 15 MB of text at once': { body: text, type: 'text/plain', calls: 120, times: 1 },
}

/** Deno first: it takes longest to give memory back, and the others are flooded meanwhile. */
const IN_ORDER = (['Deno', 'Node', 'Bun'] satisfies Runtime[]).filter(runtime => RUNTIMES.includes(runtime))
const rows = IN_ORDER.flatMap(runtime => Object.keys(FLOODS).map(name => [runtime, name] as const))

/** Runs one after the other: each flood has the machine to itself. */
let last: Promise<unknown> = Promise.resolve()
function oneByOne<T>(run: () => Promise<T>): Promise<T> {
  const ran = last.then(run)
  last = ran.catch(() => {})
  return ran
}

// while a service gives its memory back, the next one is flooded
test.concurrent.each(rows)(
  'on %s, %s to a webhook delay no other client, and leave no memory taken',
  async (runtime, name) => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify({ workflows: [hookedChain(2)] }))
    await using server = await oneByOne(() => startOn(runtime, ['--profile', 'n8n-2.41', '--simulate', '--seed', seed]))
    const { before, peak, longest } = await oneByOne(() => flood(server, FLOODS[name] as Flood))
    const began = performance.now()
    const left = await memoryWithin(server.pid, before + LEFT_BYTES, SETTLED_MS)
    const took = (performance.now() - began) / 1000
    console.info(
      `${runtime}, ${name}: others waited ${Math.round(longest)} ms; MB: ${[before, peak, left].map(it => Math.round(it / MIB)).join(' → ')} after ${took.toFixed(1)} s`,
    )
    expect(longest).toBeLessThan(LONGEST_WAIT_MS)
    expect(peak - before).toBeLessThan(MOST_BYTES)
    expect(left - before).toBeLessThan(LEFT_BYTES)
  },
)

async function flood(server: { url: string; pid: number }, { body, type, calls, times }: Flood) {
  const call = async (sent: Partial<RequestInit>) => {
    // a connection that the service closes just when it is used again would be a failure of the client's
    const answer = await fetch(`${server.url}/webhook/x`, { method: 'POST', keepalive: false, ...sent })
    await answer.arrayBuffer()
    return answer.status
  }
  // the first run starts a worker
  expect(await call({ body: '{}', headers: { 'content-type': 'application/json' } })).toBe(200)
  const before = readRss(server.pid)
  const most = watchMemory(server.pid)
  const wait = async () => {
    const report = await secondClient(server.url)
    const statuses: number[] = []
    for (let time = 0; time < times; time++) {
      statuses.push(...(await Promise.all(listOf(calls, () => call({ body, headers: { 'content-type': type } })))))
    }
    const seen = await report()
    // 503 beyond the bounds: the client is to try again
    for (const status of statuses) expect([200, 503]).toContain(status)
    expect(statuses).toContain(200)
    expect(Object.keys(seen.statuses)).toEqual(['200'])
    return seen.longest
  }
  const longest = await leastOf(3, LONGEST_WAIT_MS, wait)
  return { before, peak: most(), longest }
}
