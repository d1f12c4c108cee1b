import { expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { listOf } from './large-requests.ts'
import { leastOf, longestWaitDuring } from './longest-wait.ts'

const LONGEST_WAIT_MS = 250
const ofOne = (execution: object) => ({
  workflows: [{ id: '1', name: 'x' }],
  executions: [{ workflowId: '1', status: 'success', ...execution }],
})

/** Seeds as large as they may be, each large in another way. */
const LARGEST: [name: string, fixture: object][] = [
  ['tags', { tags: listOf(20_000, at => ({ name: `t${at}` })) }],
  ['users with keys', { users: listOf(10_000, at => ({ email: `u${at}@example.com`, apiKey: `k${at}` })) }],
  [
    'keys of one user',
    { apiKeys: listOf(20_000, at => ({ user: 'owner@example.com', label: `l${at}`, key: `k${at}` })) },
  ],
  ['executions', { ...ofOne({}), executions: listOf(19_000, () => ({ workflowId: '1', status: 'error' })) }],
  [
    'rows of a data table',
    { dataTables: [{ name: 't', columns: [{ name: 'a', type: 'number' }], rows: listOf(19_000, a => ({ a })) }] },
  ],
  ['data tables', { dataTables: listOf(20_000, at => ({ name: `t${at}`, columns: [] })) }],
  ['versions', { workflows: [{ name: 'x', versions: listOf(19_000, at => ({ versionId: `v${at}` })) }] }],
  ['nodes', { workflows: [{ name: 'x', nodes: listOf(240_000, () => ({})) }] }],
  ['objects of data', ofOne({ data: listOf(160_000, at => ({ [`k${at}`]: {} })) })],
  ['keys of data', ofOne({ data: Object.fromEntries(listOf(480_000, at => [`k${at}`, at])) })],
  ['records that are none', { tags: listOf(200_000, () => ({})) }],
]

test.each(LARGEST)('a seed of very many %s lets others be served', async (_name, fixture) => {
  const body = JSON.stringify(fixture)
  expect(await leastOf(3, LONGEST_WAIT_MS, () => waitDuring(body))).toBeLessThan(LONGEST_WAIT_MS)
})

async function waitDuring(body: string) {
  await using instance = await startInstance({ socket: false })
  const answer = post(instance, body)
  const longest = await longestWaitDuring(instance, answer)
  expect([200, 400]).toContain((await answer).status)
  return longest
}

const post = (instance: TestInstance, body: string) =>
  instance.request('POST', '/_control/seed', body, { headers: { 'content-type': 'application/json' } })
