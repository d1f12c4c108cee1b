import { type TSchema, Type } from '@sinclair/typebox'
import { ErrorAnswer } from '../model/error.ts'
import { Nullable } from '../model/schema.ts'

const SAYS = {
  400: 'The request is invalid or provides malformed data',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'The specified resource was not found',
  409: 'Conflict',
  415: 'Unsupported media type',
  500: 'Internal server error',
} as const

/** The refusals that an operation declares (reference 7). */
export const refusals = (...statuses: (keyof typeof SAYS)[]) =>
  Object.fromEntries(statuses.map(status => [status, { says: SAYS[status], schema: ErrorAnswer }]))

/** The envelope of a list (reference 2.8). */
export const listOf = (item: TSchema) =>
  Type.Object({ data: Type.Array(item), nextCursor: Nullable(Type.String()) }, { additionalProperties: false })
