import type { WriteLimits } from '../../core/http/version.ts'
import { isSent, type SentField } from '../../core/model/field.ts'
import { workflowFields } from '../../core/model/workflow.ts'
import { textOf } from '../fields.ts'
import type { Matches } from '../match-records.ts'
import { PROMOTED, pairsAmong, readNotes } from '../notes.ts'
import { isFilledIn, isKept, KEPT, NOT_TAKEN } from '../write-limits.ts'
import { areSame, type CompareOptions, type Comparison, compareSides } from './compare-sides.ts'
import { type ReadSideOptions, readSide, type SideInput } from './read-side.ts'
import type { Difference } from './rule.ts'
import type { Kind, Side } from './side.ts'

export interface CompareInstancesOptions extends ReadSideOptions, Pick<CompareOptions, 'only'> {}

/**
 * Compares two instances: what only one has, and what differs. Ids in references are matched first, so that a workflow
 * that was promoted is the same as the one that it was made from.
 *
 * @throws ServiceError, ApiError or StorageError where a side cannot be read
 * @example
 * const { isSame, kinds } = await compareInstances('data/instance.json', { url: 'https://n8n.example.com', apiKey })
 */
export async function compareInstances(
  left: SideInput,
  right: SideInput,
  options: CompareInstancesOptions = {},
): Promise<Comparison> {
  const [a, b] = [await readSide(left, 'left', options), await readSide(right, 'right', options)]
  const comparison = await compareSides(a, b, { only: options.only, noted: notedBetween(a, b) })
  return withRemarks(comparison, a, b)
}

/** What a promotion from the document on one side to the service on the other noted. */
function notedBetween(left: Side, right: Side): Partial<Record<Kind, Matches>> {
  if (left.file !== undefined && right.url !== undefined) return notedPairs(left.file, right.url, right)
  if (right.file === undefined || left.url === undefined) return {}
  const pairs = notedPairs(right.file, left.url, left)
  const turned = (matches: Matches) => new Map(Array.from(matches, ([from, to]) => [to, from]))
  return Object.fromEntries(Object.entries(pairs).map(([kind, matches]) => [kind, turned(matches)]))
}

function notedPairs(file: string, url: string, { records }: Side): Partial<Record<Kind, Matches>> {
  const notes = readNotes(file, url)
  const idsOf = (kind: Kind) => new Set((records[kind] ?? []).flatMap(({ id }) => textOf(id) ?? []))
  return Object.fromEntries(PROMOTED.map(kind => [kind, pairsAmong(notes, kind, idsOf(kind))]))
}

/**
 * Says of settings why a promotion to the service, the right one if both are services, would not make them the same: in
 * the words of its plan, so that both commands report the same.
 */
export function withRemarks(comparison: Comparison, left: Side, right: Side): Comparison {
  const { workflows } = comparison.kinds
  const { version } = right.version ? right : left
  if (!workflows || !version) return comparison
  const limits = version.writes
  const remarkOn = ({ what, left: a, right: b }: Difference): string | undefined => {
    const here = right.version ? a : b
    const key = /^settings\.(.+)$/.exec(what)?.[1]
    if (key === undefined) return fieldRemark(what, limits)
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
        return why === undefined ? difference : { ...difference, remark: `promote cannot change it: ${why}` }
      }),
  }))
  const different = all.filter(({ differences }) => differences.length > 0)
  const same = workflows.same + all.length - different.length
  const kinds = { ...comparison.kinds, workflows: { ...workflows, different, same } }
  return { ...comparison, kinds, isSame: areSame(kinds) }
}

/** Why a promotion does not send a field. */
function fieldRemark(what: string, { workflowCreate, workflowUpdate }: WriteLimits): string | undefined {
  const name = what.startsWith('node group ') ? 'nodeGroups' : what.startsWith('pinned data ') ? 'pinData' : what
  const field: SentField | undefined = workflowFields[name as keyof typeof workflowFields]
  if (!field || !isSent(field)) return undefined
  return [...workflowCreate, ...workflowUpdate].includes(name) ? undefined : NOT_TAKEN
}
