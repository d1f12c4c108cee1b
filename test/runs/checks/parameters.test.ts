import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Finding } from '../../../src/runs/checks/finding.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({ profile: 'n8n-2.41' })
})
afterAll(() => instance.stop())

const BASE = 'n8n-nodes-base.'
const LANGCHAIN = '@n8n/n8n-nodes-langchain.'

interface GivenNode {
  name: string
  type: string
  typeVersion?: number
  parameters?: Record<string, unknown>
  [field: string]: unknown
}

const node = ({ typeVersion = 1, parameters = {}, ...rest }: GivenNode) => ({
  id: rest.name,
  position: [0, 0],
  typeVersion,
  parameters,
  ...rest,
})

const START = node({ name: 'Start', type: `${BASE}manualTrigger` })
const HOOK = node({
  name: 'Webhook',
  type: `${BASE}webhook`,
  typeVersion: 2,
  parameters: { path: 'orders', httpMethod: 'POST', options: {} },
})
const to = (...names: string[]) => ({ main: [names.map(name => ({ node: name, type: 'main', index: 0 }))] })
const serve = (type: string, name: string) => ({ [type]: [[{ node: name, type, index: 0 }]] })

/** A workflow of a trigger and what follows it in a row. */
function row(nodes: GivenNode[], { start = START, connections = {}, ...rest }: Record<string, unknown> = {}) {
  const all = [start as ReturnType<typeof node>, ...nodes.map(node)]
  const links = Object.fromEntries(all.slice(0, -1).map(({ name }, at) => [name, to(all[at + 1]?.name ?? '')]))
  return { name: 'W', nodes: all, connections: { ...links, ...(connections as object) }, settings: {}, ...rest }
}

async function findings(workflow: object): Promise<Finding[]> {
  const answer = await instance.request('POST', '/_control/validations', { workflows: [workflow] })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  const { findings } = JSON.parse(answer.text) as { findings: Finding[] }
  return findings
}

const ours = (found: readonly Finding[]) =>
  found.filter(({ rule, severity }) => severity !== 'note' && !['creation', 'publication', 'unreached'].includes(rule))

const HTTP = { name: 'Call', type: `${BASE}httpRequest`, typeVersion: 4.2 }
const SET = { name: 'Set', type: `${BASE}set`, typeVersion: 3.4 }
const CODE = { name: 'Code', type: `${BASE}code`, typeVersion: 2 }
const SLACK = { name: 'Slack', type: `${BASE}slack`, typeVersion: 2.3 }
const CHANNEL = { select: 'channel', channelId: { __rl: true, mode: 'name', value: '#sales' } }
const assign = (value: unknown, type = 'string') => ({
  assignments: { assignments: [{ id: 'a', name: 'a', value, type }] },
  options: {},
})
const when = (condition: object) => ({ conditions: { combinator: 'and', options: {}, conditions: [condition] } })
const IF = { name: 'If', type: `${BASE}if`, typeVersion: 2.2 }
const compare = (leftValue: unknown, type: string, operation: string, rest: object = {}) =>
  when({ leftValue, rightValue: null, operator: { type, operation }, ...rest })
const AGENT = {
  name: 'Agent',
  type: `${LANGCHAIN}agent`,
  typeVersion: 2,
  parameters: { promptType: 'define', text: 'x' },
}
const MODEL = node({ name: 'Model', type: `${LANGCHAIN}lmChatOpenAi`, typeVersion: 1.2 })

const UNARY = ['exists', 'notExists', 'empty', 'notEmpty', 'true', 'false']
const PRESENT = ['exists', 'notExists', 'empty', 'notEmpty']
const EQUAL = ['equals', 'notEquals']
/** Those of the service's conditions from version 2 on. */
const OPERATORS: Record<string, string[]> = {
  string: [
    ...PRESENT,
    ...EQUAL,
    ...['contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith', 'regex', 'notRegex'],
  ],
  number: [...PRESENT, ...EQUAL, 'gt', 'lt', 'gte', 'lte'],
  dateTime: [...PRESENT, ...EQUAL, 'after', 'before', 'afterOrEquals', 'beforeOrEquals'],
  boolean: [...PRESENT, ...EQUAL, 'true', 'false'],
  array: [
    ...PRESENT,
    ...['contains', 'notContains', 'lengthEquals', 'lengthNotEquals', 'lengthGt', 'lengthLt', 'lengthGte', 'lengthLte'],
  ],
  object: PRESENT,
}

interface Row {
  what: string
  workflow: object
  rule: string
  severity: 'fault' | 'warning'
  path: string
  says: string
  /** What it is after the fix. */
  fixed?: unknown
}

const MISTAKES: Row[] = [
  {
    what: 'a parameter of another typeVersion',
    workflow: row([{ ...CODE, parameters: { functionCode: 'return []', jsCode: 'return []' } }]),
    rule: 'unknown-parameter',
    severity: 'warning',
    path: '/nodes/1/parameters/functionCode',
    says: '"Code" has no parameter "functionCode"',
  },
  {
    what: 'a parameter with a typing mistake',
    workflow: row([{ ...HTTP, parameters: { url: 'https://a.example', metod: 'POST' } }]),
    rule: 'unknown-parameter',
    severity: 'warning',
    path: '/nodes/1/parameters/metod',
    says: 'did you mean "method"?',
    fixed: { url: 'https://a.example', method: 'POST' },
  },
  {
    what: 'an option of a collection that is unknown',
    workflow: row([{ ...HTTP, parameters: { url: 'https://a.example', options: { timeOut: 5 } } }]),
    rule: 'unknown-parameter',
    severity: 'warning',
    path: '/nodes/1/parameters/options/timeOut',
    says: 'did you mean "timeout"?',
    fixed: { url: 'https://a.example', options: { timeout: 5 } },
  },
  {
    what: 'parameters of an older typeVersion',
    workflow: row([{ ...SET, parameters: { values: { string: [{ name: 'a', value: 'b' }] }, options: {} } }]),
    rule: 'unknown-parameter',
    severity: 'warning',
    path: '/nodes/1/parameters/values',
    says: 'it is of typeVersion 1, 2',
  },
  {
    what: 'an operation that is not there',
    workflow: row([{ ...SLACK, parameters: { resource: 'message', operation: 'pots', ...CHANNEL, text: 'x' } }]),
    rule: 'value',
    severity: 'warning',
    path: '/nodes/1/parameters/operation',
    says: '"Slack" does not take "pots"',
  },
  {
    what: 'a number that is a text',
    workflow: row([{ ...HTTP, parameters: { url: 'https://a.example', options: { timeout: 'soon' } } }]),
    rule: 'kind',
    severity: 'warning',
    path: '/nodes/1/parameters/options/timeout',
    says: 'must be a number, not "soon"',
  },
  {
    what: 'a text that says false',
    workflow: row([{ ...HTTP, parameters: { url: 'https://a.example', sendBody: 'false' } }]),
    rule: 'kind',
    severity: 'warning',
    path: '/nodes/1/parameters/sendBody',
    says: 'must be true or false',
    fixed: { url: 'https://a.example', sendBody: false },
  },
  {
    what: 'a number out of range',
    workflow: row([{ name: 'Limit', type: `${BASE}limit`, parameters: { maxItems: 0 } }]),
    rule: 'range',
    severity: 'warning',
    path: '/nodes/1/parameters/maxItems',
    says: 'must be at least 1, not 0',
  },
  {
    what: 'a required parameter that is missing',
    workflow: row([{ ...HTTP, parameters: { method: 'GET' } }]),
    rule: 'required',
    severity: 'fault',
    path: '/nodes/1/parameters',
    says: '"Call" needs the parameter "url"',
  },
  {
    what: 'a list that is an object',
    workflow: row([
      {
        ...HTTP,
        parameters: {
          url: 'https://a.example',
          sendBody: true,
          bodyParameters: { parameters: { name: 'a', value: '1' } },
        },
      },
    ]),
    rule: 'kind',
    severity: 'fault',
    path: '/nodes/1/parameters/bodyParameters/parameters',
    says: 'must be a list',
    fixed: { url: 'https://a.example', sendBody: true, bodyParameters: { parameters: [{ name: 'a', value: '1' }] } },
  },
  {
    what: 'conditions of an older typeVersion',
    workflow: row([
      { name: 'If', type: `${BASE}if`, typeVersion: 2.2, parameters: { conditions: { string: [{ value1: 'a' }] } } },
    ]),
    rule: 'conditions',
    severity: 'warning',
    path: '/nodes/1/parameters/conditions',
    says: 'the form of an older typeVersion',
  },
  {
    what: 'an operation that a type does not have',
    workflow: row([
      {
        name: 'If',
        type: `${BASE}if`,
        typeVersion: 2.2,
        parameters: when({ leftValue: 1, rightValue: 2, operator: { type: 'number', operation: 'larger' } }),
      },
    ]),
    rule: 'conditions',
    severity: 'warning',
    path: '/nodes/1/parameters/conditions/conditions/0/operator/operation',
    says: 'which number does not have',
    fixed: when({ leftValue: 1, rightValue: 2, operator: { type: 'number', operation: 'gt' } }),
  },
  {
    what: 'a fixed value of another type, where types are strict',
    workflow: row([
      {
        name: 'If',
        type: `${BASE}if`,
        typeVersion: 2.2,
        parameters: when({
          leftValue: '={{ $json.n }}',
          rightValue: '5',
          operator: { type: 'number', operation: 'gt' },
        }),
      },
    ]),
    rule: 'conditions',
    severity: 'fault',
    path: '/nodes/1/parameters/conditions/conditions/0/rightValue',
    says: 'must be a number, not "5": types are strict',
    fixed: when({ leftValue: '={{ $json.n }}', rightValue: 5, operator: { type: 'number', operation: 'gt' } }),
  },
  {
    what: 'blanks that make a text of a number',
    workflow: row([{ ...IF, parameters: compare('={{ $json.n }} ', 'number', 'gt', { rightValue: 5 }) }]),
    rule: 'conditions',
    severity: 'fault',
    path: '/nodes/1/parameters/conditions/conditions/0/leftValue',
    says: 'for the blanks beside {{ }} it is a text',
    fixed: compare('={{ $json.n }}', 'number', 'gt', { rightValue: 5 }),
  },
  ...(
    [
      ['={{ $json.n > 3 }}', 'string', 'fault', 'it is true or false'],
      ['=order {{ $json.n }}', 'number', 'fault', 'it is a text'],
      ['={{ Number($json.n) }}', 'string', 'warning', 'it is a number'],
      ["={{ $json.tags.split(',') }}", 'object', 'warning', 'it is a list'],
      ['={{ !$json.n }}', 'dateTime', 'fault', 'it is true or false'],
    ] as const
  ).map(([left, type, severity, says]) => ({
    what: `the expression ${left} as ${type}, where types are strict`,
    workflow: row([{ ...IF, parameters: compare(left, type, 'notEmpty') }]),
    rule: 'conditions',
    severity,
    path: '/nodes/1/parameters/conditions/conditions/0/leftValue',
    says,
  })),
  {
    what: 'a part of a query as a number',
    workflow: row([{ ...IF, parameters: compare('={{ $json.query.page }}', 'number', 'gt', { rightValue: 1 }) }], {
      start: HOOK,
    }),
    rule: 'conditions',
    severity: 'warning',
    path: '/nodes/1/parameters/conditions/conditions/0/leftValue',
    says: 'must be a number, and it is a text in the items of "Webhook"',
  },
  {
    what: 'a text that Set makes, as a number of a Switch',
    workflow: row([
      { ...SET, parameters: assign('={{ $json.n }}') },
      {
        name: 'Switch',
        type: `${BASE}switch`,
        typeVersion: 3.2,
        parameters: {
          rules: { values: [{ ...compare("={{ $('Set').item.json.a }}", 'number', 'lt', { rightValue: 5 }) }] },
          options: {},
        },
      },
    ]),
    rule: 'conditions',
    severity: 'warning',
    path: '/nodes/2/parameters/rules/values/0/conditions/conditions/0/leftValue',
    says: 'it is a text in the items of "Set"',
  },
  {
    what: 'an operation on one value that looks at the second',
    workflow: row([{ ...IF, parameters: compare('={{ $json.b }}', 'boolean', 'true', { rightValue: '' }) }]),
    rule: 'conditions',
    severity: 'fault',
    path: '/nodes/1/parameters/conditions/conditions/0/rightValue',
    says: 'the operator does not say "singleValue"',
    fixed: when({
      leftValue: '={{ $json.b }}',
      rightValue: '',
      operator: { type: 'boolean', operation: 'true', singleValue: true },
    }),
  },
  ...(
    [
      ['dateTime', 'after', 'tomorrow', 'must be a date'],
      ['number', 'equals', '', 'must be a number'],
      ['array', 'contains', 'x', 'must be a list'],
    ] as const
  ).map(([type, operation, rightValue, says]) => ({
    what: `the fixed value ${JSON.stringify(rightValue)} for ${type}`,
    workflow: row([{ ...IF, parameters: compare('={{ $json.a }}', type, operation, { rightValue }) }]),
    rule: 'conditions',
    severity: 'fault' as const,
    path: '/nodes/1/parameters/conditions/conditions/0/rightValue',
    says,
  })),
  {
    what: 'a text that is no number, where types are converted',
    workflow: row([
      {
        ...IF,
        parameters: {
          conditions: {
            combinator: 'and',
            options: { typeValidation: 'loose', version: 2 },
            conditions: [
              { leftValue: '={{ $json.n }}', rightValue: 'five', operator: { type: 'number', operation: 'gt' } },
            ],
          },
        },
      },
    ]),
    rule: 'conditions',
    severity: 'fault',
    path: '/nodes/1/parameters/conditions/conditions/0/rightValue',
    says: 'must be a number, not "five": the run fails',
  },
  {
    what: 'a value that Set cannot convert',
    workflow: row([{ ...SET, parameters: assign('ten', 'number') }]),
    rule: 'kind',
    severity: 'fault',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'must be a number, not "ten"',
  },
  ...[
    { written: 'a list', jsonOutput: '[{"a": 1}]' },
    { written: 'broken JSON', jsonOutput: '{"a": 1' },
    { written: 'no JSON', jsonOutput: 'hello' },
  ].map(({ written, jsonOutput }) => ({
    what: `${written} as the JSON of Set, which the service refuses to run`,
    workflow: row([{ ...SET, parameters: { mode: 'raw', jsonOutput, options: {} } }]),
    rule: 'kind',
    severity: 'fault' as const,
    path: '/nodes/1/parameters/jsonOutput',
    says: '"jsonOutput" of "Set" must be an object, not',
  })),
  {
    what: 'a list that is no JSON, in a parameter of MongoDB',
    workflow: row([
      {
        name: 'Find',
        type: `${BASE}mongoDb`,
        typeVersion: 1.3,
        parameters: {
          resource: 'searchIndexes',
          operation: 'createSearchIndex',
          collection: 'c',
          indexDefinitionParameters: '{"a": 1}',
        },
      },
    ]),
    rule: 'kind',
    severity: 'fault',
    path: '/nodes/1/parameters/indexDefinitionParameters',
    says: 'must be a list, not',
  },
  {
    what: 'braces without a sign in a mapped column',
    workflow: row([
      {
        name: 'Row',
        type: `${BASE}googleSheets`,
        typeVersion: 4.5,
        parameters: {
          operation: 'append',
          documentId: { __rl: true, mode: 'id', value: '1AbC' },
          sheetName: { __rl: true, mode: 'name', value: 'S' },
          columns: { mappingMode: 'defineBelow', value: { Mail: '{{ $json.mail }}' }, schema: [] },
          options: {},
        },
      },
    ]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/columns/value/Mail',
    says: 'has {{ }} and no = before it',
  },
  ...[
    { type: 'number', given: 'ten', says: 'must be a number, not "ten"' },
    { type: 'boolean', given: '', says: 'must be true or false, not ""' },
    { type: 'dateTime', given: 'soon', says: 'must be a date, not "soon"' },
    { type: 'array', given: 'a, b', says: 'must be a list, not "a, b"' },
    { type: 'object', given: 'a', says: 'must be an object, not "a"' },
  ].map(({ type, given, says }) => ({
    what: `a mapped value that is no ${type}`,
    workflow: row([
      {
        name: 'Call',
        type: `${BASE}executeWorkflow`,
        typeVersion: 1.2,
        parameters: {
          workflowId: { __rl: true, mode: 'id', value: 'abc' },
          workflowInputs: { mappingMode: 'defineBelow', value: { a: given }, schema: [{ id: 'a', type }] },
          options: {},
        },
      },
    ]),
    rule: 'kind',
    severity: 'fault' as const,
    path: '/nodes/1/parameters/workflowInputs/value/a',
    says,
  })),
  {
    what: 'a schema of mapped values that is no list',
    workflow: row([
      {
        name: 'Call',
        type: `${BASE}executeWorkflow`,
        typeVersion: 1.2,
        parameters: {
          workflowId: { __rl: true, mode: 'id', value: 'abc' },
          workflowInputs: { mappingMode: 'defineBelow', value: {}, schema: null },
          options: {},
        },
      },
    ]),
    rule: 'kind',
    severity: 'fault',
    path: '/nodes/1/parameters/workflowInputs/schema',
    says: 'must be a list, not null',
  },
  ...[
    {
      left: 'the switch',
      parameters: { jsonBody: '{}' },
      key: 'jsonBody',
      says: '"sendBody": true and "specifyBody": "json"',
    },
    {
      left: 'the form',
      parameters: { sendBody: true, jsonBody: '{}' },
      key: 'jsonBody',
      says: '"specifyBody": "json"',
    },
    {
      left: 'the switch of a list',
      parameters: { headerParameters: { parameters: [{ name: 'a', value: 'b' }] } },
      key: 'headerParameters',
      says: '"sendHeaders": true',
    },
  ].map(({ left, parameters, key, says }) => ({
    what: `a parameter that is not read, without ${left}`,
    workflow: row([{ ...HTTP, parameters: { method: 'POST', url: 'https://a.example', ...parameters } }]),
    rule: 'unknown-parameter',
    severity: 'warning' as const,
    path: `/nodes/1/parameters/${key}`,
    says: `"Call" does not read "${key}": it is read with ${says}`,
  })),
  {
    what: 'a locator where a text is wanted',
    workflow: row([{ ...HTTP, parameters: { url: { __rl: true, mode: 'id', value: 'https://a.example' } } }]),
    rule: 'kind',
    severity: 'warning',
    path: '/nodes/1/parameters/url',
    says: '"url" of "Call" must be a text, not',
  },
  {
    what: 'an expression in single braces',
    workflow: row([{ ...SET, parameters: assign('={ $json.name }}') }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'has an expression in single braces, so it is a text',
    fixed: assign('={{ $json.name }}'),
  },
  {
    what: 'an expression in single braces, within a text',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is an expression
    workflow: row([{ ...SET, parameters: assign("=Dear ${ $('Start').first().json.name },") }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'has an expression in single braces, so it is a text',
  },
  ...["$('Set').first().json.a", '$node["Set"].json.a'].map(asked => ({
    what: `the items of the node itself: ${asked}`,
    workflow: row([{ ...SET, parameters: assign(`={{ ${asked} }}`) }]),
    rule: 'reference',
    severity: 'warning' as const,
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'reads its own items, before it has run',
  })),
  {
    what: 'a matching item without its number',
    workflow: row([{ ...SET, parameters: assign("={{ $('Start').itemMatching().json.a }}") }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'calls .itemMatching() without the number of an item: it fails',
  },
  {
    what: 'one brace too many',
    workflow: row([{ ...SET, parameters: assign('={{ $json.name }}}') }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'has one } too many, which stays in the text',
    fixed: assign('={{ $json.name }}'),
  },
  {
    what: 'an operation of a value of any kind, which can only be there or not',
    workflow: row([{ ...IF, parameters: compare('={{ $json.a }}', 'any', 'equals') }]),
    rule: 'conditions',
    severity: 'warning',
    path: '/nodes/1/parameters/conditions/conditions/0/operator/operation',
    says: 'which any does not have: it is never met. It has "exists" or "notExists"',
  },
  {
    what: 'code that is missing',
    workflow: row([{ ...CODE, parameters: {} }]),
    rule: 'code',
    severity: 'fault',
    path: '/nodes/1/parameters',
    says: '"Code" has no code, so its run fails',
  },
  {
    what: 'an unknown word for what happens at a failure',
    workflow: row([{ ...SET, parameters: assign('x'), onError: 'continue' }]),
    rule: 'value',
    severity: 'warning',
    path: '/nodes/1/onError',
    says: '"Set" does not take "continue" for "onError", and stops the workflow at a failure',
  },
  {
    what: 'an output that a node does not have',
    workflow: row(
      [
        { ...SET, parameters: assign('x') },
        { name: 'End', type: `${BASE}noOp` },
      ],
      {
        connections: { Set: { main: [[], [{ node: 'End', type: 'main', index: 0 }]] } },
      },
    ),
    rule: 'port',
    severity: 'warning',
    path: '/connections/Set/main/1/0',
    says: '"Set" has one output of type main',
  },
  {
    what: 'a kind of connection that does not exist, which fails nothing',
    workflow: row(
      [
        { ...SET, parameters: assign('x') },
        { name: 'End', type: `${BASE}noOp` },
      ],
      { connections: { Set: { ...to('End'), onError: [[{ node: 'End', type: 'main', index: 0 }]] } } },
    ),
    rule: 'port',
    severity: 'warning',
    path: '/connections/Set/onError/0/0',
    says: '"Set" has no output onError',
  },
  {
    what: 'an input that a node does not have with its parameters',
    workflow: row([{ name: 'Merge', type: `${BASE}merge`, typeVersion: 3.1, parameters: { numberInputs: 3 } }], {
      connections: { Start: { main: [[{ node: 'Merge', type: 'main', index: 3 }]] } },
    }),
    rule: 'port',
    severity: 'warning',
    path: '/connections/Start/main/0/0/index',
    says: '"Merge" has 3 inputs',
  },
  {
    what: 'an agent without a model',
    workflow: row([AGENT]),
    rule: 'sub-node',
    severity: 'fault',
    path: '/nodes/1',
    says: '"Agent" needs a node that serves it as ai_languageModel',
  },
  {
    what: 'a model whose node is disabled',
    workflow: {
      ...row([AGENT]),
      nodes: [START, node(AGENT), { ...MODEL, disabled: true }],
      connections: { Start: to('Agent'), Model: serve('ai_languageModel', 'Agent') },
    },
    rule: 'sub-node',
    severity: 'fault',
    path: '/nodes/1',
    says: 'and has none that is enabled',
  },
  {
    what: 'a node that is no tool, as a tool',
    workflow: {
      ...row([AGENT]),
      nodes: [START, node(AGENT), MODEL, node({ ...HTTP, parameters: { url: 'https://a.example' } })],
      connections: {
        Start: to('Agent'),
        Model: serve('ai_languageModel', 'Agent'),
        Call: serve('ai_tool', 'Agent'),
      },
    },
    rule: 'port',
    severity: 'fault',
    path: '/connections/Call/ai_tool/0/0',
    says: 'as a tool it is n8n-nodes-base.httpRequestTool',
  },
  {
    what: 'the body of a loop at the wrong output',
    workflow: row(
      [
        { name: 'Loop', type: `${BASE}splitInBatches`, typeVersion: 3, parameters: { options: {} } },
        { ...SET, parameters: assign('x') },
      ],
      { connections: { Set: to('Loop') } },
    ),
    rule: 'port',
    severity: 'warning',
    path: '/connections/Loop/main',
    says: 'the first one leads back',
  },
  {
    what: 'braces without a sign',
    workflow: row([{ ...HTTP, parameters: { url: 'https://a.example/{{ $json.id }}' } }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/url',
    says: 'has {{ }} and no = before it',
    fixed: { url: '=https://a.example/{{ $json.id }}' },
  },
  {
    what: 'a sign without braces',
    workflow: row([{ ...SET, parameters: assign('=$json.id') }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'an expression without {{ }}',
    fixed: assign('={{ $json.id }}'),
  },
  {
    what: 'a name without its $',
    workflow: row([{ ...SET, parameters: assign('={{ json.id }}') }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'did you mean $json?',
    fixed: assign('={{ $json.id }}'),
  },
  {
    what: 'a name that does not exist',
    workflow: row([{ ...SET, parameters: assign('={{ $jsn.id }}') }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'reads $jsn, which does not exist',
    fixed: assign('={{ $json.id }}'),
  },
  {
    what: 'a field of a node in the place of one of its items',
    workflow: row([
      { name: 'First', type: `${BASE}noOp` },
      { ...SET, parameters: assign("={{ $('First').json.id }}") },
    ]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/2/parameters/assignments/assignments/0/value',
    says: "did you mean $('First').item.json?",
  },
  {
    what: 'a field of the input in the place of one of its items',
    workflow: row([{ ...SET, parameters: assign('={{ $input.items }}') }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'reads $input.items, which does not exist: it has item, first, last, all, params, context',
  },
  {
    what: 'columns without their frame',
    workflow: row([
      {
        name: 'Row',
        type: `${BASE}airtable`,
        typeVersion: 2.1,
        parameters: {
          operation: 'create',
          base: { __rl: true, mode: 'id', value: 'appAAAAAAAAAAAAAA' },
          table: { __rl: true, mode: 'id', value: 'tblAAAAAAAAAAAAAA' },
          columns: { Email: '={{ $json.email }}' },
          options: {},
        },
      },
    ]),
    rule: 'kind',
    severity: 'warning',
    path: '/nodes/1/parameters/columns',
    says: 'must be an object with `mappingMode` and `value`',
  },
  {
    what: 'a field of a form with a typing mistake',
    workflow: row([{ ...SET, parameters: assign('={{ $json.Emial }}') }], {
      start: node({
        name: 'Form',
        type: `${BASE}formTrigger`,
        typeVersion: 2.2,
        parameters: { formTitle: 'F', formFields: { values: [{ fieldLabel: 'Email' }] } },
      }),
    }),
    rule: 'data-flow',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'Did you mean "Email"?',
  },
  {
    what: 'a field without a type',
    workflow: row([{ ...SET, parameters: { assignments: { assignments: [{ name: 'a', value: 'x' }] }, options: {} } }]),
    rule: 'kind',
    severity: 'fault',
    path: '/nodes/1/parameters/assignments/assignments/0/type',
    says: 'without it the run fails',
  },
  {
    what: 'a condition whose operator has no type',
    workflow: row([
      {
        name: 'If',
        type: `${BASE}if`,
        typeVersion: 2.2,
        parameters: {
          conditions: {
            combinator: 'and',
            options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
            conditions: [{ leftValue: 'a', rightValue: 'b', operator: { operation: 'equals' } }],
          },
          options: {},
        },
      },
    ]),
    rule: 'conditions',
    severity: 'fault',
    path: '/nodes/1/parameters/conditions/conditions/0/operator/type',
    says: 'has no type, and the run fails',
  },
  {
    what: 'a method that nothing has',
    workflow: row([{ ...SET, parameters: assign("={{ $now.formatt('yyyy') }}") }]),
    rule: 'expression',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'calls .formatt(), which no value has',
    fixed: assign("={{ $now.format('yyyy') }}"),
  },
  {
    what: 'a node that runs only afterwards',
    workflow: row([
      { ...SET, parameters: assign("={{ $('End').item.json.a }}") },
      { name: 'End', type: `${BASE}noOp` },
    ]),
    rule: 'reference',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: '"End", which cannot have run before it',
  },
  {
    what: 'a webhook that waits for an answer that nothing gives',
    workflow: row([{ ...SET, parameters: assign('x') }], {
      start: { ...HOOK, parameters: { path: 'a', responseMode: 'responseNode', options: {} } },
    }),
    rule: 'response',
    severity: 'fault',
    path: '/nodes/0/parameters/responseMode',
    says: 'waits for a node "Respond to Webhook"',
  },
  ...[
    ['responseData', '/options/responseData', { responseData: '=Thanks, {{ $json.name }}' }, 'asks for $json'],
    [
      'a header',
      '/options/responseHeaders/entries/0/value',
      { responseHeaders: { entries: [{ name: 'x-a', value: '={{ $("Set").item.json.a }}' }] } },
      'asks for $(…)',
    ],
    [
      'a status',
      '/options/responseCode/values/customCode',
      { responseCode: { values: { responseCode: 'customCode', customCode: '={{ 201 }}' } } },
      'evaluates no expression in customCode',
    ],
  ].map(([where, path, options, says]) => ({
    what: `an expression that cannot be read in ${where} of a webhook`,
    workflow: row([{ ...SET, parameters: assign('x') }], { start: { ...HOOK, parameters: { path: 'a', options } } }),
    rule: 'response',
    severity: 'fault' as const,
    path: `/nodes/0/parameters${path}`,
    says: String(says),
  })),
  {
    what: 'an answer for which a webhook does not wait',
    workflow: row([{ name: 'Reply', type: `${BASE}respondToWebhook`, typeVersion: 1.4, parameters: {} }], {
      start: HOOK,
    }),
    rule: 'response',
    severity: 'fault',
    path: '/nodes/0/parameters/responseMode',
    says: 'its response mode must be "responseNode"',
  },
  {
    what: 'an old webhook that waits for an answer that nothing gives, and answers nothing',
    workflow: row([{ ...SET, parameters: assign('x') }], {
      start: { ...HOOK, typeVersion: 1.1, parameters: { path: 'a', responseMode: 'responseNode', options: {} } },
    }),
    rule: 'response',
    severity: 'warning',
    path: '/nodes/0/parameters/responseMode',
    says: 'answered with nothing',
  },
  {
    what: 'an answer for which an old webhook does not wait',
    workflow: row([{ name: 'Reply', type: `${BASE}respondToWebhook`, typeVersion: 1, parameters: {} }], {
      start: { ...HOOK, typeVersion: 1, parameters: { path: 'a', httpMethod: 'POST', options: {} } },
    }),
    rule: 'response',
    severity: 'warning',
    path: '/nodes/0/parameters/responseMode',
    says: 'does not wait for "Reply", whose answer is not sent',
  },
  {
    what: 'an answer that is disabled',
    workflow: row(
      [{ name: 'Reply', type: `${BASE}respondToWebhook`, typeVersion: 1.4, parameters: {}, disabled: true }],
      { start: { ...HOOK, parameters: { path: 'a', responseMode: 'responseNode', options: {} } } },
    ),
    rule: 'response',
    severity: 'warning',
    path: '/nodes/0/parameters/responseMode',
    says: '"Reply" is disabled',
  },
  {
    what: 'a form that takes no answer of a respond node',
    workflow: row([{ name: 'Reply', type: `${BASE}respondToWebhook`, typeVersion: 1.4, parameters: {} }], {
      start: {
        name: 'Form',
        type: `${BASE}formTrigger`,
        typeVersion: 2.2,
        parameters: { formTitle: 'F', formFields: { values: [{ fieldLabel: 'q' }] }, responseMode: 'lastNode' },
      },
    }),
    rule: 'response',
    severity: 'fault',
    path: '/nodes/0/parameters/responseMode',
    says: 'takes no node "Respond to Webhook"',
  },
  ...[
    ['0 9 * * MONDAY-', 'cannot be read', 'fault' as const],
    ['0 0 31 2 *', 'is never due', 'warning' as const],
  ].map(([expression, says, severity]) => ({
    what: `the schedule ${expression}`,
    workflow: row([{ ...SET, parameters: assign('x') }], {
      start: node({
        name: 'Clock',
        type: `${BASE}scheduleTrigger`,
        typeVersion: 1.2,
        parameters: { rule: { interval: [{ field: 'cronExpression', expression }] } },
      }),
    }),
    rule: 'schedule',
    severity: severity as 'fault' | 'warning',
    path: '/nodes/0/parameters/rule/interval/0/expression',
    says: says as string,
  })),
  ...(
    [
      ['loads a module', {}, "const axios = require('axios')\nreturn []", 'loads the module "axios"', 'warning'],
      [
        'reads all items for each',
        { mode: 'runOnceForEachItem' },
        'return { n: $input.all().length }',
        '$input.all()',
        'fault',
      ],
      [
        'reads items for each',
        { mode: 'runOnceForEachItem' },
        'return { json: items[0].json }',
        '"items" does not exist',
        'fault',
      ],
      ['returns a text', {}, "return 'done'", 'returns a text', 'fault'],
      ['returns a text for each item', { mode: 'runOnceForEachItem' }, 'return `x`', 'returns a text', 'fault'],
      [
        'returns a list for each item',
        { mode: 'runOnceForEachItem' },
        'return [{ json: {} }]',
        'returns a list',
        'fault',
      ],
      ['returns nothing', {}, 'const a = 1', 'returns nothing', 'fault'],
    ] as const
  ).map(([what, parameters, jsCode, says, severity]) => ({
    what: `code that ${what}`,
    workflow: row([{ ...CODE, parameters: { ...parameters, jsCode } }]),
    rule: 'code',
    severity,
    path: '/nodes/1/parameters/jsCode',
    says,
  })),
  {
    what: 'a text that is no JSON',
    workflow: row([
      {
        ...HTTP,
        parameters: {
          method: 'POST',
          url: 'https://a.example',
          sendBody: true,
          specifyBody: 'json',
          jsonBody: '={ "a": {{ $json.a }}, }',
        },
      },
    ]),
    rule: 'json',
    severity: 'fault',
    path: '/nodes/1/parameters/jsonBody',
    says: 'a comma stands before the end (line 1, column 23)',
  },
  {
    what: 'a field beside the body of a webhook',
    workflow: row([{ ...SET, parameters: assign('={{ $json.total }}') }], { start: HOOK }),
    rule: 'data-flow',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'as "$json.body.total"',
  },
  {
    what: 'a field that a Set dropped',
    workflow: row([
      { ...SET, parameters: assign('x') },
      { name: 'Wait', type: `${BASE}noOp` },
      { ...HTTP, parameters: { url: '=https://a.example/{{ $json.total }}' } },
    ]),
    rule: 'data-flow',
    severity: 'warning',
    path: '/nodes/3/parameters/url',
    says: 'the field "total", which items of "Set" do not have: they have "a"',
  },
  {
    what: 'a field of a pinned item with a typing mistake',
    workflow: row([{ ...SET, parameters: assign('={{ $json.custmer }}') }], { pinData: { Start: [{ customer: 1 }] } }),
    rule: 'data-flow',
    severity: 'warning',
    path: '/nodes/1/parameters/assignments/assignments/0/value',
    says: 'Did you mean "customer"?',
  },
  {
    what: 'a credential of another type',
    workflow: row([
      { ...SLACK, parameters: { ...CHANNEL, text: 'x' }, credentials: { githubApi: { id: '1', name: 'x' } } },
    ]),
    rule: 'credential',
    severity: 'warning',
    path: '/nodes/1/credentials',
    says: '"Slack" has a credential of type "githubApi"',
  },
]

describe('a mistake is named with its place and what would be right', () => {
  test.each(MISTAKES)('$what', async ({ workflow, rule, severity, path, says, fixed }) => {
    const found = ours(await findings(workflow))
    const [one] = found.filter(finding => finding.path === path && finding.rule === rule)
    expect([found, one?.severity, one?.message]).toEqual([found, severity, expect.stringContaining(says)])
    if (fixed === undefined) return
    expect(patched(workflow, one as Finding)).toMatchObject({ nodes: { 1: { parameters: fixed } } })
  })
})

/** A workflow with the fix of a finding; the nodes by their numbers. */
function patched(workflow: object, { fix = [] }: Finding) {
  const copy = structuredClone(workflow) as Record<string, unknown>
  const parent = (path: string) => {
    const keys = path.split('/').slice(1)
    const last = keys.pop() ?? ''
    return [keys.reduce((at, key) => at[key] as Record<string, unknown>, copy), last] as const
  }
  expect(fix.length).toBeGreaterThan(0)
  for (const operation of fix) {
    const [target, key] = parent(operation.path)
    if (operation.op === 'move') {
      const [source, from] = parent(operation.from)
      target[key] = source[from]
      delete source[from]
    } else if (operation.op !== 'remove') target[key] = operation.value
  }
  return { nodes: { ...(copy.nodes as object[]) } }
}

test('an input that the called workflow does not declare', async () => {
  const called = {
    id: 'w2',
    ...row([{ ...SET, parameters: assign('x') }], {
      start: node({
        name: 'Called',
        type: `${BASE}executeWorkflowTrigger`,
        typeVersion: 1.1,
        parameters: { workflowInputs: { values: [{ name: 'customer', type: 'number' }] } },
      }),
    }),
  }
  const call = {
    name: 'Call',
    type: `${BASE}executeWorkflow`,
    typeVersion: 1.2,
    parameters: {
      workflowId: { __rl: true, mode: 'id', value: 'w2' },
      workflowInputs: { mappingMode: 'defineBelow', value: { custmer: 7, customer: 7 }, schema: [] },
      options: {},
    },
  }
  const { text } = await instance.request('POST', '/_control/validations', { workflows: [row([call]), called] })
  const found = (JSON.parse(text) as { findings: Finding[] }).findings.filter(({ rule }) => rule === 'data-flow')
  expect(found).toMatchObject([
    {
      workflow: 0,
      path: '/nodes/1/parameters/workflowInputs/value/custmer',
      severity: 'warning',
      expected: ['customer'],
      didYouMean: 'customer',
    },
  ])
})

describe('what is right is left alone', () => {
  test.each<{ what: string; workflow: object }>([
    {
      what: 'a type of another package',
      workflow: row([{ name: 'X', type: 'n8n-nodes-x.y', parameters: { any: 1 } }]),
    },
    {
      what: 'an answer of a webhook that needs no run',
      workflow: row([{ ...SET, parameters: assign('x') }], {
        start: {
          ...HOOK,
          parameters: {
            path: 'a',
            options: {
              responseData: "={{ $workflow.name }} at {{ $now.toISO() }} {{ '$json' }} {{ ({ a: 1 }).$json }} $json",
              responseHeaders: { entries: [{ name: 'x-a', value: '={{ $workflow.id }}' }] },
            },
          },
        },
      }),
    },
    {
      what: 'a value that an expression gives',
      workflow: row([{ ...SLACK, parameters: { ...CHANNEL, operation: '={{ $json.operation }}', text: 'x' } }]),
    },
    {
      what: 'a query in which the node itself evaluates braces',
      workflow: row([
        {
          name: 'Rows',
          type: `${BASE}postgres`,
          typeVersion: 2.6,
          parameters: { operation: 'executeQuery', query: 'select {{ $json.id }}', options: {} },
        },
      ]),
    },
    {
      what: 'names that the expression itself declares',
      workflow: row([
        {
          ...SET,
          parameters: assign('={{ [1].map((one, at) => ({ one, at })).filter(({ one }) => one > 0).length }}'),
        },
      ]),
    },
    {
      what: 'a field behind a condition on its presence',
      workflow: row([{ ...SET, parameters: assign("={{ $json.total ?? 'none' }}") }], { start: HOOK }),
    },
    {
      what: 'a JSON body with expressions in texts and as values',
      workflow: row([
        {
          ...HTTP,
          parameters: {
            method: 'POST',
            url: 'https://a.example',
            sendBody: true,
            specifyBody: 'json',
            jsonBody:
              '={ "a": {{ JSON.stringify($json) }}, "b": "x {{ $json.b }}", "c": [{{ 1 }}, 2] {{ $json.more }} }',
          },
        },
      ]),
    },
    {
      what: 'code whose functions return texts',
      workflow: row([
        {
          ...CODE,
          parameters: {
            jsCode: "const f = () => { return 'x' }\nfunction g() { return 1 }\nreturn [{ json: { a: f() } }]",
          },
        },
      ]),
    },
    {
      what: 'a node that an agent uses as a tool',
      workflow: {
        ...row([AGENT]),
        nodes: [
          START,
          node(AGENT),
          MODEL,
          node({
            ...HTTP,
            type: `${BASE}httpRequestTool`,
            parameters: { url: 'https://a.example', toolDescription: 'x' },
          }),
        ],
        connections: {
          Start: to('Agent'),
          Model: serve('ai_languageModel', 'Agent'),
          Call: serve('ai_tool', 'Agent'),
        },
      },
    },
    {
      what: 'an error output',
      workflow: row(
        [
          { ...HTTP, onError: 'continueErrorOutput', parameters: { url: 'https://a.example' } },
          { name: 'End', type: `${BASE}noOp` },
        ],
        {
          connections: { Call: { main: [[], [{ node: 'End', type: 'main', index: 0 }]] } },
        },
      ),
    },
    {
      what: 'a method of an object that the expression makes',
      workflow: row([{ ...SET, parameters: assign('={{ ({ twice(one) { return one + one } }).twice(2) }}') }]),
    },
    {
      what: 'one model that serves two agents',
      workflow: {
        ...row([AGENT, { ...AGENT, name: 'Second' }]),
        nodes: [START, node(AGENT), node({ ...AGENT, name: 'Second' }), MODEL],
        connections: {
          Start: to('Agent'),
          Agent: to('Second'),
          Model: {
            ai_languageModel: [['Agent', 'Second'].map(name => ({ node: name, type: 'ai_languageModel', index: 0 }))],
          },
        },
      },
    },
    ...Object.entries(OPERATORS).flatMap(([type, operations]) =>
      operations.map(operation => ({
        what: `the operator ${operation} of ${type}`,
        workflow: row([
          {
            name: 'If',
            type: `${BASE}if`,
            typeVersion: 2.2,
            parameters: when({
              id: 'c',
              leftValue: '={{ $json.left }}',
              rightValue: '={{ $json.right }}',
              operator: { type, operation, ...(UNARY.includes(operation) ? { singleValue: true } : {}) },
            }),
          },
        ]),
      })),
    ),
    ...(
      [
        ['an empty text as a number, from version 3 on', { rightValue: '' }, { version: 3 }],
        ['a text as a number, where types are converted', { rightValue: '5' }, { typeValidation: 'loose' }],
        ['a field of which the kind is not known', { rightValue: '={{ $json.m }}' }, {}],
        ['a choice of kinds', { leftValue: "={{ $json.n > 3 ? 1 : 'x' }}", rightValue: 1 }, {}],
        ['a number that is made of a text', { leftValue: '={{ Number($json.query.page) }}', rightValue: 1 }, {}],
      ] as const
    ).map(([what, sides, options]) => ({
      what,
      workflow: row(
        [
          {
            ...IF,
            parameters: {
              conditions: {
                combinator: 'and',
                options,
                conditions: [
                  { leftValue: '={{ $json.body.n }}', operator: { type: 'number', operation: 'gt' }, ...sides },
                ],
              },
            },
          },
        ],
        { start: HOOK, pinData: { Webhook: [{ m: 1, n: 1 }] } },
      ),
    })),
    {
      what: 'a field whose name has a quote in it',
      workflow: row([{ ...SET, parameters: assign("={{ $json['Ann\\'s total'] }}") }], {
        pinData: { Start: [{ "Ann's total": 1 }] },
      }),
    },
    {
      what: 'a date as a text',
      workflow: row([{ ...IF, parameters: compare('={{ $now }}', 'string', 'contains', { rightValue: '20' }) }]),
    },
    {
      what: 'expressions in parameters that are not read beside the others',
      workflow: row([
        {
          ...SLACK,
          parameters: {
            ...CHANNEL,
            text: 'x',
            messageType: 'text',
            blocksUi: "={{ $('Nope').item.json. }}",
            attachments: [{ a: '={{ $jsn }}' }],
          },
          credentials: { slackApi: { id: '1', name: 'x' } },
        },
        {
          ...HTTP,
          parameters: { url: 'https://a.example', sendBody: false, jsonBody: "={{ $('Nope').item.json.a }}" },
        },
      ]),
    },
    {
      what: 'a mistake in a node that is disabled',
      workflow: row([{ ...HTTP, disabled: true, parameters: { metod: 'GET' } }]),
    },
  ])('$what', async ({ workflow }) => {
    expect(ours(await findings(workflow))).toEqual([])
  })
})

describe('through the kit', () => {
  const broken = row([{ ...HTTP, parameters: { url: 'https://a.example', metod: 'POST' } }])

  test.each([
    {
      what: 'an unknown parameter, with the nearest name and a fix',
      workflow: broken,
      found: {
        rule: 'unknown-parameter',
        severity: 'warning',
        path: '/nodes/1/parameters/metod',
        value: 'POST',
        didYouMean: 'method',
        fix: [{ op: 'move', from: '/nodes/1/parameters/metod', path: '/nodes/1/parameters/method' }],
      },
      valid: true,
    },
    {
      what: 'a required parameter that is missing',
      workflow: row([{ ...HTTP, parameters: {} }]),
      found: { rule: 'required', severity: 'fault', path: '/nodes/1/parameters', expected: 'url' },
      valid: false,
    },
    {
      what: 'an agent without a model',
      workflow: row([AGENT]),
      found: { rule: 'sub-node', severity: 'fault', node: 'Agent' },
      valid: false,
    },
  ])('validateWorkflows finds $what', async ({ workflow, found, valid }) => {
    const report = await instance.validateWorkflows(workflow)
    expect(ours(report.findings)).toEqual([expect.objectContaining(found)])
    expect(report.valid).toBe(valid)
  })

  test('it numbers the workflows, and finds nothing in a sound one', async () => {
    const report = await instance.validateWorkflows(
      row([{ ...HTTP, parameters: { url: 'https://a.example' } }]),
      broken,
    )
    expect(ours(report.findings).map(({ workflow, rule }) => [workflow, rule])).toEqual([[1, 'unknown-parameter']])
  })

  test('it goes by the version that a request names', async () => {
    const report = await instance.validateWorkflows({ workflows: [broken], profile: 'n8n-1.123' })
    expect([report.profile, ours(report.findings).map(({ rule }) => rule)]).toEqual([
      'n8n-1.123',
      ['unknown-parameter'],
    ])
  })

  test('a version without facts of nodes compares no parameters', async () => {
    const report = await instance.validateWorkflows({ workflows: [broken], profile: 'n8n-1.41' })
    expect(ours(report.findings)).toEqual([])
  })
})
