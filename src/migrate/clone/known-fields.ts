import type { TObject, TSchema } from '@sinclair/typebox'
import { validationErrors } from '../../http/validation-errors.ts'
import { Fixture } from '../../model/fixture.ts'
import type { Fields } from '../fields.ts'

export type FixturePart = keyof Fixture

/** Whether a fixture of this version of Understudy has such a part. */
export const hasPart = (part: string): part is FixturePart => Object.hasOwn(Fixture.properties, part)

/** The record with the fields that a fixture has room for. */
export function knownFields(part: FixturePart, record: Fields): Fields {
  const { properties } = itemOf(part)
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => Object.hasOwn(properties, key) && value !== undefined),
  )
}

/** What keeps a record from being one of a fixture; `undefined` where nothing does. */
export const validationErrorIn = (part: FixturePart, record: Fields): string | undefined =>
  validationErrors(itemOf(part), record, part, { firstOnly: true })[0]

const itemOf = (part: FixturePart) => (Fixture.properties[part] as unknown as { items: TSchema }).items as TObject
