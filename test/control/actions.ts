import fc from 'fast-check'
import type { TestInstance } from '../../src/testing.ts'
import { ADMIN, MEMBER, minimal, stateOf } from '../core/api/world.ts'

/** Something that is done to an instance. */
export type Action = [method: string, path: string, body?: unknown, options?: { key: string }]

const id = fc.constantFrom('1', '2', '3', '9')
const name = fc.constantFrom('urgent', 'a', 'b', 'ü')
const who = fc.constantFrom(undefined, ADMIN, MEMBER, { key: 'wrong' })
const workflow = fc.record({
  name,
  nodes: fc.constantFrom([], [{ name: 'Start' }, { name: 'End' }]),
  connections: fc.constant({ Start: { main: [[{ node: 'End', type: 'main', index: 0 }]] } }),
  settings: fc.constantFrom({}, { executionOrder: 'v1' }),
  staticData: fc.constantFrom(null, '{"a":1}', { b: 2 }),
})
const status = fc.constantFrom('success', 'error', 'crashed', 'waiting', 'running', 'canceled')
const rule = fc.record(
  {
    status: fc.constantFrom(500, 503),
    probability: fc.constantFrom(0.2, 1),
    times: fc.integer({ min: 1, max: 3 }),
    operation: fc.constantFrom('getTags', 'createTag', 'getWorkflows'),
  },
  { requiredKeys: ['status', 'probability', 'times'] },
)

/** Anything that the API or the control API can be asked, a reset left out. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(fc.constant('POST'), fc.constant('/api/v1/workflows'), workflow, who),
  fc.tuple(
    fc.constant('PUT'),
    id.map(it => `/api/v1/workflows/${it}`),
    workflow,
    who,
  ),
  fc.tuple(
    fc.constant('DELETE'),
    id.map(it => `/api/v1/workflows/${it}`),
    fc.constant(undefined),
    who,
  ),
  fc.tuple(
    fc.constant('POST'),
    fc.tuple(id, fc.constantFrom('activate', 'deactivate')).map(([it, verb]) => `/api/v1/workflows/${it}/${verb}`),
    fc.constant(undefined),
    who,
  ),
  fc.tuple(
    fc.constant('PUT'),
    id.map(it => `/api/v1/workflows/${it}/tags`),
    fc.array(fc.record({ id }), { maxLength: 2 }),
    who,
  ),
  fc.tuple(fc.constant('POST'), fc.constant('/api/v1/tags'), fc.record({ name }), who),
  fc.tuple(
    fc.constant('PUT'),
    id.map(it => `/api/v1/tags/${it}`),
    fc.record({ name }),
    who,
  ),
  fc.tuple(
    fc.constant('DELETE'),
    id.map(it => `/api/v1/tags/${it}`),
    fc.constant(undefined),
    who,
  ),
  fc.tuple(
    fc.constant('POST'),
    fc.constant('/api/v1/credentials'),
    fc.constant({ name: 'c', type: 'httpBasicAuth', data: { user: 'u' } }),
    who,
  ),
  fc.tuple(
    fc.constant('DELETE'),
    id.map(it => `/api/v1/credentials/${it}`),
    fc.constant(undefined),
    who,
  ),
  fc.tuple(
    fc.constant('DELETE'),
    id.map(it => `/api/v1/executions/${it}`),
    fc.constant(undefined),
    who,
  ),
  fc.tuple(
    fc.constant('GET'),
    fc.constantFrom('/api/v1/tags', '/api/v1/workflows', '/api/v1/users', '/api/v1/nope'),
    fc.constant(undefined),
    who,
  ),
  fc.tuple(fc.constant('POST'), fc.constant('/api/v1/audit'), fc.constant({}), who),
  fc.tuple(fc.constant('POST'), fc.constant('/_control/executions'), fc.record({ workflowId: id, status })),
  fc.tuple(
    fc.constant('POST'),
    fc.constant('/_control/seed'),
    fc.record({
      tags: fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 4 }) }), { maxLength: 2 }),
      users: fc.constantFrom([], [{ email: 'new@example.com', apiKey: 'new-key' }]),
      variables: fc.constantFrom([], [{ key: 'k', value: 'v' }]),
    }),
  ),
  fc.tuple(
    fc.constant('PUT'),
    fc.constant('/_control/faults'),
    fc.record({ rules: fc.array(rule, { maxLength: 3 }), seed: fc.nat(9) }),
  ),
  fc.tuple(
    fc.constant('PUT'),
    fc.constant('/_control/clock'),
    fc.constantFrom({ advance: '1h' }, { mode: 'running' }, { now: '2031-01-01' }),
  ),
  fc.tuple(
    fc.constant('POST'),
    fc.constant('/_control/keys'),
    fc.record({ user: fc.constantFrom('mia@example.com', 'olga@example.com'), label: fc.constant('another') }),
  ),
  fc.tuple(fc.constant('DELETE'), fc.constant('/_control/requests')),
  fc.tuple(fc.constant('PUT'), fc.constant('/_control/snapshots/a')),
  fc.tuple(fc.constant('POST'), fc.constant('/_control/snapshots/a/restore')),
) as fc.Arbitrary<Action>

export async function perform(instance: TestInstance, actions: readonly Action[]): Promise<string[]> {
  const answers: string[] = []
  for (const [method, path, body, options] of actions) {
    const { status, text } = await instance.request(method, path, body, options)
    answers.push(`${method} ${path}: ${status} ${text}`)
  }
  return answers
}

/** Everything that can be seen of an instance, and then what it makes of what comes next. */
export async function portraitOf(instance: TestInstance): Promise<string[]> {
  const seen: Action[] = [
    ['GET', '/_control/requests'],
    ['GET', '/_control/state'],
    ['GET', '/_control/clock'],
    ['GET', '/_control/faults'],
    ['GET', '/_control/keys'],
  ]
  const next: Action[] = [
    ['POST', '/api/v1/workflows', minimal({ nodes: [{ name: 'new' }] })],
    ['POST', '/api/v1/tags', { name: 'portrait' }],
    ['POST', '/api/v1/credentials', { name: 'c', type: 'httpBasicAuth', data: {} }],
    ['POST', '/_control/executions', { workflowId: '2', status: 'success' }],
    ['PUT', '/_control/faults', { rules: [{ status: 500, probability: 0.5 }] }],
    ...Array.from({ length: 8 }, (): Action => ['GET', '/api/v1/tags']),
    ['DELETE', '/_control/faults'],
    ['GET', '/api/v1/workflows', undefined, MEMBER],
    ['GET', '/api/v1/workflows', undefined, { key: 'new-key' }],
  ]
  const answers = [...(await perform(instance, seen)), ...(await perform(instance, next))]
  const requests = instance.requests.all().map(({ milliseconds, ...rest }) => JSON.stringify(rest))
  return [...answers, await stateOf(instance), ...requests]
}
