import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { DECISIONS } from '../../src/versions/v1/decisions.ts'
import { executionRows } from './profiles/execution-rows.ts'
import { otherRows } from './profiles/other-rows.ts'
import type { Row } from './profiles/row.ts'
import { workflowRows } from './profiles/workflow-rows.ts'
import { PROFILES, world } from './world.ts'

/** Everything that the two versions of the reference decide; those of source control need a repository and are in source-control.test.ts. */
const ROWS: Record<Exclude<keyof typeof DECISIONS, SourceControl>, Row> = {
  ...workflowRows,
  ...executionRows,
  ...otherRows,
}
type SourceControl = 'remoteChangeConflicts' | 'pullAnswer' | 'sourceControlStatus'

describe.each(PROFILES)('in profile %s', profile => {
  test.each(Object.entries(ROWS))('%s', async (_rule, row) => {
    await using instance = await startInstance({ fixture: row.fixture ?? world, profile })
    expect(await row.observe(instance)).toEqual(row[profile])
  })
})

test('every decision has a sentence for either profile', () => {
  for (const { about, ...profiles } of Object.values(DECISIONS)) {
    for (const says of [about, ...Object.values(profiles).map(it => it.says)]) expect(says).not.toBeEmpty()
  }
})
