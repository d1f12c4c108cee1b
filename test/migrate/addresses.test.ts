import { describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { compareInstances, type Fixture, promote } from '../../src/index.ts'
import { aWorkflow, startInstance, type TestInstance } from '../../src/testing.ts'
import { runCli } from '../commands/run-cli.ts'
import { rehearse, writes } from './rehearsal.ts'

/** Two of one name: only the notes tell which one there is which. */
const twins = (): Fixture => ({
  workflows: ['1', '2'].map(id => ({ ...aWorkflow({ name: 'Twin', nodes: ['Schedule Trigger'] }), id })),
})

describe('what was promoted to a service is known by another way to write its address', () => {
  test.each([
    ['a slash at its end', (url: string) => `${url}/`],
    ['slashes at its end', (url: string) => `${url}//`],
    ['the path of the API', (url: string) => `${url}/api/v1`],
    ['the path of the API and a slash', (url: string) => `${url}/API/v1/`],
    ['two slashes before the path of the API', (url: string) => `${url}//api/v1`],
    ['capitals', (url: string) => url.toUpperCase()],
    ['dots in the path', (url: string) => `${url}/x/../api/v1`],
    ['a name of the host instead of its number', (url: string) => url.replace('127.0.0.1', 'localhost')],
  ])('%s', async (_what, spelled) => {
    await using rehearsal = await rehearse(twins(), { profile: 'n8n-2.41' })
    const { service, file, folder } = rehearsal
    await rehearsal.promote()
    service.requests.clear()
    const env = { KEY: service.apiKey }
    const run = (command: string, ...args: string[]) =>
      runCli([command, ...args, '--key-env', 'KEY'], { cwd: folder, env })
    const compared = await run('compare', file, spelled(service.url), '--only', 'workflows')
    expect(compared).toMatchObject({ code: 0, out: expect.stringContaining('workflows: 2 the same') })
    const { code, out } = await run('promote', spelled(service.url), '--data', file, '--yes')
    expect([code, out]).toEqual([0, expect.stringContaining('Nothing to do: 2 the same, 0 left there')])
    expect(writes(service)).toEqual([])
  })

  test.each([
    ['https://n8n.example.com', 'https://N8N.Example.com:443/'],
    ['https://n8n.example.com:443/base/', 'https://n8n.example.com/base/api/v1'],
    ['https://n8n.example.com', 'https://workflows.example.com'],
    ['https://n8n.example.com', 'http://n8n.example.com:80'],
  ])('%s and %s', async (first, second) => {
    await using rehearsal = await rehearse(twins(), { profile: 'n8n-1.41' })
    const { service } = rehearsal
    const fetch = atAnyAddress(service)
    await rehearsal.promote({ url: first, fetch, insecure: true })
    service.requests.clear()
    expect(await rehearsal.promote({ url: second, fetch, insecure: true })).toMatchObject({
      plan: { hasChanges: false, refused: 0 },
    })
    expect(writes(service)).toEqual([])
  })
})

/** A `fetch` that finds the service under every host, below `/base` as well. */
const atAnyAddress = (service: TestInstance) => (url: string, init: RequestInit) => {
  const { pathname, search } = new URL(url)
  return fetch(service.url + pathname.replace(/^\/base/, '') + search, init)
}

test('what an address is noted for is found there under another name after it was renamed there', async () => {
  await using rehearsal = await rehearse({ workflows: [aWorkflow({ id: '1', name: 'Mine' })] }, { profile: 'n8n-2.41' })
  const { service } = rehearsal
  await rehearsal.promote()
  await renameFirst(service)
  const { plan } = await rehearsal.promote({ url: service.url.replace('127.0.0.1', 'localhost') })
  expect(plan.lines).toMatchObject([{ sign: '~', says: ['name'] }])
  expect(service.state().workflows?.map(({ name }) => name)).toEqual(['Mine'])
})

async function renameFirst(service: TestInstance) {
  const { id = '', nodes, connections, settings } = service.state().workflows?.[0] ?? {}
  const renamed = { name: 'Renamed there', nodes, connections, settings }
  expect((await service.request('PUT', `/api/v1/workflows/${id}`, renamed)).status).toBe(200)
}

test('what one service is noted for says nothing of another one with counted ids', async () => {
  const there = { workflows: [{ ...aWorkflow({ name: 'Of others' }), id: '7' }] }
  await using rehearsal = await rehearse({ workflows: [aWorkflow({ id: '1', name: 'Mine' })] }, { profile: 'n8n-2.41' })
  await using other = await startInstance({ profile: 'n8n-2.41', fixture: there })
  const { file, service } = rehearsal
  const note = { to: service.url, is: 'made', kind: 'workflows', from: '1', id: '7' }
  await writeFile(`${file}.promoted.jsonl`, `${JSON.stringify(note)}\n`)
  const { plan } = await promote({ file, url: other.url, apiKey: other.apiKey, confirm: () => true })
  expect(plan.lines).toMatchObject([{ sign: '+', name: 'Mine' }])
  expect(
    other
      .state()
      .workflows?.map(({ name }) => name)
      .sort(),
  ).toEqual(['Mine', 'Of others'])
})

test('what was made under one address is not pruned under another one', async () => {
  await using rehearsal = await rehearse({ workflows: [aWorkflow({ id: '1', name: 'Mine' })] }, { profile: 'n8n-2.41' })
  const { file, service } = rehearsal
  await rehearsal.promote()
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), workflows: [] }))
  const elsewhere = { url: service.url.replace('127.0.0.1', 'localhost') }
  expect((await rehearsal.promote({ ...elsewhere, prune: true })).plan.lines).toMatchObject([
    { sign: '-', says: ['left there'] },
  ])
  expect(service.state().workflows).toHaveLength(1)
  await rehearsal.promote({ prune: true })
  expect(service.state().workflows).toEqual([])
  const target = { url: service.url, apiKey: service.apiKey }
  expect(await compareInstances(file, target, { only: ['workflows'] })).toMatchObject({ isSame: true })
})
