import { expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { type ProfileName, startInstance } from '../../../src/testing.ts'
import type { Step } from '../../case.ts'
import { type Answer, freshInstance, type Target } from '../conformance/target.ts'
import { type Check, servedDocument } from './served-document.ts'

/** Keeps what every response violates of the document, and how often each status came. */
function watchResponses(check: Check) {
  const violations: string[] = []
  const statuses: Record<number, number> = {}
  const on = (target: Target): Target => ({
    send: async (step: Step): Promise<Answer> => {
      const answer = await target.send(step)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      violations.push(...check(step[0], step[1], answer))
      return answer
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  })
  return { violations, statuses, on }
}

const watchOf = async (profile: ProfileName) => {
  await using instance = await startInstance({ profile, socket: false })
  const { check, operations } = await servedDocument(instance)
  return { watch: watchResponses(check), operations }
}

test.each(VERSION_NAMES)(
  'no response of %s violates the document that it serves, asked for what is not there, without a body and with odd keys',
  async profile => {
    const { watch, operations } = await watchOf(profile)
    await using target = await freshInstance(profile, { licence: 'all' })
    const { send } = watch.on(target)
    for (const { method, path } of operations) {
      const asked = path.replace(/\{\w+\}/g, '1')
      for (const key of [undefined, null, 'wrong']) {
        const how = key === undefined ? {} : { key }
        await send([method, asked, undefined, how])
        await send([method, asked, {}, how])
      }
    }
    expect(watch.violations).toEqual([])
    expect(watch.statuses[401]).toBeGreaterThan(operations.length * 2)
  },
  60_000,
)

test('a response that is not as the document says is found', async () => {
  await using instance = await startInstance({ socket: false })
  const { check } = await servedDocument(instance)
  const tag = { id: '1', name: 'a', createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
  expect(check('GET', '/tags/1', { status: 200, body: tag })).toEqual([])
  expect(check('GET', '/tags/1', { status: 418, body: tag })).toEqual([expect.stringContaining('418')])
  expect(check('GET', '/tags/1', { status: 200, body: { ...tag, name: 5 } })).toEqual([
    expect.stringContaining('/name'),
  ])
  expect(check('GET', '/tags/1', { status: 200, body: { ...tag, color: 1 } })).toEqual([
    expect.stringContaining('color'),
  ])
  expect(check('GET', '/tags/1', { status: 404, body: {} })).toEqual([expect.stringContaining('message')])
  expect(check('GET', '/tags?limit=1', { status: 200, body: { data: [tag], nextCursor: 5 } })).not.toEqual([])
})
