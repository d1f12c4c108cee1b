import { expect, test } from 'bun:test'
import { type Node, startInstance } from '../../../src/testing.ts'
import { inARow, webhook } from './workflows.ts'

const table = (name: string, parameters: object): Node => ({
  name,
  type: 'n8n-nodes-base.dataTable',
  typeVersion: 1.1,
  parameters: parameters as Record<string, unknown>,
})
const named = { dataTableId: { __rl: true, mode: 'name', value: 'Orders' } }
const create = (options: object) =>
  table('Create', {
    resource: 'table',
    operation: 'create',
    tableName: 'Orders',
    columns: { column: [{ name: 'total', type: 'number' }] },
    options,
  })
const insert = table('Insert', {
  ...named,
  operation: 'insert',
  columns: { mappingMode: 'defineBelow', value: { total: '={{ $("Hook").item.json.body.total }}' } },
  options: {},
})

const start = (...nodes: Node[]) =>
  startInstance({
    profile: 'n8n-2.41',
    socket: false,
    simulate: true,
    fixture: {
      workflows: [
        {
          id: '1',
          name: 'Orders',
          active: true,
          ...inARow(webhook('x', { responseMode: 'lastNode', httpMethod: 'POST' }), ...nodes),
        },
      ],
    },
  })
type Instance = Awaited<ReturnType<typeof start>>

const call = (instance: Instance, body = {}) => instance.request('POST', '/webhook/x', body, { key: null })
const rowsOf = async (instance: Instance) => {
  const { body } = await instance.request<{ data: { id: string; name: string }[] }>('GET', '/api/v1/data-tables')
  const tables = body.data.map(({ id, name }) => ({ id, name }))
  const path = `/api/v1/data-tables/${tables[0]?.id}/rows`
  const rows = await instance.request<{ data: { total: number }[] }>('GET', path)
  return { names: tables.map(({ name }) => name), totals: rows.body.data.map(({ total }) => total) }
}

test('a run makes a table of the instance once, and adds a row with each call', async () => {
  await using instance = await start(create({ createIfNotExists: true }), insert)
  for (const total of [1, 2]) expect((await call(instance, { total })).body).toMatchObject({ total })
  expect(await rowsOf(instance)).toEqual({ names: ['Orders'], totals: [1, 2] })
})

test('a table that is there is not made again where the node does not say so', async () => {
  await using instance = await start(create({}), insert)
  expect((await call(instance, { total: 1 })).status).toBe(200)
  expect(await call(instance, { total: 2 })).toMatchObject({ status: 500, body: { message: 'Error in workflow' } })
  expect(await rowsOf(instance)).toEqual({ names: ['Orders'], totals: [1] })
})

test('a list of tables is in order, as far as the node asks for it', async () => {
  const list = (options: object, more: object = {}) =>
    table('List', { resource: 'table', operation: 'list', options, ...more })
  const last: [Node, string[]][] = [
    [list({}), ['A', 'B', 'C']],
    [list({ sortDirection: 'desc' }), ['C', 'B', 'A']],
    [list({}, { returnAll: false, limit: 2 }), ['A', 'B']],
    [list({ filterName: 'B' }), ['B']],
  ]
  for (const [node, names] of last) {
    await using instance = await start(node)
    for (const name of ['B', 'C', 'A'])
      await instance.request('POST', '/api/v1/data-tables', { name, columns: [{ name: 'a', type: 'string' }] })
    await call(instance)
    const [execution] = instance.state('executions').executions
    const data = execution?.data as unknown as Data | undefined
    expect(data?.resultData.runData.List?.[0]?.data.main[0]?.map(({ json }) => json.name)).toEqual(names)
  }
})

interface Data {
  resultData: { runData: Record<string, { data: { main: { json: { name: string } }[][] } }[]> }
}
