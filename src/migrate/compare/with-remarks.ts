import { isFilledIn, isKept, KEPT, NOT_TAKEN } from '../promote/workflow-content.ts'
import { areSame, type Comparison } from './compare-sides.ts'
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
  const filled = [left.version, right.version].flatMap(version => (version ? [version.writes] : []))
  const all = workflows.different.map(found => ({
    ...found,
    differences: found.differences
      .filter(difference => !filled.some(writes => isFilledIn(difference, writes)))
      .map(difference => {
        const why = remarkOn(difference)
        return why === undefined ? difference : { ...difference, remark: `promote cannot change that: ${why}` }
      }),
  }))
  const different = all.filter(({ differences }) => differences.length > 0)
  const same = workflows.same + all.length - different.length
  const kinds = { ...comparison.kinds, workflows: { ...workflows, different, same } }
  return { ...comparison, kinds, isSame: areSame(kinds) }
}
