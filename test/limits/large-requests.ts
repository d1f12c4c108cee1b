import { expect } from 'bun:test'
import { type StartOptions, startInstance, type TestInstance } from '../../src/testing.ts'
import { leastOf, longestWaitDuring } from './longest-wait.ts'

/** What each of these took before it had a bound is many times as long. */
export const LONGEST_WAIT_MS = 500

export interface Row {
  /** What the instance holds before. */
  given?: Parameters<TestInstance['seed']>[0]
  options?: StartOptions
  /** Another request that comes before. */
  before?: (instance: TestInstance) => Promise<unknown>
  ask: [method: string, path: string, body?: object]
  status: number
}

/** Expects that while it is answered, another client is. */
export async function expectOthersServed(row: Row) {
  expect(await leastOf(3, LONGEST_WAIT_MS, () => waitDuring(row))).toBeLessThan(LONGEST_WAIT_MS)
}

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

export const listOf = <T>(length: number, item: (at: number) => T) => Array.from({ length }, (_, at) => item(at))

export const node = (at: number, more: object = {}): Record<string, unknown> => ({
  name: `n${at}`,
  type: 'n8n-nodes-base.noOp',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
})
export const workflow = (nodes: Record<string, unknown>[], connections: Record<string, unknown> = {}) => ({
  name: 'x',
  nodes,
  connections,
  settings: {},
})

export const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] })
export const chainOf = (length: number) => Object.fromEntries(listOf(length - 1, at => [`n${at}`, to(`n${at + 1}`)]))

export const HOOK = { type: 'n8n-nodes-base.webhook', parameters: { path: 'x', httpMethod: 'POST' } }
/** A workflow of nodes one after the other, the first of them a webhook. */
export const hookedChain = (length: number) => ({
  id: '1',
  active: true,
  ...workflow([node(0, HOOK), ...listOf(length - 1, at => node(at + 1))], chainOf(length)),
})
