import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { DECISIONS } from '../../../src/versions/v1/decisions.ts'
import { PROFILES, world } from '../world.ts'
import type { DecisionCase } from './decision-case.ts'
import { executionCases } from './execution-cases.ts'
import { otherCases } from './other-cases.ts'
import { workflowCases } from './workflow-cases.ts'

/** Everything that the two versions of the reference decide; those of source control need a repository and are in source-control.test.ts. */
const CASES: Record<Exclude<keyof typeof DECISIONS, SourceControl>, DecisionCase> = {
  ...workflowCases,
  ...executionCases,
  ...otherCases,
}
type SourceControl = 'remoteChangeConflicts' | 'pullAnswer' | 'sourceControlStatus'

describe.each(PROFILES)('in profile %s', profile => {
  test.each(Object.entries(CASES))('%s', async (_rule, it) => {
    await using instance = await startInstance({ fixture: it.fixture ?? world, profile })
    expect(await it.observe(instance)).toEqual(it[profile])
  })
})

test('every decision has a sentence for either profile', () => {
  for (const { about, ...profiles } of Object.values(DECISIONS)) {
    for (const says of [about, ...Object.values(profiles).map(it => it.says)]) expect(says).not.toBeEmpty()
  }
})
