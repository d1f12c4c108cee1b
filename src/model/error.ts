import { Type } from '@sinclair/typebox'

/** Every refusal (reference 2.11). */
export const ErrorAnswer = Type.Object({
  message: Type.String(),
  code: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
})
