import { expect, test } from 'bun:test'
import { called, fields, node, playing, to, type Workflow } from './playing.ts'
import { inARow, schedule } from './workflows.ts'

const PLAIN = 'Plain'
const code = (name: string, jsCode: string) => node(name, 'code', { jsCode }, { typeVersion: 2 })

/** Each of them has a node of that name in another place of a run. */
const workflows = (name: string): Workflow[] => [
  called('before', [fields(name, { a: 1 }), fields('After', { b: `={{ $('${name}').first().json.a }}` })]),
  called('ruled', [fields(name, { a: 1 })]),
  called('mocked', [node(name, 'httpRequest', { url: 'https://example.com' }, { typeVersion: 4.2 })]),
  called('again', [
    code(
      name,
      'const memory = $getWorkflowStaticData("node"); memory.n = (memory.n ?? 0) + 1; return [{ json: memory }]',
    ),
  ]),
  called('code', [
    fields(name, { a: 1 }),
    code('After', `return [{ json: { b: $node['${name}'].json.a, c: $('${name}').params } }]`),
  ]),
  called('calls', [node(name, 'executeWorkflow', { workflowId: 'inner' }, { typeVersion: 1.2 })]),
  {
    id: 'inner',
    name: 'inner',
    active: true,
    ...inARow(node('Start', 'executeWorkflowTrigger'), fields(name, { inner: true })),
  },
  called('waits', [node(name, 'wait', { amount: 2, unit: 'hours' }, { typeVersion: 1.1 }), fields('After', { a: 1 })]),
  called('fails', [node(name, 'stopAndError', { errorMessage: 'on purpose' })], {
    settings: { errorWorkflow: 'handler' },
  }),
  {
    id: 'handler',
    name: 'handler',
    active: true,
    ...inARow(node(name, 'errorTrigger'), fields('Seen', { error: '={{ $json }}' })),
  },
  {
    ...called('merges', []),
    ...{
      nodes: [
        ...(called('merges', []).nodes ?? []),
        fields('Left', { a: 1 }),
        fields('Right', { b: 1 }),
        node(name, 'merge', { mode: 'append' }, { typeVersion: 3 }),
      ],
      connections: {
        Hook: { main: [to('Left', 'Right')] },
        Left: { main: [to(name)] },
        Right: { main: [[{ node: name, type: 'main', index: 1 }]] },
      },
    },
  },
  {
    id: 'timed',
    name: 'timed',
    active: true,
    ...inARow(schedule({ field: 'hours', hoursInterval: 1 }, name), fields('After', { a: 1 })),
  },
]

async function outcome(name: string, profile: string) {
  await using instance = await playing(workflows(name), {
    profile,
    idSeed: 'names',
  })
  instance.simulation.add({ workflow: 'ruled', node: name, error: 'No stock' })
  instance.simulation.add({ workflow: 'mocked', node: name, output: [{ mocked: true }] })
  const answers = []
  for (const path of ['before', 'ruled', 'mocked', 'again', 'again', 'code', 'calls', 'waits', 'fails', 'merges']) {
    const { answer } = await instance.call(path)
    answers.push([path, answer.status, answer.text])
  }
  const clock = await instance.request('PUT', '/_control/clock', { advance: '3h' })
  const shown = []
  for (const { id } of instance.stored()) shown.push((await instance.shown(id)) as object)
  const failed = instance.stored().find(({ workflowId }) => workflowId === 'fails')
  const again = await instance.request('POST', `/api/v1/executions/${failed?.id}/retry`, {})
  const text = JSON.stringify({ clock: clock.status, again: again.status, answers, shown })
  return { statuses: answers.map(([, status]) => status), text: masked(text, name) }
}

/** A longer name takes more bytes. */
const masked = (text: string, name: string) => text.replaceAll(name, PLAIN).replaceAll(/"jsonSizeBytes":\d+/g, '')

const STATUSES = [200, 500, 200, 200, 200, 200, 200, 200, 500, 200]

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a node named %p runs as any other',
  async name => {
    for (const profile of ['n8n-2.41', 'n8n-1.41']) {
      const plain = await outcome(PLAIN, profile)
      expect(plain.statuses).toEqual(STATUSES)
      expect(await outcome(name, profile)).toEqual(plain)
    }
  },
)
