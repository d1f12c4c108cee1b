import { expect, test } from 'bun:test'
import type { Answer, RequestBody, Tag, Workflow } from 'n8n-understudy/api'
import type * as current from 'n8n-understudy/api/n8n-2.41'
import { aNode, aTag, aWorkflow, startInstance } from '../../src/testing.ts'

test('values of the kit have the types of the API', async () => {
  await using instance = await startInstance({ fixture: { workflows: [aWorkflow()] }, socket: false })
  const { name } = aTag()
  const { body: tag } = await instance.request<Tag>('POST', '/api/v1/tags', {
    name,
  } satisfies RequestBody<'createTag'>)
  expect(tag.name).toBe('a-tag')
  const { body: list } = await instance.request<Answer<'getWorkflows'>>('GET', '/api/v1/workflows')
  const [workflow]: Workflow[] = list.data ?? []
  const { nodes, connections, settings } = aWorkflow()
  const copy: RequestBody<'createWorkflow'> = { name: 'A copy', nodes, connections, settings }
  expect((await instance.request<Workflow>('POST', '/api/v1/workflows', copy)).body.name).toBe('A copy')
  expect(workflow?.nodes.map(({ name }) => name)).toEqual(['Schedule Trigger', 'Edit Fields'])
})

test('a version has the types of its own operations', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
  const table: current.RequestBody<'createDataTable'> = { name: 'rows', columns: [{ name: 'n', type: 'number' }] }
  const made = await instance.request<current.DataTable>('POST', '/api/v1/data-tables', table)
  expect(made.body.name).toBe('rows')
  const node: current.Node = aNode()
  expect(node.type).toBe('n8n-nodes-base.noOp')
  // @ts-expect-error no such operation in this version
  type Missing = current.Answer<'getNothing'>
  const none: Missing | undefined = undefined
  expect(none).toBeUndefined()
})
