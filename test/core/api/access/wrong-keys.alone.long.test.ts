import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { startInstance } from '../../../../src/testing.ts'
import { world } from '../world.ts'

const TRIES = 10_000
const A_TURN = 500
const ROUNDS = 5

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const right = `n8n_api_${hex(40)}`

/** Ways to be wrong: each makes a new key every time, as whoever guesses would. */
const WRONG: Record<string, () => string> = {
  'of the right length': () => `n8n_api_${hex(40)}`,
  'right but for its last byte': () => `${right.slice(0, -2)}${hex(1)}`.replace(right, `${right}x`),
  'right but for its end': () => `${right.slice(0, 60)}${hex(14)}`,
  'of the right length, without the prefix': () => hex(44),
  'far too short': () => hex(4),
  'empty but for a letter': () => 'x',
}

/** Microseconds of processor time that the requests of each way took, in turns, so that what slows one slows all alike. */
async function measure(): Promise<number[]> {
  await using instance = await startInstance({ fixture: world, apiKey: right, socket: false })
  const taken = Object.fromEntries(Object.keys(WRONG).map(name => [name, 0]))
  for (let n = 0; n < TRIES; n += A_TURN) {
    for (const [name, make] of Object.entries(WRONG)) {
      const requests = Array.from(
        { length: A_TURN },
        () => new Request('http://localhost/api/v1/tags', { headers: { 'x-n8n-api-key': make() } }),
      )
      const before = process.threadCpuUsage()
      for (const request of requests) {
        const answer = await instance.fetch(request)
        if (answer.status !== 401) throw new Error(`a key ${name} was answered ${answer.status}`)
      }
      const { user, system } = process.threadCpuUsage(before)
      taken[name] = (taken[name] ?? 0) + user + system
    }
  }
  return Object.values(taken)
}

test('a wrong key costs the same time whatever it looks like', async () => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > 1.1; round++) {
    const times = await measure()
    least = Math.min(least, Math.max(...times) / Math.min(...times))
  }
  expect(least).toBeLessThan(1.25)
}, 120_000)
