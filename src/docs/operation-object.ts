import type { TObject, TSchema } from '@sinclair/typebox'
import type { Operation } from '../http/operation.ts'
import { refusals } from '../http/response-schemas.ts'
import { type SchemaNames, schemaObject } from '../http/schema-object.ts'
import { EXAMPLE_PARAMETERS } from './examples.ts'

/** An operation as OpenAPI 3.0 writes it. */
export function operationObject(operation: Operation, names: SchemaNames) {
  const { id, tag, summary, params, query, body } = operation
  const parameters = [...parametersOf('path', params, names), ...parametersOf('query', query, names)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length ? { parameters } : {}),
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
  }
}

/** What it declares, and the refusals that come of what it takes: unknown parameters, other media types, other roles. */
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
