import { expect, test } from 'bun:test'
import { runWorkflow } from '../../../src/testing.ts'
import { node } from '../tests/workflows.ts'

/** What the engine of the service says before it runs anything, at version 2.41.0. */
interface Row {
  nodes: Record<string, unknown>[]
  mocks?: Record<string, unknown>
  /** `undefined` where it runs. */
  says: string | undefined
}

const T = node('T', 'manualTrigger', 1)
const pass = node('A', 'noOp', 1)

const ROWS: Record<string, Row> = {
  'a request without an address': {
    nodes: [pass, node('Ask', 'httpRequest', 4.2)],
    says: `The 'Ask' node has issues:\n- Parameter "URL" is required.`,
  },
  'also where the node goes on after failures': {
    nodes: [node('Ask', 'httpRequest', 4.2, {}, { onError: 'continueRegularOutput' })],
    says: `The 'Ask' node has issues:\n- Parameter "URL" is required.`,
  },
  'several nodes, the last ones first': {
    nodes: [node('M', 'markdown', 1), node('Ask', 'httpRequest', 4.2)],
    says: `2 nodes have issues:\n- 'Ask': Parameter "URL" is required.\n- 'M': Parameter "HTML" is required.`,
  },
  'an entry of a list': {
    nodes: [node('S', 'sort', 1, { sortFieldsUi: { sortField: [{ fieldName: '' }] } })],
    says: `The 'S' node has issues:\n- Parameter "Field Name" is required.`,
  },
  'a value of another type': {
    nodes: [node('J', 'jwt', 1, { operation: 'decode', token: 'x' })],
    says: `The 'J' node has issues:\n- Value is not a valid JWT token`,
  },
  'not what the form does not show': {
    nodes: [node('X', 'html', 1.2, { operation: 'generateHtmlTemplate', html: '<p>x</p>' })],
    says: undefined,
  },
  'not an expression': {
    nodes: [node('M', 'markdown', 1, { html: '={{ $json.none ?? "<b>x</b>" }}' })],
    says: undefined,
  },
  'not a disabled node': { nodes: [node('Ask', 'httpRequest', 4.2, {}, { disabled: true })], says: undefined },
  'not a node with a mock': { nodes: [node('Ask', 'httpRequest', 4.2)], mocks: { Ask: [{}] }, says: undefined },
}

test.each(Object.entries(ROWS))('before a run: %s', async (_, { nodes, mocks = {}, says }) => {
  const all = [T, ...nodes]
  const connections = Object.fromEntries(
    nodes.map(({ name }, at) => [all[at]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
  )
  const workflow = { name: 'w', nodes: all, connections, settings: { executionOrder: 'v1' } }
  const run = await runWorkflow(workflow as never, { trigger: 'T', mocks: mocks as never })
  expect(run.error?.message).toBe(says as string)
  if (says === undefined) return
  expect(run.status).toBe('error')
  expect(run.path).toEqual([])
  const { resultData } = run.execution.data as { resultData: { error: Record<string, unknown>; runData: unknown } }
  expect(resultData.runData).toEqual({})
  expect(resultData.error).toMatchObject({ name: 'WorkflowHasIssuesError', message: says })
})

test('before a run: nodes of several branches, each behind those that follow it', async () => {
  const nodes = [T, pass, node('Ask', 'httpRequest', 4.2), node('M', 'markdown', 1)]
  const to = (...names: string[]) => ({ main: [names.map(name => ({ node: name, type: 'main', index: 0 }))] })
  const workflow = { name: 'w', nodes, connections: { T: to('A', 'Ask'), A: to('Ask', 'M') }, settings: {} }
  const run = await runWorkflow(workflow as never, { trigger: 'T' })
  const says = `2 nodes have issues:\n- 'Ask': Parameter "URL" is required.\n- 'M': Parameter "HTML" is required.`
  expect(run.error?.message).toBe(says)
})

const to = { node: 'A', type: 'main', index: 0 }
const NOT_ITERABLE = 'is not iterable (cannot read property Symbol(Symbol.iterator))'
const CONNECTIONS: Record<string, { given: unknown; says: string | undefined }> = {
  'outputs without their type': { given: [[to]], says: `object ${NOT_ITERABLE}` },
  'targets that are no list': { given: { main: [to] }, says: `object ${NOT_ITERABLE}` },
  'a target for outputs': { given: { main: to }, says: `number 0 ${NOT_ITERABLE}` },
  'a number for targets': { given: { main: [5] }, says: `number 5 ${NOT_ITERABLE}` },
  'targets that are no list, of another type': { given: { ai_tool: [to] }, says: `object ${NOT_ITERABLE}` },
  nothing: { given: null, says: 'Cannot convert undefined or null to object' },
  'nothing for a target': { given: { main: [[null]] }, says: "Cannot read properties of null (reading 'node')" },
  'nothing for targets': { given: { main: [null, [to]] }, says: undefined },
  'no outputs': { given: {}, says: undefined },
}

test.each(Object.entries(CONNECTIONS))('connections of a node that is not reached: %s', async (_, { given, says }) => {
  const nodes = [T, pass, node('Z', 'noOp', 1)]
  const workflow = { name: 'w', nodes, connections: { T: { main: [[to]] }, Z: given }, settings: {} }
  const run = await runWorkflow(workflow as never, { trigger: 'T' })
  expect([run.error?.message, run.path]).toEqual([says, says === undefined ? ['T', 'A'] : []])
})

test.each([{ main: [['A']] }, { main: [[[to]]] }, { main: [[{ type: 'main', index: 0 }]] }])(
  'a target without the name of a node ends the run: %j',
  async given => {
    const workflow = { name: 'w', nodes: [T, pass], connections: { T: given }, settings: {} }
    const run = await runWorkflow(workflow as never, { trigger: 'T' })
    expect([run.error?.message, run.path]).toEqual(['Destination node not found', ['T']])
  },
)

test('the caller of its webhook is answered 500', async () => {
  const webhook = node('W', 'webhook', 2, { path: 'a', responseMode: 'lastNode' })
  const connections = { W: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } }
  const workflow = { name: 'w', nodes: [webhook, node('Ask', 'httpRequest', 4.2)], connections, settings: {} }
  const run = await runWorkflow(workflow as never, { trigger: 'W' })
  expect(run.response).toMatchObject({
    status: 500,
    body: { code: 0, message: 'There was a problem executing the workflow' },
  })
})
