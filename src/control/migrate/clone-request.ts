import { type Static, Type } from '@sinclair/typebox'

const MOST_EXECUTIONS = 10_000
const MOST_TAGS = 100
const MOST_TEXT = 4096

/** What `POST /_control/clone` takes. */
export const CloneRequest = Type.Object(
  {
    url: Type.String({ maxLength: MOST_TEXT, description: 'The address of the service, with or without /api/v1' }),
    apiKey: Type.String({
      minLength: 1,
      maxLength: MOST_TEXT,
      description: 'A key of the service; it is neither kept nor logged',
    }),
    serviceName: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9-]{1,64}$',
        description: "The key's header is X-<NAME>-API-KEY; n8n if left out",
      }),
    ),
    executions: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_EXECUTIONS, description: 'How many, the newest; none if left out' }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ maxLength: MOST_TEXT }), {
        maxItems: MOST_TAGS,
        description: 'Only workflows that have all of these tags',
      }),
    ),
    active: Type.Optional(Type.Boolean({ description: 'Only active workflows' })),
    insecure: Type.Optional(Type.Boolean({ description: 'Whether plain http to another machine is meant' })),
  },
  { additionalProperties: false },
)

export type CloneRequest = Static<typeof CloneRequest>
