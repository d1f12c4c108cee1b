import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cloneService, cloneToFile, compareInstances, type ProfileName } from '../../src/index.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { SECRET, SIZES, sampleFixture } from './sample.ts'

const HASTY = { tries: 1, firstWait: 1 }
export const service = ({ url, apiKey }: TestInstance) => ({ url, apiKey, retries: HASTY })

/** What goes wrong with every tenth request, in turn. */
const FAULTS = [{ drop: 'before' }, { status: 500 }, { status: 429 }, { malformed: 'truncated' }] as const

/** What a clone of a service of a version does. */
export function clones(profile: ProfileName) {
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
}

export const listOf = async (instance: TestInstance) => {
  const found = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await instance.request('GET', `/api/v1/workflows?limit=250${cursor && `&cursor=${cursor}`}`)
    const page = body as { data: { tags: { name: string }[] }[]; nextCursor: string | null }
    found.push(...page.data.map(({ tags, ...rest }) => ({ ...rest, tags: tags?.map(({ name }) => name) })))
    cursor = page.nextCursor
  }
  return found
}
