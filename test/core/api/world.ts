import type { Fixture, ProfileName } from '../../../src/index.ts'
import { startInstance, type TestAnswer, type TestInstance } from '../../../src/testing.ts'
import { LIKE_THE_REFERENCE } from '../../lineage.ts'

/** The keys of the people in the world; the owner's is the one that the test kit sends by itself. */
export const ADMIN = { key: 'admin-key' }
export const MEMBER = { key: 'member-key' }

export const PEOPLE = {
  owner: '11111111-1111-4111-8111-111111111111',
  admin: '22222222-2222-4222-8222-222222222222',
  member: '33333333-3333-4333-8333-333333333333',
  pending: '44444444-4444-4444-8444-444444444444',
}

/** Stands in credential data; no answer may ever hold it. */
export const SECRET = 'correct-horse-battery-staple'

const LONG_AGO = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const ran = (id: number, workflowId: string, status: string, more = {}) => ({
  id,
  workflowId,
  status,
  mode: 'webhook',
  startedAt: `2026-01-03T00:00:${String(id).padStart(2, '0')}.000Z`,
  ...more,
})

/**
 * A small instance: four people; workflow 1 of the owner, tagged `urgent`, and workflow 2 of the member; a credential of
 * each; executions 1 to 6 of workflow 1, one of each status, and execution 7 of workflow 2.
 */
export const world = {
  users: [
    { id: PEOPLE.owner, email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', role: 'global:owner' },
    { id: PEOPLE.admin, email: 'adam@example.com', firstName: 'Adam', role: 'global:admin', apiKey: ADMIN.key },
    { id: PEOPLE.member, email: 'mia@example.com', firstName: 'Mia', lastName: 'Member', apiKey: MEMBER.key },
    { id: PEOPLE.pending, email: 'paul@example.com', isPending: true },
  ].map(user => ({ ...LONG_AGO, ...user })),
  tags: [
    { id: '1', name: 'urgent', ...LONG_AGO },
    { id: '2', name: 'billing', ...LONG_AGO },
    { id: '3', name: 'unused', ...LONG_AGO },
  ],
  credentials: [
    { id: '1', name: 'Shop', type: 'httpBasicAuth', data: { user: 'shop', password: SECRET }, ...LONG_AGO },
    {
      id: '2',
      name: "Mia's",
      type: 'httpBasicAuth',
      data: { user: 'mia', password: SECRET },
      owner: 'mia@example.com',
      ...LONG_AGO,
    },
  ],
  workflows: [
    {
      id: '1',
      name: 'Intake',
      tags: ['urgent'],
      ...LONG_AGO,
      nodes: [webhook('Orders', 'orders')],
      connections: {},
    },
    {
      id: '2',
      name: "Mia's flow",
      owner: 'mia@example.com',
      ...LONG_AGO,
      nodes: [webhook('Hook', 'mia')],
      connections: {},
    },
  ],
  executions: [
    ran(1, '1', 'success', { data: { resultData: { runData: { Orders: [] } } } }),
    ran(2, '1', 'error'),
    ran(3, '1', 'waiting'),
    ran(4, '1', 'running'),
    ran(5, '1', 'crashed'),
    ran(6, '1', 'canceled'),
    ran(7, '2', 'success'),
  ],
} as Fixture

/** A node that starts a workflow when its path is called. */
export function webhook(name: string, path: string) {
  return {
    id: `id-${path}`,
    name,
    type: 'n8n-nodes-base.webhook',
    typeVersion: 1,
    position: [0, 0],
    webhookId: path,
    parameters: { path, httpMethod: 'GET' },
  }
}

/** The least that makes a workflow. */
export const minimal = (more: Record<string, unknown> = {}) => ({
  name: 'Minimal',
  nodes: [],
  connections: {},
  settings: {},
  ...more,
})

/** The versions that play the cases of the reference. */
export const PROFILES: readonly ProfileName[] = LIKE_THE_REFERENCE

/** The world in a fresh instance. */
export const startWorld = (profile: ProfileName = 'contract') => startInstance({ fixture: world, profile })

/** A field of an answer. */
export const field = (answer: TestAnswer, name: string): unknown => Object(answer.body)[name]

/** The id of what was made. */
export const idOf = (answer: TestAnswer) => String(field(answer, 'id'))

/** The names in a page, or in an array. */
export function namesIn({ body }: TestAnswer): unknown[] {
  const items = Array.isArray(body) ? body : Object(body).data
  return (items as { name: unknown }[]).map(item => item.name)
}

/** The ids in a page, or in an array. */
export function idsIn({ body }: TestAnswer): unknown[] {
  const items = Array.isArray(body) ? body : Object(body).data
  return (items as { id: unknown }[]).map(item => item.id)
}

/** All that an instance holds, to compare before and after. */
export async function stateOf(instance: TestInstance): Promise<string> {
  const { status, text } = await instance.request('GET', '/_control/state')
  if (status !== 200 || !text.startsWith('{"format"')) throw new Error(`the state is not to be had: ${status} ${text}`)
  return text
}
