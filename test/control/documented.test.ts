import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Value } from '@sinclair/typebox/value'
import { startInstance } from '../../src/testing.ts'
import { examplesIn } from '../checks/documents/control-examples.ts'
import { CONTROL_DOC, controlTable } from '../checks/documents/control-table.ts'
import { differences } from '../checks/documents/documents.ts'
import { descriptionsIn, unsaidIn } from '../checks/shapes/descriptions-in.ts'
import { world } from '../core/api/world.ts'
import { CONTROL_OPERATIONS } from './control-operations.ts'

interface Document {
  servers: { url: string }[]
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { description: string }>; requestBody?: object }>
  >
}

interface Described {
  parameters?: unknown[]
  requestBody?: { content: { 'application/json': { schema: { properties: object } } } }
}

/** Where the maps stand that may have more properties than are listed; what is inside of them is not looked at. */
const OPEN_MAPS = [
  '/paths//runs/post/requestBody/properties/credentials',
  '/paths//runs/post/requestBody/properties/dataTables/items',
  '/paths//runs/post/requestBody/properties/mocks',
  '/paths//runs/post/requestBody/properties/subWorkflows/items',
  '/paths//runs/post/requestBody/properties/variables',
  '/paths//runs/post/requestBody/properties/workflow/anyOf/1',
  '/paths//runs/post/responses/200/properties/error',
  '/paths//runs/post/responses/200/properties/execution',
  '/paths//runs/post/responses/200/properties/nodes',
  '/paths//runs/post/responses/200/properties/notReached',
  '/paths//runs/post/responses/200/properties/requests/items',
  '/paths//runs/post/responses/200/properties/response',
  '/paths//simulation/rules/delete/responses/200/properties/rules/items/properties/http',
  '/paths//simulation/rules/get/responses/200/properties/rules/items/properties/http',
  '/paths//simulation/rules/post/requestBody/properties/http',
  '/paths//simulation/rules/post/responses/201/properties/http',
  '/paths//simulation/rules/put/requestBody/properties/rules/items/properties/http',
  '/paths//simulation/rules/put/responses/200/properties/rules/items/properties/http',
  '/paths//simulation/rules/{id}/delete/responses/200/properties/http',
  '/paths//seed/post/responses/200',
  '/paths//reset/post/responses/200',
  '/paths//executions/post/responses/201',
  '/paths//snapshots/get/responses/200',
  '/paths//snapshots/{name}/differences/get/responses/200',
  '/paths//validations/post/responses/200/properties/findings/items/properties/fix/items',
  '/paths//overview/get/responses/200',
  '/paths//overview/executions/get/responses/200',
  '/paths//overview/workflows/get/responses/200',
  '/paths//keys/get/responses/200',
  '/paths//requests.har/get/responses/200',
  '/paths//faults/put/requestBody/properties/rules/items/properties/headers',
  '/components/schemas/RequestDetails/properties/headers',
  '/components/schemas/RequestDetails/properties/response/properties/headers',
  '/components/schemas/RequestDetails/properties/faultRule/properties/headers',
  '/components/schemas/FaultRule/properties/headers',
  '/components/schemas/Fault/properties/headers',
  '/components/schemas/Clone/properties/counts',
  '/components/schemas/Clone/properties/gaps/items',
  '/components/schemas/Error',
]

function openMapsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const isOpen = 'type' in value && value.type === 'object' && Object(value).additionalProperties !== false
  return isOpen ? [path] : Object.entries(value).flatMap(([name, it]) => openMapsIn(it, `${path}/${name}`))
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

  test('says something wherever it describes', async () => {
    await using instance = await start()
    const { body } = await instance.request('GET', '/_control/openapi.json')
    expect(unsaidIn(body)).toEqual([])
    expect(descriptionsIn(body).length).toBeGreaterThan(200)
  })

  test('says what each refusal means', async () => {
    await using instance = await start()
    const { paths } = (await instance.request('GET', '/_control/openapi.json')).body as Document
    const responses = Object.values(paths).flatMap(methods =>
      Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
    )
    const refusals = responses.filter(([status]) => Number(status) >= 400)
    const meanings = refusals.map(([status, { description }]) => `${status} ${description}`)
    expect([...new Set(meanings)].sort()).toEqual([
      '400 The request is invalid',
      '401 There is no valid API key',
      "403 The key is not the owner's, or the host or origin is not allowed",
      '404 An unknown record',
      '409 A conflict with an existing record',
      '413 The body is too large',
      '415 The body is not JSON',
    ])
  })

  test('says the bounds of what it takes', async () => {
    await using instance = await start()
    const { body } = await instance.request('GET', '/_control/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, Described>> }
    const taken = (path: string) => paths[path]?.post?.requestBody?.content['application/json'].schema.properties
    expect(taken('/clone')).toMatchObject({
      url: { type: 'string', maxLength: 4096 },
      apiKey: { type: 'string', minLength: 1, maxLength: 4096 },
      serviceName: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
      executions: { type: 'integer', minimum: 0, maximum: 10_000 },
      tags: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 4096 } },
    })
    expect(taken('/keys')).toMatchObject({
      scopes: { minItems: 1, maxItems: 1000, items: { minLength: 1, maxLength: 100 } },
    })
    expect(paths['/overview']?.get?.parameters).toContainEqual(
      expect.objectContaining({
        name: 'hours',
        schema: expect.objectContaining({ type: 'number', multipleOf: 1, minimum: 1, maximum: 8784 }),
      }),
    )
  })

  test('lets no map have more than it says, but for these', async () => {
    await using instance = await start()
    const { body } = await instance.request('GET', '/_control/openapi.json')
    const open = openMapsIn(body).filter(path => !path.startsWith('/components/schemas/Fixture/'))
    const shown = open.map(path => path.replace('/content/application/json/schema', ''))
    expect(shown.sort()).toEqual(OPEN_MAPS.toSorted())
  })

  test('is not there without a control API', async () => {
    const { createInstance } = await import('../../src/instance/instance.ts')
    const options = { profile: 'contract', serviceName: 'n8n', apiKey: 'k', allowHosts: [], fixtures: [] } as const
    const instance = await createInstance({ ...options, fixtures: [], control: false, page: false, report() {} })
    expect((await instance.fetch('/_control/openapi.json')).status).toBe(404)
    await instance.stop()
  })
})

/** A workflow that is called, and calls a service. */
const CALLED = {
  id: '1',
  name: 'w',
  nodes: [
    { id: 'a', name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters: { path: 'w' } },
    { id: 'b', name: 'Slack', type: 'n8n-nodes-base.slack', typeVersion: 2 },
  ],
  connections: { Webhook: { main: [[{ node: 'Slack', type: 'main', index: 0 }]] } },
}

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
  ['GET', '/overview/workflows'],
  ['GET', '/keys'],
  ['POST', '/keys', { user: 'mia@example.com', label: 'CI' }],
  ['DELETE', '/keys/{newest}'],
  ['GET', '/requests?bodies'],
  ['GET', '/requests/1'],
  ['GET', '/requests.har'],
  ['DELETE', '/requests/1'],
  ['POST', '/faults', { operation: 'getTags', retryAfter: 2, times: 1 }],
  ['GET', '/faults'],
  ['PUT', '/faults', { rules: [{ id: 1, status: 500 }, { delay: [1, 2] }] }],
  ['DELETE', '/faults/1'],
  ['DELETE', '/faults'],
  ['GET', '/clock'],
  ['PUT', '/clock', { advance: '1h' }],
  ['GET', '/simulation'],
  ['PUT', '/simulation', { on: true }],
  ['GET', '/simulation/triggers'],
  ['POST', '/simulation/rules', { workflow: '1', error: 'Timed out' }],
  ['GET', '/simulation/rules'],
  ['DELETE', '/simulation/rules/1'],
  ['PUT', '/simulation/rules', { rules: [{ workflow: '1', duration: '5m' }] }],
  ['DELETE', '/simulation/rules'],
  ['POST', '/runs', { workflow: CALLED }],
  ['POST', '/validations', { workflows: [CALLED] }],
  ['GET', '/publish-delay'],
  ['PUT', '/publish-delay', { milliseconds: 5 }],
  [
    'POST',
    '/runs',
    { workflow: { nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }], connections: {} } },
  ],
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
  const withoutRow = CONTROL_OPERATIONS.filter(operation => !asked.has(operation.id) && !endless.includes(operation))
  expect(withoutRow.map(({ id }) => `${id} needs a row in ASKED`)).toEqual([])
})

test.each(CONTROL_OPERATIONS.filter(({ body }) => body?.example !== undefined))(
  'the example of $id is taken as it is',
  async ({ method, path, body }) => {
    await using instance = await startInstance({
      socket: false,
      fixture: { users: [{ email: 'owner@example.com', role: 'global:owner' }], workflows: [CALLED] },
    })
    expect((await instance.request(method, `/_control${path}`, body?.example)).status).toBeWithin(200, 300)
  },
)

test("the page's table is the one that the code follows (bun run generate writes it)", async () => {
  const page = await readFile(CONTROL_DOC, 'utf8')
  const table = controlTable(examplesIn(page))
  expect(differences('docs/control-api.md', table)).toEqual({ missing: [], left: [] })
  expect(page.includes(table)).toBe(true)
})

function isPathOf(template: string, path: string) {
  const [given = ''] = path.split('?')
  return new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`).test(given)
}
