import AjvDraft4 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import type { TestInstance } from '../../../src/testing.ts'

interface Document {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, object> }
}
interface OperationObject {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> } | undefined>
}

/** What a response violates of the document; empty if nothing. */
export type Check = (method: string, path: string, response: { status: number; body: unknown }) => string[]

/**
 * Checks responses against the OpenAPI document that an instance serves, as a validating proxy does: the status must be
 * declared, and the body must have the shape that is declared for it, a null only where it says `nullable`.
 */
export async function servedDocument(
  instance: TestInstance,
): Promise<{ check: Check; operations: { method: string; path: string }[] }> {
  const { body } = await instance.request('GET', '/api/v1/openapi.json', undefined, { key: null })
  const document = forResponses(body) as Document
  const ajv = new AjvDraft4({ strict: false, allErrors: true, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const paths = Object.keys(document.paths).map(path => ({ path, parts: path.split('/') }))

  function pathOf(asked: string): string | undefined {
    const parts = (asked.split('?')[0] ?? '').replace(/\/$/, '').split('/')
    const fits = (own: string[]) =>
      own.length === parts.length &&
      own.every((part, at) => part.startsWith('{') || part.toLowerCase() === parts[at]?.toLowerCase())
    const fitting = paths.filter(it => fits(it.parts)).sort((a, b) => variables(a.path) - variables(b.path))
    return fitting[0]?.path
  }

  const check: Check = (method, asked, { status, body }) => {
    const path = pathOf(asked)
    const operation = path && document.paths[path]?.[method.toLowerCase()]
    if (!operation) return []
    const response = operation.responses[status]
    if (!response) return [`${operation.operationId}: the status ${status} is not declared`]
    if (!response.content) {
      const isEmpty = body === undefined || body === null || body === ''
      return isEmpty ? [] : [`${operation.operationId} ${status}: a body that is not declared`]
    }
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json']
    const validate = ajv.getSchema(`document#/${[...pointer, 'schema'].map(escaped).join('/')}`)
    if (!validate) return [`${operation.operationId} ${status}: no schema`]
    if (validate(body)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${operation.operationId} ${status}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
  )
  return { check, operations }
}

/** In a response, a field that is only written is not required. */
function forResponses(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(forResponses)
  if (typeof part !== 'object' || part === null) return part
  const { required, properties, ...rest } = part as { required?: unknown; properties?: Record<string, object> }
  const plain = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, forResponses(inner)]))
  const isRead = (name: string) => !('writeOnly' in (properties?.[name] ?? {}))
  return {
    ...plain,
    ...(properties === undefined ? {} : { properties: forResponses(properties) }),
    ...(required === undefined ? {} : { required: Array.isArray(required) ? required.filter(isRead) : required }),
  }
}

const variables = (path: string) => path.split('{').length
const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
