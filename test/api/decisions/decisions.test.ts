import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { contract } from '../../../src/versions/v1/contract.ts'
import type { Decisions } from '../../../src/versions/v1/decisions.ts'
import { n8n141 } from '../../../src/versions/v1/n8n-1.41.ts'
import { expectedOf } from '../../lineage.ts'
import { PROFILES, world } from '../world.ts'
import { executionCases } from './execution-cases.ts'
import type { Observation } from './observation.ts'
import { otherCases } from './other-cases.ts'
import { workflowCases } from './workflow-cases.ts'

/** Everything that the two versions of the reference decide; those of source control need a repository and are in source-control.test.ts. */
const CASES: Record<Exclude<keyof Decisions, SourceControl>, Observation> = {
  ...workflowCases,
  ...executionCases,
  ...otherCases,
}
type SourceControl = 'remoteChangeConflicts' | 'pullAnswer' | 'sourceControlStatus'

describe.each(PROFILES)('in profile %s', profile => {
  test.each(Object.entries(CASES))('%s', async (_rule, it) => {
    await using instance = await startInstance({ fixture: it.fixture ?? world, profile })
    expect(await it.observe(instance)).toEqual(expectedOf(it, profile))
  })
})

test('every decision has a sentence in the first version, and where a later one decides otherwise', () => {
  expect(contract.changes).toHaveLength(Object.keys(CASES).length + 3)
  for (const { about, before, says } of [...contract.changes, ...n8n141.changes]) {
    for (const text of [about, says, before ?? 'none']) expect(text).not.toBeEmpty()
  }
})
