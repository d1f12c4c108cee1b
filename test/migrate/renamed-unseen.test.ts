import { describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { type Fixture, versions } from '../../src/index.ts'
import { aNode, aWorkflow, type TestInstance } from '../../src/testing.ts'
import { losingService, rehearse } from './rehearsal.ts'

const NODES = [
  { ...aNode({ name: 'Schedule Trigger' }, 0), id: '2b9f4c34-0f9e-4d5a-8f59-0d2f3c1c7a01' },
  {
    ...aNode({ name: 'Fetch', parameters: { url: 'https://example.com' } }, 1),
    id: '2b9f4c34-0f9e-4d5a-8f59-0d2f3c1c7a02',
  },
]
const BODY = { nodes: NODES, connections: {}, settings: { executionOrder: 'v1' } }
const document: Fixture = { workflows: [{ ...aWorkflow({ id: '1', name: 'Mine' }), ...BODY }] }

const names = (service: TestInstance) =>
  service
    .state()
    .workflows?.map(({ name }) => name)
    .sort()

/** A service to which the first creation was sent by a run that did not see the answer. */
async function afterLostAnswer(fixture: Fixture, target: Parameters<typeof rehearse>[1]) {
  const rehearsal = await rehearse(fixture, target)
  await expect(rehearsal.promote({ fetch: losingService(), retries: { tries: 1 } })).rejects.toThrow(
    'nothing answers there',
  )
  return rehearsal
}

async function rename(service: TestInstance, name: string) {
  const { id, nodes, connections, settings } = service.state().workflows?.find(one => one.name === 'Mine') ?? {}
  const renamed = { name, nodes, connections, settings }
  expect((await service.request('PUT', `/api/v1/workflows/${id}`, renamed)).status).toBe(200)
}

const create = (service: TestInstance, name: string) => service.request('POST', '/api/v1/workflows', { name, ...BODY })

describe('a workflow that was made unseen, and renamed there before the next run', () => {
  test.each(versions)('is not made again at a service of %s', async profile => {
    await using rehearsal = await afterLostAnswer(document, { profile })
    const { service, file } = rehearsal
    await rename(service, 'Renamed there')
    const { plan, failures } = await rehearsal.promote()
    expect([plan.lines, failures]).toMatchObject([[{ sign: '~', name: 'Mine', says: ['name'] }], []])
    expect(names(service)).toEqual(['Mine'])
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)

    // it is taken for ours by what it holds, which is not enough to delete it
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), workflows: [] }))
    expect((await rehearsal.promote({ prune: true })).plan.lines).toMatchObject([{ sign: '-', says: ['left there'] }])
  })

  const others: [string, (service: TestInstance) => Promise<unknown>, string[]][] = [
    ['there are two that hold the same', service => create(service, 'Copy'), ['Copy', 'Mine', 'Renamed there']],
    ['it was changed as well', service => rewrite(service), ['Mine', 'Renamed there']],
  ]
  test.each(others)('is made again where %s', async (_why, change, expected) => {
    await using rehearsal = await afterLostAnswer(document, { profile: 'n8n-2.41' })
    await rename(rehearsal.service, 'Renamed there')
    await change(rehearsal.service)
    expect((await rehearsal.promote()).plan.lines).toContainEqual(expect.objectContaining({ sign: '+', name: 'Mine' }))
    expect(names(rehearsal.service)).toEqual(expected)
  })

  test('is not taken for one that held the same before', async () => {
    const fixture: Fixture = { workflows: [{ ...aWorkflow({ id: 'OTHERXXXXXXXXXXX', name: 'Of others' }), ...BODY }] }
    await using rehearsal = await afterLostAnswer(document, { profile: 'n8n-2.41', fixture })
    const { service } = rehearsal
    const { id } = service.state().workflows?.find(({ name }) => name === 'Mine') ?? {}
    expect((await service.request('DELETE', `/api/v1/workflows/${id}`)).status).toBe(200)
    expect(names(service)).toEqual(['Of others'])
    await rehearsal.promote()
    expect(names(service)).toEqual(['Mine', 'Of others'])
  })
})

async function rewrite(service: TestInstance) {
  const { id, nodes = [], name } = service.state().workflows?.[0] ?? {}
  const body = { ...BODY, name, nodes: (nodes as object[]).map(node => ({ ...node, notes: 'changed there' })) }
  expect((await service.request('PUT', `/api/v1/workflows/${id}`, body)).status).toBe(200)
}

test('a credential that was made unseen, and renamed there before the next run, is not made again', async () => {
  const credential = { id: '1', name: 'Mine', type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } }
  await using rehearsal = await afterLostAnswer({ credentials: [credential] }, { profile: 'n8n-2.41' })
  const { service } = rehearsal
  const [made] = service.state().credentials ?? []
  const renamed = await service.request('PATCH', `/api/v1/credentials/${made?.id}`, { name: 'Renamed there' })
  expect(renamed.status).toBe(200)
  expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { hasChanges: false } })
  expect(service.state().credentials?.map(({ id }) => id)).toEqual([made?.id])
})

test('a credential that was not made is made, though somebody made another one of its name since', async () => {
  const credential = { id: '1', name: 'Mine', type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } }
  const twin = { ...credential, id: '2' }
  await using rehearsal = await rehearse({ credentials: [credential, twin] }, { profile: 'n8n-2.41' })
  const { service } = rehearsal
  const { id, ...body } = credential
  service.faults.add({ method: 'POST', path: '/credentials', status: 500, times: 20 })
  await expect(rehearsal.promote({ retries: { tries: 1 } })).rejects.toThrow('500')
  service.faults.clear()
  expect((await service.request('POST', '/api/v1/credentials', body)).status).toBe(200)
  await rehearsal.promote()
  expect(service.state().credentials).toHaveLength(3)
})
