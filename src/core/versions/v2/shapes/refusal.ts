import type { TSchema } from '@sinclair/typebox'

/** The property of a schema with the text that refuses a value; a symbol, so that no OpenAPI document shows it. */
export const Refusal = Symbol('Refusal')
type Refusal = (value: unknown) => string | undefined

/**
 * The schema with words of its own for what it refuses; `undefined` leaves the value to the usual ones.
 *
 * @example
 * refusing(AnyMap(), value => (isObject(value) ? undefined : 'must be object'))
 */
export const refusing = <T extends TSchema>(schema: T, refuse: Refusal): T => ({ ...schema, [Refusal]: refuse })

/** In which words the schema itself refuses a value; `undefined` where it leaves that to the usual ones. */
export const refusalOf = (schema: TSchema, value: unknown) => (schema[Refusal as never] as Refusal | undefined)?.(value)
