import { isKept, KEPT, NOT_TAKEN } from '../promote/workflow-content.ts'
import type { Comparison } from './compare-sides.ts'
import type { Difference } from './difference.ts'
import type { Side } from './side.ts'

/**
 * Says of settings why a promotion to the service, the right one if both are services, would not make them the same: in
 * the words of its plan, so that whoever runs both is told one story.
 */
export function withRemarks(comparison: Comparison, left: Side, right: Side): Comparison {
  const { workflows } = comparison.kinds
  const { version } = right.version ? right : left
  if (!workflows || !version) return comparison
  const limits = version.writes
  const remarkOn = ({ what, left: a, right: b }: Difference): string | undefined => {
    const here = right.version ? a : b
    const key = /^settings\.(.+)$/.exec(what)?.[1]
    if (key === undefined) return undefined
    if (here !== null) return limits.settings.includes(key) ? undefined : NOT_TAKEN
    return isKept(key, limits) ? KEPT : undefined
  }
  const different = workflows.different.map(found => ({
    ...found,
    differences: found.differences.map(difference => {
      const why = remarkOn(difference)
      return why === undefined ? difference : { ...difference, remark: `promote cannot change that: ${why}` }
    }),
  }))
  return { ...comparison, kinds: { ...comparison.kinds, workflows: { ...workflows, different } } }
}
