import { expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'

/** Where a document has a title, a summary or a description without a word. */
function emptyTexts(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === 'example' || key === 'examples' || key === 'default') return []
    const isText = ['title', 'summary', 'description', 'operationId'].includes(key) && typeof part === 'string'
    return isText ? (part.trim() === '' ? [`${path}/${key}`] : []) : emptyTexts(part, `${path}/${key}`)
  })
}

test.each(VERSION_NAMES)('the example workflow of %s can be activated and runs through', async profile => {
  await using other = await startInstance({ socket: false, profile })
  const { paths } = (await other.request('GET', '/api/v1/openapi.json')).body as { paths: Paths }
  const example = paths['/workflows']?.post?.requestBody?.content['application/json'].example as Example
  const { body } = await other.request<{ id: string }>('POST', '/api/v1/workflows', example)
  expect((await other.request('POST', `/api/v1/workflows/${body.id}/activate`)).status).toBe(200)
  await other.request('POST', '/_control/executions', { workflowId: body.id, status: 'success' })
  const { text } = await other.request('GET', '/api/v1/executions?includeData=true')
  const { runData } = JSON.parse(text).data[0].data.resultData
  expect(Object.keys(runData)).toEqual(example.nodes.map(({ name }) => name))
  expect(example.nodes.filter(({ name, type }) => name === '' || type === '')).toEqual([])
  expect(example.nodes[0]?.parameters.rule?.interval).toHaveLength(1)
})
type Paths = Record<string, { post?: { requestBody?: { content: Record<'application/json', { example?: unknown }> } } }>
interface Example {
  nodes: { name: string; type: string; parameters: { rule?: { interval: unknown[] } } }[]
}

test.each([
  ...VERSION_NAMES.map(profile => [profile, '/api/v1/openapi.json'] as const),
  ['n8n-1.41', '/_control/openapi.json'] as const,
])('the OpenAPI document of %s at %s says something wherever it has a text', async (profile, path) => {
  await using other = await startInstance({ socket: false, profile })
  const { body } = await other.request('GET', path)
  expect(emptyTexts(body)).toEqual([])
  expect(JSON.stringify(body)).toContain('"description"')
})
