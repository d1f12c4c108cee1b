import { Cron } from 'croner'
import { type FixtureOf, type Node, startInstance } from '../../../src/testing.ts'
import { inARow, noOp } from './workflows.ts'

/** When the instances of these tests begin. */
export const DAY = '2026-03-02T00:00:00Z'
export const workflow = (id: string, node: Node, rest: Partial<FixtureOf<'workflows'>> = {}) => ({
  id,
  name: `Workflow ${id}`,
  active: true,
  ...inARow(node, noOp('Done')),
  ...rest,
})
export const start = (workflows: FixtureOf<'workflows'>[], options = {}) =>
  startInstance({ socket: false, simulate: true, clock: DAY, idSeed: 'a', fixture: { workflows }, ...options })
type Instance = Awaited<ReturnType<typeof start>>

export const timesOf = (instance: Instance) => instance.state('executions').executions.map(({ startedAt }) => startedAt)

/** Croner's own dates, after the start and up to the end. */
export function dates(pattern: string, timezone: string, from: string, until: string): string[] {
  const rule = new Cron(pattern, { timezone })
  const found: string[] = []
  for (let next = rule.nextRun(new Date(from)); next && next <= new Date(until); next = rule.nextRun(next)) {
    found.push(next.toISOString())
  }
  return found
}
