import { describe, expect, test } from 'bun:test'
import { RULES } from '../../src/profile.ts'
import { startInstance } from '../../src/testing.ts'
import { executionRows } from './profiles/execution-rows.ts'
import { otherRows } from './profiles/other-rows.ts'
import type { Row } from './profiles/row.ts'
import { workflowRows } from './profiles/workflow-rows.ts'
import { PROFILES, world } from './world.ts'

/** Every rule by which profiles differ; those of source control need a repository and are in source-control.test.ts. */
const ROWS: Record<Exclude<keyof typeof RULES, SourceControlRule>, Row> = {
  ...workflowRows,
  ...executionRows,
  ...otherRows,
}
type SourceControlRule = 'remoteChangeConflicts' | 'pullAnswer' | 'sourceControlStatus'

describe.each(PROFILES)('in profile %s', profile => {
  test.each(Object.entries(ROWS))('%s', async (_rule, row) => {
    await using instance = await startInstance({ fixture: row.fixture ?? world, profile })
    expect(await row.observe(instance)).toEqual(row[profile])
  })
})

test('every rule has a sentence for either profile', () => {
  for (const { rule, ...profiles } of Object.values(RULES)) {
    for (const says of [rule, ...Object.values(profiles).map(it => it.says)]) expect(says).not.toBeEmpty()
  }
})
