import { CUSTOMER, inARow, LARGE, orders, request, slack } from './workflows.ts'

type Fields = Record<string, unknown>

const BASE = 'n8n-nodes-base.'
const base64 = Buffer.from('a,b\n1,2\n').toString('base64')
const node = (name: string, type: string, typeVersion: number, parameters: object = {}) => ({
  id: name,
  name,
  type: type.includes('.') ? type : BASE + type,
  typeVersion,
  position: [0, 0],
  parameters,
})
/** A trigger and a node that shows what came. */
const started = (trigger: ReturnType<typeof node>, ...more: ReturnType<typeof node>[]) => ({
  name: 'Started',
  nodes: [trigger, ...more, node('Show', 'noOp', 1)],
  connections: { [trigger.name]: { main: [[{ node: 'Show', type: 'main', index: 0 }]] } },
  settings: {},
})

const hook = (parameters: object) =>
  node('Hook', 'webhook', 2, { path: 'a', httpMethod: 'POST', options: {}, ...parameters })
const form = node('Form', 'formTrigger', 2.2, {
  formTitle: 'F',
  formFields: {
    values: [
      { fieldLabel: 'Email', requiredField: true },
      { fieldLabel: 'Age', fieldType: 'number' },
      { fieldLabel: 'CV', fieldType: 'file', multipleFiles: true },
    ],
  },
})
const table = {
  id: 'table00000000001',
  name: 'T',
  columns: [
    { name: 'word', type: 'string' },
    { name: 'n', type: 'number' },
  ],
  rows: [
    { id: 1, word: 'a', n: 1 },
    { id: 2, word: 'b', n: 2 },
  ],
}
const called = {
  id: 'w2',
  name: 'Called',
  nodes: [node('In', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }), node('Tell', 'slack', 2.3)],
  connections: { In: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
  settings: {},
}
const calling = node('Call', 'executeWorkflow', 1.2, {
  workflowId: { __rl: true, mode: 'id', value: 'w2' },
  options: {},
})

/** Requests of runs that are right, by what they show. */
export const REQUESTS: Record<string, Fields & { workflow: unknown }> = {
  'an order': { workflow: orders(), ...LARGE },
  'a call with files': {
    workflow: started(hook({ path: 'a/:id', options: { binaryPropertyName: 'f' } })),
    input: {
      method: 'POST',
      body: { a: 'x', n: 5, list: ['a'] },
      query: { q: '1' },
      headers: { 'X-One': '1' },
      params: { id: '7' },
      files: {
        doc: { fileName: 'a.csv', mimeType: 'text/csv', base64 },
        two: [{ base64, fileName: 'b.csv' }, { base64 }],
      },
    },
  },
  'a call of several methods': {
    workflow: started(hook({ multipleMethods: true, httpMethod: ['GET', 'PUT'], responseMode: 'lastNode' })),
    input: { method: 'PUT', body: 'text', headers: { 'content-type': 'text/plain' } },
  },
  'a form': {
    workflow: started(form),
    input: { Email: 'a@b.cc', Age: '12', files: { CV: [{ fileName: 'cv.pdf', mimeType: 'application/pdf', base64 }] } },
    timezone: 'Asia/Tokyo',
  },
  'a chat': {
    workflow: started(node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.1)),
    input: { chatInput: 'Hi' },
  },
  'a schedule': {
    workflow: started(node('Clock', 'scheduleTrigger', 1.2, { rule: { interval: [{ field: 'hours' }] } })),
    now: '2024-05-06T07:08:09.123+02:00',
    timezone: 'Europe/Berlin',
  },
  'an error trigger': { workflow: started(node('Failed', 'errorTrigger', 1)), input: { execution: { id: '1' } } },
  'a trigger of a service': { workflow: started(node('Mail', 'gmailTrigger', 1.2)), input: [{ subject: 'x' }] },
  'two triggers': {
    workflow: started(hook({}), node('Start', 'manualTrigger', 1)),
    trigger: 'Hook',
    input: { body: 1 },
  },
  'pinned data': {
    workflow: { ...inARow(slack('Slack')), pinData: { Slack: [{ json: { pinned: true } }] } },
    usePinnedData: true,
    input: { a: 1 },
  },
  'nodes of services': {
    workflow: inARow(slack('One', { text: '={{ $json.a }}' }), slack('Two'), slack('Three')),
    input: [{ a: 1 }, { json: { a: 2 }, pairedItem: 0 }],
    mocks: {
      One: [{ ok: true }, { json: { n: 1 }, pairedItem: { item: 1 } }],
      Two: { runs: [[{ first: true }], { error: 'down' }] },
      Three: [[{ a: 1 }], [{ b: 2 }]],
    },
    unmocked: 'fail',
  },
  'a mock that fails': {
    workflow: inARow(slack('One', {}, { onError: 'continueErrorOutput' }), slack('Two')),
    mocks: { One: { error: { message: 'no', description: 'd', httpCode: 404 } }, Two: [] },
    unmocked: 'pass',
  },
  'requests that are answered': {
    workflow: inARow(
      request(),
      request(
        {
          url: 'https://api.example.com/b',
          method: 'POST',
          sendBody: true,
          bodyParameters: { parameters: [{ name: 'a', value: '1' }] },
        },
        { name: 'Send' },
      ),
    ),
    http: [
      {
        method: 'GET',
        url: 'https://api.example.com/a',
        status: 200,
        headers: { 'x-a': '1' },
        json: [{ a: 1 }, { a: 2 }],
      },
      { url: 'https://api.example.com/*', body: { a: '1' }, status: 201, text: 'made', times: 2 },
      { url: CUSTOMER.url, base64, headers: { 'content-type': 'text/csv' } },
      { url: 'https://x.example/*', error: 'ECONNREFUSED' },
    ],
    credentials: { httpBasicAuth: { user: 'u', password: 'p' } },
  },
  'a called workflow': {
    workflow: inARow(calling),
    subWorkflows: [called],
    mocks: { 'Called/Tell': [{ told: 1 }] },
    input: [{ a: 1 }],
    allowNodes: ['n8n-nodes-x'],
  },
  'a data table': {
    workflow: inARow(
      node('Rows', 'dataTable', 1, {
        operation: 'get',
        dataTableId: { __rl: true, mode: 'name', value: 'T' },
        returnAll: true,
      }),
    ),
    dataTables: [table],
    variables: { a: 'b' },
  },
}

const MISTAKES: unknown[] = [undefined, null, 'x', '', 7, -1, true, [], ['x'], {}, { x: 1 }]

/** The same with one mistake after the other: each part left out, or of each wrong kind, and each name misspelt. */
export function* damaged(request: Fields): Generator<Fields> {
  yield request
  const { workflow, ...parts } = request
  let turn = 0
  for (const made of damagedParts(parts, 0)) yield { workflow, ...(made as Fields) }
  function* damagedParts(value: unknown, depth: number): Generator<unknown> {
    if (typeof value !== 'object' || value === null || depth > 5) return
    const put = (key: string, part: unknown) =>
      Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }
    for (const [key, part] of Object.entries(value)) {
      turn++
      for (const [at, mistake] of MISTAKES.entries()) if ((at + turn) % 3 === 0) yield put(key, mistake)
      if (!Array.isArray(value)) {
        const { [key]: _, ...others } = value as Fields
        yield { ...others, [`${key}x`]: part }
      }
      for (const inner of damagedParts(part, depth + 1)) yield put(key, inner)
    }
  }
}
