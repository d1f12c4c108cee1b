import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { world } from '../core/api/world.ts'

test('a delay is at least what it says, and the answer is as always', async () => {
  await using instance = await startInstance({ fixture: world, faultSeed: 1, socket: false })
  instance.faults.add({ delay: [30, 40] })
  const began = performance.now()
  expect((await instance.request('GET', '/api/v1/tags')).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThanOrEqual(29)
})
