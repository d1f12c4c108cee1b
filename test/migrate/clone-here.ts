import { expect } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Value } from '@sinclair/typebox/value'
import { CloneState } from '../../src/control/migrate/clone-state.ts'
import type { versions } from '../../src/index.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { sampleFixture } from './sample.ts'

export const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }
export const KEY = 'key-of-the-other-service'
export const source = (profile?: (typeof versions)[number]) =>
  startInstance({
    apiKey: KEY,
    fixture: sampleFixture(sizes, { profile: profile ?? '' }),
    ...(profile ? { profile } : {}),
  })

export const post = (copy: TestInstance, body: object) => copy.request('POST', '/_control/clone', body)
export const stateOf = async (copy: TestInstance) => (await copy.request('GET', '/_control/clone')).body as CloneState

export async function ended(copy: TestInstance): Promise<CloneState> {
  for (;;) {
    const state = await stateOf(copy)
    expect([...Value.Errors(CloneState, state)]).toEqual([])
    if (state.status !== 'running') return state
    await sleep(5)
  }
}
