import { describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fixture, versions } from '../../src/index.ts'
import { createInstance } from '../../src/instance/instance.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { ended, KEY, post, sizes, source, stateOf } from './clone-here.ts'
import { SECRET } from './sample.ts'
import { startService } from './strange-services.ts'

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
    {
      what: 'an instance with a tag',
      fixture: { tags: [{ name: 'a' }] },
      given: {},
      status: 409,
      message: 'The instance is not empty',
    },
    {
      what: 'an instance with a second user',
      fixture: { users: [{ email: 'mia@example.com' }] },
      given: {},
      status: 409,
      message: 'The instance is not empty',
    },
    {
      what: 'plain http to another machine',
      fixture: {},
      given: { url: 'http://n8n.example.com' },
      status: 400,
      message: 'is not encrypted',
    },
    {
      what: 'a password in the address',
      fixture: {},
      given: { url: 'https://a:b@example.com' },
      status: 400,
      message: 'must not contain a user name or password',
    },
    {
      what: 'another scheme',
      fixture: {},
      given: { url: 'file:///etc/passwd' },
      status: 400,
      message: 'must begin with https:// or http://',
    },
    {
      what: 'no key',
      fixture: {},
      given: { apiKey: '' },
      status: 400,
      message: 'request/body/apiKey must NOT have fewer than 1 characters',
    },
    {
      what: 'a key that breaks the header',
      fixture: {},
      given: { apiKey: 'a\r\nb: c' },
      status: 400,
      message: 'invalid characters',
    },
    {
      what: 'a header that is none',
      fixture: {},
      given: { serviceName: 'a b' },
      status: 400,
      message: 'request/body/serviceName must match pattern',
    },
    {
      what: 'too many executions',
      fixture: {},
      given: { executions: 10_001 },
      status: 400,
      message: 'request/body/executions must be <= 10000',
    },
    {
      what: 'a property that nobody knows',
      fixture: {},
      given: { nope: 1 },
      status: 400,
      message: 'request/body/nope is not a known property',
    },
  ])('$what', async ({ fixture, given, status, message }) => {
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
    ['JSON of something else', 'other', 'is not an n8n service'],
    ['a service that says the key', 'echo', 'I do not like [key]'],
    ['a redirect to another host', 'redirect', 'and the key is not sent there'],
    ['two tags of one name', 'twins', 'another tag has the name "twin"'],
    [
      'more records than an instance takes at once',
      'many',
      'The service has more than 20000 records, and a running instance takes no more at once',
    ],
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
