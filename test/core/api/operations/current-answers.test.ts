import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, KEYS } from '../place.ts'

describe('2.41 answers', () => {
  test.each<[request: string, body: unknown, outcome: string]>([
    ['GET /data-tables?limit=-1', undefined, '400 Param `limit` must be a non-negative integer'],
    ['GET /data-tables?limit=0', undefined, '200'],
    ['GET /users?projectId=nope', undefined, '404 Project not found'],
    ['GET /projects/nope/folders', undefined, '404 Project not found'],
    ['POST /projects/nope/folders', { name: 'F' }, '404 Project not found'],
    ['GET /projects/nope/folders/folder', undefined, '404 Project not found'],
    ['GET /projects/nope/users', undefined, '404 Project not found'],
    ['GET /insights/summary?startDate=2026-13-45T00:00:00Z', undefined, '400 request/query/startDate Invalid datetime'],
    ['GET /insights/summary?startDate=2026-01-01', undefined, '400 request/query/startDate Invalid datetime'],
    ['GET /insights/summary?startDate=2026-01-01T00:00', undefined, '400 request/query/startDate Invalid datetime'],
  ])('%s %j with %s', async (request, body, outcome) => {
    await using instance = await startLicensed()
    expect(outcomeOf(await asked(instance, request, body))).toBe(outcome)
  })

  test.each(['/tags', '/workflows', '/executions', '/projects'])('HEAD %s as GET, without a body', async path => {
    await using instance = await startLicensed()
    const { status, text, headers } = await asked(instance, `HEAD ${path}`)
    const get = await asked(instance, `GET ${path}`)
    expect([status, text, headers.get('content-type')]).toEqual([get.status, '', get.headers.get('content-type')])
  })

  test('a change of the owner’s role with a refusal that names the role of who asks', async () => {
    await using instance = await startLicensed()
    const change = [`PATCH /users/${IDS.owner}/role`, { newRoleName: 'global:member' }] as const
    const outcome = outcomeOf(await asked(instance, ...change, KEYS.admin))
    expect(outcome).toBe('403 Admin cannot change role on global owner')
  })

  test('roles with how often they are used only where that is asked for', async () => {
    await using instance = await startLicensed()
    const answer = async (path: string) => JSON.stringify((await asked(instance, `GET ${path}`)).body)
    for (const path of ['/roles', '/roles/global:owner']) {
      expect(await answer(path)).not.toContain('usedByUsers')
      expect(await answer(`${path}?withUsageCount=false`)).not.toContain('usedByUsers')
      expect(await answer(`${path}?withUsageCount=true`)).toContain('"usedByUsers":1')
    }
  })

  test('a retry with the workflow as one that is not active', async () => {
    await using instance = await startLicensed()
    const { body } = await asked(instance, 'POST /executions/1/retry')
    expect(body).toMatchObject({ workflowData: { id: 'w-owner', active: false, activeVersionId: null } })
  })
})

test.each(['n8n-1.123', 'n8n-2.41'] as const)(
  'the audit of %s knows community nodes by the installed packages alone',
  async profile => {
    const nodes = [{ name: 'N', type: 'n8n-nodes-foo.bar' }]
    await using instance = await startInstance({
      profile,
      socket: false,
      fixture: { workflows: [{ id: 'w', name: 'w', nodes }] } as never,
    })
    const options = { additionalOptions: { categories: ['nodes'] } }
    expect((await instance.request('POST', '/api/v1/audit', options)).body).toEqual([])
  },
)

test.each([
  ['contract', true],
  ['n8n-1.41', true],
  ['n8n-1.123', false],
  ['n8n-2.41', false],
] as const)('whether %s dates a workflow by its activation: %p', async (profile, isDated) => {
  const updatedAt = '2026-01-01T00:00:00.000Z'
  const node = {
    id: 'n',
    name: 'N',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    position: [0, 0],
    parameters: { path: 'p', httpMethod: 'GET' },
    webhookId: 'p',
  }
  const workflow = { id: '1', name: 'w', nodes: [node], connections: {}, createdAt: updatedAt, updatedAt }
  await using instance = await startInstance({ profile, socket: false, fixture: { workflows: [workflow] } as never })
  expect((await instance.request('POST', '/api/v1/workflows/1/activate', {})).status).toBe(200)
  expect(instance.state().workflows[0]?.updatedAt !== updatedAt).toBe(isDated)
})
