import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VERSION_NAMES, type VersionName } from '../../../src/core/versions/versions.ts'
import type { OperationOverrides } from '../../../src/index.ts'
import { startInstance } from '../../../src/testing.ts'
import { runCli, startCli, temporaryFolder } from '../../commands/run-cli.ts'

const NEWEST = VERSION_NAMES.at(-1) as VersionName
const overridesOf = (operations: Record<string, OperationOverrides>, profile: string = NEWEST) => ({
  format: 1 as const,
  profile,
  operations,
})
const start = (operations: Record<string, OperationOverrides>, profile: VersionName = NEWEST) =>
  startInstance({
    profile,
    socket: false,
    overrides: overridesOf(operations, profile),
    fixture: { tags: [{ id: 't1', name: 'urgent' }], users: [{ email: 'mia@example.com' }] },
  })

interface Row {
  name: string
  operations: Record<string, OperationOverrides>
  request: [method: string, path: string, body?: unknown]
  profile?: VersionName
  answers: [status: number, body: unknown]
}

const NOT_FOUND = { status: 404, message: 'Not Found' }

describe('an instance with overrides answers', () => {
  test.each<Row>([
    {
      name: 'a refusal with another text, which repeats the id of the path',
      operations: {
        getTag: { answers: [{ from: NOT_FOUND, to: { status: 404, body: { message: 'No tag {tagId}', code: 'x' } } }] },
      },
      request: ['GET', '/tags/nope'],
      answers: [404, { message: 'No tag nope', code: 'x' }],
    },
    {
      name: 'a refusal whose text differs as before',
      operations: {
        getTag: { answers: [{ from: { status: 404, message: 'Gone' }, to: { status: 410, body: {} } }] },
      },
      request: ['GET', '/tags/nope'],
      answers: [404, { message: 'Not Found' }],
    },
    {
      name: 'what it refuses for one parameter of the query alone',
      operations: {
        getTags: {
          answers: [
            {
              when: { parameter: 'limit' },
              from: { status: 200 },
              to: { status: 400, body: { message: 'No {?limit}' } },
            },
          ],
        },
      },
      request: ['GET', '/tags?limit=7'],
      answers: [400, { message: 'No 7' }],
    },
    {
      name: 'another text where the value of a parameter reads as text',
      operations: {
        getTags: {
          answers: [
            {
              when: { parameter: 'limit', value: 'text' },
              from: { status: 400 },
              to: { status: 400, body: { message: 'limit is a number' } },
            },
          ],
        },
      },
      request: ['GET', '/tags?limit=abc'],
      answers: [400, { message: 'limit is a number' }],
    },
    {
      name: 'as before where the value of a parameter reads otherwise',
      operations: {
        getTags: {
          answers: [
            { when: { parameter: 'limit', value: 'text' }, from: { status: 400 }, to: { status: 400, body: {} } },
          ],
        },
      },
      request: ['GET', '/tags?limit=-1'],
      answers: [400, { message: 'request/query/limit Param `limit` must be a non-negative integer' }],
    },
    {
      name: 'a refusal of an unknown parameter, by its name',
      operations: {
        getTags: {
          answers: [
            { when: { parameter: '*' }, from: { status: 200 }, to: { status: 400, body: { message: 'Unknown {*}' } } },
          ],
        },
      },
      request: ['GET', '/tags?limit=1&colour=red'],
      answers: [400, { message: 'Unknown colour' }],
    },
    {
      name: 'what it says to a request with a key as before',
      operations: {
        getTags: { answers: [{ when: { key: 'none' }, from: { status: 200 }, to: { status: 401, body: {} } }] },
      },
      request: ['GET', '/tags?limit=0'],
      answers: [200, { data: [expect.anything()], nextCursor: null }],
    },
    {
      name: 'another status with the same body',
      operations: { getTag: { answers: [{ from: { status: 200 }, to: { status: 203 } }] } },
      request: ['GET', '/tags/t1'],
      answers: [203, expect.objectContaining({ name: 'urgent' })],
    },
    {
      name: 'an added field in each item of a list, and none that is missing',
      operations: {
        getTags: { addedFields: { 'data[].usageCount': 0 }, missingFields: ['data[].updatedAt', 'nope.x'] },
      },
      request: ['GET', '/tags'],
      answers: [
        200,
        { data: [{ id: 't1', name: 'urgent', createdAt: expect.any(String), usageCount: 0 }], nextCursor: null },
      ],
    },
    {
      name: 'nothing but a refusal for an operation that the service does not have',
      operations: { createTag: { missing: { status: 404, body: { message: 'not found' } } } },
      request: ['POST', '/tags', { name: 'new' }],
      answers: [404, { message: 'not found' }],
    },
    {
      name: 'as usual to a query parameter that is accepted',
      operations: { getUsers: { acceptedParameters: ['sortBy'] } },
      request: ['GET', '/users?sortBy=email&limit=1'],
      answers: [200, { data: [expect.anything()], nextCursor: expect.any(String) }],
    },
    {
      name: 'as usual to every unknown query parameter, and to a known one with a wrong value as before',
      operations: { getUsers: { acceptedParameters: ['*'] } },
      request: ['GET', '/users?what=ever&limit=abc'],
      answers: [400, { message: 'request/query/limit must be number' }],
    },
  ])('$name', async ({ operations, request: [method, path, body], profile, answers: [status, expected] }) => {
    await using instance = await start(operations, profile)
    const answer = await instance.request(method, `/api/v1${path}`, body)
    expect([answer.status, answer.body]).toEqual([status, expected])
    expect(instance.requests.all()).toMatchObject([{ status }])
  })

  test('a request without a key otherwise than one with a wrong key', async () => {
    const message = 'Unauthorized'
    await using instance = await start({
      getTags: {
        answers: [
          { when: { key: 'none' }, from: { status: 401, message }, to: { status: 401, body: { message: 'no key' } } },
          { when: { key: 'some' }, from: { status: 401, message }, to: { status: 401, body: { message: 'bad key' } } },
        ],
      },
    })
    const none = await instance.fetch('/api/v1/tags')
    const wrong = await instance.fetch('/api/v1/tags', { headers: { [instance.apiKeyHeader]: 'wrong' } })
    expect([await none.json(), await wrong.json()]).toEqual([{ message: 'no key' }, { message: 'bad key' }])
  })

  test('a missing operation changes nothing', async () => {
    await using instance = await start({ createTag: { missing: { status: 404 } } })
    const before = instance.state()
    await instance.request('POST', '/api/v1/tags', { name: 'new' })
    expect(instance.state()).toEqual(before)
  })

  test.each(VERSION_NAMES)('in the version %s, also when it is asked again and compressed', async profile => {
    await using instance = await start({ getTags: { addedFields: { 'data[].usageCount': 3 } } }, profile)
    const headers = { [instance.apiKeyHeader]: instance.apiKey, 'accept-encoding': 'gzip' }
    const first = await instance.fetch('/api/v1/tags', { headers })
    const etag = first.headers.get('etag') ?? ''
    const again = await instance.fetch('/api/v1/tags', { headers })
    expect([await first.json(), await again.json()]).toEqual(
      Array.from({ length: 2 }, () => ({ data: [expect.objectContaining({ usageCount: 3 })], nextCursor: null })),
    )
    const cached = await instance.fetch('/api/v1/tags', { headers: { ...headers, 'if-none-match': etag } })
    expect(cached.status).toBe(304)
  })
})

test('serve applies a file of overrides to a data file, and takes its profile from it', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'mine.json')
  await writeFile(file, JSON.stringify(overridesOf({ getTags: { addedFields: { usageCount: 1 } } })))
  const cli = startCli(
    ['serve', '--port', '0', '--data', 'i.json', '--api-key', 'dev', '--overrides', file, '--no-control'],
    {
      cwd: folder.path,
    },
  )
  try {
    const answer = await fetch(`${await cli.url()}/api/v1/tags`, { headers: { 'x-n8n-api-key': 'dev' } })
    expect(await answer.json()).toEqual({ data: [], nextCursor: null, usageCount: 1 })
    expect(cli.said.out).toContain(NEWEST)
  } finally {
    cli.kill('SIGTERM')
    await cli.ended
  }
})

describe('overrides are refused with their place', () => {
  test.each<{ name: string; overrides: unknown; says: string }>([
    {
      name: 'an unknown part',
      overrides: { ...overridesOf({}), more: 1 },
      says: 'overrides/more is not a known property',
    },
    {
      name: 'an operation that the version does not have',
      overrides: overridesOf({ getTagz: {} }),
      says: `overrides/operations/getTagz: ${NEWEST} has no such operation; did you mean getTags?`,
    },
    {
      name: 'an invalid status',
      overrides: overridesOf({ getTags: { missing: { status: 99 } } }),
      says: 'overrides/operations/getTags/missing/status must be >= 200',
    },
    {
      name: 'a path that leads nowhere',
      overrides: overridesOf({ getTags: { addedFields: { 'data[0].x': 1 } } }),
      says: 'overrides/operations/getTags/addedFields/data[0].x must match pattern',
    },
    {
      name: 'another profile than that of the instance',
      overrides: overridesOf({}, 'n8n-9.9'),
      says: `overrides/profile is n8n-9.9, but this instance runs ${NEWEST}`,
    },
  ])('$name', async ({ overrides, says }) => {
    await expect(startInstance({ profile: NEWEST, socket: false, overrides: overrides as never })).rejects.toThrow(says)
  })

  test('a profile that does not exist', async () => {
    const overrides = overridesOf({}, 'n8n-9.9')
    await expect(startInstance({ socket: false, overrides })).rejects.toThrow(
      'overrides/profile: there is no version n8n-9.9; there are:',
    )
  })

  test('a file that is not JSON is named', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'mine.json'), '{"format": 1,')
    const ended = await runCli(['serve', '--memory', '--port', '0', '--overrides', 'mine.json'], { cwd: folder.path })
    expect(ended).toMatchObject({ code: 1, err: 'understudy: mine.json is not JSON\n' })
  })
})
