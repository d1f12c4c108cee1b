import { describe, expect, test } from 'bun:test'
import { cloneService, promote } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { keyWithout, rehearse } from './rehearsal.ts'
import { sampleFixture } from './sample.ts'

const sizes = { workflows: 6, tags: 2, credentials: 2, executions: 4 }
const profile = 'n8n-2.41'

describe('a clone with a key that lacks one scope names what is missing, and has the rest', () => {
  test.each([
    ['user:list', 'users', { workflows: 6, tags: 2, credentials: 2, executions: 4 }],
    ['tag:list', 'tags', { workflows: 6, tags: 2, credentials: 2, executions: 4 }],
    ['credential:list', 'credentials', { workflows: 6, tags: 2, credentials: 2, executions: 4 }],
    ['execution:list', 'executions', { workflows: 6, tags: 2, credentials: 2 }],
    ['execution:read', 'executions', { workflows: 6, tags: 2, credentials: 2 }],
    ['variable:list', 'variables', { workflows: 6, tags: 2, executions: 4 }],
    ['project:list', 'projects', { workflows: 6, tags: 2, executions: 4 }],
    ['dataTable:list', 'data tables', { workflows: 6, tags: 2, executions: 4 }],
  ])('%s', async (scope, part, counts) => {
    await using service = await startInstance({
      profile,
      fixture: { ...sampleFixture(sizes, { profile }), licence: 'all' },
    })
    const apiKey = await keyWithout(service, scope)
    const { counts: found, gaps } = await cloneService({ url: service.url, apiKey, executions: 4 })
    expect(found).toMatchObject(counts)
    expect(gaps).toEqual([{ part, because: expect.stringContaining('the key may not read them') }])
  })

  test.each(['workflow:list', 'workflow:read'])('%s: without workflows there is nothing to copy', async scope => {
    await using service = await startInstance({ profile, fixture: sampleFixture(sizes, { profile }) })
    const apiKey = await keyWithout(service, scope)
    await expect(cloneService({ url: service.url, apiKey })).rejects.toThrow(
      'Give it the scopes workflow:list and workflow:read',
    )
  })
})

describe('a promotion with a key that lacks one scope says so in the plan, and does the rest', () => {
  test.each([
    ['tag:list', 'the key may not list tags of the service', { workflows: 6, tags: 0, credentials: 2 }],
    ['tag:create', 'the key lacks the scope tag:create', { workflows: 6, tags: 0, credentials: 2 }],
    ['credential:create', 'the key lacks the scope credential:create', { workflows: 0, tags: 2, credentials: 0 }],
    ['workflow:create', 'the key lacks the scope workflow:create', { workflows: 0, tags: 2, credentials: 2 }],
    ['workflow:activate', 'it cannot be activated: the key lacks', { workflows: 6, tags: 2, credentials: 2 }],
    ['workflowTags:update', 'it cannot have its tags there: the key lacks', { workflows: 6, tags: 2, credentials: 2 }],
  ])('%s', async (scope, why, counts) => {
    await using rehearsal = await rehearse(sampleFixture(sizes), {
      profile,
      fixture: { users: [{ email: 'owner@example.com', role: 'global:owner' }] },
    })
    const { service, file } = rehearsal
    const apiKey = await keyWithout(service, scope)
    const { plan, failures } = await promote({ file, url: service.url, apiKey, confirm: () => true })
    const refused = plan.lines.filter(({ sign }) => sign === '!').flatMap(({ says }) => says)
    expect([failures, refused.some(text => text.startsWith(why))]).toEqual([[], true])
    const { workflows = [], tags = [], credentials = [] } = service.state()
    expect({ workflows: workflows.length, tags: tags.length, credentials: credentials.length }).toEqual(counts)
  })
})

test('a service that repeats what it was sent gets no key and no datum into a message', async () => {
  const sample = sampleFixture({ ...sizes, credentials: 1 })
  const data = { name: 'two\nlines', value: 'the "datum-of-a-credential"' }
  const credentials = sample.credentials?.map(one => ({ ...one, data })) ?? []
  await using rehearsal = await rehearse({ ...sample, credentials }, { profile })
  const { service, file } = rehearsal
  const said: unknown[] = []
  const repeating = async (url: string, init: RequestInit) => {
    if (init.method !== 'POST' || !url.endsWith('/credentials')) return fetch(url, init)
    said.push(init.body)
    return Response.json({ message: `\u001b[31m${init.body} ${JSON.stringify(init.headers)}` }, { status: 400 })
  }
  const { failures } = await promote({
    file,
    url: service.url,
    apiKey: service.apiKey,
    confirm: () => true,
    fetch: repeating,
  })
  const [first] = failures
  expect(said[0]).toContain('datum-of-a-credential')
  expect(first?.because).toContain('[value]')
  for (const datum of ['datum-of-a-credential', 'two']) expect(JSON.stringify(failures)).not.toContain(datum)
  expect(JSON.stringify(failures)).not.toContain(service.apiKey)
  expect(first?.because).not.toContain('\u001b')
})
