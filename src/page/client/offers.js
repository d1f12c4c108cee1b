/**
 * What an instance offers, by its own document: the name of an operation → its method, path, summary and the fields that
 * its body takes. A version that has more offers more, and the page shows more.
 *
 * @param {any} document OpenAPI
 */
export function operationsIn(document) {
  const operations = new Map()
  for (const [path, methods] of Object.entries(document?.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      if (typeof operation?.operationId !== 'string') continue
      const { operationId: id, summary = '' } = operation
      const body = resolved(operation.requestBody?.content?.['application/json']?.schema, document)
      operations.set(id, { id, method: method.toUpperCase(), path, summary, fields: writableFields(body, document) })
    }
  }
  return operations
}

/** The operation of a path, whatever the version calls it. */
export const operationAt = (operations, method, path) =>
  [...operations.values()].find(operation => operation.method === method && operation.path === path)

/** The names of a body's fields that a client may send. */
function writableFields(schema, document) {
  const fields = Object.entries(schema?.properties ?? {})
  return fields.filter(([, field]) => !resolved(field, document)?.readOnly && !field?.readOnly).map(([name]) => name)
}

function resolved(schema, document) {
  const reference = schema?.$ref
  if (typeof reference !== 'string') return schema
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((at, part) => at?.[part], document)
}
