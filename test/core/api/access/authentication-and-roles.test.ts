import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import type { Case, Step } from '../../../case.ts'
import { ask, playCases } from '../cases.ts'
import { ADMIN, field, MEMBER, minimal, PROFILES, startWorld, webhook, world } from '../world.ts'

const REQUIRED = { status: 401, body: { message: "'X-N8N-API-KEY' header required" } }
const WRONG = { status: 401, body: { message: 'unauthorized' } }
const header = (name: string, value: string) => ({ key: null, headers: { [name]: value } })
const MINE = minimal({ name: 'mine', nodes: [webhook('Hook', 'mine')] })

playCases([
  { name: 'takes a blank key for none', ask: ['GET', '/tags', undefined, { key: '   ' }], ...REQUIRED },
  ...['OWNER-KEY', 'owner-key2', 'owner-ke', 'owner-key,owner-key', 'null', '__proto__'].map(
    (key): Case => ({ name: `refuses the key ${key}`, ask: ['GET', '/tags', undefined, { key }], ...WRONG }),
  ),
  { name: 'trims the key', ask: ['GET', '/tags', undefined, { key: '  owner-key ' }], status: 200 },
  ...['x-n8n-api-key', 'X-N8N-Api-Key'].map(
    (name): Case => ({
      name: `takes the key in ${name}`,
      ask: ['GET', '/tags', undefined, header(name, 'owner-key')],
      status: 200,
    }),
  ),
  {
    name: 'takes no key in the query',
    ask: ['GET', '/tags?X-N8N-API-KEY=owner-key', undefined, { key: null }],
    ...REQUIRED,
  },

  // the order of checks: path, method, key, content type, JSON, escapes, query, schemas, cursor, role, what there is
  ...(
    [
      ['the key before the content type', ['POST', '/tags', 'x', { key: null }], 401, REQUIRED.body.message],
      ['the key before malformed JSON', ['POST', '/tags', '{', json({ key: 'wrong' })], 401, WRONG.body.message],
      ['the key before a bad escape', ['GET', '/tags/%', undefined, { key: null }], 401, REQUIRED.body.message],
      ['the key before the query', ['GET', '/tags?limit=999', undefined, { key: null }], 401, REQUIRED.body.message],
      ['the key before the body', ['POST', '/workflows', { bad: 1 }, { key: 'wrong' }], 401, WRONG.body.message],
      [
        'the key before what there is',
        ['DELETE', '/workflows/99', undefined, { key: null }],
        401,
        REQUIRED.body.message,
      ],
      ['the content type before the query', ['POST', '/tags?x=1', 'x'], 415, 'unsupported media type undefined'],
      [
        'the content type before the role',
        ['POST', '/source-control/pull', 'x', MEMBER],
        415,
        'unsupported media type undefined',
      ],
      ['a bad escape before the query', ['GET', '/tags/%?x=1'], 400, "malformed uri'"],
      ['unknown parameters before the body', ['POST', '/tags?x=1', {}], 400, "Unknown query parameter 'x'"],
      ['schemas before the cursor', ['GET', '/users?cursor=zzz&limit=999'], 400, 'request/query/limit must be <= 250'],
      [
        'the body before the role',
        ['POST', '/source-control/pull', { force: 1 }, MEMBER],
        400,
        'request/body/force must be boolean',
      ],
    ] as [string, Step, number, string][]
  ).map(([name, ask, status, message]): Case => ({ name: `checks ${name}`, ask, status, body: { message } })),

  {
    name: "a member asks in vain for the data of another's execution",
    ask: ['GET', '/executions/1?includeData=true', undefined, MEMBER],
    status: 404,
    body: { message: 'Not Found' },
  },
  ...[ADMIN, MEMBER].flatMap(who =>
    (
      [
        ['GET', '/workflows/2', undefined, 200],
        ['PUT', '/workflows/2', MINE, 200],
        ['POST', '/workflows/2/activate', undefined, 200],
        ['POST', '/workflows/2/deactivate', undefined, 200],
        ['PUT', '/workflows/2/tags', [{ id: '1' }], 200],
        ['GET', '/executions/7', undefined, 200],
        ['DELETE', '/executions/7', undefined, 200],
        ['DELETE', '/workflows/2', undefined, 200],
        ['POST', '/workflows', MINE, 200],
        ['POST', '/credentials', { name: 'x', type: 'githubApi', data: {} }, 200],
        ['POST', '/tags', { name: 'x' }, 201],
        ['PUT', '/tags/1', { name: 'x' }, 200],
        ['GET', '/tags', undefined, 200],
        ['GET', '/credentials/schema/githubApi', undefined, 200],
      ] as const
    ).map(
      ([method, path, body, status]): Case => ({
        name: `${who.key === ADMIN.key ? 'an admin' : 'a member'} may ${method} ${path}`,
        ask: [method, path, body, who],
        status,
      }),
    ),
  ),
  ...(
    [
      ['POST', '/audit', 200],
      ['DELETE', '/tags/1', 200],
      ['GET', '/workflows/1', 200],
      ['DELETE', '/executions/1', 200],
    ] as const
  ).map(
    ([method, path, status]): Case => ({
      name: `an admin may ${method} ${path}`,
      ask: [method, path, undefined, ADMIN],
      status,
    }),
  ),
])

describe.each(PROFILES)('in profile %s', profile => {
  test('gives what somebody makes to them: nobody but they, owner and admin see it', async () => {
    await using instance = await startWorld(profile)
    const made = await ask(instance, ['POST', '/workflows', MINE, ADMIN])
    const path = `/workflows/${field(made, 'id')}`
    const seen = await Promise.all([ADMIN, {}, MEMBER].map(who => ask(instance, ['GET', path, undefined, who])))
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 404])
  })

  test('names the header after the service', async () => {
    await using instance = await startInstance({ fixture: world, profile, serviceName: 'acme' })
    const none = await ask(instance, ['GET', '/tags', undefined, header('x-n8n-api-key', 'owner-key')])
    expect([instance.apiKeyHeader, none.body]).toEqual([
      'X-ACME-API-KEY',
      { message: "'X-ACME-API-KEY' header required" },
    ])
    expect((await ask(instance, ['GET', '/tags'])).status).toBe(200)
  })

  test('ends the old key of a user who is given a new one', async () => {
    await using instance = await startWorld(profile)
    const mia = { ...world.users?.[2], email: 'mia@example.com', apiKey: 'new-key' }
    expect((await instance.request('POST', '/_control/seed', { users: [mia] })).status).toBe(200)
    const statuses = await Promise.all(
      [MEMBER, { key: 'new-key' }].map(who => ask(instance, ['GET', '/tags', undefined, who])),
    )
    expect(statuses.map(({ status }) => status)).toEqual([401, 200])
  })
})

function json(options: { key: string }) {
  return { ...options, headers: { 'content-type': 'application/json' } }
}
