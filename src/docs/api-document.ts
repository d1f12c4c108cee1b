import type { TObject, TSchema } from '@sinclair/typebox'
import type { Operation } from '../http/operation.ts'
import { refusals } from '../http/response-schemas.ts'
import { type SchemaNames, type SchemaObject, schemaDefinition, schemaObject } from '../http/schema-object.ts'
import type { DocumentationFacts, Version } from '../http/version.ts'

const DESCRIPTION = `The public REST API of this instance.
Every operation takes an API key in a header: the one that the instance showed at its first start.`

/** Examples of path parameters, by `name:format or type`. */
const EXAMPLE_PARAMETERS: Readonly<Record<string, unknown>> = {
  'id:string': '1',
  'id:number': 1,
  'id:identifier': 'owner@example.com',
  'credentialTypeName:string': 'githubApi',
}

/**
 * The OpenAPI 3.0 document of a version, made from the shapes that its operations check.
 *
 * @param base where the API is served; the document calls it its server
 */
export function apiDocument(
  { operations, documentation: facts }: Version,
  { apiKeyHeader, base }: { apiKeyHeader: string; base: string },
) {
  const { names, components } = namedSchemas(facts)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:([^/]+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, names) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Workflow automation API', description: DESCRIPTION, version: facts.apiVersion },
    servers: [{ url: base }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map(name => ({
      name,
      description: facts.tags[name] ?? name,
    })),
    security: [{ ApiKeyAuth: [] }],
    components: {
      schemas: components,
      securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: apiKeyHeader } },
    },
    paths,
  }
}

/** The schemas of a version that have a name of their own, in the order of their names. */
function namedSchemas({ schemas, aliases }: DocumentationFacts): {
  names: SchemaNames
  components: Record<string, SchemaObject>
} {
  const defined = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const names: SchemaNames = new Map([...defined.map(([name, schema]) => [schema, name] as const), ...aliases])
  const components = defined.map(([name, schema]) => [name, schemaDefinition(schema, names)] as const)
  return { names, components: Object.fromEntries(components) }
}

/** An operation as OpenAPI 3.0 writes it. */
function operationObject(operation: Operation, names: SchemaNames) {
  const { id, tag, summary, params, query, body } = operation
  const parameters = [...parametersOf('path', params, names), ...parametersOf('query', query, names)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(body
      ? {
          requestBody: {
            required: body.required,
            content: contentOf(body.mediaType, body.schema, names, body.example),
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responsesOf(operation)).map(([status, { description, schema }]) => [
        status,
        { description, ...(schema ? { content: json(schema, names) } : {}) },
      ]),
    ),
    ...(parameters.length ? { parameters } : {}),
  }
}

/** The declared responses, and the refusals of every operation: unknown parameters, other media types, other roles. */
function responsesOf({ responses, body, roles, scope }: Operation): Operation['responses'] {
  return {
    ...refusals(400, 401, ...(roles || scope ? [403 as const] : []), ...(body ? [413 as const, 415 as const] : [])),
    ...responses,
  }
}

export function parametersOf(place: 'path' | 'query', schemas: TObject | undefined, names: SchemaNames) {
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

const json = (schema: TSchema, names: SchemaNames) => contentOf(undefined, schema, names)

const contentOf = (mediaType = 'application/json', schema: TSchema, names: SchemaNames, example?: unknown) => ({
  [mediaType]: { schema: schemaObject(schema, names), ...(example === undefined ? {} : { example }) },
})
