// Small faults in the rules of faults and of simulated runs change an answer somewhere: every combination of their
// limits, of what they apply to and of what they do is tried, and the outcomes are approved as a whole.
import { expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { webhook } from '../core/api/world.ts'
import { shortened } from './approve.ts'

type Rule = Record<string, unknown>

const NOW = '2026-05-01T00:00:00.000Z'
const TAGS = Array.from({ length: 30 }, (_, n) => ({
  id: String(n + 1),
  name: `tag ${n}`,
  createdAt: NOW,
  updatedAt: NOW,
}))
const SET = 'n8n-nodes-base.set'
const node = (id: string, type: string, more = {}) => ({
  id,
  name: id,
  type,
  position: [0, 0],
  parameters: {},
  ...more,
})
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] })
const WORLD = {
  tags: TAGS,
  workflows: [
    {
      id: '1',
      name: 'Shop',
      active: true,
      nodes: [
        webhook('Orders', 'orders'),
        node('Send', SET),
        node('Last', SET),
        node('Off', SET, { disabled: true }),
        node('Lone', SET),
      ],
      connections: { Orders: to('Send'), Send: to('Last'), Last: to('Off') },
    },
    { id: '2', name: 'Other', active: true, nodes: [webhook('Hook', 'other')], connections: {} },
  ],
}
const start = () =>
  startInstance({ fixture: WORLD as never, socket: false, clock: NOW, idSeed: 'approved', faultSeed: 1 })

/** All combinations of these values of fields. */
function combinationsOf(fields: Record<string, readonly unknown[]>): Rule[] {
  return Object.entries(fields).reduce<Rule[]>(
    (found, [name, values]) =>
      found.flatMap(it => values.map(value => (value === undefined ? it : { ...it, [name]: value }))),
    [{}],
  )
}

/** An answer; status 0 where the connection ended without one. */
async function outcomeOf(instance: TestInstance, method: string, path: string, body?: unknown, headers = {}) {
  try {
    return await instance.request(method, path, body, { headers })
  } catch (error) {
    return { status: 0, headers: new Headers(), text: error instanceof Error ? error.name : String(error) }
  }
}

async function statusesOf(instance: TestInstance, count: number) {
  const found: number[] = []
  for (let n = 0; n < count; n++) found.push((await outcomeOf(instance, 'GET', '/api/v1/tags/1')).status)
  return found.join(' ')
}

const countsOf = ({ faults }: TestInstance) =>
  faults.rules.map(({ id, hits, left }) => `${id}:${hits}/${left}`).join(' ')

const LIMITS = { times: [undefined, 1, 3], probability: [undefined, 0, 0.5, 1], after: [undefined, 0, 1, 4] }

test('the limits of a fault rule have the approved effects (bun run generate writes them)', async () => {
  await using instance = await start()
  const lines: string[] = []
  for (const limits of combinationsOf(LIMITS)) {
    instance.faults.set({ rules: [{ status: 500, ...limits }], seed: 7 })
    lines.push(`${JSON.stringify(limits)} → ${await statusesOf(instance, 8)} (${countsOf(instance)})`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
})

test('rules that are added from a program have the approved effects (bun run generate writes them)', async () => {
  await using instance = await start()
  const lines: string[] = []
  for (const limits of [{ after: 1 }, { after: 2, times: 1 }, { times: 2 }]) {
    instance.faults.clear()
    instance.faults.add({ status: 500, ...limits })
    instance.faults.add({ status: 501 })
    lines.push(`${JSON.stringify(limits)} → ${await statusesOf(instance, 4)} (${countsOf(instance)})`)
  }
  const tried = (read: () => unknown) => {
    try {
      return JSON.stringify(read()) ?? 'nothing'
    } catch (error) {
      return String(error)
    }
  }
  const { faults, simulation } = instance
  for (const given of [
    {},
    { status: 1 },
    { workflow: '1' },
    null,
    7,
    [],
    [{}],
    [{ workflow: '1', wait: 'x' }],
    { rules: [{}] },
  ]) {
    const calls = [faults.add, faults.set, simulation.add, simulation.set]
    lines.push(...calls.map((call, at) => `${JSON.stringify(given)} ${at} → ${tried(() => call(given as never))}`))
  }
  for (const id of [0, 1, 99]) {
    const calls = [faults.get, faults.remove, simulation.remove]
    lines.push(...calls.map((call, at) => `${id} ${at} → ${tried(() => call(id))}`))
  }
  expect(lines.join('\n')).toMatchSnapshot()
})

const SECOND = [{}, { times: 1 }, { after: 2 }, { probability: 0.5 }, { after: 1, times: 2, probability: 0.5 }]

test('two fault rules have the approved effects together (bun run generate writes them)', async () => {
  await using instance = await start()
  const lines: string[] = []
  for (const first of [...SECOND, { after: 3, times: 1 }]) {
    for (const second of SECOND) {
      for (const seed of [0, 1, 0xffff_ffff]) {
        instance.faults.set({
          rules: [
            { status: 500, ...first },
            { status: 501, ...second },
          ],
          seed,
        })
        const rules = `${JSON.stringify(first)} ${JSON.stringify(second)} ${seed}`
        lines.push(`${rules} → ${await statusesOf(instance, 6)} (${countsOf(instance)})`)
      }
    }
  }
  expect(lines.join('\n')).toMatchSnapshot()
})

test('fault rules are added, replaced, removed and reset as approved (bun run generate writes it)', async () => {
  await using instance = await start()
  const lines: string[] = []
  const revisions: unknown[] = []
  async function ask(method: string, path: string, body?: unknown) {
    const { status, text } = await outcomeOf(instance, method, `/_control${path}`, body)
    lines.push(`${method} ${path} ${JSON.stringify(body) ?? ''} → ${status} ${shortened(text, 160)}`)
    revisions.push(instance.faults.seed)
  }
  for (const path of ['/faults', '/simulation/rules']) {
    const rule = (n: number) => (path === '/faults' ? { status: 500 + n } : { workflow: '1', error: `e${n}` })
    await ask('GET', path)
    for (const n of [1, 2, 3]) await ask('POST', path, rule(n))
    if (path === '/faults') await statusesOf(instance, 2)
    await ask('PUT', path, { rules: [rule(4), rule(5)] })
    if (path === '/faults') {
      await ask('PUT', path, {
        rules: [
          { ...rule(6), id: 5 },
          { ...rule(7), id: 99 },
          { ...rule(8), id: 4 },
        ],
        seed: 3,
      })
      await statusesOf(instance, 3)
      await ask('PUT', path, { rules: [rule(9), { ...rule(8), id: 5, times: 2 }] })
      await statusesOf(instance, 1)
      await ask('GET', path)
      lines.push(JSON.stringify(instance.faults.get(5)))
    }
    for (const id of ['5', '5', '0', '1.5', 'x', '99', '-1']) await ask('DELETE', `${path}/${id}`)
    await ask('POST', path, rule(1))
    await ask('DELETE', path)
    await ask('GET', path)
    await ask('POST', path, rule(2))
    await ask('POST', '/reset', {})
    await ask('GET', path)
    await ask('POST', path, rule(3))
  }
  await ask('PUT', '/simulation', { on: true })
  await ask('GET', '/simulation')
  await ask('PUT', '/simulation', { on: false })
  expect([...lines, revisions.join(' ')].join('\n')).toMatchSnapshot()
})

const REQUESTS: [method: string, path: string][] = [
  ['GET', '/api/v1/tags'],
  ['GET', '/api/v1/tags/1'],
  ['GET', '/api/v1/Tags/2/'],
  ['DELETE', '/api/v1/tags/99'],
  ['GET', '/api/v1/workflows/1'],
  ['GET', '/api/v1/workflows/1/tags'],
]
const PATTERNS = [
  '/tags',
  '/tags/',
  '/tags/1',
  '/TAGS/1',
  '/tags/:id',
  '/tags/{id}',
  '/tags/*',
  '/*/1',
  '/:a/:b',
  '/:a/:b/:c',
]
const OTHERS = [
  '/api/v1/tags/1',
  '/api/v1/*',
  '/api/v1/tags/:id',
  '/api/*/tags/1',
  '/tags/{id',
  '/tags/id}',
  '/',
  '//',
  '/tags/1/',
]

function refusalOf(task: () => unknown) {
  try {
    task()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('a fault rule applies to the approved requests (bun run generate writes them)', async () => {
  await using instance = await start()
  const lines: string[] = []
  const rules = [
    {},
    ...['getTags', 'getTag', 'deleteTag', 'getWorkflow'].map(operation => ({ operation })),
    ...['GET', 'DELETE', 'PUT'].map(method => ({ method })),
    ...[...PATTERNS, ...OTHERS].map(path => ({ path })),
    ...['GET', 'DELETE'].flatMap(method => ['/tags/:id', '/tags'].map(path => ({ method, path }))),
  ]
  for (const rule of rules) {
    const refusal = refusalOf(() => instance.faults.set({ rules: [{ ...rule, status: 418 } as never] }))
    if (refusal !== undefined) {
      lines.push(`${JSON.stringify(rule)} → refused: ${refusal}`)
      continue
    }
    const statuses: number[] = []
    for (const [method, path] of REQUESTS) statuses.push((await outcomeOf(instance, method, path)).status)
    lines.push(`${JSON.stringify(rule)} → ${statuses.join(' ')}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
})

const EFFECTS = [
  ...combinationsOf({
    status: [200, 204, 205, 304, 404, 429, 503, 599],
    malformed: [undefined, 'truncated', 'html'],
  }),
  ...combinationsOf({
    status: [undefined, 503],
    retryAfter: [0, 1.5, 'soon'],
    body: [undefined, null, 'text', { a: 1 }, ''],
  }),
  ...combinationsOf({
    status: [503],
    headers: [{ 'x-a': 'b' }, { 'retry-after': '9' }, { 'content-type': 'a/b' }],
    retryAfter: [undefined, 2],
  }),
  ...combinationsOf({ drop: ['before', 'middle'], status: [undefined, 204, 503] }),
  ...combinationsOf({ malformed: ['truncated', 'html'], delay: [undefined, 0, [0, 0]] }),
  ...combinationsOf({ delay: [0, 1, [0, 1], [1, 1]], hang: [undefined, false] }),
  ...combinationsOf({ drop: ['before'], delay: [1], hang: [undefined, false] }),
]

const SHOWN_HEADERS = ['content-type', 'retry-after', 'x-a', 'content-encoding', 'content-length', 'etag']
const ASKED: [method: string, path: string, body?: unknown, headers?: object][] = [
  ['POST', '/api/v1/tags', { name: 'tag 1' }],
  ['GET', '/api/v1/tags'],
  ['DELETE', '/api/v1/tags/99'],
  ['GET', '/api/v1/tags', undefined, { 'accept-encoding': 'gzip' }],
]

test('a fault rule has the approved effect on an answer and on the log (bun run generate writes it)', async () => {
  await using instance = await start()
  const lines: string[] = []
  for (const rule of EFFECTS) {
    instance.faults.set({ rules: [rule as never] })
    const isServed = rule.status === undefined && rule.retryAfter === undefined && rule.drop !== 'before'
    for (const [method, path, body, given] of isServed ? ASKED : ASKED.slice(0, 1)) {
      instance.requests.clear()
      const { status, headers, text } = await outcomeOf(instance, method, path, body, given)
      const sent = SHOWN_HEADERS.filter(name => headers.has(name)).map(name => `${name}: ${headers.get(name)}`)
      const [logged] = instance.requests.all()
      const log = [logged?.status, logged?.user, logged?.fault, JSON.stringify(logged?.body), logged?.warnings.length]
      lines.push(
        `${JSON.stringify(rule)} ${method} → ${status} ${shortened(text, 90)} | ${sent.join('; ')} | ${log.join(' ')}`,
      )
      const details = await instance.request('GET', `/_control/requests/${logged?.id}`)
      const { response, timeline, faultRule } = Object(details.body)
      const points = timeline.map(({ what }: { what: string }) => what).join(', ')
      lines.push(`  ${shortened(JSON.stringify([response, faultRule]))} ${points}`)
    }
  }
  expect(lines.join('\n')).toMatchSnapshot()
})

const OUTCOMES = [
  ...combinationsOf({
    workflow: ['1', 'Shop'],
    error: ['It broke'],
    node: [undefined, 'Orders', 'Send', 'Last', 'Off', 'Lone', 'no'],
  }),
  ...combinationsOf({ workflow: ['1', '2'], error: [undefined, 'It broke'], duration: ['5m', 0, 1.4] }),
  ...combinationsOf({
    workflow: ['1'],
    node: [undefined, 'Send'],
    wait: ['2h', 0, 90_000, '2026-05-01T00:30:00Z', '2026-04-01T00:00:00Z'],
  }),
  ...combinationsOf({ workflow: ['no', '2'], error: ['It broke'] }),
  ...combinationsOf({ workflow: ['1'], error: ['It broke'], times: [1, 2], probability: [0, 0.5, 1] }),
]

test('a rule of the simulation has the approved effect on runs (bun run generate writes it)', async () => {
  await using instance = await start()
  const lines: string[] = []
  for (const rule of OUTCOMES) {
    await instance.reset()
    await instance.request('PUT', '/_control/simulation', { on: true })
    const refusal = refusalOf(() => instance.simulation.add(rule as never))
    if (refusal !== undefined) {
      lines.push(`${JSON.stringify(rule)} → refused: ${refusal}`)
      continue
    }
    const answers: string[] = []
    for (const path of ['orders', 'orders', 'orders', 'other']) {
      const { status, text } = await outcomeOf(instance, 'GET', `/webhook/${path}`)
      answers.push(`${status} ${shortened(text, 60)}`)
    }
    const runs = () =>
      instance.state('executions').executions.map(({ status, startedAt, stoppedAt, waitTill, data }) => {
        const times = [startedAt, stoppedAt, waitTill].map(time => (time ? time.slice(8, 19) : time)).join(' ')
        return `${status} ${times} ${shortened(JSON.stringify(data), 50).slice(-13)}`
      })
    const before = runs()
    await instance.request('PUT', '/_control/clock', { advance: '1h' })
    const after = runs()
    const counts = instance.simulation.rules.map(({ hits, left }) => `${hits}/${left}`)
    lines.push(
      `${JSON.stringify(rule)} → ${[...new Set(answers)].join(', ')} (${counts}) running ${instance.simulation.running}`,
      ...[...new Set([...before, ...after])].map(it => `  ${it}`),
    )
  }
  expect(lines.join('\n')).toMatchSnapshot()
})
