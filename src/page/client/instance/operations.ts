export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  /** The statuses that it may answer. */
  statuses: string[]
  /** The names of the fields of its body that a client may send. */
  fields: string[]
  /** What its body may be; `undefined` without one. */
  body: Schema | undefined
  /** A schema in the place of a reference to it. */
  resolve(schema: Schema | undefined): Schema | undefined
}

export type Operations = ReadonlyMap<string, Operation>

/** The parts of an OpenAPI document that are read here. */
export interface OpenApi {
  paths?: Record<string, Record<string, OpenApiOperation | undefined>>
  [part: string]: unknown
}
interface OpenApiOperation {
  operationId?: string
  summary?: string
  responses?: Record<string, unknown>
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
/** The parts of a schema that are read here. */
export interface Schema {
  $ref?: string
  readOnly?: boolean
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: unknown[]
}

/**
 * What an instance offers, by its own document: the name of an operation → its method, path, summary and the fields that
 * its body takes. A version that has more offers more, and the page shows more.
 */
export function operationsIn(document: OpenApi | undefined): Operations {
  const resolve = (schema: Schema | undefined) => resolved(schema, document)
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(document?.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      if (typeof operation?.operationId !== 'string') continue
      const { operationId: id, summary = '' } = operation
      const statuses = Object.keys(operation.responses ?? {})
      const body = resolve(operation.requestBody?.content?.['application/json']?.schema)
      const fields = writableFields(body, document)
      operations.set(id, { id, method: method.toUpperCase(), path, summary, statuses, fields, body, resolve })
    }
  }
  return operations
}

/** The operation of a path, whatever the version calls it. */
export const operationAt = (operations: Operations, method: string, path: string) =>
  [...operations.values()].find(
    operation => operation.method === method && withoutNames(operation.path) === withoutNames(path),
  )

/** Versions call the same parameter otherwise. */
const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}')

/** The names of a body's fields that a client may send. */
function writableFields(schema: Schema | undefined, document: OpenApi | undefined) {
  const fields = Object.entries(schema?.properties ?? {})
  return fields.filter(([, field]) => !resolved(field, document)?.readOnly && !field?.readOnly).map(([name]) => name)
}

function resolved(schema: Schema | undefined, document: OpenApi | undefined): Schema | undefined {
  const reference = schema?.$ref
  if (typeof reference !== 'string') return schema
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document) as Schema | undefined
}
