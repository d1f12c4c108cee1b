import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ListedNode } from '../../../src/runs/nodes/node-list.ts'
import { type RunOptions, startInstance, type TestInstance } from '../../../src/testing.ts'

/** What a node puts out, item by item; written by hand from the documentation of the service's nodes. */
interface Row {
  typeVersion?: number
  parameters?: Record<string, unknown>
  credentials?: Record<string, unknown>
  /** What the trigger puts out; one item `{ n: 1 }` where left out. Of a row with `starts` what the trigger gets. */
  items?: unknown
  /** The node is the trigger itself. */
  starts?: true
  /** Its workflow is the instance's: one that is only tried has no data tables. */
  stored?: true
  /** How many inputs it has; each gets the items. */
  inputs?: number
  options?: RunOptions
  puts: unknown[]
}

const two = [{ n: 1 }, { n: 2 }]
const falling = [{ n: 2 }, { n: 1 }]
const smaller = {
  options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
  combinator: 'and',
  conditions: [{ id: 'c', leftValue: '={{ $json.n }}', rightValue: 2, operator: { type: 'number', operation: 'lt' } }],
}
const file = { binary: { data: { data: btoa('a,b\n1,2\n'), mimeType: 'text/csv', fileName: 'a.csv' } } }

/** A type without a row does not compile. */
const ROWS: Record<ListedNode, Row> = {
  'n8n-nodes-base.httpRequest': {
    typeVersion: 4.2,
    parameters: { url: 'https://api.example.com/a', options: {} },
    options: { http: [{ url: 'https://api.example.com/a', json: { ok: true } }] },
    puts: [{ ok: true }],
  },
  'n8n-nodes-base.if': {
    typeVersion: 2.2,
    parameters: { conditions: smaller, options: {} },
    items: falling,
    puts: two,
  },
  'n8n-nodes-base.filter': {
    typeVersion: 2.2,
    parameters: { conditions: smaller, options: {} },
    items: falling,
    puts: two,
  },
  'n8n-nodes-base.switch': {
    typeVersion: 3.2,
    parameters: { rules: { values: [{ conditions: smaller }] }, options: {} },
    items: two,
    puts: [{ n: 1 }],
  },
  'n8n-nodes-base.splitInBatches': {
    typeVersion: 3,
    parameters: { batchSize: 1, options: {} },
    items: two,
    puts: [{ n: 1 }],
  },
  'n8n-nodes-base.wait': { typeVersion: 1.1, parameters: { amount: 1, unit: 'seconds' }, puts: [{ n: 1 }] },
  'n8n-nodes-base.executeWorkflow': {
    typeVersion: 1.2,
    parameters: { workflowId: { __rl: true, mode: 'id', value: 'called' }, options: {} },
    options: {
      subWorkflows: [
        {
          id: 'called',
          name: 'Called',
          nodes: [
            node('Start', 'n8n-nodes-base.executeWorkflowTrigger', { typeVersion: 1 }),
            node('Say', 'n8n-nodes-base.set', {
              typeVersion: 3.4,
              parameters: { mode: 'raw', jsonOutput: '{"said":1}' },
            }),
          ],
          connections: { Start: { main: [[{ node: 'Say', type: 'main', index: 0 }]] } },
        },
      ],
    },
    puts: [{ said: 1 }],
  },
  'n8n-nodes-base.executeWorkflowTrigger': {
    typeVersion: 1.1,
    parameters: { inputSource: 'passthrough' },
    starts: true,
    items: [{ id: 7 }],
    puts: [{ id: 7 }],
  },
  'n8n-nodes-base.respondToWebhook': {
    typeVersion: 1,
    parameters: { respondWith: 'json', responseBody: '{"a":1}', options: {} },
    puts: [{ n: 1 }],
  },
  'n8n-nodes-base.stopAndError': { typeVersion: 1, parameters: { errorMessage: 'Enough' }, puts: ['Enough'] },
  'n8n-nodes-base.executionData': {
    typeVersion: 1,
    parameters: { dataToSave: { values: [{ key: 'k', value: 'v' }] } },
    puts: [{ n: 1 }],
  },
  'n8n-nodes-base.debugHelper': {
    typeVersion: 1,
    parameters: { category: 'throwError', throwErrorType: 'Error', throwErrorMessage: 'Boom' },
    puts: ['Boom'],
  },
  'n8n-nodes-base.noOp': { typeVersion: 1, items: two, puts: two },
  'n8n-nodes-base.stickyNote': { typeVersion: 1, puts: [] },
  'n8n-nodes-base.webhook': {
    typeVersion: 2,
    parameters: { path: 'a', httpMethod: 'POST', options: {} },
    starts: true,
    items: { body: { a: 1 } },
    puts: [expect.objectContaining({ body: { a: 1 }, query: {}, params: {} })],
  },
  'n8n-nodes-base.formTrigger': {
    typeVersion: 2.2,
    parameters: { formTitle: 'A', formFields: { values: [{ fieldLabel: 'Name' }] }, options: {} },
    starts: true,
    items: { Name: 'Ann' },
    puts: [expect.objectContaining({ Name: 'Ann', formMode: 'production' })],
  },
  'n8n-nodes-base.scheduleTrigger': {
    typeVersion: 1.2,
    parameters: { rule: { interval: [{ field: 'days' }] } },
    starts: true,
    options: { now: '2026-03-02T09:00:00Z', timezone: 'UTC' },
    puts: [expect.objectContaining({ timestamp: '2026-03-02T09:00:00.000+00:00', 'Day of week': 'Monday' })],
  },
  'n8n-nodes-base.cron': {
    typeVersion: 1,
    parameters: { triggerTimes: { item: [{ mode: 'everyMinute' }] } },
    starts: true,
    puts: [{}],
  },
  'n8n-nodes-base.interval': { typeVersion: 1, parameters: { interval: 1 }, starts: true, puts: [{}] },
  'n8n-nodes-base.manualTrigger': { typeVersion: 1, starts: true, items: two, puts: two },
  'n8n-nodes-base.start': {
    typeVersion: 1,
    starts: true,
    items: two,
    // the version that the instance has does not know it any more
    options: { allowNodes: ['n8n-nodes-base.start'] },
    puts: two,
  },
  'n8n-nodes-base.errorTrigger': {
    typeVersion: 1,
    starts: true,
    items: [{ execution: { id: '1' } }],
    puts: [{ execution: { id: '1' } }],
  },
  '@n8n/n8n-nodes-langchain.manualChatTrigger': {
    typeVersion: 1.1,
    starts: true,
    items: { chatInput: 'hello' },
    puts: [expect.objectContaining({ chatInput: 'hello' })],
  },
  '@n8n/n8n-nodes-langchain.chatTrigger': {
    typeVersion: 1.1,
    parameters: { options: {} },
    starts: true,
    items: { chatInput: 'hello' },
    puts: [expect.objectContaining({ chatInput: 'hello' })],
  },
  'n8n-nodes-base.dateTime': {
    typeVersion: 2,
    parameters: {
      operation: 'addToDate',
      magnitude: '2026-03-02T09:00:00Z',
      timeUnit: 'days',
      duration: 1,
      options: {},
    },
    options: { timezone: 'UTC' },
    puts: [{ newDate: '2026-03-03T09:00:00.000Z' }],
  },
  'n8n-nodes-base.crypto': {
    typeVersion: 1,
    parameters: { action: 'hash', type: 'MD5', value: 'a', dataPropertyName: 'hash' },
    puts: [{ n: 1, hash: '0cc175b9c0f1b6a831c399e269772661' }],
  },
  'n8n-nodes-base.html': {
    typeVersion: 1.2,
    parameters: { operation: 'generateHtmlTemplate', html: '<b>{{ $json.n }}</b>' },
    puts: [{ html: '<b>1</b>' }],
  },
  'n8n-nodes-base.htmlExtract': {
    typeVersion: 1,
    parameters: {
      dataPropertyName: 'page',
      extractionValues: { values: [{ key: 'title', cssSelector: 'h1', returnValue: 'text' }] },
      options: {},
    },
    items: [{ page: '<h1>Hello</h1>' }],
    puts: [{ title: 'Hello' }],
  },
  'n8n-nodes-base.xml': {
    typeVersion: 1,
    parameters: { mode: 'xmlToJson', dataPropertyName: 'xml', options: {} },
    items: [{ xml: '<a><b>1</b></a>' }],
    puts: [{ a: { b: '1' } }],
  },
  'n8n-nodes-base.markdown': {
    typeVersion: 1,
    parameters: { mode: 'markdownToHtml', markdown: '**a**', destinationKey: 'data', options: {} },
    puts: [{ n: 1, data: '<p><strong>a</strong></p>' }],
  },
  'n8n-nodes-base.convertToFile': {
    typeVersion: 1.1,
    parameters: { operation: 'csv', options: {} },
    items: two,
    puts: [{}],
  },
  'n8n-nodes-base.moveBinaryData': {
    typeVersion: 1,
    parameters: { mode: 'binaryToJson', setAllData: false, destinationKey: 'text', options: {} },
    options: { mocks: { File: [{ json: { n: 1 }, ...file }] } },
    puts: [{ n: 1, text: 'a,b\n1,2\n' }],
  },
  'n8n-nodes-base.extractFromFile': {
    typeVersion: 1,
    parameters: { operation: 'csv', options: {} },
    options: { mocks: { File: [{ json: {}, ...file }] } },
    puts: [{ a: '1', b: '2' }],
  },
  'n8n-nodes-base.code': {
    typeVersion: 2,
    parameters: { jsCode: 'return $input.all().map(({ json }) => ({ json: { twice: json.n * 2 } }))' },
    items: two,
    puts: [{ twice: 2 }, { twice: 4 }],
  },
  'n8n-nodes-base.function': {
    typeVersion: 1,
    parameters: { functionCode: 'return items.map(({ json }) => ({ json: { twice: json.n * 2 } }))' },
    puts: [{ twice: 2 }],
  },
  'n8n-nodes-base.functionItem': {
    typeVersion: 1,
    parameters: { functionCode: 'item.more = true\nreturn item' },
    puts: [{ n: 1, more: true }],
  },
  'n8n-nodes-base.jwt': {
    typeVersion: 1,
    credentials: { jwtAuth: { id: 'unknown' } },
    parameters: {
      operation: 'decode',
      token: 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.AAAA',
      options: {},
    },
    puts: [expect.objectContaining({ payload: { a: 1 } })],
  },
  'n8n-nodes-base.dataTable': {
    typeVersion: 1,
    parameters: {
      resource: 'row',
      operation: 'get',
      dataTableId: { __rl: true, mode: 'id', value: 'stock00000000001' },
      returnAll: true,
      filters: { conditions: [{ keyName: 'name', condition: 'eq', keyValue: 'pen' }] },
    },
    stored: true,
    puts: [expect.objectContaining({ name: 'pen' })],
  },
  'n8n-nodes-base.set': {
    typeVersion: 3.4,
    parameters: {
      assignments: { assignments: [{ id: 'a', name: 'm', type: 'number', value: '={{ $json.n + 1 }}' }] },
      includeOtherFields: true,
      options: {},
    },
    puts: [{ n: 1, m: 2 }],
  },
  'n8n-nodes-base.merge': {
    typeVersion: 3,
    parameters: { mode: 'append' },
    inputs: 2,
    items: two,
    puts: [...two, ...two],
  },
  'n8n-nodes-base.splitOut': {
    typeVersion: 1,
    parameters: { fieldToSplitOut: 'list', options: {} },
    items: [{ list: [1, 2] }],
    puts: [{ list: 1 }, { list: 2 }],
  },
  'n8n-nodes-base.aggregate': {
    typeVersion: 1,
    parameters: { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'n' }] }, options: {} },
    items: two,
    puts: [{ n: [1, 2] }],
  },
  'n8n-nodes-base.sort': {
    typeVersion: 1,
    parameters: { sortFieldsUi: { sortField: [{ fieldName: 'n', order: 'descending' }] }, options: {} },
    items: two,
    puts: [{ n: 2 }, { n: 1 }],
  },
  'n8n-nodes-base.removeDuplicates': {
    typeVersion: 1,
    parameters: { compare: 'allFields', options: {} },
    items: [...two, { n: 1 }],
    puts: two,
  },
  'n8n-nodes-base.summarize': {
    typeVersion: 1.1,
    parameters: { fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'n' }] }, options: {} },
    items: two,
    puts: [{ sum_n: 3 }],
  },
  'n8n-nodes-base.itemLists': {
    typeVersion: 3.1,
    parameters: { operation: 'limit', maxItems: 1, keep: 'lastItems' },
    items: two,
    puts: [{ n: 2 }],
  },
  'n8n-nodes-base.renameKeys': {
    typeVersion: 1,
    parameters: { keys: { key: [{ currentKey: 'n', newKey: 'm' }] } },
    puts: [{ m: 1 }],
  },
  'n8n-nodes-base.compareDatasets': {
    typeVersion: 2.3,
    parameters: { mergeByFields: { values: [{ field1: 'n', field2: 'n' }] }, options: {} },
    inputs: 2,
    items: two,
    puts: two,
  },
  'n8n-nodes-base.limit': { typeVersion: 1, parameters: { maxItems: 1 }, items: two, puts: [{ n: 1 }] },
}

let instance: TestInstance

beforeAll(async () => {
  instance = await startInstance({
    profile: 'n8n-2.41',
    socket: false,
    fixture: {
      dataTables: [
        {
          id: 'stock00000000001',
          name: 'stock',
          columns: [{ name: 'name', type: 'string' }],
          rows: [{ name: 'pen' }, { name: 'ink' }],
        },
      ],
    },
  })
})
afterAll(() => instance.stop())

test.each(Object.entries(ROWS))('%s puts out what its parameters say', async (type, row) => {
  const { items = [{ n: 1 }], inputs = 1, starts, options, puts } = row
  const it = node('It', type, row)
  const before = options?.mocks?.File ? [node('File', 'n8n-nodes-base.readBinaryFile')] : []
  const nodes = starts ? [it] : [node('Start', 'n8n-nodes-base.manualTrigger'), ...before, it]
  const inputsOfIt = Array.from({ length: inputs }, (_, index) => ({ node: 'It', type: 'main', index }))
  const toFile = { main: [[{ node: 'File', type: 'main', index: 0 }]] }
  const connections =
    before.length > 0 ? { Start: toFile, File: { main: [inputsOfIt] } } : { Start: { main: [inputsOfIt] } }
  const workflow = { name: 'W', nodes, connections: starts ? {} : connections }
  if (row.stored) await instance.seed({ workflows: [{ id: 'stored', ...workflow }] })
  const input = starts && row.items === undefined ? {} : { input: items }
  const run = await instance.runWorkflow(row.stored ? 'stored' : workflow, { ...input, ...options })
  const { output, error } = run.node('It')
  expect(error ? [error.message] : output).toEqual(puts as never)
})

function node(name: string, type: string, { typeVersion = 1, parameters = {}, credentials }: Partial<Row> = {}) {
  const more = credentials ? { credentials } : {}
  return { id: name, name, type, typeVersion, position: [0, 0] as [number, number], parameters, ...more }
}
