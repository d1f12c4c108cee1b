import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES, type VersionName } from '../../src/core/versions/versions.ts'
import type { OperationOverrides } from '../../src/index.ts'
import { aWorkflow, startInstance } from '../../src/testing.ts'
import { verify } from '../../src/verify/verify.ts'
import { sampleFixture } from '../migrate/sample.ts'
import { startService } from '../migrate/strange-services.ts'
import { KEY, NEWEST, RETRIES, verifyInstance } from './verify-instance.ts'

const sizes = { workflows: 6, tags: 3, credentials: 2, executions: 6 }

const serviceOf = (profile: VersionName, operations: Record<string, OperationOverrides> = {}) =>
  startInstance({
    profile,
    apiKey: KEY,
    socket: false,
    fixture: sampleFixture(sizes, { profile }),
    overrides: { format: 1, profile, operations },
  })

const outcomesOf = ({ report }: Awaited<ReturnType<typeof verify>>): Record<string, string> =>
  Object.fromEntries(report.operations.map(({ operation, outcome }) => [operation, outcome]))

describe('an instance', () => {
  test.each(VERSION_NAMES)('of %s is recognised, answers alike everywhere, and is not changed', async profile => {
    await using service = await serviceOf(profile)
    const before = service.state()
    const { report, overrides, left } = await verifyInstance(service)
    expect([report.profile, report.operations.filter(({ outcome }) => outcome !== 'alike')]).toEqual([profile, []])
    expect([overrides.operations, left, service.state()]).toEqual([{}, [], before])
    expect(report.requests).toBe(service.requests.all().length + service.requests.dropped)
    const changing = service.requests.all().filter(({ method, status }) => method !== 'GET' && status < 400)
    expect(changing).toEqual([])
  })

  test('answers alike where a workflow of an execution stands further down its list than is read', async () => {
    const workflows = Array.from({ length: 51 }, (_, at) => aWorkflow({ id: `w${at}` }))
    const executions = [{ workflowId: 'w9', status: 'success' as const }]
    const fixture = { workflows, executions }
    await using service = await startInstance({ profile: NEWEST, apiKey: KEY, socket: false, fixture })
    const { report } = await verifyInstance(service, { profile: NEWEST, only: ['getExecution'] })
    expect(report.operations.map(({ outcome }) => outcome)).toEqual(['alike'])
    expect(service.requests.all().map(({ path }) => path)).toContain('/api/v1/executions/1')
  })
})

/** How a service may differ, and whether overrides can say so. */
const CHANGES: { name: string; operations: Record<string, OperationOverrides>; only: string[] }[] = [
  {
    name: 'another text of a refusal',
    operations: {
      getTag: {
        answers: [
          { from: { status: 404, message: 'Not Found' }, to: { status: 410, body: { message: 'No tag {tagId}' } } },
        ],
      },
    },
    only: ['getTag'],
  },
  {
    name: 'fields that are added and missing',
    operations: { getTags: { addedFields: { 'data[].usageCount': 3 }, missingFields: ['data[].createdAt'] } },
    only: ['getTags'],
  },
  {
    name: 'a text of one parameter of the query',
    operations: {
      getWorkflows: {
        answers: [
          {
            when: { parameter: 'active' },
            from: {
              status: 400,
              message: "request/query/active Invalid enum value. Expected 'true' | 'false', received '{?active}'",
            },
            to: { status: 422, body: { message: 'active is true or false' } },
          },
        ],
      },
    },
    only: ['getWorkflows'],
  },
  {
    name: 'refusals of unknown parameters, and of a missing and a wrong key',
    operations: {
      getTags: {
        answers: [
          { when: { key: 'none' }, from: { status: 401 }, to: { status: 401, body: { message: 'no key' } } },
          { when: { key: 'some' }, from: { status: 401 }, to: { status: 401, body: { message: 'bad key' } } },
          { when: { parameter: '*' }, from: { status: 200 }, to: { status: 400, body: { message: 'Unknown {*}' } } },
        ],
      },
    },
    only: ['getTags'],
  },
  {
    name: 'an operation that it does not have',
    operations: { deleteTag: { missing: { status: 404, body: { message: 'not found' } } } },
    only: ['deleteTag'],
  },
  {
    name: 'a query parameter that it accepts',
    operations: { getUsers: { acceptedParameters: ['*'] } },
    only: ['getUsers'],
  },
]

describe('a service that differs', () => {
  test.each(CHANGES)(
    'by $name is found out, and its overrides make the profile answer alike',
    async ({ operations, only }) => {
      await using service = await serviceOf(NEWEST, operations)
      const options = { profile: NEWEST, only: [...only, 'createTag'] }
      const found = await verifyInstance(service, options)
      const expected: Record<string, string> = {
        ...Object.fromEntries(only.map(id => [id, 'differs'])),
        createTag: 'alike',
      }
      expect([outcomesOf(found), found.left]).toEqual([expected, []])
      const again = await verifyInstance(service, { ...options, overrides: found.overrides })
      expect(again.report.operations.filter(({ outcome }) => outcome !== 'alike')).toEqual([])
    },
  )

  test('in what no override expresses is listed, with both sides', async () => {
    await using service = await serviceOf(NEWEST)
    service.faults.set({ rules: [{ operation: 'getTag', status: 500, body: '<b>no</b>' }] })
    const { report, left, overrides } = await verifyInstance(service, { profile: NEWEST, only: ['getTag'] })
    expect(report.operations[0]?.differing[0]?.differences).toEqual([
      { kind: 'status', at: 'status', service: 500, profile: 200 },
      { kind: 'text', at: 'message', service: '<b>no</b>', profile: undefined },
    ])
    expect(overrides.operations).toEqual({})
    expect(left[0]).toEqual({
      operation: 'getTag',
      question: expect.any(String),
      because: 'the service answers 500 with something else than a JSON object',
    })
  })

  test('shows neither its key nor what users put in', async () => {
    await using service = await serviceOf(NEWEST)
    service.faults.set({
      rules: [
        { operation: 'getTag', status: 400, body: { message: `I do not like ${KEY}` } },
        { operation: 'getWorkflow', status: 200, body: { name: 'A secret plan' } },
      ],
    })
    const verification = await verifyInstance(service, { profile: NEWEST, only: ['getTag', 'getWorkflow'] })
    const text = JSON.stringify(verification)
    expect([text.includes(KEY), text.includes('A secret plan')]).toEqual([false, false])
    expect(text).toContain('I do not like [key]')
  })

  test('in its licence or in the scopes of the key is not asked, and it is said why', async () => {
    await using service = await serviceOf(NEWEST)
    service.faults.set({
      rules: [
        { operation: 'getTags', status: 403, body: { message: 'Forbidden' } },
        { operation: 'getVariables', status: 200, body: { data: [], nextCursor: null } },
      ],
    })
    const { report } = await verifyInstance(service, { profile: NEWEST, only: ['getTags', 'getVariables'] })
    expect(report.operations.map(({ operation, notAsked }) => [operation, notAsked])).toEqual([
      ['getTags', ['the key may not use it (403 Forbidden)']],
      ['getVariables', []],
    ])
  })
})

test('an operation that says 404 of unknown records in other words is not taken for a missing one', async () => {
  const answers = [
    { from: { status: 400 }, to: { status: 404, body: { message: 'No such tag' } } },
    { from: { status: 404 }, to: { status: 404, body: { message: 'No such tag' } } },
  ]
  await using service = await serviceOf(NEWEST, { updateTag: { answers } })
  const { overrides, left } = await verifyInstance(service, { profile: NEWEST, only: ['updateTag'] })
  expect([overrides.operations.updateTag?.missing, overrides.operations.updateTag?.answers?.length, left]).toEqual([
    undefined,
    2,
    [],
  ])
})

test('a parameter that another version has is found where the service takes it', async () => {
  const oldest = VERSION_NAMES[0] as VersionName
  await using service = await serviceOf(oldest, { getWorkflows: { acceptedParameters: ['excludePinnedData'] } })
  const { overrides, left } = await verifyInstance(service, { profile: oldest, only: ['getWorkflows'] })
  expect([overrides.operations, left]).toEqual([{ getWorkflows: { acceptedParameters: ['excludePinnedData'] } }, []])
})

describe('a verification ends with a sentence', () => {
  test.each([
    { kind: 'wrong-key', says: 'the key is not accepted (401)' },
    { kind: 'page', says: 'a web page came instead of an answer of the API' },
    { kind: 'other', says: 'is not an n8n service' },
    { kind: 'redirect', says: 'the key is not sent there' },
    { kind: 'failing', says: '500 out of order' },
  ] as const)('where the address is that of: $kind', async ({ kind, says }) => {
    await using service = startService(kind)
    const options = { url: service.url, apiKey: KEY, rate: 1000, retries: { firstWait: 1, tries: 2 } }
    await expect(verify(options)).rejects.toThrow(says)
  })

  test.each([
    { name: 'stops answering', rule: { drop: 'before' as const }, says: 'it stopped answering' },
    { name: 'never answers', rule: { hang: true }, says: 'no answer within 0.2 s' },
    { name: 'is behind a proxy that fails', rule: { status: 502, body: '<html>' }, says: '502, again and again' },
  ])('where the service $name midway', async ({ rule, says }) => {
    await using service = await serviceOf(NEWEST)
    service.faults.set({ rules: [{ ...rule, after: 40 }] })
    const retries = { ...RETRIES, timeout: 200 }
    await expect(verifyInstance(service, { profile: NEWEST, retries })).rejects.toThrow(says)
  })

  test('that names no key where the address has one', async () => {
    await expect(verify({ url: 'http://me:secret@localhost', apiKey: KEY })).rejects.toThrow(
      'The address must not contain a user name or password',
    )
  })
})
