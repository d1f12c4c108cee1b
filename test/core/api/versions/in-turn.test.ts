import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VERSION_NAMES, type VersionName } from '../../../../src/core/versions/versions.ts'
import { createInstance } from '../../../../src/instance/instance.ts'
import { temporaryFolder } from '../../../commands/run-cli.ts'

const SCHEDULE = {
  id: 's',
  name: 'Daily',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.1,
  position: [0, 0] as number[],
  parameters: { rule: { interval: [{ field: 'days' }] } },
}
const graph = (name: string) => ({ name, nodes: [SCHEDULE], connections: {}, settings: {} })
type Asked = [method: string, path: string, body?: unknown]

/** Opens the document under a version, asks, and closes it again. */
async function under(profile: VersionName, file: string, ...asked: Asked[]): Promise<unknown[]> {
  const instance = await createInstance({
    file,
    profile,
    fixtures: [],
    serviceName: 'n8n',
    control: true,
    page: false,
    allowHosts: [],
    apiKey: 'owner-key',
    encryptionKey: 'a key for tests',
    report() {},
  })
  const answers: unknown[] = []
  for (const [method, path, body] of asked) {
    const response = await instance.fetch(path.startsWith('/_') ? path : `/api/v1${path}`, {
      method,
      headers: { 'x-n8n-api-key': 'owner-key', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${profile}: ${method} ${path}: ${response.status} ${text}`)
    answers.push(text === '' ? undefined : JSON.parse(text))
  }
  await instance.stop()
  return answers
}

const idOf = (answer: unknown) => String(Object(answer).id)

test('a document is opened by three versions in turn and changed in each, and nothing of the others is lost', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const credential = (name: string) => ({ name, type: 'httpBasicAuth', data: { user: name, password: `pass-${name}` } })

  // the current version: a description, pinned data, an archived workflow, a published one, a data table
  const [made, published, archived, , table] = await under(
    'n8n-2.41',
    file,
    ['POST', '/workflows', { ...graph('Current'), pinData: { Daily: [{ json: { a: 1 } }] } }],
    ['POST', '/workflows', graph('Published')],
    ['POST', '/workflows', graph('Archived')],
    ['POST', '/credentials', credential('current')],
    ['POST', '/data-tables', { name: 'Table', columns: [{ name: 'n', type: 'number' }] }],
    ['POST', '/tags', { name: 'current' }],
  )
  const [first, live, gone, rows] = [idOf(made), idOf(published), idOf(archived), `/data-tables/${idOf(table)}/rows`]
  const state = () => readFile(file, 'utf8').then(text => JSON.parse(text))
  const [, , , , history] = await under(
    'n8n-2.41',
    file,
    ['PUT', `/workflows/${first}`, { ...graph('Current'), description: 'of 2.41' }],
    ['POST', `/workflows/${live}/publish`, { name: 'First', description: 'the first' }],
    ['POST', `/workflows/${gone}/archive`],
    ['POST', rows, { data: [{ n: 5 }] }],
    ['GET', `/workflows/${live}/history`],
    ['POST', '/_control/seed', { executions: [{ workflowId: live, status: 'success', data: { kept: true } }] }],
  )

  // version 1.41 renames, makes and deletes of its own
  const [, , old, , tag] = await under(
    'n8n-1.41',
    file,
    ['PUT', `/workflows/${first}`, graph('Renamed by 1.41')],
    ['GET', `/workflows/${gone}`],
    ['POST', '/workflows', { ...graph('Old'), staticData: { last: 1 } }],
    ['POST', '/credentials', credential('old')],
    ['POST', '/tags', { name: 'old' }],
  )
  await under('n8n-1.41', file, ['PUT', `/workflows/${idOf(old)}/tags`, [{ id: idOf(tag) }]])

  // the reference does as well
  const [plain] = await under(
    'contract',
    file,
    ['POST', '/workflows', graph('Contract')],
    ['POST', '/credentials', credential('contract')],
    ['POST', '/tags', { name: 'contract' }],
    ['POST', '/_control/seed', { executions: [{ workflowId: idOf(old), status: 'error' }] }],
  )

  // the current version finds what was its own as it was, and what the others made
  const answers = await under(
    'n8n-2.41',
    file,
    ['GET', `/workflows/${first}`],
    ['GET', `/workflows/${live}`],
    ['GET', `/workflows/${gone}`],
    ['GET', `/workflows/${live}/history`],
    ['GET', rows],
    ['GET', `/workflows/${idOf(old)}`],
    ['GET', `/workflows/${idOf(plain)}`],
    ['GET', '/tags'],
    ['GET', '/credentials'],
    ['GET', '/executions?includeData=true'],
  )
  const [own, active, kept, sameHistory, cells, fromOld, fromContract, tags, credentials, executions] = answers
  expect(own).toMatchObject({
    name: 'Renamed by 1.41',
    description: 'of 2.41',
    pinData: { Daily: [{ json: { a: 1 } }] },
    shared: [{ role: 'workflow:owner' }],
  })
  expect(active).toMatchObject({ active: true, activeVersion: { name: 'First', description: 'the first' } })
  expect(kept).toMatchObject({ name: 'Archived', isArchived: true, active: false })
  expect(sameHistory).toEqual(history)
  expect(cells).toMatchObject({ data: [{ n: 5 }] })
  expect(fromOld).toMatchObject({ name: 'Old', staticData: { last: 1 }, tags: [{ name: 'old' }], description: null })
  expect(fromContract).toMatchObject({ name: 'Contract', activeVersion: null })
  const names = (list: unknown) => (Object(list).data as { name: string }[]).map(({ name }) => name).sort()
  expect(names(tags)).toEqual(['contract', 'current', 'old'])
  expect(names(credentials)).toEqual(['contract', 'current', 'old'])
  expect(executions).toMatchObject({ data: [{ status: 'error' }, { status: 'success', data: { kept: true } }] })

  // and the older one finds all of it too; the data of credentials is still sealed
  const [seen] = await under('n8n-1.41', file, ['GET', '/workflows'])
  expect(names(seen)).toEqual(['Archived', 'Contract', 'Old', 'Published', 'Renamed by 1.41'])
  const written = await state()
  expect(written.credentials).toHaveLength(3)
  expect(JSON.stringify(written)).not.toContain('pass-')
})

test.each(VERSION_NAMES)(
  'a document of n8n-1.123 opens under %s and again under n8n-1.123, with nothing lost',
  async other => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    const [made, tag] = await under(
      'n8n-1.123',
      file,
      ['POST', '/workflows', { ...graph('Of 1.123'), settings: { callerPolicy: 'any' }, staticData: { last: 1 } }],
      ['POST', '/tags', { name: 'late' }],
      ['POST', '/credentials', { name: 'c', type: 'httpBasicAuth', data: { user: 'u', password: 'p' } }],
    )
    const id = idOf(made)
    await under(
      'n8n-1.123',
      file,
      ['PUT', `/workflows/${id}/tags`, [{ id: idOf(tag) }]],
      ['PUT', `/workflows/${id}`, { ...graph('Saved'), staticData: { last: 2 } }],
      ['POST', `/workflows/${id}/activate`],
      ['POST', '/_control/seed', { executions: [{ workflowId: id, status: 'success', data: { kept: true } }] }],
    )
    const reads: Asked[] = [
      ['GET', `/workflows/${id}`],
      ['GET', '/workflows'],
      ['GET', '/tags'],
      ['GET', '/executions?includeData=true'],
      ['GET', '/users?includeRole=true'],
    ]
    const before = await under('n8n-1.123', file, ...reads)
    const document = JSON.parse(await readFile(file, 'utf8'))
    const [shown, , , executions] = await under(other, file, ...reads.slice(0, 4))
    expect(shown).toMatchObject({ name: 'Saved', active: true, staticData: { last: 2 }, tags: [{ name: 'late' }] })
    expect(executions).toMatchObject({ data: [{ data: { kept: true } }] })
    expect(await under('n8n-1.123', file, ...reads)).toEqual(before)
    const { profile: _then, ...after } = JSON.parse(await readFile(file, 'utf8'))
    const { profile: _first, ...first } = document
    expect(after).toEqual(first)
  },
)
