import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'

const at = (id: string, path: string, more: { webhookId?: string; httpMethod?: unknown; disabled?: boolean } = {}) => {
  const { webhookId = `hook-${id}`, httpMethod = 'GET', ...rest } = more
  const parameters = { path, httpMethod, ...(Array.isArray(httpMethod) ? { multipleMethods: true } : {}) }
  const type = 'n8n-nodes-base.webhook'
  return { id, name: id, type, typeVersion: 2, position: [0, 0], webhookId, parameters, ...rest }
}
const form = (id: string, path: string) => ({
  ...at(id, ''),
  type: 'n8n-nodes-base.formTrigger',
  typeVersion: 2.2,
  parameters: { formTitle: 'F', formFields: { values: [{ fieldLabel: 'a' }] }, options: { path } },
})
const below = { webhookId: 'below' }
const CONFLICT = [409, 'There is a conflict with one of the webhooks.']

/** Publishes a workflow of each list of nodes; what the last publication answered. */
async function publish(...graphs: object[][]) {
  await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
  let answer: unknown[] = []
  for (const nodes of graphs) {
    const made = await instance.request('POST', '/api/v1/workflows', {
      name: 'W',
      nodes,
      connections: {},
      settings: {},
    })
    const { status, body } = await instance.request('POST', `/api/v1/workflows/${Object(made.body).id}/activate`, {})
    answer = [status, Object(body).message]
  }
  return answer
}

describe('two webhooks of one workflow', () => {
  test.each<[says: string, nodes: object[]]>([
    ['one path', [at('a', 'x'), at('b', 'x')]],
    ['one path, with a slash before', [at('a', 'x'), at('b', '/x')]],
    ['one path, with a slash behind', [at('a', 'x'), at('b', 'x/')]],
    ['one of several methods', [at('a', 'x', { httpMethod: ['GET', 'POST'] }), at('b', 'x', { httpMethod: 'POST' })]],
    ['two forms', [form('a', 'x'), form('b', 'x')]],
    ['a form and a webhook', [form('a', 'x'), at('b', 'x')]],
  ])('conflict: %s', async (_says, nodes) => {
    expect(await publish(nodes)).toEqual(CONFLICT)
  })

  test.each<[says: string, nodes: object[]]>([
    ['two methods', [at('a', 'x'), at('b', 'x', { httpMethod: 'POST' })]],
    ['capitals', [at('a', 'x'), at('b', 'X')]],
    ['a disabled one', [at('a', 'x'), at('b', 'x', { disabled: true })]],
    ['an open part with two names', [at('a', 'd/:x', below), at('b', 'd/:y', below)]],
    ['one open path below two webhook ids', [at('a', 'd/:x'), at('b', 'd/:x')]],
  ])('do not conflict: %s', async (_says, nodes) => {
    expect((await publish(nodes))[0]).toBe(200)
  })
})

describe('webhooks of two workflows', () => {
  test.each<[says: string, one: object, other: object]>([
    ['one path', at('a', 'x'), at('b', '/x/')],
    ['an open part below one webhook id', at('a', 'd/:x', below), at('b', 'd/:y', below)],
    ['no path, one webhook id', at('a', '', below), at('b', '', below)],
    ['a part with a colon inside', at('a', 'q:z'), at('b', 'q:z')],
  ])('conflict: %s', async (_says, one, other) => {
    expect(await publish([one], [other])).toEqual(CONFLICT)
  })

  test.each<[says: string, one: object, other: object]>([
    ['one open path below two webhook ids', at('a', 'd/:x'), at('b', 'd/:x')],
    ['another fixed part', at('a', 'd/:x', below), at('b', 'e/:y', below)],
    ['more parts', at('a', 'd/:x', below), at('b', 'd/:y/z', below)],
    ['another method', at('a', 'd/:x', below), at('b', 'd/:x', { ...below, httpMethod: 'POST' })],
    ['one webhook id, other fixed paths', at('a', 'x', below), at('b', 'y', below)],
  ])('do not conflict: %s', async (_says, one, other) => {
    expect((await publish([one], [other]))[0]).toBe(200)
  })
})
