import { type Fields, textOf } from './fields.ts'

/** Left id → right id, of the records that are the same thing. */
export type Matches = ReadonlyMap<string, string>

export interface MatchOptions {
  /** What both sides may know it by, beside the id. */
  nameOf(record: Fields): string | undefined
  /** Pairs that an earlier promotion noted: left id → right id. */
  noted?: Matches | undefined
  /** Whether equal ids are enough where nothing else speaks for it or against it. */
  areIdsEnough?: boolean | undefined
}

/**
 * Pairs the records that are the same on both sides: by a unique id, by a pair that was noted, by a name that only one
 * record has on either side. Ids that were counted up ("1", "2") exist on unrelated services too, so they need the same
 * name or the same time of creation.
 */
export function matchRecords(left: readonly Fields[], right: readonly Fields[], options: MatchOptions): Matches {
  const { nameOf, noted = new Map(), areIdsEnough = false } = options
  const matches = new Map<string, string>()
  const taken = new Set<string>()
  const rightById = new Map(right.map(record => [idOf(record), record]))
  const take = (from: Fields, to: Fields | undefined) => {
    const [leftId, rightId] = [idOf(from), to && idOf(to)]
    if (leftId === undefined || rightId === undefined || matches.has(leftId) || taken.has(rightId)) return
    matches.set(leftId, rightId)
    taken.add(rightId)
  }
  const sameId = (record: Fields) => rightById.get(idOf(record))

  for (const record of left) {
    const other = sameId(record)
    if (other && (!isCounted(idOf(record)) || hasSameOrigin(record, other))) take(record, other)
  }
  for (const record of left) take(record, rightById.get(noted.get(idOf(record) ?? '')))
  for (const record of left) {
    const other = sameId(record)
    if (other && nameOf(record) === nameOf(other)) take(record, other)
  }
  const byName = uniqueByName(right, nameOf)
  const ownNames = uniqueByName(left, nameOf)
  for (const record of left) {
    const name = nameOf(record)
    if (name !== undefined && ownNames.get(name) === record) take(record, byName.get(name))
  }
  if (areIdsEnough) for (const record of left) take(record, sameId(record))
  return matches
}

/** The records that have the same id on both sides. */
export function sameIds(left: readonly Fields[], right: readonly Fields[]): Matches {
  const ids = new Set(right.map(idOf))
  return new Map(
    left.flatMap(record => {
      const id = idOf(record)
      return id !== undefined && ids.has(id) ? [[id, id]] : []
    }),
  )
}

const idOf = (record: Fields) => textOf(record.id)

/** Whether an id was counted up, so that unrelated services have it too. */
export const isCounted = (id: string | undefined) => id === undefined || /^\d{1,15}$/.test(id)

const hasSameOrigin = (a: Fields, b: Fields) => typeof a.createdAt === 'string' && a.createdAt === b.createdAt

/** The records whose name no other record of the list has. */
export function uniqueByName(records: readonly Fields[], nameOf: MatchOptions['nameOf']): Map<string, Fields> {
  const found = new Map<string, Fields | undefined>()
  for (const record of records) {
    const name = nameOf(record)
    if (name !== undefined) found.set(name, found.has(name) ? undefined : record)
  }
  return new Map([...found].filter((entry): entry is [string, Fields] => entry[1] !== undefined))
}
