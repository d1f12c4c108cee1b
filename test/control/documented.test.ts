import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Value } from '@sinclair/typebox/value'
import { CONTROL_OPERATIONS } from '../../src/control/operations.ts'
import { startInstance } from '../../src/testing.ts'
import { world } from '../api/world.ts'
import { CONTROL_DOC, controlTable } from '../readme/control-table.ts'

interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string; responses: object; requestBody?: object }>>
}

const start = () => startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00Z' })

describe('the OpenAPI document of the control API', () => {
  test('is valid OpenAPI 3.0, for everyone', async () => {
    await using instance = await start()
    const { status, body } = await instance.request('GET', '/_control/openapi.json', undefined, { key: null })
    const { valid, errors } = await new Validator().validate(body as Record<string, unknown>)
    expect([status, errors ?? [], valid]).toEqual([200, [], true])
  })

  test('names every operation once, and where it is', async () => {
    await using instance = await start()
    const { servers, paths } = (await instance.request('GET', '/_control/openapi.json')).body as Document
    expect(servers).toEqual([{ url: '/_control' }])
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
    )
    const declared = CONTROL_OPERATIONS.map(
      ({ id, method, path }) => `${id}: ${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(named.sort()).toEqual(declared.sort())
    expect(new Set(CONTROL_OPERATIONS.map(({ id }) => id)).size).toBe(declared.length)
  })

  test('is not there without a control API', async () => {
    const { createInstance } = await import('../../src/instance.ts')
    const options = { profile: 'contract', serviceName: 'n8n', apiKey: 'k', allowHosts: [], fixtures: [] } as const
    const instance = await createInstance({ ...options, fixtures: [], control: false, page: false, report() {} })
    expect((await instance.fetch('/_control/openapi.json')).status).toBe(404)
    await instance.stop()
  })
})

/** One request to each operation, in an order in which each succeeds. */
const ASKED: [method: string, path: string, body?: unknown][] = [
  ['POST', '/seed', { tags: [{ name: 'seeded' }] }],
  ['GET', '/state'],
  ['POST', '/executions', { workflowId: '1', status: 'success' }],
  ['PUT', '/snapshots/a'],
  ['GET', '/snapshots'],
  ['GET', '/snapshots/a'],
  ['GET', '/snapshots/a/differences'],
  ['POST', '/snapshots/a/restore'],
  ['DELETE', '/snapshots/a'],
  ['GET', '/clone'],
  ['DELETE', '/clone'],
  ['GET', '/overview'],
  ['GET', '/overview/executions'],
  ['GET', '/keys'],
  ['POST', '/keys', { user: 'mia@example.com', label: 'CI' }],
  ['DELETE', '/keys/{newest}'],
  ['GET', '/requests?bodies'],
  ['GET', '/requests/1'],
  ['GET', '/requests.har'],
  ['POST', '/faults', { operation: 'getTags', retryAfter: 2, times: 1 }],
  ['GET', '/faults'],
  ['PUT', '/faults', { rules: [{ id: 1, status: 500 }, { delay: [1, 2] }] }],
  ['DELETE', '/faults/1'],
  ['DELETE', '/faults'],
  ['GET', '/clock'],
  ['PUT', '/clock', { advance: '1h' }],
  ['GET', '/simulation'],
  ['PUT', '/simulation', { on: true }],
  ['POST', '/simulation/rules', { workflow: '1', error: 'Timed out' }],
  ['GET', '/simulation/rules'],
  ['DELETE', '/simulation/rules/1'],
  ['PUT', '/simulation/rules', { rules: [{ workflow: '1', duration: '5m' }] }],
  ['DELETE', '/simulation/rules'],
  ['DELETE', '/requests'],
  ['POST', '/reset'],
]

test('every operation answers what its document says', async () => {
  await using instance = await start()
  await instance.request('POST', '/api/v1/tags', { name: 'new', id: '1' })
  // needs another service: test/migrate/control-clone.test.ts
  const asked = new Set<string>(['clone'])
  let newest = ''
  for (const [method, path, sent] of ASKED) {
    const url = `/_control${path.replace('{newest}', newest)}`
    const { status, body } = await instance.request(method, url, sent)
    const operation = CONTROL_OPERATIONS.find(it => it.method === method && isPathOf(it.path, path))
    const schema = operation?.responses[status]?.schema
    expect([method, path, status, schema !== undefined]).toEqual([method, path, status, true])
    if (schema) expect([...Value.Errors(schema, body)].map(({ path, message }) => `${path}: ${message}`)).toEqual([])
    asked.add(operation?.id ?? '')
    if (method === 'POST' && path === '/keys') newest = (body as { id: string }).id
  }
  const endless = CONTROL_OPERATIONS.filter(({ responses }) => responses[200]?.type === 'text/event-stream')
  expect(CONTROL_OPERATIONS.filter(({ id }) => !asked.has(id))).toEqual(endless)
})

test.each(CONTROL_OPERATIONS.filter(({ body }) => body?.example !== undefined))(
  'the example of $id is taken as it is',
  async ({ method, path, body }) => {
    await using instance = await startInstance({
      socket: false,
      fixture: { users: [{ email: 'owner@example.com', role: 'global:owner' }], workflows: [{ id: '1', name: 'w' }] },
    })
    expect((await instance.request(method, `/_control${path}`, body?.example)).status).toBeWithin(200, 300)
  },
)

test("the page's table is the one that the code follows (bun test/readme/control-table.ts writes it)", async () => {
  expect(await readFile(CONTROL_DOC, 'utf8')).toContain(controlTable())
})

function isPathOf(template: string, path: string) {
  const [given = ''] = path.split('?')
  return new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`).test(given)
}
