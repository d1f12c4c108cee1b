import type { TSchema } from '@sinclair/typebox'
import packageJson from '../../package.json' with { type: 'json' }
import { CONTROL_SCHEMAS, CONTROL_TAGS } from '../control/documented.ts'
import type { ControlOperation, ControlResponse } from '../control/operation.ts'
import { CONTROL_BASE } from '../control/serve-control.ts'
import { ErrorShape } from '../http/error-shape.ts'
import { type SchemaNames, schemaDefinition, schemaObject } from '../http/schema-object.ts'
import { parametersOf } from './api-document.ts'

const DESCRIPTION = `What a test or a demo does to the instance, beside the API: state, snapshots, requests, faults, clock, keys.
For the owner's key alone, on loopback or an allowed host name, and for no page of another origin.`

const REFUSALS: Record<number, string> = {
  400: 'A part of the request is not as it must be',
  401: 'There is no valid API key',
  403: "The key is not the owner's, or the host or origin is not allowed",
  404: 'There is no such thing',
  409: 'It goes against something that is there',
  502: 'Another service that it asks could not be read',
  413: 'The body is too large',
  415: 'The body is not JSON',
}

const JSON_TYPE = 'application/json'

interface Content {
  schema: TSchema
  type?: string
  example?: unknown
}

type Documented = ControlOperation<never>

/** The OpenAPI 3.0 document of the control API, made from its operations. */
export function controlDocument(operations: readonly Documented[], { apiKeyHeader }: { apiKeyHeader: string }) {
  const named = { ...CONTROL_SCHEMAS, Error: ErrorShape }
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema as TSchema, name]))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, names) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Control API', version: packageJson.version, description: DESCRIPTION },
    servers: [{ url: CONTROL_BASE }],
    tags: Object.entries(CONTROL_TAGS).map(([name, description]) => ({ name, description })),
    security: [{ ApiKeyAuth: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, schemaDefinition(schema, names)]),
      ),
      securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: apiKeyHeader } },
    },
  }
}

function operationObject(operation: Documented, names: SchemaNames) {
  const { id, tag, summary, description, params, query, body, responses } = operation
  const parameters = [...parametersOf('path', params, names), ...parametersOf('query', query, names)]
  const refusals = refusalsOf(operation).map(status => [
    status,
    { description: REFUSALS[status], content: contentOf({ schema: ErrorShape }, names) },
  ])
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: contentOf(body, names) } } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([status, it]) => [status, responseObject(it, names)])),
      ...Object.fromEntries(refusals),
    },
  }
}

function refusalsOf({ params, query, body, refusals = [] }: Documented): number[] {
  const reads = params || query || body ? [400] : []
  return [...reads, 401, 403, ...refusals, ...(body ? [413, 415] : [])]
}

const responseObject = (response: ControlResponse, names: SchemaNames) => ({
  description: response.description,
  content: {
    ...contentOf(response, names),
    ...(response.stream === undefined
      ? {}
      : { 'text/event-stream': { schema: { type: 'string', description: response.stream } } }),
  },
})

const contentOf = ({ schema, type = JSON_TYPE, example }: Content, names: SchemaNames) => ({
  [type]: { schema: schemaObject(schema, names), ...(example === undefined ? {} : { example }) },
})
