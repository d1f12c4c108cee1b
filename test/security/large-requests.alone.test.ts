import { expect, test } from 'bun:test'
import { type StartOptions, startInstance, type TestInstance } from '../../src/testing.ts'
import { leastOf, longestWaitDuring } from './longest-wait.ts'

/** What each of these took before it had a bound is many times as long. */
const LONGEST_WAIT_MS = 500
const listOf = <T>(length: number, item: (at: number) => T) => Array.from({ length }, (_, at) => item(at))

const node = (at: number, more: object = {}) => ({
  ...{ name: `n${at}`, type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters: {} },
  ...more,
})
const workflow = (nodes: object[], connections: object = {}, more: object = {}) => ({
  ...{ name: 'x', nodes, connections, settings: {} },
  ...more,
})

interface Row {
  /** What the instance holds before. */
  given?: Parameters<TestInstance['seed']>[0]
  options?: StartOptions
  /** Another request that comes before. */
  before?: (instance: TestInstance) => Promise<unknown>
  ask: [method: string, path: string, body?: object]
  status: number
}

const ROWS: Record<string, Row> = {
  'a workflow of 8,000 nodes that name one of 8,000 credentials': {
    given: { credentials: listOf(8000, at => ({ name: `c${at}`, type: 'httpBasicAuth', data: {} })) },
    ask: [
      'POST',
      '/api/v1/workflows',
      workflow(listOf(8000, at => node(at, { credentials: { httpBasicAuth: { id: 'none', name: 'none' } } }))),
    ],
    status: 200,
  },
}

test.each(Object.entries(ROWS))('%s keeps nobody waiting', async (_name, row) => {
  expect(await leastOf(3, LONGEST_WAIT_MS, () => waitDuring(row))).toBeLessThan(LONGEST_WAIT_MS)
})

async function waitDuring({ given, options, before, ask: [method, path, body], status }: Row) {
  const settings = { profile: 'n8n-2.41', licence: 'all', socket: false, ...options } as const
  await using instance = await startInstance(settings)
  if (given) await instance.seed(given)
  await before?.(instance)
  const answer = instance.request(method, path, body)
  const longest = await longestWaitDuring(instance, answer)
  const { status: answered, text } = await answer
  expect([answered, text.slice(0, 300)]).toEqual([status, expect.any(String)])
  return longest
}
