import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ApiError, badRequest, refuseAny } from '../base/errors.ts'
import { validationErrors } from '../http/validation-errors.ts'
import { closestName } from '../model/closest-name.ts'
import { parseJson, UnusableJson } from '../model/parse-json.ts'
import { AnyMap, Enumeration } from '../model/schema.ts'

const strict = { additionalProperties: false }
const MAX_ENTRIES = 500
const text = Type.String({ maxLength: 2000 })
const status = Type.Integer({ minimum: 200, maximum: 599 })
/** Names of fields, with `[]` for each item of a list. */
export const FIELD_PATH = /^(\[\]|[\w$-]+(\[\])*)(\.[\w$-]+(\[\])*)*$/
const fieldPath = Type.String({
  maxLength: 300,
  pattern: FIELD_PATH.source,
  description: 'Names of fields, with `[]` for each item of a list: `data[].name`',
})
const answer = (of: TSchema) => Type.Object({ status, body: Type.Optional(of) }, strict)
const body = AnyMap({
  description:
    'JSON; `{id}` in its texts is that parameter of the path, `{?limit}` that of the query, `{*}` the name of an unknown one',
})

export const VALUE_KINDS = ['empty', 'number', 'boolean', 'text'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** Which requests a rule applies to. */
const Condition = Type.Object(
  {
    parameter: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'With this query parameter; `*`: with one that the profile does not know',
      }),
    ),
    value: Type.Optional(Enumeration(VALUE_KINDS, { description: 'What the value of that parameter reads as' })),
    key: Type.Optional(Enumeration(['none', 'some'], { description: 'Without a key, or with any' })),
  },
  strict,
)

/** An answer of the profile, and what the service answers in its place. */
const OverriddenAnswer = Type.Object(
  {
    when: Type.Optional(Condition),
    from: Type.Object({ status, message: Type.Optional(text) }, strict),
    to: answer(body),
  },
  strict,
)

const OverriddenOperation = Type.Object(
  {
    /** The service does not have it: what it answers to every request. */
    missing: Type.Optional(answer(body)),
    /** Query parameters that are accepted and have no effect; `*` means all that the profile does not know. */
    acceptedParameters: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: MAX_ENTRIES }),
    ),
    /** The first that fits an answer replaces it. */
    answers: Type.Optional(Type.Array(OverriddenAnswer, { maxItems: MAX_ENTRIES })),
    /** Path of a field that 2xx answers have → its value. */
    addedFields: Type.Optional(AnyMap()),
    /** Fields of the profile that 2xx answers do not have. */
    missingFields: Type.Optional(Type.Array(fieldPath, { maxItems: MAX_ENTRIES })),
  },
  strict,
)

const OverridesShape = Type.Object(
  {
    format: Type.Integer({ minimum: 1, maximum: 1 }),
    /** The version that they change. */
    profile: Type.String({ minLength: 1, maxLength: 100 }),
    /** By the ids of operations. */
    operations: AnyMap(),
  },
  strict,
)

/** How a service differs from the version that is simulated, as far as it can be applied as data. */
export interface Overrides {
  format: 1
  /** The version that they change. */
  profile: string
  /** By the ids of operations. */
  operations: Record<string, OperationOverrides>
}

export type OperationOverrides = Static<typeof OverriddenOperation> & { addedFields?: Record<string, unknown> }
export type AnswerOverride = Static<typeof OverriddenAnswer>

const MAX_VALUES = 100_000
const MAX_BYTES = 4 * 1024 * 1024

/** Overrides of a text. @param source what messages call it @throws ApiError 400 with each error and its JSON path */
export function parseOverrides(json: string, source: string): Overrides {
  if (json.length > MAX_BYTES) throw badRequest(`${source}: overrides have at most ${MAX_BYTES / 1024 / 1024} MB`)
  try {
    return readOverrides(parseJson(json, MAX_VALUES), source)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const why = error instanceof UnusableJson ? error.message : 'is not JSON'
    throw badRequest(`${source} ${why}`, { cause: error })
  }
}

/** Checks overrides that come from outside. @throws ApiError 400 with everything that is wrong, and where */
export function readOverrides(value: unknown, source: string): Overrides {
  refuseAny(validationErrors(OverridesShape, value, source, { named: true }))
  const { operations } = value as Overrides
  const errors = Object.entries(operations).flatMap(([id, operation]) => {
    const place = `${source}/operations/${id}`
    const found = validationErrors(OverriddenOperation, operation, place, { named: true })
    const paths = found.length > 0 ? [] : Object.keys(operation.addedFields ?? {})
    const wrong = paths.flatMap(path => validationErrors(fieldPath, path, `${place}/addedFields/${path}`))
    return [...found, ...wrong]
  })
  refuseAny(errors)
  return structuredClone(value as Overrides)
}

/** @throws ApiError 400 for overrides of another version, and for an operation that the version does not have */
export function checkOverrides(
  { profile, operations }: Overrides,
  version: { name: string; operations: readonly { id: string }[] },
  source: string,
) {
  if (profile !== version.name) {
    throw badRequest(
      `${source}/profile is ${profile}, but this instance runs ${version.name}: start it with that profile`,
    )
  }
  const ids = version.operations.map(({ id }) => id)
  refuseAny(
    Object.keys(operations)
      .filter(id => !ids.includes(id))
      .map(id => {
        const meant = closestName(id, ids)
        const hint = meant === undefined ? '' : `; did you mean ${meant}?`
        return `${source}/operations/${id}: ${version.name} has no such operation${hint}`
      }),
  )
}
