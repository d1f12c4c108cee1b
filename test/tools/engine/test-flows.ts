import type { WorkflowGiven } from '../../../src/testing.ts'
import { assignmentsOf } from '../../runs/engine/playing.ts'
import { inARow, request, slack } from '../../runs/tests/workflows.ts'
import type { TestFile } from './test-files.ts'

type Flow = Omit<TestFile, 'kind'>
type NodeShape = { name: string; type: string } & Record<string, unknown>
type Links = Record<string, (string | string[])[]>

const BASE = 'n8n-nodes-base'
const set = (name: string, fields: Record<string, unknown>, more: object = {}): NodeShape => ({
  name,
  type: `${BASE}.set`,
  typeVersion: 3.4,
  parameters: {
    assignments: {
      assignments: assignmentsOf(fields),
    },
  },
  ...more,
})
const code = (name: string, jsCode: string, more: object = {}): NodeShape => ({
  name,
  type: `${BASE}.code`,
  typeVersion: 2,
  parameters: { jsCode },
  ...more,
})
const node = (name: string, type: string, typeVersion: number, parameters: object = {}, more: object = {}) => ({
  name,
  type: `${BASE}.${type}`,
  typeVersion,
  parameters,
  ...more,
})
const condition = (leftValue: string, operation: string, rightValue: unknown, type = 'number') => ({
  conditions: {
    options: { caseSensitive: true, typeValidation: 'strict', version: 2, leftValue: '' },
    combinator: 'and',
    conditions: [{ id: 'c', leftValue, rightValue, operator: { type, operation } }],
  },
})

/** Nodes with connections: of each node its outputs, each a node or several; `Node@1` is its second input. */
function wired(nodes: readonly NodeShape[], links: Links, more: object = {}): WorkflowGiven {
  const target = (given: string) => {
    const [name = '', input = '0'] = given.split('@')
    return { node: name, type: 'main', index: Number(input) }
  }
  return {
    id: 'tested',
    name: 'Tested',
    nodes: nodes.map((one, at) => ({ id: `node-${at}`, position: [at * 200, 0], parameters: {}, ...one })),
    connections: Object.fromEntries(
      Object.entries(links).map(([name, outputs]) => [name, { main: outputs.map(to => [to].flat().map(target)) }]),
    ),
    settings: { executionOrder: 'v1' },
    ...more,
  } as unknown as WorkflowGiven
}

const start = node('Start', 'manualTrigger', 1)
const webhook = (more: object = {}) =>
  node(
    'Webhook',
    'webhook',
    2,
    { path: 'go', httpMethod: 'POST', responseMode: 'lastNode', ...more },
    { webhookId: 'go' },
  )
const three = [{ n: 1 }, { n: 2 }, { n: 3 }]

/** What people build, in small: each kind of trigger, HTTP, branches, loops, calls, mocks, errors. */
export const FLOWS: readonly Flow[] = [
  {
    name: 'webhook-last-node',
    workflow: wired([webhook(), set('Seen', { total: '={{ $json.body.total * 2 }}' })], { Webhook: ['Seen'] }),
    testCase: { input: { body: { total: 7 }, query: { a: '1' }, headers: { 'X-Id': '9' } } },
  },
  {
    name: 'webhook-respond',
    workflow: wired(
      [
        webhook({ responseMode: 'responseNode' }),
        node('Respond', 'respondToWebhook', 1.1, {
          respondWith: 'json',
          responseBody: '={{ { n: $json.body.n } }}',
          options: { responseCode: 201, responseHeaders: { entries: [{ name: 'x-a', value: 'b' }] } },
        }),
      ],
      { Webhook: ['Respond'] },
    ),
    testCase: { input: { body: { n: 1 } } },
  },
  {
    name: 'form',
    workflow: wired(
      [
        node(
          'Form',
          'formTrigger',
          2.2,
          { formTitle: 'Order', formFields: { values: [{ fieldLabel: 'Name' }] } },
          { webhookId: 'form' },
        ),
        set('Seen', { name: '={{ $json.Name }}' }),
      ],
      { Form: ['Seen'] },
    ),
    testCase: { input: { Name: 'Ann' } },
  },
  {
    name: 'schedule',
    workflow: wired(
      [
        node('Every day', 'scheduleTrigger', 1.2, { rule: { interval: [{}] } }),
        set('Seen', { day: '={{ $now.weekdayLong }}' }),
      ],
      { 'Every day': ['Seen'] },
    ),
    testCase: { now: '2026-03-01T09:00:00Z' },
  },
  {
    name: 'http-json',
    workflow: inARow(
      request({
        method: 'POST',
        url: '=https://api.example.com/orders/{{ $json.n }}',
        sendQuery: true,
        queryParameters: { parameters: [{ name: 'full', value: 'a b' }] },
        sendHeaders: true,
        headerParameters: { parameters: [{ name: 'X-Id', value: '={{ $itemIndex }}' }] },
        sendBody: true,
        bodyParameters: { parameters: [{ name: 'n', value: '={{ $json.n }}' }] },
      }),
      set('Seen', { id: '={{ $json.id }}', of: '={{ $("Start").item.json.n }}' }),
    ),
    testCase: { input: three, http: [{ method: 'POST', url: 'https://api.example.com/orders/*', json: { id: 'x' } }] },
  },
  {
    name: 'http-list',
    workflow: inARow(request(), set('Seen', { id: '={{ $json.id }}' })),
    testCase: { input: [{}], http: [{ url: '*', json: [{ id: 1 }, { id: 2 }] }] },
  },
  {
    name: 'http-text',
    workflow: inARow(request({ options: { response: { response: { responseFormat: 'text', fullResponse: true } } } })),
    testCase: { input: [{}], http: [{ url: '*', text: 'hello', headers: { 'x-a': '1' } }] },
  },
  {
    name: 'http-form',
    workflow: inARow(
      request({
        method: 'POST',
        sendBody: true,
        contentType: 'form-urlencoded',
        bodyParameters: { parameters: [{ name: 'n', value: 'a b' }] },
      }),
    ),
    testCase: { input: [{}], http: [{ url: '*', json: { ok: true } }] },
  },
  {
    name: 'http-error',
    workflow: inARow(request()),
    testCase: {
      input: [{}],
      http: [{ url: '*', status: 404, json: { message: 'no order' } }],
      expect: { status: 'error' },
    },
  },
  {
    name: 'http-error-output',
    workflow: wired(
      [
        start,
        request({}, { onError: 'continueErrorOutput' }),
        set('Good', { a: 1 }),
        set('Bad', { b: '={{ $json.error.message ?? $json.error }}' }),
      ],
      { Start: ['Ask'], Ask: ['Good', 'Bad'] },
    ),
    testCase: { input: three, http: [{ url: '*', status: 503, text: 'down' }] },
  },
  {
    name: 'http-refused',
    workflow: inARow(request({}, { onError: 'continueRegularOutput' })),
    testCase: { input: [{}], http: [{ url: '*', error: 'ECONNREFUSED' }] },
  },
  {
    name: 'http-retry',
    workflow: inARow(request({}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 })),
    testCase: {
      input: [{}],
      http: [
        { url: '*', status: 503, times: 2 },
        { url: '*', json: { ok: 1 } },
      ],
    },
  },
  {
    name: 'http-pages',
    workflow: inARow(
      request({
        options: {
          pagination: {
            pagination: {
              paginationMode: 'updateAParameterInEachRequest',
              parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
              paginationCompleteWhen: 'other',
              completeExpression: '={{ $response.body.last }}',
            },
          },
        },
      }),
    ),
    testCase: {
      input: [{}],
      http: [
        { url: '*', query: { page: '1' }, json: { page: 1 } },
        { url: '*', query: { page: '2' }, json: { page: 2, last: true } },
      ],
    },
  },
  {
    name: 'http-basic-auth',
    workflow: inARow(request({ authentication: 'genericCredentialType', genericAuthType: 'httpBasicAuth' })),
    testCase: {
      input: [{}],
      credentials: { httpBasicAuth: { user: 'ann', password: 'very-secret' } },
      http: [{ url: '*', json: { ok: true } }],
    },
  },
  {
    name: 'branches',
    workflow: wired(
      [
        start,
        node('Large', 'if', 2.2, condition('={{ $json.n }}', 'gt', 1)),
        set('Yes', { size: 'large' }),
        set('No', { size: 'small' }),
        node('All', 'merge', 3, {}),
      ],
      { Start: ['Large'], Large: ['Yes', 'No'], Yes: ['All'], No: ['All@1'] },
    ),
    testCase: { input: three },
  },
  {
    name: 'loop',
    workflow: wired(
      [
        start,
        node('Loop', 'splitInBatches', 3, { options: {} }),
        set('Each', { run: '={{ $runIndex }}' }),
        set('Done', { all: '={{ $input.all().length }}' }),
      ],
      { Start: ['Loop'], Loop: ['Done', 'Each'], Each: ['Loop'] },
    ),
    testCase: { input: three },
  },
  {
    name: 'sub-workflow',
    workflow: inARow(
      node('Call', 'executeWorkflow', 1.2, {
        workflowId: { __rl: true, mode: 'id', value: 'called' },
        workflowInputs: { mappingMode: 'defineBelow', value: {} },
        mode: 'each',
        options: {},
      }),
      set('After', { got: '={{ $json.doubled }}' }),
    ),
    subWorkflows: [
      wired(
        [
          node('When called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
          set('Double', { doubled: '={{ $json.n * 2 }}' }),
        ],
        { 'When called': ['Double'] },
        { id: 'called', name: 'Called' },
      ),
    ],
    testCase: { input: three },
  },
  {
    name: 'code-all',
    workflow: inARow(
      code('Code', 'return $input.all().map(({ json }, at) => ({ json: { ...json, at, now: $now.toISO() } }))'),
    ),
    testCase: { input: three, now: '2026-03-01T09:00:00Z' },
  },
  {
    name: 'code-each',
    workflow: inARow(
      code('Code', '', { parameters: { mode: 'runOnceForEachItem', jsCode: 'return { json: { n: $json.n + 1 } }' } }),
      set('After', { was: '={{ $("Start").item.json.n }}', is: '={{ $json.n }}' }),
    ),
    testCase: { input: three },
  },
  {
    name: 'code-throws',
    workflow: inARow(code('Code', 'throw new Error("no")', { onError: 'continueRegularOutput' })),
    testCase: { input: three },
  },
  {
    name: 'mocked-service',
    workflow: inARow(
      slack('Slack', { text: '={{ $json.n }}' }),
      set('After', { ts: '={{ $json.ts }}', n: '={{ $("Start").item.json.n }}' }),
    ),
    testCase: { input: three, mocks: { Slack: [{ ts: 'a' }, { ts: 'b' }, { ts: 'c' }] } },
  },
  {
    name: 'mocked-error',
    workflow: wired(
      [
        start,
        slack('Slack', { text: 'x' }, { onError: 'continueErrorOutput' }),
        set('Good', { a: 1 }),
        set('Bad', { why: '={{ $json.error }}' }),
      ],
      { Start: ['Slack'], Slack: ['Good', 'Bad'] },
    ),
    testCase: { input: three, mocks: { Slack: { error: 'channel_not_found' } } },
  },
  {
    name: 'mocked-runs',
    workflow: wired(
      [
        start,
        node('Loop', 'splitInBatches', 3, { options: {} }),
        slack('Slack', { text: '={{ $json.n }}' }),
        set('Done', { a: '={{ $json.ts }}' }),
      ],
      { Start: ['Loop'], Loop: ['Done', 'Slack'], Slack: ['Loop'] },
    ),
    testCase: { input: three, mocks: { Slack: { runs: [[{ ts: 1 }], [{ ts: 2 }], [{ ts: 3 }]] } } },
  },
  {
    name: 'unmocked-service',
    workflow: inARow(
      slack('Slack', {
        resource: 'message',
        operation: 'post',
        select: 'channel',
        channelId: { __rl: true, mode: 'id', value: 'C0123456789' },
        text: '=Hi {{ $json.n }}',
      }),
      set('After', { ts: '={{ $json.message_timestamp }}' }),
    ),
    testCase: {
      input: [{ n: 1 }],
      credentials: { slackApi: { accessToken: 'xoxb-very-secret' } },
      http: [{ url: 'https://slack.com/api/*', json: { ok: true, ts: '1' } }],
    },
  },
  {
    name: 'stop-and-error',
    workflow: inARow(node('Stop', 'stopAndError', 1, { errorMessage: '=no order {{ $json.n }}' })),
    testCase: { input: three, expect: { status: 'error' } },
  },
  {
    name: 'short-wait',
    workflow: inARow(
      node('Wait', 'wait', 1.1, { amount: 20, unit: 'seconds' }),
      set('After', { at: '={{ $now.toISO() }}' }),
    ),
    testCase: { input: three, now: '2026-03-01T09:00:00Z' },
  },
  {
    name: 'long-wait',
    workflow: inARow(node('Wait', 'wait', 1.1, { amount: 2, unit: 'hours' }), set('After', { a: 1 })),
    testCase: { input: three, now: '2026-03-01T09:00:00Z', expect: { status: 'waiting' } },
  },
  {
    name: 'static-data',
    workflow: inARow(
      code(
        'Count',
        "const data = $getWorkflowStaticData('global'); data.count = (data.count ?? 0) + 1; return [{ json: { count: data.count } }]",
      ),
    ),
    testCase: { input: [{}] },
  },
  {
    name: 'variables',
    workflow: inARow(set('Seen', { region: '={{ $vars.region }}', zone: '={{ $now.zoneName }}' })),
    testCase: { input: [{}], variables: { region: 'eu' }, now: '2026-03-01T09:00:00Z' },
  },
  {
    name: 'pinned-data',
    workflow: {
      ...inARow(slack(), set('After', { a: '={{ $json.pinned }}' })),
      pinData: { Slack: [{ json: { pinned: 7 } }] },
    },
    testCase: { input: [{}], usePinnedData: true },
  },
  {
    name: 'always-output',
    workflow: inARow(
      node('None', 'filter', 2.2, condition('={{ $json.n }}', 'gt', 9), { alwaysOutputData: true }),
      set('Once', { a: 1 }, { executeOnce: true }),
    ),
    testCase: { input: three },
  },
  {
    name: 'disabled',
    workflow: inARow(set('Off', { a: 1 }, { disabled: true }), set('On', { b: 2 })),
    testCase: { input: three },
  },
  {
    name: 'random',
    workflow: inARow(
      node('Make', 'crypto', 1, { action: 'generate', encodingType: 'uuid', dataPropertyName: 'id' }),
      set('Seen', { of: '={{ $json.id }}', n: '={{ Math.random() }}' }),
    ),
    testCase: { input: [{}] },
  },
]
