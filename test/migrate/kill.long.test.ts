import { describe, expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareInstances, type Fixture, type ProfileName, versions } from '../../src/index.ts'
import type { TestInstance } from '../../src/testing.ts'
import { startCli } from '../commands/run-cli.ts'
import { NEWEST } from '../lineage.ts'
import { rehearse, writes } from './rehearsal.ts'
import { type Sizes, sampleFixture } from './sample.ts'

/** How often the command is killed for each version, where that is said. */
const KILLS = Number(process.env.MIGRATE_KILLS ?? 0)
/** Versions share what makes nothing twice. */
const killsOf = (profile: ProfileName) => KILLS || (profile === NEWEST ? 10 : 3)
const sizesOf = (profile: ProfileName) => ({
  workflows: killsOf(profile) > 3 ? 24 : 12,
  tags: 4,
  credentials: 5,
  executions: 0,
})

describe.each(versions)('a promotion to %s', profile => {
  const sizes = sizesOf(profile)

  test.each([
    ['after each change', true],
    ['before each change', false],
  ])('that loses the service %s and is run again makes nothing twice', async (_when, isSent) => {
    await using rehearsal = await rehearse(withTwins(sizes), { profile })
    const retries = { tries: 1 }
    let runs = 0
    for (let isDone = false; !isDone && runs < 200; runs++) {
      const fetch = dyingAfter(1 + (runs % 4), isSent)
      const promotion = await rehearsal.promote({ fetch, retries }).catch(error => error)
      isDone = promotion.isDone === true && !promotion.plan.hasChanges
    }
    expect(runs).toBeGreaterThan(sizes.workflows / 2)
    await expectOnce(rehearsal.service, rehearsal.file, sizes)
  })

  test('whose answers get lost makes nothing twice', async () => {
    await using rehearsal = await rehearse(withTwins(sizes), { profile })
    rehearsal.service.faults.set({ rules: [{ method: 'POST', drop: 'middle', probability: 0.3 }], seed: 5 })
    const retries = { tries: 5, firstWait: 1 }
    for (let runs = 0, isDone = false; !isDone && runs < 100; runs++) {
      const promotion = await rehearsal.promote({ retries }).catch(error => error)
      isDone = promotion.isDone === true && !promotion.plan.hasChanges
    }
    rehearsal.service.faults.clear()
    await expectOnce(rehearsal.service, rehearsal.file, sizes)
  })

  test('that is killed at random steps and run again makes nothing twice', async () => {
    await using rehearsal = await rehearse(withTwins(sizes), { profile })
    const { service, file } = rehearsal
    const args = ['promote', service.url, '--key-env', 'TARGET_KEY', '--data', file, '--yes']
    const command = () => startCli(args, { env: { TARGET_KEY: service.apiKey } })
    for (let kills = 0; kills < killsOf(profile); kills++) {
      const until = writes(service).length + 1 + Math.floor(Math.random() * 12)
      const cli = command()
      let isOver = false
      const ended = cli.ended.then(() => {
        isOver = true
      })
      while (!isOver && writes(service).length < until) await sleep(1)
      cli.kill('SIGKILL')
      await ended
    }
    const last = command()
    expect([await last.ended, last.said.err]).toEqual([0, ''])
    await expectOnce(service, file, sizes)
    const again = command()
    expect([await again.ended, again.said.out]).toEqual([0, expect.stringContaining('Nothing to do')])
  })
})

/** The last four have one name, and only what was noted tells them apart. */
function withTwins(sizes: Sizes): Fixture {
  const { workflows = [], ...rest } = sampleFixture(sizes)
  return { ...rest, workflows: workflows.map((one, at) => (at < sizes.workflows - 4 ? one : { ...one, name: 'Twin' })) }
}

/** A `fetch` whose service is gone with, or after, its n-th change. */
function dyingAfter(most: number, isSent: boolean) {
  let left = most
  return async (url: string, init: RequestInit) => {
    if (left === 0) throw new TypeError('gone')
    if (init.method === 'GET') return fetch(url, init)
    left--
    if (left > 0 || !isSent) return left > 0 ? fetch(url, init) : Promise.reject(new TypeError('gone'))
    await (await fetch(url, init)).text()
    throw new TypeError('gone')
  }
}

async function expectOnce(service: TestInstance, file: string, sizes: Sizes) {
  const { workflows = [], tags = [], credentials = [] } = service.state()
  expect([tags.length, credentials.length, workflows.length]).toEqual([sizes.tags, sizes.credentials, sizes.workflows])
  const only = ['workflows', 'tags', 'credentials'] as const
  const target = { url: service.url, apiKey: service.apiKey }
  expect(await compareInstances(file, target, { only })).toMatchObject({ isSame: true })
}
