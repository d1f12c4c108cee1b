import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { versions } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { runCli, temporaryFolder } from '../commands/run-cli.ts'
import { sampleFixture } from './sample.ts'

const KEY = 'key-that-nobody-may-see'
const env = { THE_KEY: KEY }
const sizes = { workflows: 40, tags: 3, credentials: 4, executions: 40 }

/** A service that counts how many requests it has at a time, and turns some away. */
async function countingService(
  profile: (typeof versions)[number],
  turnAway: (nth: number) => Response | undefined = () => undefined,
) {
  const service = await startInstance({ profile, apiKey: KEY, fixture: sampleFixture(sizes, { profile }) })
  const seen = { running: 0, most: 0, all: 0, early: 0, notBefore: 0 }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      seen.most = Math.max(seen.most, ++seen.running)
      const refused = turnAway(++seen.all)
      if (performance.now() < seen.notBefore) seen.early++
      if (refused) seen.notBefore = performance.now() + Number(refused.headers.get('retry-after')) * 1000 - 20
      await Bun.sleep(5)
      const { pathname, search } = new URL(request.url)
      const answer = refused ?? (await service.fetch(pathname + search, { headers: request.headers }))
      seen.running--
      return answer
    },
  })
  return {
    seen,
    url: `http://127.0.0.1:${server.port}`,
    async [Symbol.asyncDispose]() {
      await server.stop(true)
      await service.stop()
    },
  }
}

/** Clones a service into a folder of its own. */
async function clone(url: string, concurrency: string) {
  await using folder = await temporaryFolder()
  const where = ['--key-env', 'THE_KEY', '--data', join(folder.path, 'copy')]
  return runCli(['clone', url, ...where, '--executions', '40', '--concurrency', concurrency], { env })
}

describe.each(versions)('a service of version %s', profile => {
  test.each(['1', '3'])('has no more than --concurrency %s requests at a time', async concurrency => {
    await using service = await countingService(profile)
    const { code, err } = await clone(service.url, concurrency)
    expect([code, service.seen.most, code === 0 ? '' : err]).toEqual([0, Number(concurrency), ''])
    expect(service.seen.all).toBeGreaterThan(40)
  })

  test.each([429, 503])(
    'that asks with %d to come back later is asked again then, and by nobody before',
    async status => {
      const message = { message: 'later' }
      await using service = await countingService(profile, nth =>
        nth === 10 ? Response.json(message, { status, headers: { 'retry-after': '1' } }) : undefined,
      )
      // one at a time: what was under way already is no haste
      const { code, err } = await clone(service.url, '1')
      expect([code, service.seen.early, code === 0 ? '' : err]).toEqual([0, 0, ''])
      expect(service.seen.all).toBeGreaterThan(40)
      expect(err).not.toContain('later')
    },
  )
})
