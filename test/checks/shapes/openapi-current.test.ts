import { expect, test } from 'bun:test'
import { n8n241 } from '../../../src/core/versions/v2/n8n-2.41.ts'
import { startInstance } from '../../../src/testing.ts'

const { operations } = n8n241

interface Operation {
  operationId: string
  tags: string[]
  parameters?: { name: string; description?: string }[]
  responses: Record<string, unknown>
}

interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

async function readDocument(): Promise<Document> {
  await using instance = await startInstance({ socket: false, profile: 'n8n-2.41' })
  return (await instance.request<Document>('GET', '/api/v1/openapi.json', undefined, { key: null })).body
}

test('has the operations of the version, each once', async () => {
  const { paths } = await readDocument()
  const ids = Object.values(paths).flatMap(methods => Object.values(methods).map(({ operationId }) => operationId))
  expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  expect(new Set(ids).size).toBe(154)
})

test('says what each tag is about', async () => {
  const { tags } = await readDocument()
  expect(tags.map(({ name }) => name)).toEqual([...new Set(operations.map(({ tag }) => tag))])
  for (const { name, description } of tags) expect([name, description === name]).toEqual([name, false])
})

test('refers to each of its named schemas', async () => {
  const document = await readDocument()
  const text = JSON.stringify(document)
  const unused = Object.keys(document.components.schemas).filter(name => !text.includes(`schemas/${name}"`))
  expect(unused).toEqual([])
})

test.each([
  ['/data-tables', 'get', /name and projectId/],
  ['/data-tables/{dataTableId}/rows', 'get', /columnName, condition, value/],
  ['/data-tables/{dataTableId}/rows/delete', 'delete', /at least one condition/],
])('says what the JSON of the filter of %s holds', async (path, method, says) => {
  const { paths } = await readDocument()
  const filter = paths[path]?.[method]?.parameters?.find(({ name }) => name === 'filter')
  expect(filter?.description).toMatch(says)
})
