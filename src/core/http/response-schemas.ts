import { type TSchema, Type } from '@sinclair/typebox'
import { Nullable } from '../model/schema.ts'

/** Every refusal. */
export const ErrorShape = Type.Object({
  message: Type.String(),
  code: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
})

const DESCRIPTIONS = {
  400: 'The request is invalid or provides malformed data',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'The specified resource was not found',
  409: 'Conflict',
  413: 'The request body is too large',
  415: 'Unsupported media type',
  500: 'Internal server error',
} as const

/** The refusals that an operation declares. */
export const refusals = (...statuses: (keyof typeof DESCRIPTIONS)[]) =>
  Object.fromEntries(statuses.map(status => [status, { description: DESCRIPTIONS[status], schema: ErrorShape }]))

/** The envelope of a list. */
export const listOf = (item: TSchema) =>
  Type.Object({ data: Type.Array(item), nextCursor: Nullable(Type.String()) }, { additionalProperties: false })
