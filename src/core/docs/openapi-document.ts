import type { TObject, TSchema } from '@sinclair/typebox'
import { type SchemaNames, schemaDefinition, schemaObject } from '../http/schema-object.ts'
import type { Described, DescribedResponse, DocumentedSurface } from '../http/surface.ts'

const JSON_TYPE = 'application/json'

/** Examples of path parameters, by `name:format or type`. */
const EXAMPLE_PARAMETERS: Readonly<Record<string, unknown>> = {
  'id:string': '1',
  'id:number': 1,
  'id:identifier': 'owner@example.com',
  'credentialTypeName:string': 'githubApi',
}

/** The OpenAPI 3.0 document of a surface, made from the shapes that its operations check. */
export function openApiDocument(
  { base, operations, document }: DocumentedSurface,
  { apiKeyHeader }: { apiKeyHeader: string },
) {
  if (!document) throw new Error(`No document is made of ${base}`)
  const { title, description, version, tags, schemas, aliases = [], refusals } = document
  const defined = Object.entries(schemas)
  const names: SchemaNames = new Map([...defined.map(([name, schema]) => [schema, name] as const), ...aliases])
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:([^/]+)/g, '{$1}')
    const responses = { ...refusals(operation as never), ...operation.responses }
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, responses, names) }
  }
  return {
    openapi: '3.0.3',
    info: { title, description, version },
    servers: [{ url: base }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map(name => ({ name, description: tags[name] })),
    security: [{ ApiKeyAuth: [] }],
    components: {
      schemas: Object.fromEntries(defined.map(([name, schema]) => [name, schemaDefinition(schema, names)])),
      securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: apiKeyHeader } },
    },
    paths,
  }
}

/** An operation as OpenAPI 3.0 writes it. */
function operationObject(
  { id, tag, summary, description, params, query, body }: Described,
  responses: Described['responses'],
  names: SchemaNames,
) {
  const parameters = [...parametersOf('path', params, names), ...parametersOf('query', query, names)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(body
      ? {
          requestBody: {
            required: body.required ?? true,
            content: contentOf(body.mediaType, body.schema, names, body.example),
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, responseObject(response, names)]),
    ),
    ...(parameters.length ? { parameters } : {}),
  }
}

const responseObject = ({ description, schema, type, stream }: DescribedResponse, names: SchemaNames) => ({
  description,
  ...(schema
    ? {
        content: {
          ...contentOf(type, schema, names),
          ...(stream === undefined ? {} : { 'text/event-stream': { schema: { type: 'string', description: stream } } }),
        },
      }
    : {}),
})

function parametersOf(place: 'path' | 'query', schemas: TObject | undefined, names: SchemaNames) {
  return Object.entries(schemas?.properties ?? {}).map(([name, schema]) => {
    const { description, deprecated, ...rest } = schemaObject(schema, names)
    const example = place === 'path' ? EXAMPLE_PARAMETERS[`${name}:${rest.format ?? rest.type}`] : undefined
    return {
      name,
      in: place,
      required: place === 'path' || (schemas?.required ?? []).includes(name),
      ...(description === undefined ? {} : { description }),
      ...(deprecated === undefined ? {} : { deprecated }),
      ...(schema.allowReserved ? { allowReserved: true } : {}),
      schema: rest,
      ...(example === undefined ? {} : { example }),
      ...(place === 'query' ? leftOut(rest) : {}),
    }
  })
}

/** Where a parameter has a default or fixed values, the page would send one unless its example says otherwise. */
function leftOut({ default: usual, enum: values }: { default?: unknown; enum?: unknown[] }) {
  const value = usual ?? values?.[0]
  return value === undefined ? {} : { examples: { left_out: { value, 'x-disabled': true } } }
}

const contentOf = (mediaType = JSON_TYPE, schema: TSchema, names: SchemaNames, example?: unknown) => ({
  [mediaType]: { schema: schemaObject(schema, names), ...(example === undefined ? {} : { example }) },
})
