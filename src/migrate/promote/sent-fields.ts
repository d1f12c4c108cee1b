import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../core/base/is-record.ts'
import { isSent, meaningOf, type SentField } from '../../core/model/field.ts'
import { type Fields, fieldsOf } from '../fields.ts'

/** What the table of a kind says of its promotion, applied to one record. */
type Table = Readonly<Record<string, SentField>>

/**
 * The fields that are sent as they are: those that every record has, and what says something on either side.
 *
 * @param taken the fields that the request takes
 * @param there the record at the target
 */
export function sentFields(table: Table, record: object, taken: readonly string[], there?: Fields): Fields {
  const here = fieldsOf(record)
  const sent = sentIn(table).filter(([name, field]) => {
    if (!taken.includes(name)) return false
    if (field.promoted === 'sent where given' && !isGiven(field, here[name])) return false
    return field.absent === 'required' || [here[name], there?.[name]].some(value => saysSomething(field, value))
  })
  return Object.fromEntries(sent.map(([name, field]) => [name, meaningOf(field, here[name])]))
}

/** The titles of the fields that no request of the version takes. */
export const untakenFields = (table: Table, record: object, taken: readonly string[]): string[] =>
  sentIn(table)
    .filter(([name, field]) => !taken.includes(name) && saysSomething(field, fieldsOf(record)[name]))
    .map(([name]) => titleOf(name))

/** What of a record is never sent, with the reason. */
export const stayingFields = (table: Table, record: object): string[] =>
  Object.entries(table).flatMap(([name, field]) => {
    const { promoted } = field
    const stays = isRecord(promoted) && saysSomething(field, fieldsOf(record)[name])
    return stays ? [`without ${titleOf(name)}: ${promoted.stays}`] : []
  })

/** What is there, and is left as it is because the document does not name it. */
export const unnamedFields = (table: Table, record: object, there: Fields | undefined): string[] =>
  sentIn(table)
    .filter(
      ([name, field]) =>
        field.promoted === 'sent where given' &&
        !isGiven(field, fieldsOf(record)[name]) &&
        saysSomething(field, there?.[name]),
    )
    .map(([name]) => `with its own ${titleOf(name)}: the file names none`)

const sentIn = (table: Table) => Object.entries(table).filter(([, field]) => isSent(field))

/** Null is stored in the place of some fields that were not given. */
const isGiven = ({ absent }: SentField, value: unknown) =>
  value !== undefined && !(value === null && isRecord(absent) && 'stored' in absent)

const saysSomething = (field: SentField, value: unknown) =>
  !isEmpty(value) && !isDeepStrictEqual(meaningOf(field, value), meaningOf(field, undefined))

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const TITLES: Record<string, string> = {
  pinData: 'pinned data',
  nodeGroups: 'node groups',
  staticData: 'static data',
  projectId: 'its project',
  parentFolderId: 'its folder',
}
const titleOf = (field: string) => TITLES[field] ?? field
