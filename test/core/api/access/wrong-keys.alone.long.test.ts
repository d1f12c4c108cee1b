import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { startInstance } from '../../../../src/testing.ts'
import { world } from '../world.ts'

const TRIES = 10_000
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

/** Microseconds that each request took, wrong in turns, so that whatever slows the machine slows all alike. */
async function measure(): Promise<Map<string, number>> {
  await using instance = await startInstance({ fixture: world, apiKey: right, socket: false })
  const taken = new Map<string, number[]>(Object.keys(WRONG).map(name => [name, []]))
  for (let n = 0; n < TRIES; n++) {
    for (const [name, make] of Object.entries(WRONG)) {
      const request = new Request('http://localhost/api/v1/tags', { headers: { 'x-n8n-api-key': make() } })
      const start = performance.now()
      const answer = await instance.fetch(request)
      taken.get(name)?.push((performance.now() - start) * 1000)
      if (answer.status !== 401) throw new Error(`a key ${name} was answered ${answer.status}`)
    }
  }
  return new Map([...taken].map(([name, times]) => [name, medianOf(times)]))
}

function medianOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

test('a wrong key costs the same time whatever it looks like', async () => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > 1.1; round++) {
    const medians = [...(await measure()).values()]
    least = Math.min(least, Math.max(...medians) / Math.min(...medians))
  }
  expect(least).toBeLessThan(1.25)
}, 120_000)
