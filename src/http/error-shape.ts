import { Type } from '@sinclair/typebox'

/** Every refusal. */
export const ErrorShape = Type.Object({
  message: Type.String(),
  code: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
})
