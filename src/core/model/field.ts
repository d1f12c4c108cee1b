import { type TSchema, Type } from '@sinclair/typebox'
import { isRecord } from '../base/is-record.ts'
import { dates, id } from './fixture/fields.ts'

/**
 * A field of a record. Each kind has one table of them, `satisfies FieldsOf<…Record>` or `SentFieldsOf<…Record>`: a new
 * field does not compile until everything is said. Fixtures, seeding, comparison, documents and the examples of tests read
 * every table. What needs a rule stays code.
 */
export interface Field {
  /** What a fixture may give; null where a fixture does not have the field. */
  shape: TSchema | null
  absent: Absent
  /** Who writes it. */
  written: Written
  compared: Compared
  /** Names under which answers show it, where that is another one. */
  shownAs?: readonly string[]
  /** Two values that differ. */
  examples: readonly [first: unknown, second: unknown]
}

/** What the field is where a fixture leaves it out. */
export type Absent =
  /** A fixture has to give it. */
  | 'required'
  /** This value is stored; also in the place of null. */
  | { stored: unknown }
  /** Nothing is stored, which means this value; null means it as well. */
  | { means: unknown }
  /** Nothing is stored; a value is computed when it is read: says from what. */
  | { computed: string }
  /** A rule decides what is stored, also of what is given: says what. */
  | { made: string }

/** The requests that write it; else what does. */
export type Written = WrittenBy<'as sent' | 'by rule'>

/** How a request writes the field: by the value that is sent, or by a rule in `features`. */
type WrittenBy<How extends string> = { create?: How; update?: How } | 'operation' | 'service'

/** How two records are compared in the field. */
export type Compared =
  /** By its value. */
  | 'value'
  /** By its value, which is not shown: it may be a secret, or large. */
  | 'hidden value'
  /** By a rule of `migrate/compare`. */
  | 'rule'
  /** By the record that it names, which has another id on the other side. */
  | { refersTo: 'workflows' | 'executions' | 'users' | 'projects' | 'folders' }
  /**
   * Not: says why. Two states of one instance may be compared in it all the same. One that no side shows is named where
   * there are records.
   */
  | { not: string; butWithinInstance?: 'value' | 'hidden value'; isUnseen?: true }

/** What a promotion does with the field. */
export type Promoted =
  /** Sends it, where the target's version takes it; or only where the document names it. */
  | 'sent'
  | 'sent where given'
  /** What a rule of `migrate/promote` decides. */
  | 'rule'
  /** Leaves it behind, and the plan says so: says why. */
  | { stays: string }
  /** Nothing: the target has its own. */
  | 'own'

/** What the tables of several kinds say. */
export const PAIRED = { not: 'records are paired by it' }
export const DATED = { not: 'each service dates its own records' }
export const DATES = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const

/** A field of a kind whose requests store it as its table says, and whose promotion sends it as its table says. */
export interface SentField extends Field {
  promoted: Promoted
}

/** The table of a kind that code alone writes and promotes: nothing would read `as sent` and `promoted`. */
export type FieldsOf<R> = Record<keyof R, Field & { written: WrittenBy<'by rule'>; promoted?: never }>

/** The table of a kind of which requests and promotions read `written` and `promoted`: workflows and credentials. */
export type SentFieldsOf<R> = Record<keyof R, SentField>

/** An id that the service makes. */
export const madeId = {
  shape: Type.Optional(id),
  absent: { made: '16 characters, or the next number' },
  written: 'service',
  compared: PAIRED,
  examples: ['1', '2'],
} as const satisfies Field

/** When a record was created and changed. */
export const madeDates = {
  createdAt: {
    shape: dates.createdAt,
    absent: { made: 'now' },
    written: 'service',
    compared: DATED,
    examples: DATES,
  },
  updatedAt: {
    shape: dates.updatedAt,
    absent: { made: 'when it was created' },
    written: 'service',
    compared: DATED,
    examples: DATES,
  },
} as const satisfies Record<string, Field>

/** Fields with which a promotion does the same. */
export const allPromoted = <const P extends Promoted, const F extends Record<string, Field>>(promoted: P, fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, promoted }])) as {
    [K in keyof F]: F[K] & { promoted: P }
  }

type Shapes<F extends Record<string, Field>> = {
  [K in keyof F as F[K]['shape'] extends TSchema ? K : never]: F[K]['shape'] extends TSchema ? F[K]['shape'] : never
}

/** The properties that a fixture has, by the table. */
export function shapesOf<F extends Record<string, Field>>(fields: F): Shapes<F> {
  const given = Object.entries(fields).filter(([, { shape }]) => shape !== null)
  return Object.fromEntries(given.map(([name, { shape }]) => [name, shape])) as Shapes<F>
}

type KeysOf<F, Wanted> = { [K in keyof F]: F[K] extends Wanted ? K : never }[keyof F]
type SeededKeys<F> = KeysOf<F, { absent: { stored: unknown } | { means: unknown } | { computed: string } }>

/** What rules have made of a fixture's record: at least the fields that are not stored as they are given. */
export type MadeByRules<R, F> = Omit<R, SeededKeys<F> & keyof R> & { [K in SeededKeys<F> & keyof R]?: R[K] | undefined }

/**
 * A record of a fixture's: what rules have made of it, and the other fields as they are given, or as they are stored where
 * they are absent. In the order of the table.
 */
export function seededRecord<R, F extends Record<keyof R, Field>>(
  fields: F,
  given: object,
  made: MadeByRules<R, F>,
): R {
  const values = given as Record<string, unknown>
  const record: Record<string, unknown> = {}
  for (const [name, { absent }] of Object.entries<Field>(fields)) {
    if (Object.hasOwn(made, name)) record[name] = (made as Record<string, unknown>)[name]
    else if (!isRecord(absent) || 'means' in absent || 'computed' in absent) record[name] = values[name]
    else if ('stored' in absent) record[name] = values[name] ?? absent.stored
    if (record[name] === undefined) delete record[name]
  }
  return record as R
}

/** The keys of fields that some request writes. */
export type WrittenKeys<F> = KeysOf<F, { written: { create: string } | { update: string } }>

/** The keys of fields that a request stores as they are sent. */
export type KeysAsSent<F, Request extends 'create' | 'update'> = KeysOf<F, { written: Record<Request, 'as sent'> }>

/** The fields that a request stores as they are sent. */
export function sentAsTheyAre<F extends Record<string, SentField>, Request extends 'create' | 'update'>(
  fields: F,
  request: Request,
): (KeysAsSent<F, Request> & string)[] {
  return Object.entries(fields)
    .filter(([, { written }]) => typeof written === 'object' && written[request] === 'as sent')
    .map(([name]) => name as KeysAsSent<F, Request> & string)
}

/** Whether a promotion sends the field as it is. */
export const isSent = ({ promoted }: SentField): boolean => promoted === 'sent' || promoted === 'sent where given'

/** What a field is where it is left out; `undefined` where a value is made. */
export function absentValue({ absent }: Field): unknown {
  if (!isRecord(absent)) return undefined
  if ('stored' in absent) return absent.stored
  return 'means' in absent ? absent.means : undefined
}

/** A value of a field, or what it means where it is left out or null. */
export function meaningOf(field: Field, value: unknown): unknown {
  const meaning = value ?? absentValue(field)
  return meaning === undefined ? value : meaning
}
