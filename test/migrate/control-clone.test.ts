import { describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Value } from '@sinclair/typebox/value'
import { CloneState } from '../../src/control/migrate/clone-state.ts'
import { type Fixture, versions } from '../../src/index.ts'
import { createInstance } from '../../src/instance.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../cli/run-cli.ts'
import { SECRET, sampleFixture } from './sample.ts'
import { startService } from './strange-services.ts'

const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }
const KEY = 'key-of-the-other-service'
const source = (profile?: (typeof versions)[number]) =>
  startInstance({ apiKey: KEY, fixture: sampleFixture(sizes), ...(profile ? { profile } : {}) })

const post = (copy: TestInstance, body: object) => copy.request('POST', '/_control/clone', body)
const stateOf = async (copy: TestInstance) => (await copy.request('GET', '/_control/clone')).body as CloneState

async function ended(copy: TestInstance): Promise<CloneState> {
  for (;;) {
    const state = await stateOf(copy)
    expect([...Value.Errors(CloneState, state)]).toEqual([])
    if (state.status !== 'running') return state
    await sleep(5)
  }
}

describe.each(versions)('a service of version %s', profile => {
  test.each([true, false])(
    'is copied into an empty instance, whose owner has what was the owner’s (socket: %p)',
    async socket => {
      await using service = await source(profile)
      await using copy = await startInstance({ socket })
      const [owner] = copy.state('users').users ?? []
      const begun = await post(copy, { url: service.url, apiKey: KEY, executions: 6 })
      expect([begun.status, begun.body]).toMatchObject([202, { status: 'running', url: service.url }])
      const state = await ended(copy)
      expect(state).toMatchObject({ status: 'done', version: profile, counts: sizes, gaps: [] })
      expect(state.progress).toContainEqual({ part: 'executions', done: 6, total: 6 })
      const held = copy.state()
      expect(held.users).toEqual([owner as never])
      expect(new Set(held.workflows?.map(({ owner }) => owner))).toEqual(new Set([owner?.id]))
      expect(held.credentials?.every(({ isStandIn }) => isStandIn)).toBe(true)
      expect(copy.profile).toBe('contract')
      const log = (await copy.request('GET', '/_control/requests?bodies')).text
      const addresses = service.requests.all().map(({ path, query }) => path + JSON.stringify(query))
      const everything = [begun.text, JSON.stringify(state), log, JSON.stringify(held), ...addresses].join('\n')
      for (const secret of [KEY, SECRET]) expect(everything).not.toContain(secret)
      expect(service.requests.all().every(({ method }) => method === 'GET')).toBe(true)
    },
  )
})

test('a document on disk holds the copy, and the key nowhere', async () => {
  await using folder = await temporaryFolder()
  await using service = await source()
  const file = join(folder.path, 'instance.json')
  const said: string[] = []
  const options = { file, serviceName: 'n8n', fixtures: [], control: true, page: false, allowHosts: [] }
  const copy = await createInstance({ ...options, report: text => said.push(text) })
  await copy.control?.clone.start({ url: service.url, apiKey: KEY })
  while (copy.control?.clone.state().status === 'running') await sleep(5)
  expect(copy.control?.clone.state()).toMatchObject({ status: 'done', counts: { workflows: sizes.workflows } })
  await copy.stop()
  const texts = await Promise.all((await readdir(folder.path)).map(name => readFile(join(folder.path, name), 'utf8')))
  expect([...texts, ...said].join('\n')).not.toContain(KEY)
  const { workflows } = JSON.parse(await readFile(file, 'utf8')) as Fixture
  expect(workflows?.length).toBe(sizes.workflows)
})

test('only what is asked for comes along', async () => {
  await using service = await source()
  await using copy = await startInstance()
  await post(copy, { url: `${service.url}/api/v1/`, apiKey: KEY, tags: ['tag 2'], active: true, executions: 1 })
  await ended(copy)
  const wanted = service.state().workflows?.filter(({ active, tags }) => active && tags?.includes('2'))
  const { workflows, executions } = copy.state()
  expect(workflows?.map(({ name }) => name)).toEqual(wanted?.map(({ name }) => name) as string[])
  expect(executions?.length).toBe(1)
})

describe('what cannot begin is refused, and nothing is asked', () => {
  test.each([
    ['an instance with a tag', { tags: [{ name: 'a' }] }, {}, 409, 'The instance is not empty'],
    ['an instance with a second user', { users: [{ email: 'mia@example.com' }] }, {}, 409, 'The instance is not empty'],
    ['plain http to another machine', {}, { url: 'http://n8n.example.com' }, 400, 'is not encrypted'],
    ['a password in the address', {}, { url: 'https://a:b@example.com' }, 400, 'no user name and no password'],
    ['another scheme', {}, { url: 'file:///etc/passwd' }, 400, 'must begin with https:// or http://'],
    ['no key', {}, { apiKey: '' }, 400, 'request/body/apiKey must NOT have fewer than 1 characters'],
    ['a key that breaks the header', {}, { apiKey: 'a\r\nb: c' }, 400, 'characters that no key has'],
    ['a header that is none', {}, { serviceName: 'a b' }, 400, 'request/body/serviceName must match pattern'],
    ['too many executions', {}, { executions: 10_001 }, 400, 'request/body/executions must be <= 10000'],
    ['a property that nobody knows', {}, { nope: 1 }, 400, 'request/body/nope is not a known property'],
  ])('%s', async (_what, fixture, given, status, message) => {
    await using service = await source()
    await using copy = await startInstance({ fixture })
    const before = copy.state()
    const answer = await post(copy, { url: service.url, apiKey: KEY, ...given })
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)])
    expect(answer.text).not.toContain(KEY)
    expect(await stateOf(copy)).toEqual({ status: 'none', progress: [] })
    expect([copy.state(), service.requests.all()]).toEqual([before, []])
  })
})

describe('what fails says why in one line, and nothing is put in', () => {
  test.each([
    ['a wrong key', 'wrong-key', 'the key is not accepted (401)'],
    ['a web page', 'page', 'a web page came instead of an answer of the API'],
    ['JSON of something else', 'other', 'is no such service'],
    ['a service that says the key', 'echo', 'I do not like [key]'],
    ['a redirect to another host', 'redirect', 'and the key is not taken there'],
    ['two tags of one name', 'twins', 'another tag has the name "twin"'],
    ['lists without an end', 'endless', 'The service has more than'],
  ] as const)(
    '%s',
    async (_what, kind, message) => {
      await using service = startService(kind)
      await using copy = await startInstance()
      const before = copy.state()
      expect((await post(copy, { url: service.url, apiKey: KEY })).status).toBe(202)
      const state = await ended(copy)
      expect(state.error).toContain(message)
      expect(state.error).not.toMatch(/\n/)
      expect(JSON.stringify(state)).not.toContain(KEY)
      expect(state.status).toBe('failed')
      expect(copy.state()).toEqual(before)
    },
    60_000,
  )

  test('nothing there', async () => {
    await using copy = await startInstance()
    await post(copy, { url: 'http://127.0.0.1:1', apiKey: KEY })
    expect(await ended(copy)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('nothing answers there'),
    })
  })
})

test('a key with too few rights: what is missing is named, and the rest is done', async () => {
  const users = [
    { email: 'owner@example.com', role: 'global:owner' as const },
    { email: 'mia@example.com', apiKey: 'mia-key' },
  ]
  const workflows = [{ name: 'Mine', owner: 'mia@example.com' }, { name: 'Not mine' }]
  await using service = await startInstance({ fixture: { users, workflows } })
  await using copy = await startInstance()
  await post(copy, { url: service.url, apiKey: 'mia-key' })
  const gaps = [{ part: 'users', because: expect.stringContaining('the key may not read them') }]
  expect(await ended(copy)).toMatchObject({ status: 'done', gaps })
  expect(copy.state().workflows?.map(({ name }) => name)).toEqual(['Mine'])
})

describe('while a clone runs', () => {
  /** A service that answers no execution until it is let go. */
  async function slow() {
    const service = await source()
    service.faults.add({ path: '/executions/:id', hang: true })
    const copy = await startInstance()
    const body = { url: service.url, apiKey: KEY, executions: 6 }
    await post(copy, body)
    while (service.requests.matching({ path: '/workflows' }).length === 0) await sleep(2)
    while (!(await stateOf(copy)).progress.some(({ part }) => part === 'executions')) await sleep(2)
    return {
      ...{ service, copy, body },
      /** What waits is dropped, and asked again. */
      letGo: () => service.reset(),
      async [Symbol.asyncDispose]() {
        await copy.stop()
        await service.stop()
      },
    }
  }

  test('it is shown how far it is, the instance answers, and no second one begins', async () => {
    await using it = await slow()
    const state = await stateOf(it.copy)
    expect(state).toMatchObject({ status: 'running', url: it.service.url })
    expect(state.progress).toContainEqual({ part: 'executions', done: 0, total: 6 })
    expect((await it.copy.request('GET', '/api/v1/workflows')).body).toMatchObject({ data: [] })
    const second = await post(it.copy, it.body)
    expect([second.status, second.text]).toEqual([409, expect.stringContaining('A clone is running')])
  })

  test('a cancel ends it: nothing is asked any more, nothing is put in, and another one may begin', async () => {
    await using it = await slow()
    const cancelled = (await it.copy.request('DELETE', '/_control/clone')).body
    expect(cancelled).toMatchObject({ status: 'cancelled' })
    await it.letGo()
    await sleep(50)
    const asked = it.service.requests.all().length
    await sleep(50)
    expect(it.service.requests.all().length).toBe(asked)
    expect(it.copy.state().workflows).toEqual([])
    expect((await post(it.copy, it.body)).status).toBe(202)
    expect(await ended(it.copy)).toMatchObject({ status: 'done', counts: sizes })
  })

  test('what somebody else makes meanwhile stays, and nothing of the clone comes to it', async () => {
    await using it = await slow()
    await it.copy.request('POST', '/api/v1/tags', { name: 'mine' })
    const before = it.copy.state()
    await it.letGo()
    expect(await ended(it.copy)).toMatchObject({
      status: 'failed',
      error: 'The instance is not empty: a clone goes into an empty one',
    })
    expect(it.copy.state()).toEqual(before)
  })

  test('a reset ends it', async () => {
    await using it = await slow()
    await it.copy.reset()
    await it.letGo()
    await sleep(50)
    expect(await stateOf(it.copy)).toEqual({ status: 'none', progress: [] })
    expect(it.copy.state().workflows).toEqual([])
  })

  test('a stop does not wait for it', async () => {
    await using it = await slow()
    const stopped = await Promise.race([it.copy.stop().then(() => 'stopped'), sleep(10_000)])
    expect(stopped).toBe('stopped')
  })

  test('its progress is told as a change', async () => {
    await using it = await slow()
    const stream = await fetch(`${it.copy.url}/_control/events`, { headers: { 'x-n8n-api-key': it.copy.apiKey } })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await it.letGo()
    let told = ''
    while (!/"changed":\[[^\]]*"clone"/.test(told)) told += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(told).toContain('event: change')
  })
})

test('cancelling nothing changes nothing', async () => {
  await using copy = await startInstance()
  const { status, body } = await copy.request('DELETE', '/_control/clone')
  expect([status, body]).toEqual([200, { status: 'none', progress: [] }])
})
