import { expect, test } from 'bun:test'
import { runWorkflow } from '../../../src/testing.ts'
import { digest } from '../../digest.ts'
import { eachValue, ITEMS, OTHERS, workflowOf } from './each-value.ts'

/** How many nodes are in one workflow. */
const TOGETHER = 60

const RANDOM = /"(?:startTime|executionTime|stack|id)":(?:"[^"]*"|\d+),?/g

test('what nodes put out with each value of their parameters is as approved (bun run generate writes it)', async () => {
  const lines: string[] = []
  for (const { type, typeVersion, all } of eachValue()) {
    const shown: string[] = []
    for (let at = 0; at < all.length; at += TOGETHER)
      shown.push(...(await outcomesOf(type, typeVersion, all.slice(at, at + TOGETHER))))
    lines.push(`${type} ${typeVersion}: ${all.length} nodes, ${digest(shown.join())}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
}, 180_000)

/** Plays nodes in one run. Those that are refused before it begins are refused alone, and the others run without them. */
async function outcomesOf(type: string, typeVersion: number, all: readonly object[]): Promise<string[]> {
  const { status, error, execution } = await runWorkflow(workflowOf(type, typeVersion, all as never) as never, {
    trigger: 'T',
    input: ITEMS,
    mocks: { S: OTHERS },
    timezone: 'America/New_York',
    now: '2024-05-06T07:08:09.123Z',
  })
  const { runData } = (execution.data as { resultData: { runData: Record<string, unknown> } }).resultData
  const message = error?.message ?? ''
  const outcome = JSON.stringify([status, message, runData]).replace(RANDOM, '')
  const named = new Set([...message.matchAll(/'N(\d+)'/g)].map(([, number]) => Number(number)))
  if (!message.includes('have issues') && !message.includes('has issues')) return [outcome]
  const others = all.filter((_, at) => !named.has(at))
  return [
    outcome,
    ...(others.length === 0 || others.length === all.length ? [] : await outcomesOf(type, typeVersion, others)),
  ]
}
