import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cloneService, cloneToFile, type ProfileName, versions } from '../../src/index.ts'
import { writeFixture } from '../../src/migrate/clone/clone-to-file.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { NEWEST } from '../lineage.ts'
import { clones, service } from './clone-cases.ts'
import { sampleFixture } from './sample.ts'

// clone-versions.long.test.ts has the other versions
describe(`a service of version ${NEWEST}`, () => clones(NEWEST))

describe('the folder in which a clone stores what it has read', () => {
  const sample = sampleFixture({ workflows: 4, tags: 2, credentials: 1, executions: 4 })
  const fixture = { ...sample, workflows: sample.workflows?.map(one => ({ ...one, tags: ['1', '2'] })) ?? [] }
  const options = { executions: 4, tags: ['tag 1', 'tag 2'] }

  test.each<[string, object, RegExp]>([
    ['is taken up by the same clone', { tags: ['tag 2', 'tag 1'] }, /^Continuing the interrupted clone in .*\.clone$/],
    ['is replaced by one of other tags', { tags: ['tag 1'] }, /\.clone belongs to another clone: starting again$/],
    ['is replaced by one of fewer executions', { executions: 3 }, /another clone: starting again$/],
    ['is replaced by one of active workflows', { active: true }, /another clone: starting again$/],
  ])('%s', async (_name, change, says) => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ profile: 'n8n-1.41', fixture })
    const file = join(folder.path, 'copy.json')
    source.faults.add({ path: '/executions/:id', after: 1, status: 500 })
    const asked = { ...service(source), ...options, file }
    await expect(cloneToFile({ ...asked, concurrency: 1 })).rejects.toThrow('500')
    source.faults.clear()
    const said: string[] = []
    const modes = new Set<number>()
    const modeOf = (path: string) => statSync(path).mode & 0o777
    const looking = (url: string, init: RequestInit) => {
      modes.add(modeOf(`${file}.clone`))
      return fetch(url, init)
    }
    await cloneToFile({ ...asked, ...change, fetch: looking, report: text => said.push(text) })
    expect(said).toEqual([expect.stringMatching(says)])
    expect(readdirSync(folder.path)).toEqual(['copy.json'])
    expect([...modes, modeOf(file)]).toEqual([0o700, 0o600])
  })

  test('stays where the file cannot be put in its place', async () => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ fixture })
    const file = join(folder.path, 'copy.json')
    const blocking = async (url: string, init: RequestInit) => {
      await mkdir(join(file, 'mine'), { recursive: true })
      return fetch(url, init)
    }
    await expect(cloneToFile({ ...service(source), file, fetch: blocking })).rejects.toThrow('rename')
    expect(readdirSync(folder.path).sort()).toEqual(['copy.json', 'copy.json.clone'])
    expect(readdirSync(file)).toEqual(['mine'])
  })

  test('is gone at once where nothing was read', async () => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ fixture })
    const file = join(folder.path, 'copy.json')
    await expect(cloneToFile({ ...service(source), apiKey: 'wrong', file })).rejects.toThrow('the key is not accepted')
    expect(readdirSync(folder.path)).toEqual([])
  })

  test('may be there if it is empty, and is in the way if it is not', async () => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ fixture })
    const [empty, full] = [join(folder.path, 'empty.json'), join(folder.path, 'full.json')]
    await mkdir(`${empty}.clone`)
    await cloneToFile({ ...service(source), file: empty })
    await mkdir(`${full}.clone/mine`, { recursive: true })
    const refused = cloneToFile({ ...service(source), file: full })
    await expect(refused).rejects.toThrow('full.json.clone is in the way: a clone stores there what it has read')
    expect(readdirSync(folder.path).sort()).toEqual(['empty.json', 'full.json.clone'])
  })
})

test.skipIf(!existsSync('/dev/full')).each([1, 300_000])('a full disk ends a clone of %i characters', async length => {
  const written = writeFixture('/dev/full', [['tags', { records: [{ name: 'x'.repeat(length) }] }]])
  await expect(written).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('credential types that are not shipped come along', async () => {
  const acmeApi = {
    additionalProperties: false,
    type: 'object',
    properties: { token: { type: 'string' } },
    required: ['token'],
  } as const
  const node = { name: 'Acme', credentials: { acmeApi: { id: '1', name: 'Acme' } } }
  await using source = await startInstance({
    credentialTypes: { acmeApi: { ...acmeApi, required: ['token'] } },
    fixture: {
      credentials: [{ id: '1', name: 'Acme', type: 'acmeApi' }],
      workflows: [{ name: 'W', nodes: [node], connections: {} }],
    },
  })
  const { fixture } = await cloneService(service(source))
  expect(fixture).toMatchObject({ credentialTypes: { acmeApi }, credentials: [{ data: { token: 'stand-in' } }] })
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'copy.json')
  await cloneToFile({ ...service(source), file })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ credentialTypes: { acmeApi } })
  await using copy = await startInstance({ fixture })
  expect((await copy.request('GET', '/api/v1/credentials/schema/acmeApi')).body).toEqual(acmeApi)
})

test('the columns of a data table are in their order, in whatever order the service lists them', async () => {
  const columns = ['email', 'age', 'city'].map(name => ({ name, type: 'string' as const }))
  const profile = versions.at(-1) as ProfileName
  await using source = await startInstance({
    profile,
    socket: false,
    fixture: { dataTables: [{ name: 't', columns }] },
  })
  const reversed = async (url: string, init: RequestInit) => {
    const response = await source.fetch(url, init)
    if (!/\/data-tables\?/.test(url)) return response
    const { data, ...rest } = await response.json()
    const tables = data.map((table: { columns: unknown[] }) => ({ ...table, columns: table.columns.toReversed() }))
    return Response.json({ data: tables, ...rest })
  }
  const { fixture } = await cloneService({ url: 'http://localhost', apiKey: source.apiKey, fetch: reversed })
  expect(fixture.dataTables?.[0]?.columns?.map(({ name }) => name)).toEqual(['email', 'age', 'city'])
})

test('credential types that the service does not know are none of the file', async () => {
  await using folder = await temporaryFolder()
  const node = { name: 'Acme', credentials: { acmeApi: { id: '1', name: 'Acme' } } }
  await using source = await startInstance({ fixture: { workflows: [{ name: 'W', nodes: [node], connections: {} }] } })
  const file = join(folder.path, 'copy.json')
  const { gaps } = await cloneToFile({ ...service(source), file })
  const { credentialTypes, credentials } = JSON.parse(readFileSync(file, 'utf8'))
  expect([gaps, credentialTypes, credentials]).toMatchObject([[], {}, [{ type: 'acmeApi', data: {} }]])
})
