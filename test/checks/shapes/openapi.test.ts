import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parse } from 'yaml'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { unsaidIn } from './descriptions-in.ts'

interface Document {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  security: unknown[]
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, SchemaObject>; securitySchemes: Record<string, unknown> }
}
interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; in: string; required: boolean; schema: SchemaObject; example?: unknown }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content: Content }>
}
type Content = { 'application/json': { schema: SchemaObject; example?: unknown } }
type SchemaObject = Record<string, unknown> & { properties?: Record<string, Record<string, unknown>> }

let instance: TestInstance
let document: Document
beforeAll(async () => {
  instance = await startInstance({ socket: false, fixture: { tags: [{ id: '1', name: 'sales' }] } })
  document = (await instance.request('GET', '/api/v1/openapi.json', undefined, { key: null })).body as Document
})
afterAll(() => instance.stop())

const find = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()] as OperationObject
const schemaOf = (method: string, path: string, status = 200) =>
  find(method, path).responses[status]?.content['application/json'].schema
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('the OpenAPI document', () => {
  test.each(VERSION_NAMES)(
    'is valid OpenAPI 3.0, and says something wherever it describes, in profile %s',
    async profile => {
      await using other = await startInstance({ socket: false, profile })
      const { body } = await other.request('GET', '/api/v1/openapi.json')
      const { valid, errors } = await new Validator().validate(body as Record<string, unknown>)
      expect(errors ?? []).toEqual([])
      expect(valid).toBe(true)
      expect((body as Document).openapi).toStartWith('3.0.')
      expect(unsaidIn(body)).toEqual([])
    },
  )

  test('is the same as YAML', async () => {
    const { status, headers, text } = await instance.request('GET', '/api/v1/openapi.yml', undefined, { key: null })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toStartWith('application/yaml')
    expect(parse(text)).toEqual(document)
    // nothing stands for what comes twice: not all readers know anchors
    expect(text).not.toMatch(/: [&*]a\d/)
  })

  test('says where the API is, which version it has, and which key it takes', async () => {
    expect(document.info.version).toBe('1.1.1')
    expect(document.servers).toEqual([{ url: '/api/v1' }])
    expect(document.security).toEqual([{ ApiKeyAuth: [] }])
    await using other = await startInstance({ socket: false, serviceName: 'acme' })
    const { body } = await other.request('GET', '/api/v1/openapi.json')
    expect((body as Document).components.securitySchemes).toEqual({
      ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-ACME-API-KEY' },
    })
  })

  test.each<[string, string, string, number[]]>([
    ['POST', '/audit', 'Audit', [200, 401, 500]],
    ['POST', '/credentials', 'Credential', [200, 401, 415]],
    ['DELETE', '/credentials/{id}', 'Credential', [200, 401, 404]],
    ['GET', '/credentials/schema/{credentialTypeName}', 'Credential', [200, 401, 404]],
    ['GET', '/executions', 'Execution', [200, 401, 404]],
    ['GET', '/executions/{id}', 'Execution', [200, 401, 404]],
    ['DELETE', '/executions/{id}', 'Execution', [200, 401, 404]],
    ['POST', '/tags', 'Tags', [201, 400, 401, 409]],
    ['GET', '/tags', 'Tags', [200, 401]],
    ['GET', '/tags/{id}', 'Tags', [200, 401, 404]],
    ['PUT', '/tags/{id}', 'Tags', [200, 400, 401, 404, 409]],
    ['DELETE', '/tags/{id}', 'Tags', [200, 401, 403, 404]],
    ['POST', '/workflows', 'Workflow', [200, 400, 401]],
    ['GET', '/workflows', 'Workflow', [200, 401]],
    ['GET', '/workflows/{id}', 'Workflow', [200, 401, 404]],
    ['PUT', '/workflows/{id}', 'Workflow', [200, 400, 401, 404]],
    ['DELETE', '/workflows/{id}', 'Workflow', [200, 401, 404]],
    ['POST', '/workflows/{id}/activate', 'Workflow', [200, 401, 404]],
    ['POST', '/workflows/{id}/deactivate', 'Workflow', [200, 401, 404]],
    ['GET', '/workflows/{id}/tags', 'Workflow', [200, 400, 401, 404]],
    ['PUT', '/workflows/{id}/tags', 'Workflow', [200, 400, 401, 404]],
    ['GET', '/users', 'Users', [200, 401]],
    ['GET', '/users/{id}', 'Users', [200, 401]],
    ['POST', '/source-control/pull', 'SourceControl', [200, 400, 409]],
  ])('describes %s %s', (method, path, tag, statuses) => {
    const { tags, summary, responses, parameters = [], requestBody } = find(method, path)
    expect(tags).toEqual([tag])
    expect(summary).not.toBe('')
    expect(Object.keys(responses).map(Number)).toEqual(expect.arrayContaining(statuses))
    for (const [status, { content }] of Object.entries(responses)) {
      if (Number(status) >= 400) expect(content['application/json'].schema).toEqual(ref('error'))
    }
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    expect(parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
    expect(parameters.every(parameter => parameter.required === (parameter.in === 'path'))).toBe(true)
    const hasBody = method === 'PUT' || (method === 'POST' && !path.endsWith('activate'))
    expect(requestBody?.required).toBe(hasBody ? path !== '/audit' : undefined)
  })

  test('has these operations and no other, each with an id of its own', () => {
    const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))
    expect(operations).toHaveLength(24)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(24)
  })

  test('calls shapes by the names of the reference', () => {
    expect(Object.keys(document.components.schemas)).toEqual([
      'audit',
      'credential',
      'error',
      'execution',
      'executionList',
      'importResult',
      'node',
      'pull',
      'tag',
      'tagIds',
      'tagList',
      'user',
      'userList',
      'workflow',
      'workflowList',
      'workflowSettings',
    ])
    expect(schemaOf('GET', '/workflows/{id}')).toEqual(ref('workflow'))
    expect(schemaOf('GET', '/workflows')).toEqual(ref('workflowList'))
    expect(schemaOf('GET', '/workflows/{id}/tags')).toEqual({ type: 'array', items: ref('tag') })
    expect(schemaOf('POST', '/credentials')).toEqual(ref('credential'))
    expect(schemaOf('POST', '/tags', 201)).toEqual(ref('tag'))
    expect(find('PUT', '/workflows/{id}').requestBody?.content['application/json'].schema).toEqual(ref('workflow'))
    const { workflow } = document.components.schemas
    expect(workflow?.properties?.nodes).toEqual({ type: 'array', items: ref('node') })
    expect(workflow?.properties?.settings).toEqual(ref('workflowSettings'))
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['workflow', 'id', { type: 'string', readOnly: true }],
    ['workflow', 'active', { type: 'boolean', readOnly: true }],
    ['credential', 'data', { type: 'object', writeOnly: true }],
    ['workflowSettings', 'executionTimeout', { type: 'number', maximum: 3600 }],
    ['workflowSettings', 'saveDataErrorExecution', { type: 'string', enum: ['all', 'none'] }],
    ['node', 'continueOnFail', { type: 'boolean', deprecated: true }],
    ['execution', 'retryOf', { type: 'number', nullable: true }],
    ['execution', 'waitTill', { type: 'string', format: 'date-time', nullable: true }],
    ['user', 'firstName', { type: 'string', maxLength: 32 }],
    ['tagList', 'nextCursor', { type: 'string', nullable: true }],
    // a variant of its own is null: generators of Zod clients read `nullable` in no other
    [
      'workflow',
      'staticData',
      { anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'string', nullable: true, enum: [null] }] },
    ],
  ])('says what %s.%s is', (name, field, expected) => {
    expect(document.components.schemas[name]?.properties?.[field]).toMatchObject(expected)
  })

  test('says what a page may be like', () => {
    const limit = find('GET', '/workflows').parameters?.find(({ name }) => name === 'limit')
    expect(limit?.schema).toMatchObject({ type: 'number', default: 100, maximum: 250 })
  })

  test('gives examples that the operations take', async () => {
    let taken = 0
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        if (!requestBody) continue
        const { example } = requestBody.content['application/json']
        const { body } = await instance.request(method.toUpperCase(), `/api/v1${path.replace('{id}', '1')}`, example)
        expect(String((body as { message?: string }).message)).not.toStartWith('request/')
        taken++
      }
    }
    expect(taken).toBe(8)
  })
})

describe('the documentation page', () => {
  test('asks nobody but the instance for anything', async () => {
    const { status, headers, text } = await instance.request('GET', '/api/v1/docs', undefined, { key: null })
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/)
    const addresses = [...text.matchAll(/(?:src|href|data-url)="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(addresses.filter(address => !/^(\/api\/v1\/|data:|\/$)/.test(address))).toEqual([])
  })

  test.each(['start.js', 'scalar.js'])('brings its script %s along', async name => {
    const { status, headers, text } = await instance.request('GET', `/api/v1/docs/${name}`, undefined, { key: null })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toStartWith('text/javascript')
    expect(text.length).toBeGreaterThan(100)
  })

  const DOCUMENTS = ['/api/v1/openapi.json', '/api/v1/openapi.yml', '/api/v1/docs', '/']

  test.each([
    ['gzip', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
    ['x-gzip-not', null],
  ])('sends to who accepts %s: %p', async (accepted, encoding) => {
    for (const path of DOCUMENTS) {
      const options = { headers: { 'accept-encoding': accepted } }
      const { status, headers } = await instance.request('GET', path, undefined, options)
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, encoding])
    }
  })

  test.each([
    ['{etag}', 304],
    ['W/{etag}', 304],
    ['"other", {etag}', 304],
    ['*', 304],
    ['"other"', 200],
  ])('takes If-None-Match: %s', async (template, status) => {
    for (const path of DOCUMENTS) {
      const etag = (await instance.request('GET', path)).headers.get('etag') ?? ''
      const given = template.replace('{etag}', etag)
      const again = await instance.request('GET', path, undefined, { headers: { 'if-none-match': given } })
      expect([path, again.status, again.text === '']).toEqual([path, status, status === 304])
    }
  })

  test('brings Scalar as it was published, with its licence', async () => {
    const [script, licence] = await Promise.all([
      readFile(new URL('../../../data/scalar.js', import.meta.url)),
      readFile(new URL('../../../data/scalar.LICENSE', import.meta.url), 'utf8'),
    ])
    expect(licence).toContain(`sha256 ${createHash('sha256').update(script).digest('hex')}`)
    expect(licence).toContain('MIT License')
  })
})

test('nothing of the documentation is loaded before somebody asks for it', async () => {
  const routes = await readFile(new URL('../../../src/core/docs/routes.ts', import.meta.url), 'utf8')
  const now = new Bun.Transpiler({ loader: 'ts' }).scanImports(routes).filter(({ kind }) => kind === 'import-statement')
  expect(now.map(({ path }) => path).sort()).toEqual(['../base/once.ts', '../http/guard.ts', '../http/served-text.ts'])
})
