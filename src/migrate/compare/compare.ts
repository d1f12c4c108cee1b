import { textOf } from '../fields.ts'
import { PROMOTED, pairsAmong, readNotes } from '../promote/notes.ts'
import { type CompareOptions, type Comparison, compareSides } from './compare-sides.ts'
import type { Matches } from './match-records.ts'
import { type ReadSideOptions, readSide, type SideInput } from './read-side.ts'
import type { Kind, Side } from './side.ts'
import { withRemarks } from './with-remarks.ts'

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
