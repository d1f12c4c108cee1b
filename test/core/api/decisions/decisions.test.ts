import { describe, expect, test } from 'bun:test'
import { contract } from '../../../../src/core/versions/v1/contract.ts'
import type { Decisions } from '../../../../src/core/versions/v1/decisions.ts'
import { loadVersion, VERSION_NAMES } from '../../../../src/core/versions/versions.ts'
import { startInstance } from '../../../../src/testing.ts'
import { expectedOf } from '../../../lineage.ts'
import { PROFILES, world } from '../world.ts'
import { executionCases } from './execution-cases.ts'
import type { Observation } from './observation.ts'
import { otherCases } from './other-cases.ts'
import { workflowCases } from './workflow-cases.ts'

/** Everything that the two versions of the reference decide; those of source control need a repository and are in source-control.test.ts, those of webhooks runs and are in own-paths.test.ts. */
const CASES: Record<Exclude<keyof Decisions, SourceControl | 'webhooksBelowWorkflow'>, Observation> = {
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

test('every decision has a sentence in the first version, and whatever a later one changes has one', async () => {
  expect(contract.changes).toHaveLength(Object.keys(CASES).length + 4)
  for (const name of VERSION_NAMES) {
    for (const { subject, before, sentence } of (await loadVersion(name)).changes) {
      for (const text of [subject, sentence, before ?? 'none']) expect(text).not.toBeEmpty()
    }
  }
})
