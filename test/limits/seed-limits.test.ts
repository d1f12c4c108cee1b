import { expect, test } from 'bun:test'
import { setTimeout } from 'node:timers/promises'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { stateOf } from '../core/api/world.ts'
import { listOf } from './large-requests.ts'

const ofOne = (execution: object) => ({
  workflows: [{ id: '1', name: 'x' }],
  executions: [{ workflowId: '1', status: 'success', ...execution }],
})

test.each([
  [
    'records',
    { tags: listOf(20_001, at => ({ name: `t${at}` })) },
    'request/body has 20001 records; a seed takes up to 20000',
  ],
  ['values', ofOne({ data: listOf(600_000, () => 1) }), 'The request body has more than 500000 keys and list items'],
])('a seed of too many %s is refused with how many there may be', async (_name, fixture, message) => {
  await using instance = await startInstance({ socket: false })
  const before = await stateOf(instance)
  const answer = await post(instance, JSON.stringify(fixture))
  expect([answer.status, Object(answer.body).message]).toEqual([400, expect.stringContaining(message)])
  expect(await stateOf(instance)).toBe(before)
})

test('an update that comes while a large seed runs is made before it or after it', async () => {
  await using instance = await startInstance({ socket: false })
  const seeding = instance.seed({ tags: listOf(5000, at => ({ name: `t${at}` })) })
  await setTimeout(5)
  const [seeded, made] = await Promise.allSettled([
    seeding,
    instance.request('POST', '/api/v1/tags', { name: 't4999' }).then(({ status }) => status),
  ])
  const tags = instance.state().tags?.length
  if (seeded.status === 'fulfilled') expect([made, tags]).toEqual([{ status: 'fulfilled', value: 409 }, 5000])
  else expect([made, tags]).toEqual([{ status: 'fulfilled', value: 201 }, 1])
})

const post = (instance: TestInstance, body: string) =>
  instance.request('POST', '/_control/seed', body, { headers: { 'content-type': 'application/json' } })
