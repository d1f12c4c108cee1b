import { Type } from '@sinclair/typebox'
import { AnyMap } from '../../../model/schema.ts'

const texts = Type.Array(Type.String())
const Endpoint = Type.Object({
  method: Type.String(),
  path: Type.String(),
  operationId: Type.String(),
  requestSchema: Type.Optional(AnyMap({ description: 'only with include=schemas' })),
})
const Filter = Type.Object({ description: Type.String(), values: texts })

/** What a key may do. */
export const Discovered = Type.Object({
  data: Type.Object({
    scopes: texts,
    resources: Type.Record(
      Type.String(),
      Type.Object({ operations: texts, endpoints: Type.Array(Endpoint) }, { additionalProperties: false }),
    ),
    filters: Type.Object({ resource: Filter, operation: Filter, include: Filter }),
    specUrl: Type.String(),
  }),
})
