import { expect, test } from 'bun:test'
import { cloneService, compareInstances, type Fixture } from '../../src/index.ts'
import { aWorkflow, startInstance } from '../../src/testing.ts'

const COUNT = 230
const STATUSES = ['success', 'error', 'canceled', 'crashed'] as const
const small = { resultData: { runData: {} } }
/** A hundred of them are more than a page may have. */
const large = { resultData: { runData: {}, text: 'x'.repeat(50_000) } }
/** Of those after the first page. */
const failed = Array.from({ length: COUNT - 100 }, (_, at) => STATUSES[at % 4]).filter(status => status !== 'success')

const executionsWith = (data: (id: number) => object) =>
  Array.from({ length: COUNT }, (_, at) => ({
    id: String(at + 1),
    workflowId: at % 10 === 0 ? 'rare' : 'usual',
    status: STATUSES[at % 4] ?? 'success',
    startedAt: '2026-01-01T00:00:00.000Z',
    data: data(at + 1),
  }))

const refusingData = (status: number) => async (url: string, init: RequestInit) =>
  url.includes('/executions?') && url.includes('includeData')
    ? Response.json({ message: 'no' }, { status })
    : fetch(url, init)

interface Row {
  name: string
  profile?: 'n8n-1.41' | 'n8n-2.41'
  data?: (id: number) => object
  fetch?: typeof fetch | ReturnType<typeof refusingData>
  tags?: string[]
  /** How many of the executions are read by themselves. */
  single: number
}

test.each<Row>([
  { name: 'comes page by page after a first page', single: 100 },
  { name: 'that is large is read one by one', data: () => large, single: COUNT },
  { name: 'that was large once is read one by one on that page', data: id => (id > 130 ? large : small), single: 200 },
  { name: 'is read one by one where a page fails', fetch: refusingData(500), single: COUNT },
  { name: 'is read one by one where few are wanted', tags: ['rare'], single: COUNT / 10 },
  {
    name: 'is read one by one where the list does not show how it failed',
    profile: 'n8n-1.41',
    single: 100 + failed.length,
  },
])('data of executions $name', async ({ profile = 'n8n-2.41', data = () => small, fetch, tags, single }) => {
  const executions = executionsWith(data)
  const workflows = [aWorkflow({ id: 'usual' }), aWorkflow({ id: 'rare', tags: ['rare'] })]
  const fixture = { tags: [{ name: 'rare' }], workflows, executions } as Fixture
  await using service = await startInstance({ profile, fixture })
  const options = { url: service.url, apiKey: service.apiKey, retries: { tries: 1 }, ...(fetch ? { fetch } : {}) }
  const { fixture: copy } = await cloneService({ ...options, executions: COUNT, ...(tags ? { tags } : {}) })
  const wanted = executions.filter(({ workflowId }) => tags === undefined || workflowId === 'rare')
  expect(copy.executions).toHaveLength(wanted.length)
  expect(copy.executions).toMatchObject(wanted)
  expect(service.requests.matching({ path: '/executions/:id' })).toHaveLength(single)
})

test('a comparison reads data of executions page by page, those that are not listed too', async () => {
  const executions = executionsWith(() => small).map(one =>
    one.id === '7' ? { ...one, status: 'waiting' as const, waitTill: '2099-01-01T00:00:00.000Z' } : one,
  )
  const fixture = { workflows: [aWorkflow({ id: 'usual' }), aWorkflow({ id: 'rare' })], executions } as Fixture
  await using service = await startInstance({ profile: 'n8n-1.41', fixture })
  const side = { url: service.url, apiKey: service.apiKey }
  const changed = executions.map(one => (one.id === '8' ? { ...one, data: large } : one))
  const { kinds } = await compareInstances({ ...fixture, executions: changed } as Fixture, side, {
    executions: COUNT,
    only: ['executions'],
  })
  expect(kinds.executions).toMatchObject({
    different: [{ left: { id: '8' }, differences: [{ what: 'data' }] }],
    onlyLeft: [],
    onlyRight: [],
    same: COUNT - 1,
  })
  expect(service.requests.matching({ path: '/executions/:id' }).length).toBeLessThan(COUNT / 2)
})
