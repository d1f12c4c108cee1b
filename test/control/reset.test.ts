import { describe, expect, test } from 'bun:test'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { ApiKey } from '../../src/control/keys/api-keys.ts'
import { createInstance } from '../../src/instance/instance.ts'
import { createGitRemote, startInstance } from '../../src/testing.ts'
import { MEMBER, PROFILES, world } from '../core/api/world.ts'
import { action, perform, portraitOf } from './actions.ts'

const RUNS = Number(process.env.RESET_RUNS ?? 40)
const CLOCK = '2026-05-01T00:00:00.000Z'

describe.each(PROFILES)('in profile %s', profile => {
  const start = () => startInstance({ fixture: world, profile, clock: CLOCK, idSeed: 'reset', socket: false })

  test('after anything at all, an instance that is reset is as one that was just started', async () => {
    await using fresh = await start()
    const expected = await portraitOf(fresh)
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async actions => {
        await using instance = await start()
        await perform(instance, actions)
        await instance.reset()
        expect(await portraitOf(instance)).toEqual(expected)
      }),
      { numRuns: RUNS },
    )
  })

  test('any number of times', async () => {
    await using instance = await start()
    const portraits: string[][] = []
    for (let round = 0; round < 3; round++) {
      portraits.push(await portraitOf(instance))
      await instance.reset()
    }
    expect(portraits[1]).toEqual(portraits[0] as string[])
    expect(portraits[2]).toEqual(portraits[0] as string[])
  })
})

test('a deleted record comes back to its place', async () => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const before = instance.state()
  for (const id of ['1', '3']) await instance.request('DELETE', `/api/v1/tags/${id}`)
  await instance.request('POST', '/api/v1/tags', { name: 'between' })
  expect((await instance.request('POST', '/_control/reset')).body).toEqual({ status: 'reset' })
  expect(instance.state()).toEqual(before)
})

test('a key that is revoked at the same time is not brought back', async () => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const { keys } = (await instance.request<{ keys: ApiKey[] }>('GET', '/_control/keys')).body
  const id = keys.find(({ user }) => user === 'mia@example.com')?.id
  await Promise.all([instance.request('DELETE', `/_control/keys/${id}`), instance.request('POST', '/_control/reset')])
  expect((await instance.request('GET', '/api/v1/tags', undefined, MEMBER)).status).toBe(401)
})

test('calls off a running pull, which changes nothing', async () => {
  await using remote = await createGitRemote()
  const workflow = (id: string) => ({ id, name: 'pulled', nodes: [], connections: {} })
  const files = Array.from({ length: 500 }, (_, at) => [`workflows/p${at}.json`, workflow(`p${at}`)])
  await remote.commit(Object.fromEntries(files))
  await using instance = await startInstance({ gitRemote: remote.path, socket: false })
  const before = instance.state()
  const pull = () => instance.request('POST', '/api/v1/source-control/pull', {})
  const first = pull()
  expect((await pull()).body).toMatchObject({ message: expect.stringContaining('Another pull is running') })
  await instance.reset()
  expect((await first).body).toMatchObject({ message: expect.stringContaining('The pull was cancelled') })
  expect(instance.state()).toEqual(before)
  expect((await pull()).status).toBe(200)
})

test('is on disk when it is answered, and is written as one commit of what differs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-reset-'))
  const copy = `${folder}-copy`
  const file = join(folder, 'instance.json')
  const options = {
    profile: 'contract',
    serviceName: 'n8n',
    apiKey: 'k',
    control: true,
    page: false,
    allowHosts: [],
    report() {},
  } as const
  const instance = await createInstance({ ...options, file, fixtures: [{ source: 'world', value: world }] })
  try {
    const before = instance.control?.state()
    const headers = { 'X-N8N-API-KEY': 'k', 'content-type': 'application/json' }
    await instance.fetch('/api/v1/tags', { method: 'POST', headers, body: '{"name":"gone"}' })
    await instance.fetch('/api/v1/workflows/2', { method: 'DELETE', headers })
    const commits = async () => (await readFile(`${file}.journal`, 'utf8')).split('\n').length
    const written = await commits()
    await instance.control?.reset()
    expect(await commits()).toBe(written + 1)
    expect((await readFile(`${file}.journal`, 'utf8')).trimEnd().split('\n').at(-1)).not.toContain('Intake')

    // as after a kill -9: what is on disk now
    for (const name of ['instance.json', 'instance.json.journal', 'instance.json.key']) {
      await cp(join(folder, name), join(copy, name))
    }
    const second = await createInstance({ ...options, file: join(copy, 'instance.json'), fixtures: [] })
    expect(second.control?.state()).toEqual(before as never)
    await second.stop()
  } finally {
    await instance.stop()
    for (const path of [folder, copy]) await rm(path, { recursive: true, force: true })
  }
})
