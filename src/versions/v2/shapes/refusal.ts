import type { TSchema } from '@sinclair/typebox'

/** Where a schema keeps how it refuses a value in words of its own; a symbol, so that no OpenAPI document shows it. */
export const Refusal = Symbol('Refusal')
export type Refusal = (value: unknown) => string | undefined

/**
 * The schema with words of its own for what it refuses; `undefined` leaves the value to the usual ones.
 *
 * @example
 * refusing(AnyMap(), value => (isObject(value) ? undefined : 'must be object'))
 */
export const refusing = <T extends TSchema>(schema: T, refuse: Refusal): T => ({ ...schema, [Refusal]: refuse })
