// Small faults in the control API change an answer, or what it leaves behind: each operation is asked at its bounds.
import { expect, test } from 'bun:test'
import type { TObject } from '@sinclair/typebox'
import { bodiesOf, queriesOf } from '../core/api/operations/approved/inputs.ts'
import { type Approved, CALLERS, startApproved } from '../core/api/operations/approved/place.ts'
import { KEYS } from '../core/api/place.ts'
import { digest } from '../digest.ts'
import { CONTROL_OPERATIONS } from './control-operations.ts'

/** Endless, asking another service, or approved as runs and findings. */
const LEFT_OUT = ['streamEvents', 'clone', 'runWorkflow', 'validateWorkflows']

/** Bodies that have each part; where none is named, the operation's example. */
const BODIES: Record<string, object[]> = {
  addFault: [
    {
      operation: 'getTags',
      status: 503,
      body: { message: 'm' },
      headers: { 'X-A': 'b' },
      retryAfter: 2,
      after: 1,
      times: 2,
      probability: 1,
    },
    { method: 'GET', path: '/tags', delay: 1 },
    { path: '/workflows/*', drop: true },
    { malformed: true, delay: [0, 1] },
    { hang: true },
  ],
  setFaults: [
    {
      rules: [
        { id: 1, status: 500 },
        { operation: 'getTags', delay: [0, 1], probability: 0.5 },
      ],
      seed: 7,
    },
  ],
  addExecution: [
    {
      workflowId: 'w-graph',
      status: 'error',
      mode: 'webhook',
      startedAt: '2026-01-05T00:00:00.000Z',
      stoppedAt: '2026-01-05T00:00:01.000Z',
      customData: { key: 'value' },
      annotationTags: ['note1'],
      errorNode: 'Ask',
      error: 'The order is gone',
    },
    { workflowId: 'w-graph', status: 'waiting', waitTill: '2026-03-01T00:00:00.000Z' },
    { workflowId: 'w-owner', finished: true, retryOf: 11 },
  ],
  addOutcome: [
    { workflow: 'w-graph', node: 'Ask', output: [{ a: 1 }], times: 1, probability: 0.5 },
    { workflow: 'w-graph', http: { method: 'GET', url: 'https://example.com/*', json: { a: 1 }, status: 201 } },
    { workflow: 'w-graph', duration: '5m', wait: '1h' },
    { error: 'Timed out' },
  ],
  setOutcomes: [
    {
      rules: [
        { id: 1, workflow: 'w-graph', error: 'm' },
        { duration: '5m', probability: 0.5 },
      ],
    },
  ],
  createKey: [{ user: 'mia@example.com', label: 'CI', scopes: ['tag:list'], expiresAt: '2026-12-01T00:00:00.000Z' }],
  setClock: [{ advance: '1h' }, { now: '2026-03-01T00:00:00.000Z', mode: 'frozen' }],
  seed: [{ tags: [{ name: 'urgent' }], workflows: [{ name: 'Intake', tags: ['urgent'] }] }, { workflows: [{}] }],
}

/** What is there before a request: each list has something. */
const BEFORE: [string, object?][] = [
  ['PUT /_control/snapshots/a'],
  ['POST /_control/faults', { operation: 'createTag', status: 503, retryAfter: 2, times: 1 }],
  ['POST /_control/simulation/rules', { workflow: 'w-graph', error: 'Timed out' }],
  ['POST /_control/keys', { user: 'mia@example.com', label: 'first' }],
  ['GET /api/v1/tags?limit=1'],
  ['POST /api/v1/tags', { name: 'new' }],
  ['POST /api/v1/tags', { name: 'later' }],
  ['GET /api/v1/workflows/none'],
]
/** Where it is seen what a request has changed. */
const SEEN = [
  'faults',
  'simulation/rules',
  'simulation',
  'keys',
  'clock',
  'snapshots',
  'publish-delay',
  'requests?bodies',
]

/** Values of the paths that are not the usual one, which is `a` or 1. */
const OTHERS = ['2', '99', '__proto__', 'A b', '..']
const QUERIES: Record<string, string[]> = {
  only: ['tags', 'tags,users', 'none', ''],
  with: ['a', 'none', ''],
  hours: ['1', '24', '8784', '8785', '0', '1.5', 'x'],
  text: ['new', 'NEW', 'none'],
  user: ['olga@example.com', 'none'],
  method: ['GET', 'post', 'none'],
  path: ['/tags', '/workflows/*', '/api/v1/tags'],
  operation: ['createTag', 'none'],
  status: ['503', '4xx', '200', 'error', 'x'],
  id: ['10', '99'],
  tags: ['urgent', 'none'],
}

async function ask(instance: Approved, request: string, body?: unknown, key: string | null = KEYS.owner) {
  const [method = '', path = ''] = request.split(' ')
  const response = await instance.fetch(path, {
    method,
    headers: {
      ...(key === null ? {} : { [instance.apiKeyHeader]: key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return `${response.status} ${(await response.text()).replace(CHANCE, '')}`
}
/** How long requests took, and signatures by the secret of an instance. */
const CHANCE =
  /"(?:time|wait|receive|send|connect)":[\d.-]+,?|(?<="status":\d+,|"what":"[^"]*",)"milliseconds":[\d.]+|\.[\w-]{43}(?=")/g

/** The answers of an operation, and what each leaves behind. */
async function answersOf(instance: Approved, operation: (typeof CONTROL_OPERATIONS)[number]): Promise<string> {
  const { id, method, path, query, body } = operation
  const all: string[] = []
  const prepare = async () => {
    await instance.control.reset()
    for (const [request, sent] of BEFORE) await ask(instance, request, sent)
  }
  await prepare()
  const request = async (at: string, sent?: unknown, key?: string | null) => {
    const answer = await ask(instance, `${method} /_control${at}`, sent, key)
    all.push(answer)
    if (method === 'GET') return
    for (const part of SEEN) all.push(await ask(instance, `GET /_control/${part}`))
    all.push(await instance.takeChanges())
    await prepare()
  }
  const usual = path.replace(':name', 'a').replace(':id', id === 'revokeKey' ? 'none' : '1')
  const bodies: (object | undefined)[] = BODIES[id] ?? [body?.example as object | undefined]
  for (const [given] of bodies.entries()) await request(usual, bodies[given])
  for (const key of Object.values(CALLERS)) await request(usual, bodies[0], key)
  if (path.includes(':')) for (const other of OTHERS) await request(path.replace(/:\w+/, encodeURIComponent(other)))
  for (const [name, value] of queriesOf(query as TObject | undefined))
    if (name !== 'stream') await request(`${usual}?${name}=${value}`)
  for (const [name, values] of Object.entries(QUERIES))
    if (query?.properties[name])
      for (const value of values) await request(`${usual}?${name}=${encodeURIComponent(value)}`)
  if (body && id !== 'seed') for (const changed of bodiesOf(body.schema, bodies[0])) await request(usual, changed.body)
  return `${id}: ${all.length} answers, ${digest(all.join('\n'))}`
}

test('requests to the control API are answered as approved (bun run generate writes them)', async () => {
  const instance = await startApproved('n8n-2.41')
  const lines: string[] = []
  for (const operation of CONTROL_OPERATIONS)
    if (!LEFT_OUT.includes(operation.id)) lines.push(await answersOf(instance, operation))
  await instance.stop()
  expect(lines.join('\n')).toMatchSnapshot()
}, 60_000)
