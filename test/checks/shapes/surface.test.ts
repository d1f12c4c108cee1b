import { expect, test } from 'bun:test'
import { loadVersion, VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'

interface Operation {
  operationId: string
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { required?: boolean }
  responses: Record<string, unknown>
}

/** An operation on a line: what it is called, what it takes, and with which statuses it answers. */
function lineOf(method: string, path: string, operation: Operation) {
  const { operationId, tags, parameters = [], requestBody, responses } = operation
  const taken = parameters.map(({ in: place, name, required, schema }) => {
    const { description: _, ...checked } = schema as { description?: string }
    return `${place} ${name}${required ? '' : '?'} ${JSON.stringify(checked)}`
  })
  const body = requestBody === undefined ? [] : [requestBody.required ? 'body' : 'body?']
  const statuses = Object.keys(responses).join(' ')
  return `${method.toUpperCase()} ${path}: ${[operationId, tags.join(), ...taken, ...body, statuses].join('; ')}`
}

test.each([
  ...VERSION_NAMES.map(name => [name, '/api/v1/openapi.json']),
  ['the control API', '/_control/openapi.json'],
])('the operations of %s are these (bun run generate writes them)', async (name, path) => {
  const profile = VERSION_NAMES.find(version => version === name) ?? 'n8n-1.41'
  await using instance = await startInstance({ socket: false, profile })
  const { body } = await instance.request('GET', path)
  const { paths } = body as { paths: Record<string, Record<string, Operation>> }
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => lineOf(method, path, operation)),
  )
  expect(lines).toMatchSnapshot()
})

test.each(VERSION_NAMES)('what may be written to %s is this (bun run generate writes it)', async name => {
  const { writes } = await loadVersion(name)
  expect(writes).toMatchSnapshot()
})
