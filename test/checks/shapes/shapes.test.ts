import { expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'

type Content = Record<string, { schema: object; example?: unknown }>
interface Operation {
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/** A schema on a line, without what it says in words. */
const lineOf = (schema: object) =>
  JSON.stringify(schema, (key, value) => (key === 'description' && typeof value === 'string' ? undefined : value))

/** What an operation takes, with its example, and what it answers with where it succeeds. */
function shapesOf(name: string, { requestBody, responses }: Operation) {
  const taken = Object.values(requestBody?.content ?? {}).flatMap(({ schema, example }) => [
    `${name} takes ${lineOf(schema)}`,
    ...(example === undefined ? [] : [`${name} takes for example ${JSON.stringify(example)}`]),
  ])
  const answered = Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .flatMap(([status, { content = {} }]) =>
      Object.values(content).map(({ schema }) => `${name} answers ${status} ${lineOf(schema)}`),
    )
  return [...taken, ...answered]
}

test.each([
  ...VERSION_NAMES.map(name => [name, '/api/v1/openapi.json']),
  ['the control API', '/_control/openapi.json'],
])('the shapes of %s are these (bun run generate writes them)', async (name, path) => {
  const profile = VERSION_NAMES.find(version => version === name) ?? 'n8n-1.41'
  await using instance = await startInstance({ socket: false, profile })
  const { paths, components } = (await instance.request('GET', path)).body as Document
  const named = Object.entries(components.schemas).map(([name, schema]) => `${name}: ${lineOf(schema)}`)
  const ofOperations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => shapesOf(`${method.toUpperCase()} ${path}`, one)),
  )
  expect([...named, ...ofOperations]).toMatchSnapshot()
})
