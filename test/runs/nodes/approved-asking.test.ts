// Nodes that ask what is around them: data tables, called workflows, the caller, the clock, and their own earlier runs.
import { expect, test } from 'bun:test'
import { type RunOptions, startInstance, type TestInstance } from '../../../src/testing.ts'
import { digest } from '../../digest.ts'
import { node } from '../tests/workflows.ts'

type Fields = Record<string, unknown>

const RANDOM = ['startTime', 'executionTime', 'stack']
const NOW = '2024-05-06T07:08:09.123Z'

const to = (...names: string[]) => ({ main: [names.map(name => ({ node: name, type: 'main', index: 0 }))] })
const START = node('T', 'manualTrigger', 1)
const ITEMS = [
  { json: { word: 'a', n: 1, s: 'x', day: '2024-01-31', yes: true }, binary: { data: { data: 'YQ==' } } },
  { json: { word: 'b', n: '2', s: 5 } },
  { json: { word: 'c', n: null, other: [1] } },
]

type Options = Omit<RunOptions, 'trigger' | 'now'>

/** All of a run that is not chance. */
async function shownRun(instance: TestInstance, nodes: Fields[], connections: Fields, options: Options) {
  const workflow = { id: 'w1', name: 'W', nodes, connections, settings: { executionOrder: 'v1' } }
  const run = await instance.runWorkflow(workflow as never, { trigger: 'T', now: NOW, input: ITEMS, ...options })
  const { data, waitTill } = run.execution
  const { status, error, response, notes } = run
  const all = [status, error, response, notes, waitTill, data]
  return JSON.stringify(all, (key, value) => (RANDOM.includes(key) ? undefined : value))
}

/** Each node in a run of its own; of the outcomes how many there are of each status. */
async function outcomes(what: string, runs: (() => Promise<string>)[]): Promise<string> {
  const all: string[] = []
  for (const run of runs) all.push(await run())
  const statuses = Object.entries(Object.groupBy(all, text => JSON.parse(text)[0] as string))
  const counts = statuses.map(([status, some]) => `${some?.length} ${status}`).sort()
  return `${what}: ${[...counts, digest(all.join())].join(', ')}`
}

const start = () => startInstance({ socket: false, profile: 'n8n-2.41', idSeed: 'asking', clock: NOW })
const versioned = <Value>(versions: number[], values: Value[]) =>
  versions.flatMap(version => values.map(value => [version, value] as const))
const asIsOrStops = (at: number) => (at % 3 === 2 ? {} : { onError: 'continueRegularOutput' })

test('what nodes get of the instance, of calls and of time is as approved (bun run generate writes it)', async () => {
  await using instance = await start()
  const single = (type: string, cases: (readonly [number, Fields])[], options: Options = {}) =>
    cases.map(([typeVersion, parameters], at) => () => {
      const nodes = [START, node('N', type, typeVersion, parameters, asIsOrStops(at)), node('After', 'noOp', 1)]
      return shownRun(instance, nodes, { T: to('N'), N: to('After') }, options)
    })
  const inTables = (all: Fields[]) => all.map((parameters, at) => () => tableRun(instance, parameters, at))
  const lines = [
    await outcomes('rows of data tables', inTables(ROWS)),
    await outcomes('data tables', inTables(TABLES)),
    await outcomes('waits', single('wait', versioned([1, 1.1], WAITS))),
    await outcomes(
      'called workflows',
      single('executeWorkflow', versioned([1, 1.2, 1.4], CALLS), { subWorkflows: CALLED as never }),
    ),
    await outcomes(
      'loops',
      versioned([1, 2, 3], LOOPS).map(([version, parameters]) => () => {
        const nodes = [
          START,
          node('L', 'splitInBatches', version, parameters),
          node('In', 'noOp', 1),
          node('Out', 'noOp', 1),
        ]
        const outputs = version === 3 ? ['Out', 'In'] : ['In', 'Out']
        const wires = { T: to('L'), L: { main: outputs.flatMap(name => to(name).main) }, In: to('L') }
        return shownRun(instance, nodes, wires, { input: Array.from({ length: 5 }, (_, n) => ({ json: { n } })) })
      }),
    ),
    await outcomes(
      'answers to calls',
      versioned([1, 1.3, 1.5], ANSWERS).map(([version, parameters], at) => () => {
        const hook = node('T', 'webhook', 2, { path: 'a', httpMethod: 'POST', responseMode: 'responseNode' })
        const respond = node('N', 'respondToWebhook', version, parameters, asIsOrStops(at))
        const nodes = [hook, respond, node('After', 'noOp', 1)]
        const input = {
          method: 'POST',
          body: { n: '1' },
          files: { doc: { base64: 'YQ==', fileName: 'a.txt' } },
        }
        return shownRun(instance, nodes, { T: to('N'), N: to('After') }, { input })
      }),
    ),
    await outcomes('answers without a call', single('respondToWebhook', versioned([1, 1.1, 1.5], ANSWERS.slice(0, 4)))),
  ]
  expect(lines.join('\n')).toMatchSnapshot()
}, 60_000)

const TABLE = {
  id: 'table00000000001',
  name: 'Words',
  columns: [
    { name: 'word', type: 'string' },
    { name: 'n', type: 'number' },
    { name: 'yes', type: 'boolean' },
    { name: 'day', type: 'date' },
  ],
  rows: [
    { id: 1, word: 'a', n: 1, yes: true, day: '2024-03-05T10:20:30.000Z' },
    { id: 2, word: 'b', n: 2, yes: false, day: null },
    { id: 3, word: null, n: 10.5, yes: null, day: '2020-01-01T00:00:00.000Z' },
  ],
}
const OTHER = { id: 'table00000000002', name: 'Another', columns: [{ name: 'x', type: 'string' }], rows: [] }

/** A change, and then what the table has, or which tables there are. */
function tableRun(instance: TestInstance, parameters: Fields, at: number) {
  const change = node('N', 'dataTable', 1.1, parameters, asIsOrStops(at))
  const read = { operation: 'get', dataTableId: { mode: 'name', value: 'Words' }, returnAll: true }
  const shown = parameters.resource === 'table' ? { resource: 'table' } : read
  const isReading = ['get', 'rowExists', 'rowNotExists'].includes(String(parameters.operation))
  const nodes = [START, change, ...(isReading ? [] : [node('Show', 'dataTable', 1.1, shown, { executeOnce: true })])]
  const wires = { T: to(...nodes.slice(1).map(({ name }) => name)) }
  return shownRun(instance, nodes, wires, {
    dataTables: [TABLE, OTHER] as never,
    input: ITEMS.slice(0, isReading ? 1 : 2),
  })
}

const WORDS = { dataTableId: { mode: 'id', value: TABLE.id } }
const conditions = (...given: [keyName: string, condition: string, keyValue?: unknown][]) => ({
  conditions: given.map(([keyName, condition, keyValue]) => ({ keyName, condition, keyValue })),
})
const mapped = (value: unknown) => ({ mappingMode: 'defineBelow', value })
const FILTERS = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map(condition => conditions(['n', condition, 2])),
  ...['eq', 'like', 'ilike'].map(condition => conditions(['word', condition, 'A%'])),
  ...['isEmpty', 'isNotEmpty', 'isTrue', 'isFalse'].map(condition => conditions(['yes', condition])),
  conditions(['word', 'isEmpty'], ['n', 'eq', 1]),
  conditions(['day', 'gt', '2023-01-01']),
  conditions(['id', 'eq', '={{ 2 }}']),
  conditions(['createdAt', 'lte', '2024-05-06']),
  conditions(['word', 'eq', '={{ $json.word }}']),
  conditions(['missing', 'eq', 1], ['also', 'eq', 2]),
  { conditions: [{}] },
  conditions(),
  {},
]
const VALUES = [
  mapped({ word: 'new', n: '12', yes: 'true', day: '2024-01-31' }),
  mapped({ word: 5, n: 'no' }),
  mapped({ day: 'no' }),
  mapped({ yes: 1, n: null, word: '={{ $json.word }}' }),
  mapped({ day: '={{ $now }}' }),
  mapped({ missing: 1 }),
  mapped({}),
  mapped(null),
  { mappingMode: 'autoMapInputData' },
]
const dry = (operation: string, rest: Fields) =>
  [{}, { options: { dryRun: true } }, { matchType: 'allConditions' }].map(more => ({
    operation,
    ...WORDS,
    ...rest,
    ...more,
  }))

const ROWS: Fields[] = [
  ...FILTERS.flatMap(filters => [
    { operation: 'get', ...WORDS, filters },
    { operation: 'rowExists', ...WORDS, filters },
  ]),
  ...[conditions(['n', 'gt', 1], ['word', 'eq', 'b']), conditions(['n', 'gt', 100]), {}].flatMap(filters => [
    ...['get', 'rowExists', 'rowNotExists'].map(operation => ({
      operation,
      ...WORDS,
      filters,
      matchType: 'allConditions',
    })),
    ...dry('deleteRows', { filters }),
    ...dry('update', { filters, columns: VALUES[0] }),
    ...dry('upsert', { filters, columns: VALUES[0] }),
  ]),
  ...VALUES.flatMap(columns => [
    { operation: 'insert', ...WORDS, columns },
    { operation: 'insert', ...WORDS, columns, options: { optimizeBulk: true } },
    { operation: 'update', ...WORDS, columns, filters: conditions(['id', 'eq', 1]) },
    { operation: 'upsert', ...WORDS, columns, filters: conditions(['word', 'eq', 'none']) },
  ]),
  ...[
    { limit: 1 },
    { limit: 0 },
    { limit: '={{ 2 }}' },
    { returnAll: true, limit: 1 },
    { orderBy: true },
    { orderBy: true, orderByColumn: 'n', orderByDirection: 'ASC' },
    { orderBy: true, orderByColumn: 'n', limit: 1 },
    { orderBy: false, orderByColumn: 'word', orderByDirection: 'ASC' },
    { orderBy: true, orderByColumn: 'missing' },
  ].map(rest => ({ operation: 'get', ...WORDS, ...rest })),
  { operation: 'other', ...WORDS },
  {},
]

const TABLES: Fields[] = [
  ...[
    { mode: 'name', value: 'Words' },
    { mode: 'name', value: 'none' },
    { mode: 'id', value: 'none' },
    { mode: 'list', value: '' },
    TABLE.id,
    undefined,
  ].flatMap(dataTableId => [
    { operation: 'get', dataTableId },
    ...['clear', 'delete', 'update'].map(operation => ({ resource: 'table', operation, dataTableId, newName: 'New' })),
  ]),
  ...['', 'Another', ' New '].map(newName => ({ resource: 'table', operation: 'update', ...WORDS, newName })),
  ...[
    {},
    { returnAll: false, limit: 1 },
    { returnAll: false },
    { options: { filterName: 'wor' } },
    { options: { sortField: 'createdAt', sortDirection: 'desc' } },
    { options: { sortDirection: 'desc' } },
  ].map(rest => ({ resource: 'table', ...rest })),
  ...[
    { tableName: 'Made', columns: { column: [{ name: 'a' }, { name: 'b', type: 'number' }] } },
    { tableName: 'Words' },
    { tableName: 'Words', options: { createIfNotExists: true } },
    { tableName: '' },
    { tableName: 'Made', columns: { column: [{ name: 'a' }, { name: 'a' }] } },
    { tableName: 'Made', columns: { column: [{ type: 'date' }] } },
  ].map(rest => ({ resource: 'table', operation: 'create', ...rest })),
  { resource: 'table', operation: 'other' },
]

const limited = (limitType: string | undefined, rest: Fields) => ({ limitWaitTime: true, limitType, ...rest })
const WAITS: Fields[] = [
  ...['seconds', 'minutes', 'hours', 'days', 'weeks', 'constructor', undefined].map(unit => ({ amount: 2, unit })),
  ...[0, 0.5, -1, '3', 'x', '', null, undefined, true, 1e15].map(amount => ({ amount, unit: 'days' })),
  ...[
    '2024-06-01',
    '2024-05-06T07:08:10Z',
    '2020-01-01',
    '={{ $now.plus({ days: 1 }) }}',
    '9999-01-01',
    'no',
    '',
    null,
  ].map(dateTime => ({ resume: 'specificTime', dateTime })),
  ...['webhook', 'form'].flatMap(resume =>
    [
      {},
      { limitWaitTime: false, resumeAmount: 2 },
      limited('afterTimeInterval', {}),
      limited(undefined, { resumeAmount: 2, resumeUnit: 'days' }),
      limited('afterTimeInterval', { resumeAmount: 'x' }),
      limited('afterTimeInterval', { resumeUnit: 'weeks' }),
      limited('afterTimeInterval', { resumeAmount: 1e15 }),
      limited('atSpecifiedTime', { maxDateAndTime: '2024-06-01' }),
      limited('atSpecifiedTime', { maxDateAndTime: '9999-01-01' }),
      limited('atSpecifiedTime', { maxDateAndTime: 'no' }),
      limited('atSpecifiedTime', {}),
    ].map(rest => ({ resume, formTitle: 'F', ...rest })),
  ),
  { resume: 'other' },
]

const calledBy = (id: string, parameters: Fields, typeVersion = 1.1, ...more: Fields[]) => ({
  id,
  name: id,
  nodes: [node('In', 'executeWorkflowTrigger', typeVersion, parameters), node('End', 'noOp', 1), ...more],
  connections: { In: to('End') },
  settings: { executionOrder: 'v1' },
})
const CALLED = [
  calledBy('passes', { inputSource: 'passthrough' }),
  calledBy('old', {}, 1),
  calledBy('named', { workflowInputs: { values: [{ name: 'n' }, { name: 'new' }, { type: 'any' }] } }),
  calledBy('example', { inputSource: 'jsonExample', jsonExample: "{ word: 'x', 'none': 1, }" }),
  calledBy('no-example', { inputSource: 'jsonExample', jsonExample: '[1]' }),
  calledBy('unnamed', { inputSource: 'jsonExample' }),
]
const schema = (...columns: Fields[]) => columns.map(column => ({ display: true, ...column }))
const INPUTS = [
  { value: { n: '5', s: '={{ $json.word }}', new: true } },
  { value: { n: '5', l: '[1]' }, schema: schema({ id: 'n', type: 'number' }, { id: 'l', type: 'array' }) },
  { value: { n: 'no' }, schema: schema({ id: 'n', type: 'number' }) },
  { value: { n: null, o: { a: 1 } }, schema: schema({ id: 'n', type: 'number' }, { id: 'o', type: 'object' }) },
  {
    value: { o: [1], b: true, z: 1 },
    schema: schema({ id: 'o', type: 'object' }, { id: 'b', type: 'boolean' }, { id: 'z', type: 'z' }),
  },
  {
    value: { n: 1 },
    schema: schema({ id: 'n', type: 'number', removed: true }, { id: 'word', removed: true }, { id: 's' }),
  },
  { value: { n: {} }, schema: schema({ id: 'n', type: 'any' }) },
  { value: null },
]
const CALLS: Fields[] = [
  ...[...CALLED.map(({ id }) => id), 'w1', 'none', '', undefined].flatMap(id =>
    [{}, { mode: 'each' }, { options: { waitForSubWorkflow: false } }].map(rest => ({
      workflowId: { mode: 'id', value: id },
      ...rest,
    })),
  ),
  { workflowId: 'passes' },
  { workflowId: { mode: 'id', value: '={{ ["passes", "named", "old"][$itemIndex] }}' }, mode: 'each' },
  ...INPUTS.flatMap(inputs =>
    [{}, { attemptToConvertTypes: true }, { attemptToConvertTypes: false }].map(rest => ({
      workflowId: { mode: 'id', value: 'passes' },
      workflowInputs: { ...inputs, ...rest },
    })),
  ),
  ...['localFile', 'url', 'parameter'].map(source => ({ source, workflowId: 'passes' })),
]

const LOOPS: Fields[] = [
  ...[1, 2, 5, 6, 2.7, '3', '={{ 2 }}'].map(batchSize => ({ batchSize, options: {} })),
  {},
  { batchSize: 0 },
  { batchSize: -1 },
  { batchSize: 'x' },
  { batchSize: 2, options: { reset: '={{ $runIndex === 1 }}' } },
]

const HEADERS = {
  entries: [
    { name: 'X-A', value: '={{ $json.body.n }}' },
    { name: 'Content-Type', value: 'text/csv' },
    { value: 'a' },
    { name: '', value: 'b' },
    { name: 'X-Null', value: '={{ null }}' },
    { name: 'X-None', value: '={{ $json.none }}' },
  ],
}
const ANSWERS: Fields[] = [
  {},
  ...['firstIncomingItem', 'allIncomingItems', 'noData', 'redirect', 'text', 'json', 'binary', 'other'].flatMap(
    respondWith =>
      [
        {},
        { enableResponseOutput: true },
        { enableResponseOutput: true, options: { responseCode: 201, responseKey: 'a.b', responseHeaders: HEADERS } },
        {
          responseBody: '={{ $json.body }}',
          redirectURL: '=https://x.example/{{ $json.body.n }}',
          enableResponseOutput: true,
        },
        { options: { responseCode: '={{ null }}', responseHeaders: HEADERS } },
      ].map(rest => ({ respondWith, redirectURL: 'https://x.example', ...rest })),
  ),
  ...['{"a":1}', '"text"', '[1]', '5', 'no', '', '={{ null }}', '={{ 5 }}', '={{ $json.none }}', null].flatMap(
    responseBody => [
      { respondWith: 'json', responseBody, enableResponseOutput: true },
      { respondWith: 'text', responseBody },
      { respondWith: 'redirect', redirectURL: responseBody },
    ],
  ),
  ...['automatically', 'set'].flatMap(responseDataSource =>
    ['doc', 'none', undefined].map(inputFieldName => ({ respondWith: 'binary', responseDataSource, inputFieldName })),
  ),
]
