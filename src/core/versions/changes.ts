import { isRecord } from '../base/is-record.ts'
import type { Operation } from '../http/operation.ts'
import type { Change, Version, WriteLimits } from '../http/version.ts'
import { requireKnown, type VersionTexts } from './refusals.ts'

/** The fields that a definition of either family has. */
export interface VersionIdentity extends Pick<Version, 'name' | 'measured' | 'isReference'> {
  /** Whether a running service is of this version. Default: as the version before. */
  isAnsweredBy?: Version['isAnsweredBy']
}

/** A named change to the neighbour, and what it replaces there. */
export interface NamedChange<Parts> extends Change {
  /** Texts of refusals, by the names of these. */
  texts?: VersionTexts
  /** Ids of removed operations. */
  without?: readonly string[]
  /** Operations: one with the id of another replaces it, the others come after all. */
  operations?: (parts: Parts) => readonly Operation[]
  writes?: Partial<WriteLimits>
  data?: Partial<Version['data']>
}

/** A definition and those that it is made of, the oldest first. */
export function chainOf<D extends { after?: D }>(definition: D): D[] {
  return definition.after ? [...chainOf(definition.after), definition] : [definition]
}

/** The operations after these changes. @throws Error for a removed operation that does not exist */
export function changedOperations<Parts>(
  version: string,
  operations: readonly Operation[],
  changes: readonly NamedChange<Parts>[],
  parts: Parts,
): Operation[] {
  let changed = [...operations]
  for (const { without = [], operations: make } of changes) {
    const ids = changed.map(({ id }) => id)
    requireKnown(version, 'operation', without, ids)
    const own = make?.(parts) ?? []
    changed = [
      ...changed
        .filter(({ id }) => !without.includes(id))
        .map(operation => own.find(({ id }) => id === operation.id) ?? operation),
      ...own.filter(({ id }) => !ids.includes(id)),
    ]
  }
  return changed
}

/** The fields that the body of an operation takes. */
export function takenFields(operations: readonly Operation[], id: string): string[] {
  const schema: unknown = operations.find(operation => operation.id === id)?.body?.schema
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  return Object.keys(properties).filter(name => !(isRecord(properties[name]) && properties[name].readOnly === true))
}

/** The sentences of changes, without what they replace. */
export const sentencesOf = (changes: readonly Change[]): Change[] =>
  changes.map(({ subject, before, sentence }) => ({ subject, sentence, ...(before === undefined ? {} : { before }) }))
