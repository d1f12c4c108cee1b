import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { type Action, action } from '../control/actions.ts'
import { minimal, PROFILES, stateOf, world } from '../core/api/world.ts'

const RUNS = Number(process.env.DETERMINISM_RUNS ?? 30)

/** A running clock is not the same twice, and a new API key must be what nobody can foretell. */
const repeatable = action.filter(
  ([, path, body]) => path !== '/_control/keys' && JSON.stringify(body) !== '{"mode":"running"}',
)

/** Answers with all that is in them. */
async function answersOf(instance: TestInstance, actions: readonly Action[]) {
  const answers: unknown[] = []
  for (const [method, path, body, options] of actions) {
    const { status, headers, text } = await instance.request(method, path, body, options)
    answers.push([method, path, status, Object.fromEntries(headers), text])
  }
  return answers
}

describe.each(PROFILES)('in profile %s', profile => {
  const start = (idSeed: string) =>
    startInstance({ fixture: world, profile, idSeed, clock: '2026-05-01T00:00:00Z', socket: false })

  test('the same seed, time, fixture and requests make the same answers, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(repeatable, { maxLength: 25 }), async actions => {
        await using first = await start('seed')
        await using second = await start('seed')
        expect(await answersOf(second, actions)).toEqual(await answersOf(first, actions))
        expect(await stateOf(second)).toBe(await stateOf(first))
      }),
      { numRuns: RUNS },
    )
  })

  test('another seed makes other ids', async () => {
    const workflow = minimal({ nodes: [{ name: 'Start' }] })
    const made: string[] = []
    for (const idSeed of ['one', 'two', 'one']) {
      await using instance = await start(idSeed)
      made.push((await instance.request('POST', '/api/v1/workflows', workflow)).text)
    }
    expect(made[1]).not.toBe(made[0] as string)
    expect(made[2]).toBe(made[0] as string)
  })
})
