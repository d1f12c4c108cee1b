import { beforeAll, describe, expect, test } from 'bun:test'
import { expectationOfRun } from '../../../src/runs/tests/expectation-of-run.ts'
import { runWorkflow, type WorkflowGiven } from '../../../src/testing.ts'
import { byCommand, byKitAndControl, type Tested } from './doors.ts'
import { inARow, LARGE, orders, request, slack } from './workflows.ts'

/**
 * Sound workflows with their tests, and edits that the service fails (`fails`: red although nothing is expected) or answers
 * differently (`differs`: red by what a run of the sound one wrote). Those that it does not notice (`alike`) stay green.
 */
interface Subject {
  workflow: WorkflowGiven
  options: Tested['options']
  fails?: Record<string, [from: string, to: string]>
  differs?: Record<string, [from: string, to: string]>
  alike?: Record<string, [from: string, to: string]>
}

const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}) => ({
  name,
  type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
  typeVersion,
  parameters,
  ...more,
})

function startingWith(trigger: object, ...nodes: Parameters<typeof inARow>): WorkflowGiven {
  const workflow = inARow(...nodes)
  Object.assign(workflow.nodes[0] ?? {}, trigger)
  return workflow
}

const webhook = (responseMode: string) => ({
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  webhookId: 'w',
  parameters: { path: 'w', httpMethod: 'POST', responseMode, options: {} },
})
const respond = node('Respond', 'respondToWebhook', 1.1, {
  respondWith: 'json',
  responseBody: '={{ { "sum": $json.sum } }}',
  options: {},
})
const set = (name: string, value: string) =>
  node('Set', 'set', 3.4, {
    assignments: { assignments: [{ id: 'a', name, type: 'string', value }] },
    options: {},
  })
const notify = {
  ...startingWith(
    { type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1, parameters: { inputSource: 'passthrough' } },
    slack('Slack', { text: '=Hi {{ $json.who }}', channel: '#team' }),
  ),
  id: 'notify',
  name: 'Notify',
}
const execute = (more: object = {}) =>
  node('Call', 'executeWorkflow', 1.2, { workflowId: { __rl: true, mode: 'id', value: 'notify' }, options: {} }, more)

const SUBJECTS: Record<string, Subject> = {
  'an order told to Slack': {
    workflow: orders(),
    options: LARGE,
    fails: {
      'an expression that cannot be read': ['={{ $json.text }}', '={{ $json.text. }}'],
      'a node that does not exist': ['={{ $json.text }}', "={{ $('Nope').item.json.text }}"],
      'code that cannot be compiled': ['return', 'return return'],
      'another host': ['https://api.example.com', 'https://other.example.com'],
    },
    differs: {
      'another text': ['={{ $json.text }}', 'oops'],
      'another channel': ['#orders', '#other'],
      'another condition': ['"rightValue":1000', '"rightValue":5000'],
      'another path of the address': ['/customers/', '/customers/x'],
    },
    alike: {
      'an expression of another kind of message': [
        '"text":"={{ $json.text }}"',
        '"text":"={{ $json.text }}","blocksUi":"={{ $json. }}"',
      ],
      'an expression where none is evaluated': [
        '"text":"={{ $json.text }}"',
        '"text":"={{ $json.text }}","messageType":"=text"',
      ],
    },
  },
  'a mail that goes on after errors': {
    workflow: inARow(slack('Slack', { text: '={{ $json.who }}' }, { onError: 'continueRegularOutput' })),
    options: { input: { who: 'Ann' }, mocks: { Slack: [{ ok: true }] } },
    differs: {
      'an expression that cannot be read': ['={{ $json.who }}', '={{ $json.who. }}'],
      'a node that does not exist': ['={{ $json.who }}', "={{ $('Nope').first().json.who }}"],
      'another field': ['={{ $json.who }}', '={{ $json.whom }}'],
      'another parameter': ['"text":', '"message":'],
    },
  },
  'a webhook that a node answers': {
    workflow: startingWith(webhook('responseNode'), set('sum', '={{ $json.body.a }}'), respond),
    options: { input: { body: { a: 1 } } },
    fails: {
      'without its respond node': ['[{"node":"Respond","type":"main","index":0}]', '[]'],
      'with a webhook that answers at once': ['"responseMode":"responseNode"', '"responseMode":"onReceived"'],
      'with one that the last node answers': ['"responseMode":"responseNode"', '"responseMode":"lastNode"'],
    },
    differs: {
      'another answer': ['"sum": $json.sum', '"total": $json.sum'],
      'with its respond node disabled': ['"name":"Respond"', '"disabled":true,"name":"Respond"'],
      'another value': ['$json.body.a', '$json.body.b'],
    },
  },
  'a webhook that the last node answers': {
    workflow: startingWith(
      webhook('lastNode'),
      set('sum', '={{ $json.body.a }}'),
      node('Limit', 'limit', 1, { maxItems: 1 }),
    ),
    options: { input: { body: { a: 1 } } },
    fails: {
      'an end without items': [
        '"parameters":{"maxItems":1},"name":"Limit","type":"n8n-nodes-base.limit"',
        '"parameters":{"fieldToSplitOut":"none","options":{}},"name":"Limit","type":"n8n-nodes-base.splitOut"',
      ],
      'a node that does not exist': ['$json.body.a', "$('Gone').item.json.a"],
    },
    differs: { 'another field': ['"name":"sum"', '"name":"total"'] },
  },
  'a workflow that others call': {
    workflow: notify,
    options: { input: { who: 'Ann' }, mocks: { Slack: [{ ok: true }] } },
    fails: { 'an expression that cannot be read': ['$json.who }}', '$json.who. }}'] },
    differs: { 'another text': ['Hi ', 'Hello '], 'another channel': ['#team', '#all'] },
  },
  'a caller': {
    workflow: inARow(set('who', '={{ $json.name }}'), execute()),
    options: { input: { name: 'Ann' }, subWorkflows: [notify], mocks: { 'Notify/Slack': [{ ok: true }] } },
    fails: { 'of another workflow': ['"value":"notify"', '"value":"other"'] },
    differs: {
      'that hands on another field': ['$json.name', '$json.nam'],
      'that names the field otherwise': ['"name":"who"', '"name":"whom"'],
    },
  },
  'a caller that goes on': {
    workflow: inARow(execute({ onError: 'continueRegularOutput' })),
    options: { input: { who: 'Ann' }, subWorkflows: [notify], mocks: { 'Notify/Slack': [{ ok: true }] } },
    fails: { 'of another workflow': ['"value":"notify"', '"value":"other"'] },
  },
  'a request that is answered': {
    workflow: inARow(
      request({
        method: 'POST',
        sendBody: true,
        specifyBody: 'json',
        jsonBody: '={{ { "n": $json.n } }}',
        sendHeaders: true,
        headerParameters: { parameters: [{ name: 'x-team', value: 'a' }] },
      }),
    ),
    options: { input: { n: 1 }, http: [{ url: 'https://api.example.com/a', json: { ok: true } }] },
    fails: {
      'to another address': ['example.com/a', 'example.com/b'],
      'to no address': ['https://api.example.com/a', 'nowhere'],
    },
    differs: {
      'with another body': ['"n": $json.n', '"m": $json.n'],
      'with another method': ['"POST"', '"PUT"'],
      'with another header': ['x-team', 'x-crew'],
    },
  },
  'an agent with a model': {
    workflow: (() => {
      const workflow = inARow(
        node('Agent', '@n8n/n8n-nodes-langchain.agent', 1.7, {
          promptType: 'define',
          text: '={{ $json.q }}',
          options: {},
        }),
      )
      const model = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1, {
        model: '={{ $json.model }}',
        options: {},
      })
      workflow.nodes.push({ id: 'm', position: [0, 200], ...model } as never)
      const tool = node('Tool', '@n8n/n8n-nodes-langchain.toolCode', 1.1, { name: 'find', description: 'Looks it up' })
      workflow.nodes.push({ id: 't', position: [200, 200], ...tool } as never)
      workflow.connections.Tool = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] }
      workflow.connections.Model = { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] }
      return workflow
    })(),
    options: { input: { q: 'Why?', model: 'small' }, mocks: { Agent: [{ output: 'so' }] } },
    fails: {
      'whose expression cannot be read': ['={{ $json.model }}', '={{ $json. }}'],
      'that names a node that does not exist': ['={{ $json.q }}', "={{ $('Nope').item.json.q }}"],
      'with a tool whose description cannot be read': ['Looks it up', '={{ $json. }}'],
    },
    differs: { 'with another question': ['={{ $json.q }}', '={{ $json.question }}'] },
  },
  code: {
    workflow: inARow(
      node('Code', 'code', 2, { jsCode: 'return $input.all().map(({ json }) => ({ json: { d: json.n * 2 } }))' }),
    ),
    options: { input: [{ n: 1 }, { n: 2 }] },
    fails: {
      'that throws': ['return $input', 'null.x; return $input'],
      'in Python': ['"jsCode"', '"language":"python","pythonCode"'],
    },
    differs: { 'that computes otherwise': ['* 2', '* 3'] },
  },
  'a branch': {
    workflow: (() => {
      const workflow = inARow(
        node('Is large', 'if', 2.2, {
          conditions: {
            options: { version: 2, typeValidation: 'strict' },
            combinator: 'and',
            conditions: [{ leftValue: '={{ $json.n }}', rightValue: 5, operator: { type: 'number', operation: 'gt' } }],
          },
        }),
        slack(),
      )
      return workflow
    })(),
    options: { input: { n: 7 }, mocks: { Slack: [{ ok: 1 }] } },
    fails: { 'on a text': ['={{ $json.n }}', 'x'] },
    differs: { 'with another operator': ['"operation":"gt"', '"operation":"lt"'] },
  },
  'two services': {
    workflow: inARow(
      slack('Slack', { text: '={{ $json.who }}' }),
      node('Sheet', 'googleSheets', 4.5, {
        operation: 'append',
        documentId: { __rl: true, mode: 'id', value: '1AbC' },
        sheetName: { __rl: true, mode: 'name', value: 'Sent' },
        columns: { mappingMode: 'defineBelow', value: { Sent: "={{ $('Slack').item.json.ts }}" }, schema: [] },
      }),
    ),
    options: { input: { who: 'Ann' }, mocks: { Slack: [{ ts: '1' }], Sheet: [{}] } },
    fails: {
      'that names a node wrongly': ["$('Slack').item", "$('Slak').item"],
      'the first of which leads to a node that does not exist': ['[{"node":"Sheet"', '[{"node":"Sheets"'],
      'of which one leads to another node, too': [
        '[{"node":"Sheet"',
        '[{"node":"Gone","type":"main","index":0},{"node":"Sheet"',
      ],
      'that converts what is no date': ['={{ $json.who }}', '={{ $json.who.toDateTime() }}'],
    },
    differs: {
      'with another value': ["$('Slack').item.json.ts", "$('Slack').item.json.id"],
      'the second of which is disabled': ['"name":"Sheet"', '"disabled":true,"name":"Sheet"'],
      'that are not connected': ['[{"node":"Sheet","type":"main","index":0}]', '[]'],
    },
    alike: { 'a second try': ['"name":"Sheet"', '"retryOnFail":true,"name":"Sheet"'] },
  },
  'a query': {
    workflow: inARow(
      node('Read', 'postgres', 2.5, {
        operation: 'executeQuery',
        query: 'select * from people where name = {{ $json.who }}',
        options: { queryReplacement: '={{ $json.id }}' },
      }),
    ),
    options: { input: { who: 'Ann', id: 7 }, mocks: { Read: [{ id: 7 }] } },
    fails: {
      'that names a node that does not exist': ['{{ $json.who }}', "{{ $('Nope').item.json.who }}"],
      'whose second expression cannot be read': ['{{ $json.who }}', '{{ $json.who }} or {{ $json. }}'],
    },
    differs: { 'of another field': ['{{ $json.who }}', '{{ $json.whom }}'] },
    alike: {
      'a query of another operation': [
        '"operation":"executeQuery"',
        '"operation":"deleteTable","table":{"__rl":true,"mode":"name","value":"people"}',
      ],
    },
  },
  'a loop': {
    workflow: (() => {
      const workflow = inARow(node('Each', 'splitInBatches', 3, { batchSize: 1, options: {} }))
      workflow.nodes.push({
        id: 's',
        position: [0, 200],
        ...slack('Slack', { text: '={{ $json.n }} {{ $runIndex }}' }),
      } as never)
      workflow.connections.Each = { main: [[], [{ node: 'Slack', type: 'main', index: 0 }]] }
      workflow.connections.Slack = { main: [[{ node: 'Each', type: 'main', index: 0 }]] }
      return workflow
    })(),
    options: { input: [{ n: 1 }, { n: 2 }, { n: 3 }], mocks: { Slack: [{ ok: 1 }] } },
    fails: { 'whose third turn fails': ['{{ $runIndex }}', "{{ $runIndex < 2 ? 1 : $('Nope').item.json.x }}"] },
    differs: {
      'of two at a time': ['"batchSize":1', '"batchSize":2'],
      'that is left at once': [
        '[[],[{"node":"Slack","type":"main","index":0}]]',
        '[[{"node":"Slack","type":"main","index":0}]]',
      ],
      'that takes one item alone': ['"name":"Each"', '"executeOnce":true,"name":"Each"'],
    },
  },
  'a webhook with a part in its path': {
    workflow: startingWith(
      { ...webhook('lastNode'), parameters: { path: 'orders/:id', httpMethod: 'GET', responseMode: 'lastNode' } },
      set('id', '={{ $json.params.id }}'),
    ),
    options: { input: { params: { id: '7' } } },
    fails: { 'of another name': ['orders/:id', 'orders/:number'], 'that is fixed': ['orders/:id', 'orders/id'] },
    differs: { 'that is not read': ['$json.params.id', '$json.query.id'] },
  },
  'a form': {
    workflow: startingWith(
      {
        type: 'n8n-nodes-base.formTrigger',
        typeVersion: 2.2,
        webhookId: 'f',
        parameters: { formTitle: 'Order', formFields: { values: [{ fieldLabel: 'Name' }, { fieldLabel: 'Count' }] } },
      },
      set('name', '={{ $json.Name }}'),
    ),
    options: { input: { Name: 'Ann', Count: '2' }, now: '2026-03-01T09:00:00.000Z' },
    fails: { 'with another label': ['"fieldLabel":"Name"', '"fieldLabel":"Full name"'] },
    differs: { 'whose field is misspelt': ['$json.Name', '$json.name'] },
  },
  'a value of a type': {
    workflow: inARow(
      node('Set', 'set', 3.4, {
        assignments: { assignments: [{ id: 'a', name: 'n', type: 'string', value: '={{ $json.n }}' }] },
        includeOtherFields: true,
        options: {},
      }),
      node('Code', 'code', 2, { mode: 'runOnceForAllItems', jsCode: 'return $input.all()' }),
    ),
    options: { input: { n: 'seven', other: 1 } },
    fails: {
      'that it does not have': ['"type":"string"', '"type":"number"'],
      'read for each item': ['runOnceForAllItems', 'runOnceForEachItem'],
    },
    differs: { 'without other fields': ['"includeOtherFields":true', '"includeOtherFields":false'] },
  },
}

function edited(workflow: WorkflowGiven, [from, to]: [string, string]): WorkflowGiven {
  const text = JSON.stringify(workflow)
  const inText = (part: string) => (text.includes(part) ? part : JSON.stringify(part).slice(1, -1))
  const made = text.replace(inText(from), () => (text.includes(from) ? to : JSON.stringify(to).slice(1, -1)))
  if (made === text) throw new Error(`nothing was edited: ${from}`)
  return JSON.parse(made)
}

describe('edits of sound workflows', async () => {
  const names: string[] = []
  const rows: Tested[] = []
  for (const [what, { workflow, options, fails = {}, differs = {}, alike = {} }] of Object.entries(SUBJECTS)) {
    const add = (name: string, row: Tested) => {
      names.push(`${what}: ${name}`)
      rows.push(row)
    }
    const whole = expectationOfRun(
      await runWorkflow(workflow, options).then(
        run => ({ ...run, nodes: Object.fromEntries(run.nodeNames.map(name => [name, run.node(name).runs])) }) as never,
      ),
    )
    add('sound', { workflow, options })
    add('sound, with all that it did', { workflow, options, expect: whole })
    for (const [name, edit] of Object.entries(alike))
      add(`sound, with ${name}`, { workflow: edited(workflow, edit), options })
    for (const [name, edit] of Object.entries(fails)) add(name, { workflow: edited(workflow, edit), options })
    for (const [name, edit] of Object.entries(differs))
      add(name, { workflow: edited(workflow, edit), options, expect: whole })
  }
  let outcomes: string[] = []
  let runs: Awaited<ReturnType<typeof byKitAndControl>> = []
  beforeAll(async () => {
    outcomes = (await byCommand(rows)).map(({ outcome }) => outcome)
    runs = await byKitAndControl(rows)
  })
  test.each(names.map((name, at) => [name, at] as const))('%s', (name, at) => {
    const isSound = name.includes(': sound')
    expect(outcomes[at] === 'passed').toBe(isSound)
    const { kit, control } = runs[at] as never as {
      kit: { status: string; response?: { status: number } }
      control: { status: string }
    }
    expect(control.status).toBe(kit.status)
    // without expectations, a run shows that it fails
    if (!isSound && !rows[at]?.expect) expect(kit.status !== 'success' || (kit.response?.status ?? 0) >= 500).toBe(true)
  })
})
