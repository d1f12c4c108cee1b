import { describe, expect, test } from 'bun:test'
import type { TestInstance } from '../../../../src/testing.ts'
import type { Step } from '../../../case.ts'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { ask } from '../cases.ts'
import { minimal, webhook } from '../world.ts'
import { orders, startConnected } from './connected.ts'

const pull = (body: object): Step => ['POST', '/source-control/pull', body]

describe('a pull publishes', () => {
  const called = (id: string, name: string, path: string) => ({
    id,
    name,
    connections: {},
    settings: {},
    nodes: [webhook(path, path)],
  })
  const published = async (instance: TestInstance) => {
    const { workflows } = instance.state()
    return workflows.filter(({ id, active }) => active && ['50', '51', '52'].includes(String(id))).map(({ id }) => id)
  }

  test.each([
    ['none where nothing is said', undefined, ['51']],
    ['none', 'none', ['51']],
    ['those that were published', 'published', ['51']],
    ['all that it brought, and says which could not be', 'all', ['51', '52']],
  ])('%s', async (_, autoPublish, expected) => {
    await using connected = await startConnected('n8n-2.41')
    const { instance, remote } = connected
    await remote.commit({ 'workflows/51.json': called('51', 'Called', 'called') })
    expect((await ask(instance, pull({ force: true }))).status).toBe(200)
    expect((await ask(instance, ['POST', '/workflows/51/activate'])).status).toBe(200)
    const before = instance.state().workflows.find(({ id }) => id === '51')
    await remote.commit({
      'workflows/50.json': orders('Theirs'),
      'workflows/51.json': called('51', 'Called again', 'again'),
      'workflows/52.json': called('52', 'New', 'new'),
    })
    const { status, body } = await ask(instance, pull({ force: true, ...(autoPublish ? { autoPublish } : {}) }))
    expect(status).toBe(200)
    expect((await published(instance)).sort()).toEqual(expected)
    const after = instance.state().workflows.find(({ id }) => id === '51')
    const isNew = autoPublish === 'published' || autoPublish === 'all'
    expect(after?.versionId).not.toBe(before?.versionId as string)
    expect((after?.activeVersionId ?? after?.versionId) === after?.versionId).toBe(isNew)
    const errors = (body as { id: string; publishingError?: string }[]).filter(file => file.publishingError)
    expect(errors.map(({ id }) => id)).toEqual(autoPublish === 'all' ? ['50'] : [])
  })
})

test('a pull answers with what was made and what it took over something else', async () => {
  await using connected = await startConnected('n8n-2.41')
  const { instance, remote } = connected
  const stub = (name: string) => ({ 'credential_stubs/c9.json': { id: 'c9', name, type: 'httpBasicAuth', data: {} } })
  const changes = async () => {
    const { body } = await ask(instance, pull({ force: true }))
    return (body as { id: string; name: string; status: string; conflict: boolean }[]).map(
      ({ id, name, status, conflict }) => [id, name, status, conflict],
    )
  }
  await remote.commit(stub('Shop'))
  expect(await changes()).toEqual([
    ['50', 'Orders', 'created', false],
    ['c9', 'Shop', 'created', false],
    ['variables', 'variables', 'modified', false],
    ['mappings', 'tags', 'modified', false],
  ])
  await remote.commit({ ...stub('Store'), 'workflows/50.json': orders('Theirs') })
  expect(await changes()).toEqual([
    ['50', 'Theirs (Local: Orders)', 'modified', true],
    ['c9', 'Store', 'modified', true],
  ])
})

test.each([
  ['what the repository alone has changed', false],
  ['what both have changed', true],
])('%s is taken by a pull with force only', async (_, isChangedHere) => {
  await using connected = await startConnected('n8n-2.41')
  const { instance, remote } = connected
  expect((await ask(instance, pull({}))).status).toBe(200)
  if (isChangedHere) await ask(instance, ['PUT', '/workflows/50', minimal({ name: 'Mine' })])
  await remote.commit({ 'workflows/50.json': orders('Theirs') })
  const before = instance.state()
  expect((await ask(instance, pull({}))).status).toBe(409)
  expect((await ask(instance, pull({ force: false }))).status).toBe(409)
  expect(instance.state()).toEqual(before)
  expect((await ask(instance, pull({ force: true }))).status).toBe(200)
  expect((await ask(instance, ['GET', '/workflows/50'])).body).toMatchObject({ name: 'Theirs' })
})

test.each(['file', 'folders', 'project', 'datatable'])('a push takes no %s', async type => {
  await using connected = await startConnected('n8n-2.41')
  const asked: Step = ['POST', '/source-control/push', { commitMessage: 'x', fileNames: [{ id: '1', type }] }]
  const { status, body } = await ask(connected.instance, asked)
  const message = `Nothing was pushed. Workflows, credentials, tags and variables can be pushed, not "${type}"`
  expect([status, (body as { message: string }).message]).toEqual([400, message])
})

test('a status names the files that a pull would change', async () => {
  await using connected = await startConnected('n8n-2.41')
  const { body } = await ask(connected.instance, ['GET', '/source-control/status?direction=pull'])
  expect((body as { data: { file: string; name: string }[] }).data.map(({ file, name }) => [file, name])).toEqual([
    ['workflows/50.json', 'Orders'],
    ['variable_stubs.json', 'variables'],
    ['tags.json', 'tags'],
  ])
})

test.each(['pull', 'push'])('a %s is refused without a body', async name => {
  await using instance = await startLicensed()
  const outcome = outcomeOf(await asked(instance, `POST /source-control/${name}`))
  expect(outcome).toBe('415 unsupported media type undefined')
})

test('a status names the tags where a workflow has another one', async () => {
  await using connected = await startConnected('n8n-2.41')
  const { instance, remote } = connected
  const tags = [
    { id: 't1', name: 'prod' },
    { id: 't2', name: 'test' },
  ]
  const commit = (tagId: string) => remote.commit({ 'tags.json': { tags, mappings: [{ workflowId: '50', tagId }] } })
  await commit('t1')
  await ask(instance, pull({ force: true }))
  await commit('t2')
  const { body } = await ask(instance, ['GET', '/source-control/status?direction=pull'])
  expect((body as { data: { file: string }[] }).data.map(({ file }) => file)).toEqual(['tags.json'])
})
