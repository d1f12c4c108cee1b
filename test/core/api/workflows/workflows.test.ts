import { describe, expect, test } from 'bun:test'
import type { Case } from '../../../case.ts'
import { playCases, UUID } from '../cases.ts'
import { field, idOf, MEMBER, minimal, PROFILES, startWorld, webhook } from '../world.ts'

const UNKNOWN = { status: 404, body: { message: 'Not Found' } }
const like = (fields: Record<string, unknown>) => expect.objectContaining(fields)
const OLD = '2026-01-02T00:00:00.000Z'
const NEW = expect.not.stringContaining('2026-01-02')

playCases([
  {
    name: 'creates a workflow: inactive, without static data',
    ask: ['POST', '/workflows', minimal()],
    status: 200,
    body: like({ ...minimal(), active: false, staticData: null }),
  },
  {
    name: 'keeps static data that a PUT leaves out',
    given: [['PUT', '/workflows/1', minimal({ staticData: { a: 1 } })]],
    ask: ['PUT', '/workflows/1', minimal()],
    status: 200,
    body: like({ staticData: { a: 1 } }),
  },
  {
    name: 'clears static data that a PUT gives as null',
    given: [['PUT', '/workflows/1', minimal({ staticData: { a: 1 } })]],
    ask: ['PUT', '/workflows/1', minimal({ staticData: null })],
    status: 200,
    body: like({ staticData: null }),
  },
  {
    name: 'replaces name, nodes, connections and settings wholly, keeps tags, dates of creation and owner',
    given: [['PUT', '/workflows/2', minimal({ settings: { timezone: 'Europe/Paris', saveManualExecutions: true } })]],
    ask: ['PUT', '/workflows/2', minimal({ name: 'by the owner', settings: { timezone: 'Asia/Tokyo' } })],
    status: 200,
    body: like({ nodes: [], settings: { timezone: 'Asia/Tokyo' }, createdAt: '2026-01-01T00:00:00.000Z' }),
    after: [[['GET', '/workflows/2', undefined, MEMBER], like({ name: 'by the owner', updatedAt: NEW, tags: [] })]],
  },
  {
    name: 'deletes a workflow with its executions, and leaves its tags',
    ask: ['DELETE', '/workflows/1'],
    status: 200,
    body: like({ id: '1', name: 'Intake', updatedAt: OLD }),
    after: [
      [['GET', '/workflows/1'], { message: 'Not Found' }],
      [['GET', '/executions/1'], { message: 'Not Found' }],
      [['GET', '/executions/4'], { message: 'Not Found' }],
      [['GET', '/executions'], { data: [like({ finished: true })], nextCursor: null }],
      [['GET', '/tags/1'], like({ name: 'urgent' })],
    ],
  },
  ...['01', '__proto__', 'constructor', 'toString'].flatMap((id): Case[] => [
    { name: `cannot read workflow ${id}`, ask: ['GET', `/workflows/${id}`], ...UNKNOWN },
    { name: `cannot replace workflow ${id}`, ask: ['PUT', `/workflows/${id}`, minimal()], ...UNKNOWN },
    { name: `cannot delete workflow ${id}`, ask: ['DELETE', `/workflows/${id}`], ...UNKNOWN },
    { name: `cannot activate workflow ${id}`, ask: ['POST', `/workflows/${id}/activate`], ...UNKNOWN },
    { name: `cannot deactivate workflow ${id}`, ask: ['POST', `/workflows/${id}/deactivate`], ...UNKNOWN },
    { name: `cannot read the tags of workflow ${id}`, ask: ['GET', `/workflows/${id}/tags`], ...UNKNOWN },
    { name: `cannot replace the tags of workflow ${id}`, ask: ['PUT', `/workflows/${id}/tags`, []], ...UNKNOWN },
  ]),
  {
    name: 'activates a workflow',
    ask: ['POST', '/workflows/1/activate'],
    status: 200,
    body: like({ active: true }),
    after: [[['GET', '/workflows/1'], like({ active: true, updatedAt: NEW })]],
  },
  {
    name: 'deactivates a workflow',
    given: [['POST', '/workflows/1/activate']],
    ask: ['POST', '/workflows/1/deactivate'],
    status: 200,
    body: like({ active: false }),
    after: [[['GET', '/workflows/1'], like({ active: false })]],
  },
  {
    name: 'keeps an active workflow active when it is replaced by one that can start',
    given: [['POST', '/workflows/1/activate']],
    ask: ['PUT', '/workflows/1', minimal({ nodes: [webhook('New', 'elsewhere')] })],
    status: 200,
    body: like({ active: true, nodes: [webhook('New', 'elsewhere')] }),
  },
])

describe.each(PROFILES)('in profile %s', profile => {
  test('changes nothing when an active workflow is activated again', async () => {
    await using instance = await startWorld(profile)
    await instance.request('POST', '/api/v1/workflows/1/activate')
    const first = await instance.request('GET', '/api/v1/workflows/1')
    const again = await instance.request('POST', '/api/v1/workflows/1/activate')
    expect(first.body).toMatchObject({ active: true })
    expect(again.body).toEqual(first.body)
  })

  test('takes an exported workflow through POST, GET and PUT unchanged', async () => {
    await using instance = await startWorld(profile)
    const exported = {
      name: 'Orders to sheet',
      nodes: [
        {
          ...webhook('Orders', 'in'),
          notes: 'ünïcödé 🚀',
          notesInFlow: true,
          disabled: false,
          parameters: { a: [1, null] },
        },
        {
          ...webhook('Code', 'x'),
          type: 'n8n-nodes-base.code',
          parameters: { jsCode: 'return "\\u2028"\n' },
          retryOnFail: true,
        },
      ],
      connections: { Orders: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } },
      settings: { executionOrder: 'v1', saveManualExecutions: true },
      staticData: { lastId: 7 },
    }
    const created = await instance.request('POST', '/api/v1/workflows', exported)
    const read = await instance.request('GET', `/api/v1/workflows/${idOf(created)}`)
    const sent = Object.fromEntries(Object.keys(exported).map(name => [name, field(read, name)]))
    expect(sent).toEqual(exported)
    const put = await instance.request('PUT', `/api/v1/workflows/${idOf(created)}`, sent)
    expect(put.body).toEqual(like(exported))
    const again = await instance.request('GET', `/api/v1/workflows/${idOf(created)}`)
    expect({ ...(again.body as object), updatedAt: '', versionId: '' }).toEqual({
      ...(read.body as object),
      updatedAt: '',
      versionId: '',
    })
  })

  test('refuses a workflow sent back as it was read: it has read-only fields', async () => {
    await using instance = await startWorld(profile)
    const read = await instance.request('GET', '/api/v1/workflows/1')
    const put = await instance.request('PUT', '/api/v1/workflows/1', read.body)
    expect(put.status).toBe(400)
    for (const name of ['id', 'active', 'createdAt', 'updatedAt', 'tags']) {
      expect(field(put, 'message')).toContain(`request/body/${name} is read-only`)
    }
  })
})

describe('in profile n8n-1.41', () => {
  test('gives a new versionId with every PUT, even of the same body, and answers what was sent in its order', async () => {
    await using instance = await startWorld('n8n-1.41')
    const sent = { settings: {}, name: 'x', connections: {}, nodes: [] }
    const created = await instance.request('POST', '/api/v1/workflows', sent)
    expect(Object.keys(created.body as object)).toEqual([
      'settings',
      'name',
      'connections',
      'nodes',
      'active',
      'versionId',
      'id',
      'staticData',
      'meta',
      'pinData',
      'createdAt',
      'updatedAt',
      'triggerCount',
    ])
    const path = `/api/v1/workflows/${idOf(created)}`
    const versions = [created, await instance.request('PUT', path, sent), await instance.request('PUT', path, sent)]
    expect(versions.map(answer => field(answer, 'versionId'))).toEqual([UUID, UUID, UUID])
    expect(new Set(versions.map(answer => field(answer, 'versionId'))).size).toBe(3)
  })
})
