import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import type { Step } from '../../../case.ts'
import { ask } from '../cases.ts'
import * as shapes from '../operations/reference-shapes.ts'
import { ADMIN, field, MEMBER, minimal, PROFILES, startWorld, stateOf } from '../world.ts'
import { orders, startConnected } from './connected.ts'

const PULL: Step = ['POST', '/source-control/pull', {}]
const pull = (body: object): Step => ['POST', '/source-control/pull', body]
describe.each(PROFILES)('in profile %s', profile => {
  test('takes over what the repository holds, and shows it through the API', async () => {
    await using connected = await startConnected(profile)
    const { instance } = connected
    const answer = await ask(instance, PULL)
    expect(answer.status).toBe(200)
    const workflow = await ask(instance, ['GET', '/workflows/50'])
    expect(workflow.body).toMatchObject({ id: '50', name: 'Orders', active: false, tags: [{ id: 't1', name: 'prod' }] })
    expect((await ask(instance, ['GET', '/tags/t1'])).body).toMatchObject({ name: 'prod' })
    expect((await ask(instance, ['GET', '/workflows/50', undefined, MEMBER])).status).toBe(404)
  })

  test('lets an admin pull', async () => {
    await using connected = await startConnected(profile)
    expect((await ask(connected.instance, ['POST', '/source-control/pull', {}, ADMIN])).status).toBe(200)
  })

  test('refuses a conflict with 409, imports nothing then, and lets force win', async () => {
    await using connected = await startConnected(profile)
    const { instance, remote } = connected
    await ask(instance, PULL)
    await ask(instance, ['PUT', '/workflows/50', minimal({ name: 'Mine' })])
    await remote.commit({ 'workflows/50.json': orders('Theirs'), 'workflows/51.json': { ...orders('New'), id: '51' } })
    const before = await stateOf(instance)
    const refused = await ask(instance, PULL)
    expect(refused.status).toBe(409)
    expect(shapes.errorsIn(shapes.error, refused.body)).toEqual([])
    expect(field(refused, 'description')).toContain('workflow 50 "Theirs"')
    expect(await stateOf(instance)).toBe(before)
    expect((await ask(instance, pull({ force: true }))).status).toBe(200)
    expect((await ask(instance, ['GET', '/workflows/50'])).body).toMatchObject({ name: 'Theirs' })
    expect((await ask(instance, ['GET', '/workflows/51'])).status).toBe(200)
  })

  test.each([
    ['a member', ['POST', '/source-control/pull', {}, MEMBER], 403, 'Forbidden'],
    ['force that is text', pull({ force: 'yes' }), 400, 'request/body/force must be boolean'],
    ['force that is null', pull({ force: null }), 400, 'request/body/force must be boolean'],
    ['variables that are a list', pull({ variables: [] }), 400, 'request/body/variables must be object'],
    [
      'both of the wrong type',
      pull({ variables: 1, force: 1 }),
      400,
      'request/body/force must be boolean, request/body/variables must be object',
    ],
    ['no content type', ['POST', '/source-control/pull'], 415, 'unsupported media type undefined'],
    ['a list', ['POST', '/source-control/pull', []], 400, 'request/body must be object'],
  ] as [string, Step, number, string][])('refuses %s, and pulls nothing', async (_name, asked, status, message) => {
    await using connected = await startConnected(profile)
    const before = await stateOf(connected.instance)
    const answer = await ask(connected.instance, asked)
    expect([answer.status, answer.body]).toEqual([status, { message }])
    expect(await stateOf(connected.instance)).toBe(before)
  })

  test('takes unknown keys', async () => {
    await using connected = await startConnected(profile)
    expect((await ask(connected.instance, pull({ foo: 1 }))).status).toBe(200)
  })

  test('refuses to pull while it is not connected', async () => {
    await using instance = await startWorld(profile)
    const message = 'Source Control is not connected to a repository'
    const body = profile === 'contract' ? { message } : { status: 'Error', message }
    const answer = await ask(instance, PULL)
    expect([answer.status, answer.body]).toEqual([400, body])
  })

  test('refuses to pull from a repository that is not there with 400, and says nothing of a password', async () => {
    const gitRemote = { url: '/nowhere/at/all', username: 'me', token: 'sesame' }
    await using instance = await startInstance({ profile, gitRemote })
    const answer = await ask(instance, PULL)
    expect([answer.status, answer.text.includes('sesame')]).toEqual([400, false])
    expect(shapes.errorsIn(shapes.error, answer.body)).toEqual([])
  })
})

test('in profile contract answers what was imported, in the shape of the reference', async () => {
  await using connected = await startConnected('contract')
  const answer = await ask(connected.instance, PULL)
  expect(shapes.errorsIn(shapes.importResult, answer.body)).toEqual([])
  expect(answer.body).toEqual({
    variables: { added: ['REGION'], changed: [] },
    credentials: [],
    workflows: [{ id: '50', name: 'Orders' }],
    tags: { tags: [{ id: 't1', name: 'prod' }], mappings: [{ workflowId: '50', tagId: 't1' }] },
  })
})

test('in profile n8n-1.41 answers the changed files', async () => {
  await using connected = await startConnected('n8n-1.41')
  const { body } = await ask(connected.instance, PULL)
  expect(body).toBeArray()
  expect((body as { type: string; id: string }[]).map(({ type, id }) => [type, id])).toEqual([
    ['workflow', '50'],
    ['variables', 'variables'],
    ['tags', 'mappings'],
  ])
})

test.each([
  ['contract', 200, 'Theirs'],
  ['n8n-1.41', 409, 'Orders'],
] as const)('in profile %s a workflow changed only on the remote is answered %i', async (profile, status, name) => {
  await using connected = await startConnected(profile)
  await ask(connected.instance, PULL)
  await connected.remote.commit({ 'workflows/50.json': orders('Theirs') })
  expect((await ask(connected.instance, PULL)).status).toBe(status)
  expect((await ask(connected.instance, ['GET', '/workflows/50'])).body).toMatchObject({ name })
})
