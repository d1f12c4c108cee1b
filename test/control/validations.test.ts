import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { ValidationReport } from '../../src/index.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { orders } from '../runs/tests/workflows.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({
    profile: 'n8n-2.41',
    fixture: { workflows: [{ id: 'w1', ...orders() }] } as never,
  })
})
afterAll(() => instance.stop())

const post = (body: unknown, options: Parameters<TestInstance['request']>[3] = {}) =>
  instance.request<ValidationReport & { message: string }>('POST', '/_control/validations', body, options)

/** The workflow of orders with another text in one of its nodes. */
function broken(text: string) {
  const workflow = structuredClone(orders())
  const at = workflow.nodes.findIndex(({ name }) => name === 'Notify Slack')
  const node = workflow.nodes[at] as { parameters: Record<string, unknown> }
  node.parameters.text = text
  return { workflow, path: `/nodes/${at}/parameters/text` }
}

test('POST /_control/validations finds faults in workflows that are given and that are stored', async () => {
  const { workflow, path } = broken("={{ $('Write texts').item.json.text }}{{ ( }}")
  const before = JSON.stringify(instance.state())
  const { status, body } = await post({ workflows: ['w1', workflow, 'Orders'] })
  expect(status).toBe(200)
  expect(body).toMatchObject({ valid: false, profile: 'n8n-2.41', faults: 2, leftOut: 0 })
  expect(body.findings.filter(({ severity }) => severity === 'fault')).toMatchObject([
    { workflow: 1, path, node: 'Notify Slack', rule: 'expression' },
    { workflow: 1, path, rule: 'reference', message: expect.stringContaining('Is it "Write text"?') },
  ])
  expect(JSON.stringify(instance.state())).toBe(before)
})

test('it finds what the version refuses, in its words', async () => {
  const [hook] = orders().nodes
  const twice = { ...orders(), nodes: [hook, { ...hook, name: 'Other' }] }
  const { body } = await post({ workflows: [{ ...twice, connections: {} }] })
  expect(body.findings[0]).toMatchObject({
    rule: 'creation',
    message: expect.stringContaining('n8n-2.41 does not create it: '),
  })
})

test('a called workflow of the instance that is not published is named', async () => {
  await using other = await startInstance({
    profile: 'n8n-2.41',
    fixture: {
      workflows: [
        {
          id: 'caller',
          name: 'Caller',
          active: true,
          nodes: [
            {
              id: 'a',
              name: 'Start',
              type: 'n8n-nodes-base.webhook',
              typeVersion: 2,
              position: [0, 0],
              parameters: { path: 'a' },
              webhookId: 'a',
            },
            {
              id: 'b',
              name: 'Call',
              type: 'n8n-nodes-base.executeWorkflow',
              typeVersion: 1.2,
              position: [1, 0],
              parameters: { workflowId: { __rl: true, mode: 'list', value: 'sub' } },
            },
          ],
          connections: { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } },
        },
        { id: 'sub', name: 'Sub', nodes: [], connections: {} },
      ],
    } as never,
  })
  const { findings } = await other.validateWorkflows('caller')
  expect(findings).toMatchObject([{ rule: 'publication', severity: 'fault', message: expect.stringContaining('Sub') }])
})

test('two workflows with one webhook are named by their numbers', async () => {
  const [one, two] = ['x1', 'x2'].map(id => ({ ...orders(), id, active: true }))
  const { body } = await post({ workflows: [one, two] })
  expect(body.findings.filter(({ rule }) => rule === 'webhook')).toMatchObject([
    { workflow: 1, severity: 'fault', message: 'workflows/0 has the same webhook, POST /orders; both are active' },
  ])
})

test('the list of findings has an end, and their number is said', async () => {
  const nodes = Array.from({ length: 1200 }, (_, at) => ({
    id: String(at),
    name: `N${at}`,
    type: 'n8n-nodes-base.noOp',
    typeVersion: 1,
    position: [0, 0],
    parameters: { text: '={{ ( }}' },
  }))
  const { findings, faults, leftOut } = await instance.validateWorkflows({
    name: 'Large',
    nodes,
    connections: {},
    settings: {},
  } as never)
  expect([findings.length, faults, findings.length + leftOut >= faults]).toEqual([1000, 1200, true])
})

test('stored workflows with more than 20,000 nodes in all are refused', async () => {
  await using large = await startInstance({ profile: 'n8n-2.41', socket: false })
  const nodes = Array.from({ length: 10_001 }, (_, at) => ({
    name: `n${at}`,
    type: 'n8n-nodes-base.noOp',
    parameters: {},
  }))
  await large.seed({ workflows: [{ id: '1', name: 'a', nodes, connections: {}, settings: {} }] } as never)
  const answer = await large.request('POST', '/_control/validations', { workflows: ['1', '1'] })
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringContaining('they have 20002 nodes; at most 20000 are checked at once'),
  ])
})

test('a node with more values than are compared is named', async () => {
  const parameters = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`a${at}`, '']))
  const node = { name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [0, 0], parameters }
  const { body } = await post({ workflows: [{ name: 'a', nodes: [node], connections: {}, settings: {} }] })
  const ofNode = body.findings.filter(({ path }) => path.startsWith('/nodes/0/parameters'))
  expect(ofNode).toMatchObject([{ severity: 'note', message: expect.stringContaining('more than 10000 values') }])
})

test('others are answered while expressions are compiled', async () => {
  const parameters = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, `={{ $json.a + ${at} }}`]))
  const node = { id: 'a', name: 'A', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters }
  const ended: string[] = []
  const large = instance
    .validateWorkflows({ name: 'L', nodes: [node], connections: {}, settings: {} } as never)
    .then(({ faults }) => {
      ended.push('validation')
      return faults
    })
  for (let at = 0; at < 5; at++) await instance.request('GET', '/api/v1/tags').then(() => ended.push('tags'))
  expect(await large).toBe(0)
  expect(ended).toEqual([...Array(5).fill('tags'), 'validation'])
})

describe('is refused', () => {
  test.each<[string, unknown, number, string]>([
    ['an unknown workflow', { workflows: ['nope'] }, 404, 'no workflow with the id or name "nope"'],
    ['no workflow', { workflows: [] }, 400, 'workflows'],
    ['too many', { workflows: Array(101).fill('w1') }, 400, 'workflows'],
    [
      'an unknown version',
      { workflows: ['w1'], profile: 'n8n-9' },
      400,
      'there is no version "n8n-9"; there are: contract',
    ],
    ['an unknown field', { workflows: ['w1'], version: 'n8n-2.41' }, 400, 'version'],
  ])('%s', async (_what, body, status, message) => {
    const answer = await post(body)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
  })

  test('more than 4 MB', async () => {
    const { status } = await post({ workflows: [{ nodes: [], connections: {}, name: 'x'.repeat(4 * 1024 * 1024) }] })
    expect(status).toBe(413)
  })

  test('who has no key', async () => {
    expect((await post({ workflows: ['w1'] }, { key: null })).status).toBe(401)
  })
})

test.each<[string, unknown]>([
  ['nodes without anything', { nodes: [{}], connections: {} }],
  ['a position that is null', { nodes: [{ name: 'A', type: 'x', position: null }], connections: {} }],
  ['connections of odd kinds', { nodes: [], connections: { A: null, B: [1], C: { main: 1 }, D: { x: [[null, 1]] } } }],
  [
    'parameters that are a text',
    { nodes: [{ name: 'A', type: 'n8n-nodes-base.code', parameters: '={{ }}' }], connections: {} },
  ],
  ['a name that is a list', { nodes: [{ name: ['A'], type: ['b'], parameters: { a: '={{ ( }}' } }], connections: {} }],
  [
    'names that every object has',
    { nodes: [{ name: '__proto__', type: 'constructor' }], connections: { constructor: {} } },
  ],
])('%s get an answer', async (_what, workflow) => {
  const { status, body } = await post({ workflows: [workflow] })
  expect([status, body.valid]).toEqual([200, false])
})

describe('one workflow that is malformed', () => {
  test.each<[string, unknown, string, string]>([
    ['nodes that are no list', { ...orders(), nodes: 1 }, '/nodes', 'it must be array'],
    ['a node that is a text', { ...orders(), nodes: ['a'] }, '/nodes/0', 'it must be object'],
    ['a name that is a number', { ...orders(), name: 7 }, '/name', 'it must be string'],
    ['no object', 7, '', 'it is not a workflow: it must be an object'],
    ['null', null, '', 'it is not a workflow: it must be an object'],
    ['without settings', { ...orders(), settings: undefined }, '', "must have required property 'settings'"],
    ['without a name', { ...orders(), name: undefined }, '', "must have required property 'name'"],
  ])('is a finding of that workflow: %s', async (_what, malformed, path, says) => {
    const { workflow, path: brokenPath } = broken('={{ ( }}')
    const { status, body } = await post({ workflows: ['w1', malformed, workflow] })
    expect(status).toBe(200)
    const faults = body.findings.filter(({ severity }) => severity === 'fault')
    expect(faults).toEqual([
      expect.objectContaining({ workflow: 1, path, message: expect.stringContaining(says) }),
      expect.objectContaining({ workflow: 2, path: brokenPath, rule: 'expression' }),
    ])
  })
})

describe('the version is the newest where none is named, also of an instance without one', () => {
  test('so that an example of this project has no fault', async () => {
    await using contract = await startInstance()
    const example = await Bun.file(join(import.meta.dirname, '../../docs/examples/workflows/orders.json')).json()
    const report = await contract.validateWorkflows(example)
    expect(report).toMatchObject({ valid: true, profile: 'n8n-2.41', faults: 0, warnings: 0 })
    const { status, body } = await contract.request('POST', '/_control/validations', { workflows: [example] })
    expect([status, body]).toEqual([200, report])
  })

  test('and `contract` judges no versions of nodes', async () => {
    const workflow = { ...orders(), nodes: orders().nodes.map(node => ({ ...node, typeVersion: 99 })) }
    const nodeTypes = async (profile: string) => {
      const { findings } = await instance.validateWorkflows({ workflows: [workflow as never], profile })
      return findings.filter(({ rule, severity }) => rule === 'node-type' && severity !== 'note').length
    }
    expect([await nodeTypes('contract'), await nodeTypes('n8n-2.41')]).toEqual([0, workflow.nodes.length])
  })
})

test('what the version refuses at publication is a warning, a fault of an active workflow and with `publish`', async () => {
  const [, ...rest] = orders().nodes
  const lonely = { ...orders(), nodes: rest.filter(({ type }) => type === 'n8n-nodes-base.if'), connections: {} }
  const severities = async (workflow: object, publish?: boolean) => {
    const { findings } = await instance.validateWorkflows({
      workflows: [workflow as never],
      ...(publish ? { publish } : {}),
    })
    return findings.filter(({ rule }) => rule === 'publication').map(({ severity }) => severity)
  }
  expect(await severities(lonely)).toEqual(['warning'])
  expect(await severities(lonely, true)).toEqual(['fault'])
  expect(await severities({ ...lonely, active: true })).toEqual(['fault'])
  // a credential alone
  expect(await severities(orders())).toEqual(['note'])
  expect(await severities(orders(), true)).toEqual(['fault'])
})

test('nodes of a package that is not known are a note, and none where they are allowed', async () => {
  const nodes = orders().nodes.map(node => (node.name === 'Ignore' ? { ...node, type: 'n8n-nodes-x.thing' } : node))
  const workflow = { ...orders(), nodes } as never
  const notes = async (allowNodes: string[]) => {
    const { findings } = await instance.validateWorkflows({ workflows: [workflow], publish: true, allowNodes })
    return findings.filter(({ rule, message }) => rule === 'node-type' || message.includes('Unrecognized'))
  }
  expect(await notes([])).toMatchObject([{ rule: 'node-type', severity: 'note', node: 'Ignore' }])
  expect(await notes(['n8n-nodes-x'])).toEqual([])
})
