/** An OpenAPI document, as far as it is compared. */
interface Document {
  paths: Record<string, Record<string, unknown>>
  components?: { schemas?: Record<string, unknown> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** What one document has and the other has not, a line each: operations, and the fields that they take and answer. */
export function documentDifferences(theirs: Document, ours: Document): string[] {
  const [their, our] = [operationsOf(theirs), operationsOf(ours)]
  const lines: string[] = []
  for (const [name, fields] of their) {
    const known = our.get(name)
    if (!known) lines.push(`new operation     ${name}`)
    else {
      for (const field of missingIn(known, fields)) lines.push(`new field         ${name}: ${field}`)
      for (const field of missingIn(fields, known)) lines.push(`field not there   ${name}: ${field}`)
    }
  }
  for (const name of our.keys()) if (!their.has(name)) lines.push(`operation not there  ${name}`)
  return lines
}

/** The fields that the others do not have, without those inside of another one. */
function missingIn(others: ReadonlySet<string>, fields: ReadonlySet<string>): string[] {
  const missing = [...fields].filter(field => !others.has(field))
  return missing.filter(field => !missing.some(outer => field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`)))
}

function operationsOf(document: Document): Map<string, Set<string>> {
  const operations = new Map<string, Set<string>>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!METHODS.includes(method)) continue
      const name = `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '{}').replace(/^\/api\/v1/, '')}`
      operations.set(name, fieldsOf(operation as Operation, document))
    }
  }
  return operations
}

interface Operation {
  parameters?: unknown[]
  requestBody?: unknown
  responses?: Record<string, unknown>
}

function fieldsOf(operation: Operation, document: Document): Set<string> {
  const fields = new Set<string>()
  for (const given of operation.parameters ?? []) {
    const parameter = resolved(given, document)
    if (parameter.in === 'query') fields.add(`query ${parameter.name}`)
  }
  const collect = (message: unknown, kind: string) => {
    const { content } = resolved(message, document) as { content?: Record<string, { schema?: unknown }> }
    collectFields(content?.['application/json']?.schema, kind, document, fields, [])
  }
  collect(operation.requestBody, 'body')
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    if (status.startsWith('2')) collect(response, 'answer')
  }
  return fields
}

function collectFields(schema: unknown, at: string, document: Document, fields: Set<string>, seen: unknown[]) {
  const { properties, items, allOf, anyOf, oneOf } = resolved(schema, document) as Record<string, unknown>
  if (seen.length > 6) return
  for (const part of [allOf, anyOf, oneOf].flat())
    if (part) collectFields(part, at, document, fields, [...seen, schema])
  if (items) collectFields(items, `${at}[]`, document, fields, [...seen, schema])
  for (const [name, property] of Object.entries((properties ?? {}) as object)) {
    fields.add(`${at}.${name}`)
    collectFields(property, `${at}.${name}`, document, fields, [...seen, schema])
  }
}

/** What a `$ref` means. */
function resolved(value: unknown, document: Document): Record<string, unknown> {
  let found = (value ?? {}) as Record<string, unknown>
  for (let depth = 0; typeof found.$ref === 'string' && depth < 10; depth++) {
    const parts = found.$ref.replace(/^#\//, '').split('/')
    found = (parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document) ??
      {}) as typeof found
  }
  return found
}
