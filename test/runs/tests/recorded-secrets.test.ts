import { describe, expect, test } from 'bun:test'
import { recordedCase } from '../../../src/runs/tests/complete-case.ts'
import { RecordedSecrets } from '../../../src/runs/tests/recorded-secrets.ts'

const node = (name: string, type: string, parameters: object = {}) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
})
const run = (executionIndex: number, json: object, from?: string) => ({
  startTime: executionIndex,
  executionTime: 1,
  executionIndex,
  executionStatus: 'success',
  hints: [],
  source: from === undefined ? [null] : [{ previousNode: from, previousNodeOutput: 0, previousNodeRun: 0 }],
  data: { main: [[{ json, pairedItem: { item: 0 } }]] },
})

/** An execution of a webhook that calls a service and then computes. */
const executionOf = (call: object, parts: { answer?: object; computed?: object; parameters?: object } = {}) => ({
  id: 7,
  status: 'success',
  workflowData: {
    name: 'w',
    nodes: [node('Hook', 'webhook'), node('constructor', 'slack', parts.parameters), node('Set', 'set')],
    connections: {
      Hook: { main: [[{ node: 'constructor', type: 'main', index: 0 }]] },
      constructor: { main: [[{ node: 'Set', type: 'main', index: 0 }]] },
    },
  },
  data: {
    resultData: {
      runData: {
        Hook: [run(0, { headers: {}, params: {}, query: {}, body: {}, ...call })],
        constructor: [run(1, parts.answer ?? {}, 'Hook')],
        Set: [run(2, parts.computed ?? {}, 'constructor')],
      },
    },
  },
})

const recorded = async (execution: object) => {
  const { testCase, workflow } = await recordedCase(execution as never, undefined)
  return { value: { workflow, testCase }, text: JSON.stringify({ workflow, testCase }) }
}

const basic = `Basic ${Buffer.from('ann@example.com:open-sesame').toString('base64')}`
const SIGNED = 'https://files.example.com/a?X-Amz-Signature=0123456789abcdef0123&part=1'

describe('a recording masks', () => {
  test.each<[string, object, Parameters<typeof executionOf>[1], string[]]>([
    [
      'user and password of a Basic header that a node decoded',
      { headers: { authorization: basic } },
      { computed: { user: 'ann@example.com', both: 'ann@example.com:open-sesame', password: 'open-sesame' } },
      ['ann@example.com', 'open-sesame'],
    ],
    [
      'a header of its own name',
      { headers: { 'X-Pass': 'hush-hush' } },
      { computed: { was: 'it was hush-hush' } },
      ['hush-hush'],
    ],
    [
      'parameters of an address',
      { query: { token: 'q-token-1', signature: 'q-sign-1' } },
      { computed: { a: 'q-token-1', b: 'q-sign-1' } },
      ['q-token-1', 'q-sign-1'],
    ],
    [
      'fields of a body',
      { body: { password: 'p-body-1', user: { access_token: 'at-body-1' } } },
      { computed: { a: 'p-body-1', b: 'at-body-1' } },
      ['p-body-1', 'at-body-1'],
    ],
    [
      'what a service put out',
      {},
      { answer: { access_token: 'at-answer-1' }, computed: { a: 'at-answer-1' } },
      ['at-answer-1'],
    ],
    ['a signed address', { body: { file: SIGNED } }, { computed: { a: SIGNED } }, ['0123456789abcdef0123']],
    ['a password in an address', { body: { db: 'postgres://ann:pg-pass-1@db/x' } }, {}, ['pg-pass-1']],
    [
      'keys in parameters',
      {},
      { parameters: { apiKey: 'param-key-1', headers: { parameters: [{ name: 'X-Api-Key', value: 'param-key-2' }] } } },
      ['param-key-1', 'param-key-2'],
    ],
  ])('%s', async (_name, call, parts, secrets) => {
    const { text } = await recorded(executionOf(call, parts))
    expect(text).toContain('<secret>')
    for (const secret of secrets) expect(text).not.toContain(secret)
  })

  test('nothing that only has a name like it', async () => {
    const { text } = await recorded(
      executionOf(
        { body: { authentication: 'none', tokens: 'many', page: '1' }, query: { page: '12' } },
        { parameters: { authentication: 'genericCredentialType', token: '={{ $json.token }}', keyType: 'passphrase' } },
      ),
    )
    expect(text).not.toContain('<secret>')
  })
})

test('what was masked is named, and what looks like a secret and was not', async () => {
  const { value } = await recorded(
    executionOf({ headers: { authorization: basic }, body: { note: 'sk-abcdef0123456789abcd', id: 'ord-1' } }),
  )
  const { masked, left } = RecordedSecrets.report(value)
  expect(masked).toEqual(['testCase.input.0.json.headers.authorization'])
  expect(left).toEqual(['testCase.input.0.json.body.note'])
})

describe('an execution in another shape is an error that says so', () => {
  const whole = executionOf({})
  const withRuns = (runs: unknown) => ({ ...whole, data: { resultData: { runData: { Hook: runs } } } })
  test.each<[string, object, string]>([
    ['no workflow', { ...whole, workflowData: null }, 'holds no workflow'],
    ['nodes of another kind', { ...whole, workflowData: { nodes: [null] } }, 'the nodes of its workflow'],
    ['nodes without names', { ...whole, workflowData: { nodes: [{}] } }, 'the nodes of its workflow'],
    [
      'connections of another kind',
      { ...whole, workflowData: { ...whole.workflowData, connections: [] } },
      'the connections',
    ],
    ['no data', { ...whole, data: null }, 'holds no data'],
    ['runs that are none', withRuns({}), 'the runs of node "Hook"'],
    ['a run that is none', withRuns([7]), 'the runs of node "Hook"'],
    ['outputs of another kind', withRuns([{ ...run(0, {}), data: { main: {} } }]), 'the runs of node "Hook"'],
    ['items of another kind', withRuns([{ ...run(0, {}), data: { main: [[null]] } }]), 'the runs of node "Hook"'],
    ['a source of another kind', withRuns([{ ...run(0, {}), source: 'x' }]), 'the runs of node "Hook"'],
    ['an error of another kind', withRuns([{ ...run(0, {}), error: 'x' }]), 'the runs of node "Hook"'],
  ])('%s', async (_name, execution, message) => {
    await expect(recordedCase(execution as never, undefined)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    })
  })

  test('and a run without a source is recorded', async () => {
    const { source: _, ...rest } = run(0, {})
    expect((await recorded(withRuns([rest]))).text).toContain('"status":"success"')
  })
})
