import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cloneService, cloneToFile, compareInstances, type ProfileName, versions } from '../../src/index.ts'
import { writeFixture } from '../../src/migrate/clone/clone-to-file.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { SECRET, SIZES, sampleFixture } from './sample.ts'

const HASTY = { tries: 1, firstWait: 1 }
const service = ({ url, apiKey }: TestInstance) => ({ url, apiKey, retries: HASTY })

/** What goes wrong with every tenth request, in turn. */
const FAULTS = [{ drop: 'before' }, { status: 500 }, { status: 429 }, { malformed: 'truncated' }] as const

describe.each(versions)('a service of version %s', profile => {
  test('makes a clone that is equal, serves like it, and is found to be of its version', async () => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ profile, fixture: sampleFixture(SIZES, { profile }) })
    const file = join(folder.path, 'instance.json')
    const { executions } = SIZES
    const { version, counts, gaps } = await cloneToFile({ ...service(source), file, executions })
    expect({ version, gaps }).toEqual({ version: profile, gaps: [] })
    expect(counts).toMatchObject(SIZES)
    const comparison = await compareInstances(file, service(source), { executions })
    expect(comparison.kinds).toMatchObject({
      workflows: { same: SIZES.workflows },
      tags: { same: SIZES.tags },
      credentials: { same: SIZES.credentials },
      executions: { same: executions },
    })
    expect(comparison.isSame).toBe(true)
    await using copy = await startInstance({ fixture: file })
    expect(copy.profile).toBe(profile)
    expect(await listOf(copy)).toEqual(await listOf(source))
  })

  test('makes the same file when it breaks off at every tenth request and goes on', async () => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ profile, fixture: sampleFixture(SIZES, { profile }) })
    const [whole, broken] = [join(folder.path, 'whole.json'), join(folder.path, 'broken.json')]
    const { executions } = SIZES
    await cloneToFile({ ...service(source), file: whole, executions })
    let breaks = 0
    for (; !existsSync(broken); breaks++) {
      const fault = FAULTS[breaks % FAULTS.length]
      source.faults.set({
        rules: [
          { path: '/:kind', after: 9, ...fault },
          { path: '/:kind/:id', after: 9, ...fault },
        ],
      })
      const error = await cloneToFile({ ...service(source), file: broken, executions }).catch(error => error)
      if (!existsSync(broken)) expect(error).toMatchObject({ name: 'ServiceError', isPassing: true })
    }
    expect(breaks).toBeGreaterThan(executions / 20)
    expect(readFileSync(broken, 'utf8')).toBe(readFileSync(whole, 'utf8'))
    expect(existsSync(`${broken}.clone`)).toBe(false)
  })

  test('is cloned in one go although requests fail now and then', async () => {
    await using source = await startInstance({ profile, faultSeed: 7, fixture: sampleFixture(SIZES, { profile }) })
    source.faults.set({ rules: FAULTS.map(fault => ({ ...fault, probability: 0.05 })) })
    const retries = { tries: 10, firstWait: 1 }
    const { fixture } = await cloneService({ url: source.url, apiKey: source.apiKey, retries, executions: 20 })
    source.faults.clear()
    expect((await compareInstances(fixture, service(source), { executions: 20 })).isSame).toBe(true)
  })

  test('is asked no more at a time than is allowed', async () => {
    await using source = await startInstance({ profile, fixture: sampleFixture(SIZES, { profile }) })
    let [running, most, sent] = [0, 0, 0]
    const counted = async (url: string, init: RequestInit) => {
      most = Math.max(most, ++running)
      sent++
      const response = await fetch(url, init)
      running--
      return response
    }
    await cloneService({ ...service(source), fetch: counted, concurrency: 3, executions: 50 })
    expect(sent).toBeGreaterThan(50)
    expect(most).toBe(3)
  })

  test('gives a clone no datum of a credential, and one that its type takes', async () => {
    await using source = await startInstance({ profile, fixture: sampleFixture(SIZES, { profile }) })
    const { fixture } = await cloneService(service(source))
    expect(JSON.stringify(fixture)).not.toContain(SECRET)
    const ids = source.state().credentials?.map(({ id }) => id) ?? []
    const isListed = profile === 'n8n-2.41'
    expect(fixture.credentials?.map(({ id }) => id)).toEqual(isListed ? ids : ids.toSorted())
    expect(fixture.credentials?.[0]).toMatchObject({
      isStandIn: true,
      data: { name: 'stand-in', value: 'stand-in' },
    })
  })

  test('gives only what is asked for', async () => {
    await using source = await startInstance({ profile, fixture: sampleFixture(SIZES, { profile }) })
    const { counts } = await cloneService({ ...service(source), tags: ['tag 2'], active: true, executions: 3 })
    const tagged = source.state().workflows?.filter(({ tags, active }) => active && tags?.includes('2'))
    expect(counts).toMatchObject({ workflows: tagged?.length, executions: 3 })
    const none = cloneService({ ...service(source), tags: ['nope'] })
    await expect(none).rejects.toThrow('no such workflow with the tag "nope"')
  })
})

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

const listOf = async (instance: TestInstance) => {
  const found = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await instance.request('GET', `/api/v1/workflows?limit=250${cursor && `&cursor=${cursor}`}`)
    const page = body as { data: { tags: { name: string }[] }[]; nextCursor: string | null }
    found.push(...page.data.map(({ tags, ...rest }) => ({ ...rest, tags: tags?.map(({ name }) => name) })))
    cursor = page.nextCursor
  }
  return found
}
