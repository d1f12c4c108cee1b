import type { Ids } from '../base/ids.ts'
import type { Counters } from './document.ts'

/** The id of a new workflow, tag or credential, in the form of the version. Ids are never reused. */
export function nextId(draft: Numbered, kind: 'workflows' | 'tags' | 'credentials', { newIds, ids }: IdSource): string {
  return newIds === 'counter' ? nextNumber(draft, kind) : unusedId(draft[kind], ids)
}

/** 16 random characters that no record has. */
export function unusedId(records: { has(id: string): boolean }, ids: Ids): string {
  let id = ids.short()
  while (records.has(id)) id = ids.short()
  return id
}

/** The counters of the state, and the records whose ids are taken. */
type Numbered = { counters: Counters } & Record<keyof Counters, { has(id: string): boolean }>

export interface IdSource {
  /** Which form new ids have: `1`, `2`, … per kind, or 16 random characters. */
  newIds: 'counter' | 'random'
  ids: Ids
}

/** The next whole number of a kind, as text. */
export function nextNumber(draft: Numbered, kind: keyof Counters): string {
  let number = (draft.counters[kind] ?? 0) + 1
  while (draft[kind].has(String(number))) number++
  draft.counters = { ...draft.counters, [kind]: number }
  return String(number)
}

/** Makes sure that no number up to this id is given out again; an id that is not a whole number changes nothing. */
export function reserveId(draft: Numbered, kind: keyof Counters, id: string) {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0
  if (number > (draft.counters[kind] ?? 0)) draft.counters = { ...draft.counters, [kind]: number }
}
