import { createChance } from '../../tools/soak/chance.ts'

const BASE = 'n8n-nodes-base.'
const CODES = [
  'return items',
  'return []',
  "throw new Error('no')",
  'return [{ json: { n: 1 } }, { json: { n: 2 }, pairedItem: 1 }]',
  'const s = $getWorkflowStaticData("global"); s.count = (s.count ?? 0) + 1; return [{ json: { count: s.count, run: $runIndex } }]',
  "$execution.customData.set('key', 'value'); console.log('said', 1); return items",
  'return [{ json: { prev: $prevNode.name, names: $input.all().length, first: $input.first().json } }]',
]
const condition = { leftValue: '={{ $json.n }}', rightValue: 1, operator: { type: 'number', operation: 'gt' } }
const conditions = { combinator: 'and', options: { typeValidation: 'loose' }, conditions: [condition] }

/** Node types with parameters that make them do different things by their number. */
const KINDS: ((number: number) => {
  type: string
  typeVersion: number
  parameters: object
  outputs?: number
  inputs?: number
})[] = [
  () => ({ type: 'noOp', typeVersion: 1, parameters: {} }),
  number => ({
    type: 'set',
    typeVersion: 3.4,
    parameters: {
      includeOtherFields: number % 2 === 0,
      assignments: {
        assignments: [
          { id: 'a', name: 'n', type: 'number', value: '={{ ($json.n ?? 0) + 1 }}' },
          { id: 'b', name: 'from', type: 'string', value: "={{ $('T').item.json.id }}{{ $itemIndex }}" },
        ],
      },
      options: {},
    },
  }),
  number => ({ type: 'code', typeVersion: 2, parameters: { jsCode: CODES[number % CODES.length] } }),
  () => ({ type: 'if', typeVersion: 2.2, parameters: { conditions }, outputs: 2 }),
  number => ({
    type: 'switch',
    typeVersion: 3.2,
    parameters: { mode: 'expression', numberOutputs: 3, output: `={{ ($json.n ?? 0) % ${2 + (number % 3)} }}` },
    outputs: 3,
  }),
  number => ({
    type: 'merge',
    typeVersion: [1, 2.1, 3.1][number % 3] as number,
    parameters: [{}, { mode: 'append' }, { mode: 'combine', combineBy: 'combineByPosition' }, { mode: 'chooseBranch' }][
      number % 4
    ] as object,
    inputs: 2,
  }),
  number => ({
    type: 'splitInBatches',
    typeVersion: 3,
    parameters: {
      batchSize: 1 + (number % 2),
      options: { reset: number % 5 === 0 ? '={{ $runIndex === 2 }}' : false },
    },
    outputs: 2,
  }),
  () => ({ type: 'limit', typeVersion: 1, parameters: { maxItems: 1 } }),
  number => ({
    type: 'executeWorkflow',
    typeVersion: 1.2,
    parameters: {
      workflowId: { __rl: true, mode: 'id', value: number % 3 === 0 ? 'fails' : 'called' },
      mode: number % 2 === 0 ? 'each' : 'once',
      options: number % 5 === 0 ? { waitForSubWorkflow: false } : {},
    },
  }),
  number => ({
    type: 'stopAndError',
    typeVersion: 1,
    parameters:
      number % 2 === 0
        ? { errorMessage: '=no {{ $json.n }}' }
        : { errorType: 'errorObject', errorObject: '{"message": "m", "code": 7}' },
  }),
  number => ({
    type: 'slack',
    typeVersion: 2.3,
    parameters: { select: 'channel', channelId: '#a', text: `=Hi ${number} {{ $json.n }}` },
  }),
  number => ({
    type: 'httpRequest',
    typeVersion: 4.2,
    parameters: {
      url: `=https://a.example/${number % 3}?n={{ $json.n }}`,
      options: number % 2 === 0 ? { response: { response: { fullResponse: true } } } : {},
    },
  }),
  number => ({
    type: 'wait',
    typeVersion: 1.1,
    parameters: number % 2 === 0 ? { amount: 1, unit: 'seconds' } : { resume: 'webhook' },
  }),
  () => ({ type: 'filter', typeVersion: 2.2, parameters: { conditions } }),
  () => ({ type: 'aggregate', typeVersion: 1, parameters: { aggregate: 'aggregateAllItemData' } }),
]

const FLAGS: object[] = [
  {},
  {},
  {},
  { onError: 'continueRegularOutput' },
  { onError: 'continueErrorOutput' },
  { executeOnce: true },
  { alwaysOutputData: true },
  { disabled: true },
  { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
  { continueOnFail: true, notes: 'n', notesInFlow: true },
]

const CALLED = {
  id: 'called',
  name: 'Called',
  nodes: [
    {
      id: 'c',
      name: 'C',
      type: `${BASE}executeWorkflowTrigger`,
      typeVersion: 1.1,
      position: [0, 0],
      parameters: { inputSource: 'passthrough' },
    },
    {
      id: 'd',
      name: 'D',
      type: `${BASE}set`,
      typeVersion: 3.4,
      position: [1, 0],
      parameters: {
        includeOtherFields: true,
        assignments: { assignments: [{ id: 'x', name: 'called', type: 'boolean', value: true }] },
      },
    },
  ],
  connections: { C: { main: [[{ node: 'D', type: 'main', index: 0 }]] } },
}
const FAILS = {
  ...CALLED,
  id: 'fails',
  name: 'Fails',
  nodes: [
    CALLED.nodes[0],
    {
      id: 'd',
      name: 'D',
      type: `${BASE}stopAndError`,
      typeVersion: 1,
      position: [1, 0],
      parameters: { errorMessage: 'it fails' },
    },
  ],
}

const ITEMS = [{ json: { id: 'x', n: 0 } }, { json: { id: 'y', n: 2 } }, { json: { id: 'z' } }]

/** A request of a run: nodes of all kinds, wired by chance, loops among them. The same for the same seed. */
export function requestOf(seed: number) {
  const chance = createChance(seed)
  const count = 3 + chance.below(7)
  const made = Array.from({ length: count }, (_, at) => {
    const kind = KINDS[chance.below(KINDS.length)]?.(chance.below(60)) ?? {
      type: 'noOp',
      typeVersion: 1,
      parameters: {},
    }
    const { outputs = 1, inputs = 1, type, ...rest } = kind
    const node = {
      id: `N${at}`,
      name: `N${at}`,
      type: BASE + type,
      position: [at * 100, (chance.below(3) - 1) * 100],
      ...rest,
      ...FLAGS[chance.below(FLAGS.length)],
    }
    return { node, outputs: outputs + ('onError' in node && node.onError === 'continueErrorOutput' ? 1 : 0), inputs }
  })
  const trigger = {
    node: { id: 'T', name: 'T', type: `${BASE}manualTrigger`, typeVersion: 1, position: [0, 0], parameters: {} },
    outputs: 1,
  }
  const connections: Record<string, { main: { node: string; type: 'main'; index: number }[][] }> = {}
  const wire = (from: { node: { name: string }; outputs: number }, to: { node: { name: string } }, input: number) => {
    connections[from.node.name] ??= { main: [] }
    const main = connections[from.node.name]?.main ?? []
    const output = chance.below(from.outputs)
    while (main.length <= output) main.push([])
    main[output]?.push({ node: to.node.name, type: 'main', index: input })
    return output
  }
  /** Node → the loop whose batches come to it. */
  const loops = new Map<string, (typeof made)[number]>()
  for (const [at, to] of made.entries()) {
    for (let input = 0; input < to.inputs; input++) {
      const from = made[chance.below(at + 1) - 1] ?? trigger
      const output = wire(from, to, input)
      const isLoop = from.node.type.endsWith('splitInBatches')
      const loop = isLoop ? made.find(one => one === from && output === 1) : loops.get(from.node.name)
      if (loop) loops.set(to.node.name, loop)
    }
    const loop = loops.get(to.node.name)
    if (loop) wire({ ...to, outputs: 1 }, loop, 0)
    else if (loops.size === 0 && at > 1 && chance.below(4) === 0) wire(made[chance.below(at)] ?? trigger, to, 0)
  }
  const names = made.map(({ node }) => node.name)
  const mocked = made.filter(({ node }) => node.type.endsWith('slack'))
  const mocks = Object.fromEntries(
    mocked.map(({ node }, at) => [
      node.name,
      [
        [{ ok: true }, { n: 5 }],
        { error: 'down' },
        { runs: [[{ n: 1 }], [{ n: 2 }]] },
        [[{ json: { n: 9 }, pairedItem: 0 }]],
      ][(at + seed) % 4],
    ]),
  )
  const pinned = names[chance.below(names.length)] ?? ''
  return {
    workflow: {
      id: 'w1',
      name: 'W',
      nodes: [trigger.node, ...made.map(({ node }) => node)],
      connections,
      settings: [{}, { executionOrder: 'v1' }, { executionOrder: 'v1', timezone: 'Asia/Tokyo' }][seed % 3],
      ...(seed % 4 === 0 && loops.size === 0
        ? { pinData: { [pinned]: [{ json: { n: 7, pinned: true } }] }, staticData: { global: { count: 4 } } }
        : {}),
    },
    usePinnedData: seed % 8 === 0,
    unmocked: seed % 5 === 0 ? 'pass' : 'fail',
    trigger: 'T',
    input: ITEMS.slice(0, 1 + (seed % 3)),
    mocks: seed % 7 === 0 ? {} : mocks,
    http: [
      { url: 'https://a.example/0*', json: { n: 4, list: [1] } },
      { url: 'https://a.example/1*', status: 500, text: 'broken' },
      ...(seed % 2 === 0 ? [{ url: 'https://a.example/2*', json: [{ n: 1 }, { n: 2 }], times: 1 }] : []),
    ],
    subWorkflows: [CALLED, FAILS],
    variables: { a: 'b' },
    now: '2024-05-06T07:08:09.123Z',
  }
}
