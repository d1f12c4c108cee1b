import { FIRST, type Given, type Groups, HOOK, link, node, row, START, to } from './workflows.ts'

const PORTS: Given[] = [
  START,
  FIRST,
  { name: 'If', type: 'if', typeVersion: 2.2, parameters: { conditions: {} }, onError: 'continueErrorOutput' },
  {
    name: 'Switch',
    type: 'switch',
    typeVersion: 3.2,
    parameters: { mode: 'expression', numberOutputs: 2, output: '={{ 0 }}' },
  },
  { name: 'Merge', type: 'merge', typeVersion: 3.1, parameters: { numberInputs: 3 } },
  { name: 'Loop', type: 'splitInBatches', typeVersion: 3, parameters: { options: {} } },
  { name: 'Call', type: 'httpRequest', typeVersion: 4.2, parameters: { url: 'https://a.example' } },
  {
    name: 'Agent',
    type: '@n8n/n8n-nodes-langchain.agent',
    typeVersion: 2,
    parameters: { promptType: 'define', text: 'x' },
  },
  { name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.2, parameters: {} },
  { name: 'Off', type: 'noOp', disabled: true },
]

/** Each output of a node to each input of another. */
export function ports(): Groups {
  const names = PORTS.map(({ name }) => name)
  return Object.fromEntries(
    names.map(from => [
      `connections of ${from}`,
      names.flatMap(target =>
        [
          [[], [], [link(target)]],
          [[link(target, 1), link(target, 3)]],
          [[link(target, 0, 'ai_tool')], null, [{ node: 7 }, link('Gone')]],
        ].map((main, at) =>
          row(PORTS, {
            connections: {
              [from]: {
                [at === 2 ? 'ai_tool' : 'main']: main,
                ...(at === 1 ? { ai_languageModel: [[link(target, 0, 'ai_languageModel')]] } : {}),
              },
            },
          }),
        ),
      ),
    ]),
  )
}

const NAMED = ['total', 'body', 'custmer', 'query', 'Email', 'jwtPayload', 'it', 'nope']

const SOURCES: Record<string, { nodes: Given[]; pinData?: object }> = {
  'a webhook': { nodes: [HOOK] },
  'a webhook with pinned items': { nodes: [HOOK], pinData: { Hook: [{ json: { customer: 1 } }] } },
  'a form': {
    nodes: [
      {
        name: 'Form',
        type: 'formTrigger',
        typeVersion: 2.2,
        parameters: {
          formTitle: 'F',
          formFields: { values: [{ fieldLabel: 'Email' }, { fieldLabel: 'Note', fieldName: 'total' }] },
        },
      },
    ],
  },
  'a form whose fields are not known': {
    nodes: [
      {
        name: 'Form',
        type: 'formTrigger',
        typeVersion: 2.2,
        parameters: { formTitle: 'F', formFields: { values: [{ fieldLabel: '={{ 1 }}' }] } },
      },
    ],
  },
  'pinned items': { nodes: [START], pinData: { Start: [{ customer: 1, total: 2 }, { more: 1 }] } },
  'a Set': { nodes: [START, FIRST] },
  'a Set that keeps the others': {
    nodes: [HOOK, { ...FIRST, parameters: { ...FIRST.parameters, includeOtherFields: true } }],
  },
  'a Set of raw JSON': { nodes: [HOOK, { ...FIRST, parameters: { mode: 'raw', jsonOutput: '{"a": 1}' } }] },
  'a Set of version 3': {
    nodes: [
      HOOK,
      {
        ...FIRST,
        typeVersion: 3,
        parameters: {
          include: 'none',
          fields: { values: [{ name: 'total', type: 'numberValue', numberValue: '1' }] },
          options: {},
        },
      },
    ],
  },
  'a Set of version 2': {
    nodes: [
      HOOK,
      {
        ...FIRST,
        typeVersion: 2,
        parameters: {
          keepOnlySet: true,
          values: { number: [{ name: 'total', value: 1 }], string: [{ name: 'a.b', value: 'x' }] },
          options: {},
        },
      },
    ],
  },
  'a Set without paths': {
    nodes: [HOOK, { ...FIRST, parameters: { ...FIRST.parameters, options: { dotNotation: false } } }],
  },
  'a Set whose error goes on': { nodes: [HOOK, { ...FIRST, onError: 'continueRegularOutput' }] },
  'a Set with an odd name': {
    nodes: [
      HOOK,
      { ...FIRST, parameters: { assignments: { assignments: [{ name: '={{ 1 }}', value: 1, type: 'number' }] } } },
    ],
  },
  'nodes that hand on': {
    nodes: [
      START,
      FIRST,
      { name: 'Wait', type: 'wait', typeVersion: 1.1, parameters: { resume: 'timeInterval' } },
      { name: 'Limit', type: 'limit' },
    ],
  },
  'a wait for a call': {
    nodes: [START, FIRST, { name: 'Wait', type: 'wait', typeVersion: 1.1, parameters: { resume: 'webhook' } }],
  },
  'a disabled node': { nodes: [START, FIRST, { name: 'Off', type: 'httpRequest', disabled: true }] },
  'a called workflow': {
    nodes: [
      {
        name: 'Called',
        type: 'executeWorkflowTrigger',
        typeVersion: 1.1,
        parameters: { workflowInputs: { values: [{ name: 'customer', type: 'number' }] } },
      },
    ],
  },
  'a called workflow of any input': {
    nodes: [
      { name: 'Called', type: 'executeWorkflowTrigger', typeVersion: 1.1, parameters: { inputSource: 'passthrough' } },
    ],
  },
}

/** Fields that are read behind each source. */
export function fields(): Groups {
  return Object.fromEntries(
    Object.entries(SOURCES).map(([source, { nodes, pinData }]) => {
      const last = nodes.at(-1)?.name ?? ''
      const texts = NAMED.flatMap(name => [
        `={{ $json.${name} }}`,
        `={{ $('${last}').item.json["${name}"] }}`,
        `={{ $json.${name}?.x }}`,
      ])
      const assignments = texts.map((value, at) => ({ id: String(at), name: `a${at}`, value, type: 'string' }))
      const reader = {
        name: 'Reader',
        type: 'set',
        typeVersion: 3.4,
        parameters: { assignments: { assignments }, options: {} },
      }
      const code = {
        name: 'Code',
        type: 'code',
        typeVersion: 2,
        parameters: { jsCode: 'return [{ json: { a: $json.custmer, b: $input.first().json.body } }]' },
      }
      const all = [...nodes, reader]
      return [
        `fields of ${source}`,
        [
          row(all, { pinData }),
          row([...nodes, code], { pinData }),
          row([...all, { ...FIRST, name: 'Other' }], {
            pinData,
            connections: { [last]: to('Reader', 'Other'), Other: to('Reader') },
          }),
        ],
      ]
    }),
  )
}

/** Calls of a workflow that declares its inputs, in several ways. */
export function calls(): Groups {
  const called = (parameters: object, rest: object = {}) => ({
    id: 'w2',
    ...row([
      {
        name: 'Called',
        type: 'executeWorkflowTrigger',
        typeVersion: 1.1,
        parameters: parameters as Record<string, unknown>,
        ...rest,
      },
      FIRST,
    ]),
  })
  const inputs = { workflowInputs: { values: [{ name: 'customer', type: 'number' }, { name: 'total' }] } }
  const values: unknown[] = [{ custmer: 7, customer: 7 }, { x: 1 }, {}, 'x', undefined]
  const callers = values.flatMap(value =>
    [{ __rl: true, mode: 'id', value: 'w2' }, 'w2', 'w3', 7].map(workflowId =>
      row([
        START,
        {
          name: 'Call',
          type: 'executeWorkflow',
          typeVersion: 1.2,
          parameters: { workflowId, workflowInputs: { mappingMode: 'defineBelow', value }, options: {} },
        },
      ]),
    ),
  )
  const declared = {
    'its inputs': called(inputs),
    'inputs by an expression': called({ workflowInputs: { values: [{ name: '={{ 1 }}' }] } }),
    'no inputs': called({ workflowInputs: { values: [] } }),
    'any input': called({ ...inputs, inputSource: 'passthrough' }),
    'inputs in the form of version 1': called(inputs, { typeVersion: 1 }),
    'inputs of a disabled trigger': called(inputs, { disabled: true }),
  }
  return Object.fromEntries(
    Object.entries(declared).map(([what, workflow]) => [`calls of a workflow with ${what}`, [...callers, workflow]]),
  )
}

const RESPONSES = ['onReceived', 'lastNode', 'responseNode', 'streaming', 'nope']

/** Triggers of all kinds, with and without what answers. */
export function starts(): Groups {
  const reply = { name: 'Reply', type: 'respondToWebhook', typeVersion: 1.4, parameters: {} }
  const hooks = RESPONSES.flatMap(responseMode =>
    [1, 1.1, 2, 2.1].flatMap(typeVersion => {
      const hook = { ...HOOK, typeVersion, parameters: { ...HOOK.parameters, responseMode } }
      return [
        row([hook]),
        row([hook, reply]),
        row([hook, { ...reply, disabled: true }]),
        row([hook, reply], { connections: { Hook: { main: [] } } }),
      ]
    }),
  )
  const forms = RESPONSES.flatMap(responseMode =>
    [2, 2.2, 2.3].flatMap(typeVersion => {
      const form = {
        name: 'Form',
        type: 'formTrigger',
        typeVersion,
        parameters: { formTitle: 'F', formFields: { values: [{ fieldLabel: 'q' }] }, responseMode },
      }
      return [
        row([form]),
        row([form, reply]),
        row([form, { name: 'Page', type: 'form', typeVersion: 1, parameters: { operation: 'completion' } }]),
      ]
    }),
  )
  const schedules = [
    ...['0 9 * * *', '0 9 * * MONDAY-', '0 0 31 2 *', '* * * * * *', '', '={{ 1 }}', '61 * * * *', '0 0 30 2 1'].map(
      expression => ({ field: 'cronExpression', expression }),
    ),
    ...['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'].flatMap(field =>
      [0, 1, 7, 61, 1000, '={{ 1 }}'].map(count => ({
        field,
        [`${field}Interval`]: count,
        triggerAtHour: count,
        triggerAtMinute: count,
        triggerAtDay: [count],
        triggerAtDayOfMonth: count,
      })),
    ),
  ].map(one =>
    row([{ name: 'Clock', type: 'scheduleTrigger', typeVersion: 1.2, parameters: { rule: { interval: [one] } } }]),
  )
  const zones = ['Europe/Berlin', 'Europe/Berln', 'DEFAULT', '', 'utc', 7].map(timezone =>
    row([START], { settings: { timezone } }),
  )
  return { 'responses of webhooks': hooks, 'responses of forms': forms, schedules, 'time zones': zones }
}

/** Workflows whose shape is odd. */
export function shapes(): Groups {
  const names = ['If', 'if', 'Start', '', undefined, 7]
  return {
    'names and types of nodes': [
      ...[
        'slak',
        'slack',
        'Slack',
        '@n8n/n8n-nodes-langchain.agnt',
        'n8n-nodes-x.y',
        'x',
        '',
        'slackTool',
        'webhookTool',
      ].flatMap(type =>
        [undefined, 1, 2.2, 9, 'x'].map(typeVersion => ({
          ...row([START, { name: 'N', type }]),
          nodes: [node(START), { ...node({ name: 'N', type }), typeVersion }],
        })),
      ),
      ...names.map(name => ({ ...row([START]), nodes: [node(START), { ...node({ name: 'x', type: 'if' }), name }] })),
    ],
    'nodes that no trigger reaches': [
      row([FIRST, { name: 'Call', type: 'httpRequest', parameters: {} }]),
      row([START, FIRST], { connections: { Start: {} } }),
      row([{ ...START, disabled: true }, FIRST]),
      row(PORTS, { connections: { Start: to('First', 'Gone') } }),
    ],
    'odd workflows': [
      {},
      { name: 'W' },
      { name: 7, nodes: 'x', connections: [] },
      { name: 'W', nodes: [7, null, {}], connections: { Start: 7 } },
      row([START], { connections: { Start: { main: [[{}, 7]] } } }),
      row([START], { settings: { executionOrder: 'v9', errorWorkflow: 'x' }, pinData: { Gone: [] }, active: true }),
      row([HOOK, { ...HOOK, name: 'Second' }]),
      row([
        HOOK,
        { ...HOOK, name: 'Get', parameters: { path: 'a', httpMethod: ['GET', 'POST'], multipleMethods: true } },
      ]),
    ],
  }
}
