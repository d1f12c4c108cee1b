import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import type { Case } from '../../../case.ts'
import { DATE, ID, playCases } from '../cases.ts'
import { idOf, PROFILES } from '../world.ts'

const BASIC = { name: 'Basic', type: 'httpBasicAuth', data: { user: 'a', password: 'b' } }
const GITHUB = { name: 'GH', type: 'githubApi', data: { accessToken: 'x' } }
const UNKNOWN = { status: 404, body: { message: 'Not Found' } }

const taken = (name: string, body: Record<string, unknown>): Case => ({
  name: `takes ${name}`,
  ask: ['POST', '/credentials', body],
  status: 200,
  body: { name: body.name, type: body.type, id: ID, createdAt: DATE, updatedAt: DATE },
})
const refused = (name: string, body: unknown, message: string): Case => ({
  name: `refuses ${name}`,
  ask: ['POST', '/credentials', body],
  status: 400,
  body: { message },
})
const slack = (data: object) => ({ name: 'Slack', type: 'slackApi', data })

playCases([
  taken('a credential, and answers it without its data', BASIC),
  taken('an empty name', { ...GITHUB, name: '' }),
  taken('a name of 129 characters', { ...GITHUB, name: 'n'.repeat(129) }),
  taken('a name that another has', { ...BASIC, name: 'Shop' }),
  taken('empty data where nothing is required', { ...GITHUB, data: {} }),
  taken('an empty text where one is required', slack({ accessToken: '' })),
  taken('a list of shares, which it does not answer', { ...GITHUB, shared: [] }),
  refused(
    'the read-only field updatedAt',
    { ...GITHUB, updatedAt: '2026-01-01T00:00:00.000Z' },
    'request/body/updatedAt is read-only',
  ),
  {
    name: 'deletes a credential, which is gone afterwards',
    ask: ['DELETE', '/credentials/1'],
    status: 200,
    body: expect.objectContaining({ name: 'Shop', type: 'httpBasicAuth', createdAt: '2026-01-01T00:00:00.000Z' }),
    after: [[['DELETE', '/credentials/1'], { message: 'Not Found' }]],
  },
  ...['01', 'Shop', '__proto__', 'constructor'].map(
    (id): Case => ({ name: `has no credential ${id}`, ask: ['DELETE', `/credentials/${id}`], ...UNKNOWN }),
  ),
  {
    name: 'deletes a credential that a workflow uses, and leaves the workflow as it is',
    given: [['PUT', '/workflows/1', usedBy('1')]],
    ask: ['DELETE', '/credentials/1'],
    status: 200,
    after: [[['GET', '/workflows/1'], expect.objectContaining({ nodes: usedBy('1').nodes })]],
  },

  {
    name: 'shows the conditions of a type',
    ask: ['GET', '/credentials/schema/kafka'],
    status: 200,
    body: expect.objectContaining({
      allOf: expect.arrayContaining([
        expect.objectContaining({ if: { properties: { authentication: { enum: [true] } } } }),
      ]),
    }),
  },
])

describe.each(PROFILES)('in profile %s', profile => {
  test('takes a type that the instance was given, and the data that it asks for', async () => {
    const teaApi = {
      additionalProperties: false,
      type: 'object',
      properties: { leaf: { type: 'string' } },
      required: ['leaf'],
    } as const
    const credentialTypes = { teaApi: { ...teaApi, required: [...teaApi.required] } }
    await using instance = await startInstance({ profile, credentialTypes })
    const made = await instance.request('POST', '/api/v1/credentials', {
      name: 'x',
      type: 'teaApi',
      data: { leaf: 'a' },
    })
    const none = await instance.request('POST', '/api/v1/credentials', { name: 'x', type: 'teaApi', data: {} })
    const shown = await instance.request('GET', '/api/v1/credentials/schema/teaApi')
    expect([made.status, none.status, shown.body]).toEqual([200, 400, teaApi])
    expect(idOf(made)).toEqual(ID)
  })
})

function usedBy(id: string) {
  const nodes = [{ id: 'n', name: 'Call', credentials: { httpBasicAuth: { id, name: 'Shop' } } }]
  return { name: 'x', nodes, connections: {}, settings: {} }
}
