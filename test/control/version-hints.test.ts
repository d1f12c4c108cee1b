import { describe, expect, test } from 'bun:test'
import { assertNoWarnings, assertReceived, startInstance, type TestInstance } from '../../src/testing.ts'
import { minimal } from '../core/api/world.ts'

type Ask = (instance: TestInstance) => Promise<{ status: number }>

const HINTS: [what: string, ask: Ask, status: number, hint: string][] = [
  ['a path', it => it.request('GET', '/api/v1/data-tables'), 404, 'n8n-2.41 has GET /data-tables'],
  [
    'a path with a parameter',
    it => it.request('GET', '/api/v1/projects/7/users'),
    404,
    'n8n-2.41 has GET /projects/:projectId/users',
  ],
  ['a method', it => it.request('GET', '/api/v1/credentials'), 405, 'n8n-2.41 has GET /credentials'],
  [
    'a query parameter',
    it => it.request('GET', '/api/v1/workflows?excludePinnedData=true'),
    400,
    'n8n-2.41 has the query parameter excludePinnedData of GET /workflows',
  ],
  [
    'a field',
    it => it.request('POST', '/api/v1/workflows', { ...minimal({ name: 'x' }), pinData: {} }),
    400,
    'n8n-2.41 has the field pinData in the body of POST /workflows',
  ],
  [
    'a setting',
    it => it.request('POST', '/api/v1/workflows', { ...minimal({ name: 'x' }), settings: { callerPolicy: 'any' } }),
    400,
    'n8n-2.41 has the field settings.callerPolicy in the body of POST /workflows',
  ],
]

describe.each(HINTS)('%s that another version has', (_what, ask, status, hint) => {
  const warning = `${hint}: start with --profile n8n-2.41`

  test('brings a warning that names it, in the log, in warnings() and in the nearest miss', async () => {
    await using instance = await startInstance()
    expect((await ask(instance)).status).toBe(status)
    expect(instance.requests.all()[0]?.warnings).toContain(warning)
    expect(instance.requests.warnings().at(-1)).toEndWith(`(request 1): ${warning}`)
    expect(() => assertNoWarnings(instance)).toThrow(warning)
    expect(() => assertReceived(instance, { operation: 'getTags' })).toThrow(`  warning: ${warning}`)
    const list = await instance.request<{ requests: { warnings: string[] }[] }>('GET', '/_control/requests')
    expect(list.body.requests[0]?.warnings).toContain(warning)
    const one = await instance.request<{ warnings: string[] }>('GET', '/_control/requests/1')
    expect(one.body.warnings).toContain(warning)
  })

  test('brings none on that version', async () => {
    await using instance = await startInstance({ profile: 'n8n-2.41' })
    await ask(instance)
    expect(instance.requests.warnings().join()).not.toContain('--profile')
  })
})

test.each<[what: string, ask: Ask]>([
  ['a path that none has', it => it.request('GET', '/api/v1/nothing')],
  ['a path outside of the API', it => it.request('GET', '/data-tables')],
  ['a parameter that none has', it => it.request('GET', '/api/v1/tags?colour=red')],
  ['a field that none has', it => it.request('POST', '/api/v1/tags', { name: 'x', colour: 'red' })],
  ['a right request', it => it.request('GET', '/api/v1/tags?limit=5')],
])('%s brings no version', async (_what, ask) => {
  await using instance = await startInstance()
  await ask(instance)
  expect(instance.requests.warnings().join()).not.toContain('--profile')
})

test('the newest version that has it is named, also of an older one', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41' })
  await instance.request('POST', '/api/v1/source-control/nothing')
  await using older = await startInstance({ profile: 'n8n-1.41' })
  await older.request('GET', '/api/v1/variables')
  expect(instance.requests.warnings()).toEqual([])
  expect(older.requests.warnings()).toEqual([expect.stringContaining('n8n-2.41 has GET /variables')])
})
