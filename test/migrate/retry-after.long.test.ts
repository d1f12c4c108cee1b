import { expect, test } from 'bun:test'
import { cloneService } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { sampleFixture } from './sample.ts'

test('Retry-After is followed, but not for longer than is allowed', async () => {
  await using service = await startInstance({
    fixture: sampleFixture({ workflows: 3, tags: 2, credentials: 2, executions: 4 }),
  })
  const retries = { tries: 3, firstWait: 1, longestWait: 30 }
  service.faults.set({ rules: [{ path: '/workflows', retryAfter: 3600, times: 1 }] })
  const start = performance.now()
  await cloneService({ url: service.url, apiKey: service.apiKey, retries })
  expect(performance.now() - start).toBeGreaterThan(29)
  expect(performance.now() - start).toBeLessThan(5000)
})
