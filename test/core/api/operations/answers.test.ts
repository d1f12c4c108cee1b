import { expect, test } from 'bun:test'
import { DEFAULT_OTEL_SETTINGS } from '../../../../src/core/versions/v2/shapes/otel.ts'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS } from '../place.ts'
import { minimal, webhook } from '../world.ts'

test.each([
  ['', false],
  ['?includeRole=false', false],
  ['?includeRole=true', true],
])('GET /users%s shows the roles: %p', async (query, isShown) => {
  await using instance = await startLicensed()
  const { body } = await asked(instance, `GET /users${query}`)
  const users = (body as { data: object[] }).data
  expect(users.map(user => 'role' in user)).toEqual(users.map(() => isShown))
  expect(users.length).toBeGreaterThan(2)
})

test.each([
  [{ name: 'other' }, '200'],
  [{ index: 0 }, '200'],
  [{ name: 'other', index: 0 }, '200'],
  [{ index: -1 }, '400 request/body/index must be >= 0'],
  [
    {},
    "400 request/body must have required property 'name', request/body must have required property 'index', request/body must match a schema in anyOf",
  ],
])('a column of a data table is changed by %j', async (change, outcome) => {
  await using instance = await startLicensed()
  const path = `/data-tables/${IDS.membersTable}/columns`
  const { body } = await asked(instance, `GET ${path}`)
  const [{ id = '' } = {}] = body as { id?: string }[]
  expect(outcomeOf(await asked(instance, `PATCH ${path}/${id}`, change))).toBe(outcome)
})

test.each([
  [
    'POST /workflows',
    minimal({ nodes: [{ name: '', type: 'a' }] }),
    '400 Workflow structure is invalid. nodes[0].name (too_small): String must contain at least 1 character(s); nodes[0].position (invalid_type): Required',
  ],
  [
    'POST /workflows',
    minimal({ nodeGroups: [{ id: 'g', name: 'G', nodeIds: ['zzz'] }] }),
    '400 Group "G" references node ID "zzz" that does not exist in the workflow.',
  ],
  [
    'PUT /settings/otel',
    { ...DEFAULT_OTEL_SETTINGS, startupConnectivityTimeoutMs: -1 },
    '400 request/body/startupConnectivityTimeoutMs must be >= 0',
  ],
  ['PUT /settings/otel', { ...DEFAULT_OTEL_SETTINGS, startupConnectivityTimeoutMs: 0 }, '200'],
])('%s with %j is answered %s', async (request, body, outcome) => {
  await using instance = await startLicensed()
  expect(outcomeOf(await asked(instance, request, body))).toBe(outcome)
})

test('a list has what was made since it was asked for', async () => {
  await using instance = await startLicensed()
  const path = `/projects/${IDS.team}/folders`
  const names = async () =>
    ((await asked(instance, `GET ${path}`)).body as { data: { name: string }[] }).data.map(({ name }) => name)
  const before = await names()
  await asked(instance, `POST ${path}`, { name: 'Made since' })
  expect((await names()).toSorted()).toEqual([...before, 'Made since'].toSorted())
})

test.each([1, 16])('a credential may have an id of %i characters', async length => {
  await using instance = await startLicensed()
  const credential = { id: 'x'.repeat(length), name: 'a', type: 'githubApi', data: { accessToken: 'a' } }
  const { status, body } = await asked(instance, 'POST /credentials', credential)
  expect([status, body]).toEqual([200, expect.objectContaining({ id: credential.id })])
})

test.each([
  ['GET /workflows/w-pinned', true],
  ['GET /workflows/w-pinned?excludePinnedData=false', true],
  ['GET /workflows/w-pinned?excludePinnedData=true', false],
  ['GET /workflows?name=Pinned', true],
  ['GET /workflows?name=Pinned&excludePinnedData=true', false],
])('%s shows pinned data: %p', async (request, isShown) => {
  await using instance = await startLicensed()
  const pinned = { Hook: [{ json: { pinned: 'yes' } }] }
  await instance.seed({ workflows: [{ id: 'w-pinned', name: 'Pinned', pinData: pinned }] })
  const { body } = await asked(instance, request)
  const shown = request.includes('name=') ? (body as { data: object[] }).data[0] : body
  expect(shown).toMatchObject({ id: 'w-pinned', ...(isShown ? { pinData: pinned } : {}) })
  if (!isShown) expect(shown).not.toHaveProperty('pinData')
})

test.each([
  ['/workflows?offset=0', '200'],
  ['/workflows?offset=-1', '400 request/query/offset Param `offset` must be a non-negative integer'],
  ['/source-control/status', "400 request/query must have required property 'direction'"],
  ['/source-control/status?direction=push', '400 Source Control is not connected to a repository'],
])('GET %s is answered %s', async (path, outcome) => {
  await using instance = await startLicensed()
  expect(outcomeOf(await asked(instance, `GET ${path}`))).toBe(outcome)
})

test('a workflow counts its versions, and remembers when it was published and when not', async () => {
  await using instance = await startLicensed()
  const nodes = [webhook('Hook', 'counted')]
  const { body } = await asked(instance, 'POST /workflows', minimal({ nodes }))
  const { id } = body as { id: string }
  for (const name of ['second', 'third']) {
    await asked(instance, `PUT /workflows/${id}`, minimal({ name, nodes: [webhook(name, 'counted')] }))
  }
  const found = (await asked(instance, `GET /workflows/${id}`)).body as { versionCounter: number }
  const made = (body as { versionCounter: number }).versionCounter
  expect(found.versionCounter).toBe(made + 2)
  for (const change of ['activate', 'deactivate', 'deactivate'])
    await asked(instance, `POST /workflows/${id}/${change}`)
  const events = instance.state().publishEvents?.filter(({ workflowId }) => workflowId === id)
  expect(events?.map(({ event }) => event)).toEqual(['activated', 'deactivated'])
})

test('a node that is called by its webhook id is given one, and stays as it was sent else', async () => {
  await using instance = await startLicensed()
  const { webhookId: _, ...node } = webhook('Hook', 'given')
  const { body } = await asked(instance, 'POST /workflows', minimal({ nodes: [node] }))
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
  expect((body as { nodes: object[] }).nodes).toEqual([{ ...node, webhookId: uuid }])
})

test('an execution that was put in without data shows a run of its workflow', async () => {
  await using instance = await startLicensed()
  await instance.seed({
    workflows: [{ id: 'w-run', name: 'Run', nodes: [webhook('Hook', 'run')] }],
    executions: [{ id: '900', workflowId: 'w-run', status: 'success' }],
  })
  const { body } = await asked(instance, 'GET /executions/900?includeData=true')
  expect(body).toMatchObject({ data: { resultData: { runData: { Hook: [{ executionStatus: 'success' }] } } } })
})
