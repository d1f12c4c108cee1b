import { describe, expect, test } from 'bun:test'
import { assertRan, runWorkflow, startInstance, type WorkflowGiven } from '../../../src/testing.ts'
import { byCommand, type Tested, throughDoors } from './doors.ts'
import { inARow, request, slack, TO_CHANNEL } from './workflows.ts'

type Rows = Record<string, Tested>

const execute = (workflow: string, more: object = {}) => ({
  name: 'Call',
  type: 'n8n-nodes-base.executeWorkflow',
  typeVersion: 1.2,
  parameters: { workflowId: { __rl: true, mode: 'id', value: workflow }, options: {} },
  ...more,
})

/** A workflow that others call: its trigger, and these nodes in a row. */
function called(name: string, ...nodes: Parameters<typeof inARow>): WorkflowGiven {
  const workflow = inARow(...nodes)
  Object.assign(workflow.nodes[0] ?? {}, {
    type: 'n8n-nodes-base.executeWorkflowTrigger',
    typeVersion: 1.1,
    parameters: { inputSource: 'passthrough' },
  })
  return { ...workflow, id: name.toLowerCase(), name }
}

const notify = called('Notify', slack('Slack', { text: '=Hello {{ $json.who }}' }))

describe('a run that lacks what stands for someone is broken, whatever is expected', () => {
  const goesOn = { onError: 'continueRegularOutput' }
  const expected = [{ status: 'error' }, { error: '$any' }, { error: { node: '$any' } }, { status: 'success' }]
  const rows: Rows = {}
  const lacking: [string, WorkflowGiven, Tested['options']][] = [
    ['a mock', inARow(slack()), {}],
    ['an answer', inARow(request()), { http: [{ url: 'https://other.example.com/*' }] }],
    ['an answer that was used up', inARow(request(), request({}, { name: 'B' })), { http: [{ url: '*', times: 1 }] }],
    ['a mock of a node that goes on after errors', inARow(slack('Slack', {}, goesOn)), {}],
    [
      'a mode that is not computed',
      inARow({
        name: 'P',
        type: 'n8n-nodes-base.code',
        typeVersion: 2,
        parameters: { language: 'python', pythonCode: 'return []' },
      }),
      {},
    ],
    ['a mock in a called workflow', inARow(execute('notify')), { subWorkflows: [notify] }],
    ['one where its caller goes on', inARow(execute('notify', goesOn)), { subWorkflows: [notify] }],
    ['a called workflow', inARow(execute('notify')), {}],
    ['a called workflow, where its caller goes on', inARow(execute('notify', goesOn)), {}],
  ]
  for (const [what, workflow, options] of lacking)
    for (const [at, expect] of expected.entries()) rows[`${what}, expecting ${at}`] = { workflow, options, expect }

  throughDoors(rows, (_row, { command, kit, control }) => {
    expect(command.outcome).toBe('broken')
    expect(command.problem).toMatch(/^Node ".*(mocks|http)/)
    // as mocks name it
    if (kit.unmocked?.[0]?.includes('/')) expect(command.problem).toStartWith('Node "Notify/Slack" calls a service')
    for (const run of [kit, control]) {
      expect(run).toMatchObject({ status: 'broken', error: { message: command.problem } })
      expect(run.unmocked).toHaveLength(1)
    }
  })

  test('unless the run may pass on', async () => {
    expect((await runWorkflow(inARow(slack()), { unmocked: 'pass' })).status).toBe('success')
  })

  test('an instance knows its workflows: one that is missing there is an error of the run', async () => {
    const caller = { ...inARow(execute('gone')), id: 'caller' }
    await using instance = await startInstance({ profile: 'n8n-2.41', fixture: { workflows: [caller] } as never })
    expect(await instance.runWorkflow('caller')).toMatchObject({
      status: 'error',
      error: { message: 'Workflow is not active and cannot be executed.' },
    })
  })

  test('a broken run has no note of items that were passed on', async () => {
    expect((await runWorkflow(inARow(slack()))).notes).toEqual([])
  })
})

const webhook = (responseMode: string | undefined, ...nodes: Parameters<typeof inARow>) => {
  const workflow = inARow(...nodes)
  Object.assign(workflow.nodes[0] ?? {}, {
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    webhookId: 'w',
    parameters: { path: 'w', httpMethod: 'POST', ...(responseMode ? { responseMode } : {}), options: {} },
  })
  return workflow
}
const respond = (parameters: object = { respondWith: 'text', responseBody: 'ok' }) => ({
  name: 'Respond',
  type: 'n8n-nodes-base.respondToWebhook',
  typeVersion: 1.1,
  parameters: { options: {}, ...parameters },
})
const pass = { name: 'Pass', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }
const nothing = { name: 'Nothing', type: 'n8n-nodes-base.limit', typeVersion: 1, parameters: { maxItems: 1 } }
const none = {
  name: 'None',
  type: 'n8n-nodes-base.filter',
  typeVersion: 2.2,
  parameters: {
    conditions: {
      options: { version: 2 },
      combinator: 'and',
      conditions: [{ leftValue: 1, rightValue: 2, operator: { type: 'number', operation: 'equals' } }],
    },
  },
}

describe('a webhook that is not configured to answer fails', () => {
  const missing = 'No Respond to Webhook node found in the workflow'
  const unused = 'Unused Respond to Webhook node found in the workflow'
  const form = (responseMode: string, ...nodes: Parameters<typeof inARow>) => {
    const workflow = webhook(responseMode, ...nodes)
    Object.assign(workflow.nodes[0] ?? {}, {
      type: 'n8n-nodes-base.formTrigger',
      typeVersion: 2.2,
      parameters: { formTitle: 'F', responseMode, options: {} },
    })
    return workflow
  }
  const rows: Record<string, Tested & { message: string; said?: string }> = {
    'without a respond node': { workflow: webhook('responseNode', pass), options: {}, message: missing },
    'with one that it does not ask': { workflow: webhook(undefined, respond()), options: {}, message: unused },
    'with one beside the last node': { workflow: webhook('lastNode', respond()), options: {}, message: unused },
    'with an input of items': { workflow: webhook('responseNode', pass), options: { input: [{}] }, message: missing },
    'a form without a respond node': {
      workflow: form('responseNode', pass),
      options: {},
      message: missing,
      said: 'Workflow Form Error: Workflow could not be started!',
    },
  }
  throughDoors(rows, ({ message, said = message }, { command, kit, control }) => {
    expect(command.outcome).toBe('failed')
    for (const run of [kit, control])
      expect(run).toMatchObject({
        status: 'error',
        error: { message },
        response: { status: 500, body: { code: 0, message: said }, isRefusal: true },
        execution: { status: 'error' },
      })
  })

  test('as the instance stores it', async () => {
    const workflow = { ...webhook('responseNode', pass), id: 'w', active: true }
    await using instance = await startInstance({
      profile: 'n8n-2.41',
      simulate: true,
      fixture: { workflows: [workflow] } as never,
    })
    const answer = await instance.request('POST', '/webhook/w', {}, { key: null })
    const tried = await instance.runWorkflow('w')
    expect([answer.status, answer.body]).toEqual([500, tried.response?.body as never])
    const errorOf = (data: unknown) => (data as { resultData: { error: object } } | undefined)?.resultData.error
    const [stored] = instance.state('executions').executions
    expect([stored?.status, errorOf(stored?.data)]).toEqual(['error', errorOf(tried.execution.data)])
  })
})

describe('an answer that says that the server failed', () => {
  const rows: Record<string, Tested & { outcome: string; warnings: number }> = {
    'of the service, is not expected': {
      workflow: webhook('lastNode', none, pass),
      options: {},
      outcome: 'failed',
      warnings: 1,
    },
    'of the service, may be': {
      workflow: webhook('lastNode', none, pass),
      options: {},
      expect: { response: { status: 500 } },
      outcome: 'passed',
      warnings: 0,
    },
    'of a respond node, is said': {
      workflow: webhook(
        'responseNode',
        respond({ respondWith: 'text', responseBody: 'x', options: { responseCode: 503 } }),
      ),
      options: {},
      outcome: 'passed',
      warnings: 1,
    },
    'of a run that is expected to fail, is not': {
      workflow: webhook('lastNode', slack('Slack', { ...TO_CHANNEL, text: '={{ $json. }}' })),
      options: { mocks: { Slack: [] } },
      expect: { error: 'invalid syntax' },
      outcome: 'passed',
      warnings: 0,
    },
    'that is none': { workflow: webhook('lastNode', nothing), options: {}, outcome: 'passed', warnings: 0 },
  }
  throughDoors(rows, ({ outcome, warnings }, { command }) => {
    expect([command.outcome, command.warnings.length]).toEqual([outcome as never, warnings])
    if (warnings > 0)
      expect(command.warnings[0]).toMatch(/^the caller gets 50[03] .*, and the case expects nothing of it$/)
  })
})

describe('workflows that others call', () => {
  const listing = (callerIds: string) => ({
    ...notify,
    settings: { callerPolicy: 'workflowsFromAList', callerIds },
  })
  const ask = called('Lookup', request({ url: '=https://api.example.com/{{ $json.who }}' }))
  const each = execute('notify', {
    parameters: { workflowId: { __rl: true, mode: 'id', value: 'notify' }, mode: 'each', options: {} },
  })
  const rows: Record<string, Tested & { shown: object }> = {
    'are tested on their own': {
      workflow: notify,
      options: { input: { who: 'Ann' }, mocks: { Slack: [{ ok: 1 }] } },
      expect: { nodes: { Slack: { parameters: { text: 'Hello Ann' }, output: [{ ok: 1 }] } } },
      shown: { path: ['Start', 'Slack'] },
    },
    'with their requests answered': {
      workflow: ask,
      options: { input: { who: 'ann' }, http: [{ url: '*', json: { id: 7 } }] },
      expect: {
        requests: [{ node: 'Ask', url: 'https://api.example.com/ann' }],
        nodes: { Ask: { output: [{ id: 7 }] } },
      },
      shown: { status: 'success' },
    },
    'have mocks by their names': {
      workflow: inARow(execute('notify')),
      options: { input: { who: 'Ann' }, subWorkflows: [notify], mocks: { 'Notify/Slack': [{ ok: 1 }] } },
      expect: {
        nodes: { 'Notify/Slack': { parameters: { text: 'Hello Ann' }, times: 1 }, Call: { output: [{ ok: 1 }] } },
      },
      shown: { path: ['Start', 'Call'], unusedMocks: [] },
    },
    'or by their ids': {
      workflow: inARow(execute('notify')),
      options: { input: { who: 'Ann' }, subWorkflows: [notify], mocks: { 'notify/Slack': [{ ok: 1 }] } },
      expect: { nodes: { 'Notify/Slack': { times: 1 } } },
      shown: { unusedMocks: [] },
    },
    'have an output for each call': {
      workflow: inARow(each),
      options: {
        input: [{ who: 'A' }, { who: 'B' }],
        subWorkflows: [notify],
        mocks: { 'Notify/Slack': { runs: [[{ n: 1 }], [{ n: 2 }]] } },
      },
      expect: {
        nodes: {
          Call: { output: [{ n: 1 }, { n: 2 }] },
          'Notify/Slack': { runs: [{ output: [{ n: 1 }] }, { output: [{ n: 2 }] }] },
        },
      },
      shown: {},
    },
    'ask what the case answers': {
      workflow: inARow(execute('lookup')),
      options: { input: { who: 'ann' }, subWorkflows: [ask], http: [{ url: '*/ann', json: { id: 7 } }] },
      expect: { requests: [{ node: 'Lookup/Ask' }], nodes: { Call: { output: [{ id: 7 }] } } },
      shown: { requests: [{ node: 'Lookup/Ask', url: 'https://api.example.com/ann' }] },
    },
    'and call others': {
      workflow: inARow(execute('outer')),
      options: {
        input: { who: 'Ann' },
        subWorkflows: [notify, called('Outer', execute('notify'))],
        mocks: { 'Notify/Slack': [{ ok: 1 }] },
      },
      expect: { nodes: { 'Notify/Slack': { times: 1 }, 'Outer/Call': { output: [{ ok: 1 }] } } },
      shown: {},
    },
    'may not be called': {
      workflow: inARow(none, execute('notify')),
      options: { subWorkflows: [notify], mocks: { 'Notify/Slack': [] } },
      expect: { nodes: { 'Notify/Slack': { ran: false } } },
      shown: { unusedMocks: ['Notify/Slack'] },
    },
    'may let none call them': {
      workflow: inARow(execute('notify')),
      options: { subWorkflows: [{ ...notify, settings: { callerPolicy: 'none' } }], mocks: { 'Notify/Slack': [] } },
      expect: { error: 'The sub-workflow (notify) cannot be called by this workflow' },
      shown: { status: 'error' },
    },
    'may let others call them': {
      workflow: { ...inARow(execute('notify')), id: 'caller' },
      options: { subWorkflows: [listing('other')], mocks: { 'Notify/Slack': [] } },
      expect: { error: 'The sub-workflow (notify) cannot be called by this workflow' },
      shown: { status: 'error' },
    },
    'may let this one call them': {
      workflow: { ...inARow(execute('notify')), id: 'caller' },
      options: { subWorkflows: [listing('other, caller')], mocks: { 'Notify/Slack': [] } },
      shown: { status: 'success' },
    },
    'may let some call them, where the caller has no id': {
      workflow: inARow(execute('notify')),
      options: { subWorkflows: [listing('other')], mocks: { 'Notify/Slack': [] } },
      shown: { status: 'success' },
    },
    'fail where their nodes do': {
      workflow: inARow(execute('notify')),
      options: { subWorkflows: [notify], mocks: { 'Notify/Slack': { error: 'busy' } } },
      expect: { error: { message: 'busy', node: 'Notify/Slack' } },
      shown: { status: 'error' },
    },
    'have nodes with a slash in their names': {
      workflow: inARow(slack('Notify/Slack')),
      options: { subWorkflows: [notify], mocks: { 'Notify/Slack': [{ own: 1 }] } },
      expect: { nodes: { 'Notify/Slack': { output: [{ own: 1 }] } } },
      shown: {},
    },
  }
  throughDoors(rows, ({ shown }, { command, kit, control }) => {
    expect(command).toMatchObject({ outcome: 'passed', failures: [] })
    for (const run of [kit, control]) expect(run).toMatchObject(shown)
  })

  test('have functions as mocks, called once for each run', async () => {
    const seen: unknown[] = []
    const run = await runWorkflow(inARow(each), {
      input: [{ who: 'A' }, { who: 'B' }],
      subWorkflows: [notify],
      mocks: {
        'Notify/Slack': ({ items, parameters, runIndex }) => {
          seen.push([runIndex, parameters[0]?.text])
          return items.map(() => ({ json: { sent: runIndex } })) as never
        },
      },
    })
    expect(seen).toEqual([
      [0, 'Hello A'],
      [1, 'Hello B'],
    ])
    expect(run.node('Call').output).toEqual([{ sent: 0 }, { sent: 1 }])
    expect(run.node('Notify/Slack').runs).toHaveLength(2)
  })

  test('of an instance have mocks, too', async () => {
    const workflows = [
      { ...notify, active: true },
      { ...inARow(execute('notify')), id: 'caller' },
    ]
    await using instance = await startInstance({ profile: 'n8n-2.41', fixture: { workflows } as never })
    const run = await instance.runWorkflow('caller', { input: { who: 'Ann' }, mocks: { 'Notify/Slack': [{ ok: 1 }] } })
    expect([run.status, run.node('Notify/Slack').parameters]).toEqual(['success', { text: 'Hello Ann' } as never])
  })

  test.each<[string, Record<string, never[]>, string]>([
    ['a missing node of one', { 'Notify/Slak': [] }, 'the workflow "Notify" has no node "Slak". Is it "Notify/Slack"?'],
    ['one without its workflow', { Slack: [] }, 'the workflow has no node "Slack". Is it "Notify/Slack"?'],
    ['a misspelt one', { 'Notfy/Slack': [] }, 'the workflow has no node "Notfy/Slack". Is it "Notify/Slack"?'],
    ['the trigger', { Start: [] }, 'run/mocks/Start: the run begins at this node. Give what it gets in input'],
  ])('a mock of %s is refused', async (_what, mocks, message) => {
    const run = runWorkflow(inARow(execute('notify')), { subWorkflows: [notify], mocks })
    await expect(run).rejects.toThrow(message)
  })
})

test.each(['contract', 'n8n-1.41', 'n8n-1.123', 'n8n-2.41'])(
  'a mocked node fails by the parameters that it reads, and by no others, in %s',
  async profile => {
    const mail = (parameters: object) => {
      const all = { fromEmail: 'a@example.com', toEmail: 'b@example.com', subject: 'x', html: 'x', ...parameters }
      return inARow({
        name: 'Mail',
        type: 'n8n-nodes-base.emailSend',
        typeVersion: 2.1,
        parameters: { emailFormat: 'html', ...all },
      })
    }
    const statusOf = async (parameters: object) =>
      (await runWorkflow(mail(parameters), { mocks: { Mail: [{}] }, profile } as never)).status
    expect(await statusOf({ text: '={{ $json. }}' })).toBe('success')
    expect(await statusOf({ html: '={{ $json. }}' })).toBe('error')
  },
)

describe('parameters of a node that has no mock are not compared, and it is said why', () => {
  const workflow = inARow({ name: 'Write', type: 'n8n-nodes-base.noOp' })
  const why = 'it has no mock, and parameters are those that nodes with a mock were given'

  test('in a case', async () => {
    const row = (parts: object): Tested => ({ workflow, options: {}, expect: { nodes: { Write: parts } } })
    const shown = await byCommand([row({ parameters: { a: 1 } }), row({ runs: [{ parameters: { a: 1 } }] })])
    expect(shown.map(({ outcome, failures }) => [outcome, failures.map(({ reason }) => reason)])).toEqual([
      ['failed', [expect.stringContaining(why)]],
      ['failed', [expect.stringContaining(why)]],
    ])
  })

  test('in the kit', async () => {
    const run = await runWorkflow(workflow)
    expect(() => assertRan(run, 'Write', { parameters: { a: 1 } })).toThrow(why)
  })
})

describe('a mock of a node that the service would not run is a warning', () => {
  const needs = (node: string, parameter: string, workflow = 'In a row') =>
    `the service refuses to run "${workflow}": "${node}" needs the parameter "${parameter}", which is missing or empty`
  const mocks = { Slack: [{ ok: true }] }
  const rows: Record<string, Tested & { warning?: string | string[] }> = {
    'whose parameters are all there, is none': {
      workflow: inARow(slack('Slack', { ...TO_CHANNEL, text: 'Hi' })),
      options: { mocks },
    },
    'without a parameter that it needs': {
      workflow: inARow(slack('Slack', { text: 'Hi' })),
      options: { mocks },
      warning: needs('Slack', 'select'),
    },
    'without any parameters': {
      workflow: inARow({ ...slack(), parameters: undefined }),
      options: { mocks },
      warning: [needs('Slack', 'select'), needs('Slack', 'text')],
    },
    'with an empty one': {
      workflow: inARow(slack('Slack', { ...TO_CHANNEL, channelId: { __rl: true, mode: 'id', value: '' }, text: 'Hi' })),
      options: { mocks },
      warning: needs('Slack', 'channelId'),
    },
    'with a value that it refuses': {
      workflow: inARow(
        slack('Slack', { ...TO_CHANNEL, channelId: { __rl: true, mode: 'id', value: '#a' }, text: 'Hi' }),
      ),
      options: { mocks },
      warning:
        'the service refuses to run "In a row": "#a" is no "id" of "channelId" of "Slack": it must match ^(?:[CGD][A-Z0-9]{2,}|#?[a-z0-9_\\-]{2,})$',
    },
    'in a typeVersion that it does not have': {
      workflow: inARow({ ...slack('Slack', { ...TO_CHANNEL, text: 'Hi' }), typeVersion: 2.9 }),
      options: { mocks },
      warning:
        'the service refuses to run "In a row": n8n-nodes-base.slack has no typeVersion 2.9 in n8n-2.41: it has 1, 2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7',
    },
    'of a node that runs here': {
      workflow: inARow(request({ url: '' })),
      options: { mocks: { Ask: [{}] } },
      warning: needs('Ask', 'url'),
    },
    'in a called workflow': {
      workflow: inARow(execute('notify')),
      options: { subWorkflows: [notify], mocks: { 'Notify/Slack': [{}] } },
      warning: needs('Slack', 'select', 'Notify'),
    },
    'that is disabled, is none': {
      workflow: inARow(slack('Slack', {}, { disabled: true })),
      options: { mocks: {} },
    },
    'of a package that is not known, is none': {
      workflow: inARow(slack('Slack', {}, { type: 'n8n-nodes-x.thing' })),
      options: { mocks, allowNodes: ['n8n-nodes-x'] },
    },
  }
  throughDoors(rows, ({ warning }, { command, kit, control }) => {
    const warnings = [warning ?? []].flat()
    expect(command).toMatchObject({ outcome: 'passed', warnings })
    expect([kit.warnings, control.warnings]).toEqual([warnings, warnings])
  })
})
