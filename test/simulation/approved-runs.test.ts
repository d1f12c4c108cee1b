// Small faults in the order of nodes, in how runs end or in what executions store of them change a line of these tables.
import { describe, expect, test } from 'bun:test'
import { runAtOnce } from '../../src/base/run-in-slices.ts'
import type { NodeItem } from '../../src/simulation/item.ts'
import { withDefaults } from '../../src/simulation/node-defaults.ts'
import { type Play, type PlayOptions, play } from '../../src/simulation/play.ts'
import { detailsOf, executionData, jsonSizeOf, keptPlay, madeUpData, timesOf } from '../../src/simulation/run-data.ts'
import type { Node } from '../../src/testing.ts'
import { digestOf, shortened, shown } from './approved.ts'
import { node, to } from './playing.ts'

type Workflow = Parameters<typeof madeUpData>[0]

const AT = Date.parse('2026-03-01T12:00:00Z')
const ITEMS: NodeItem[] = [{ json: { n: 1 } }, { json: { n: 2 } }]
const BROKEN = { mode: 'raw', jsonOutput: '={{ ( }}' }
const at = (name: string, index: number) => ({ node: name, type: 'main', index })
const isOne = {
  conditions: { conditions: [{ leftValue: '={{ $json.n }}', rightValue: 1, operator: { operation: 'equals' } }] },
}

const GRAPHS: Record<string, { nodes: Node[]; main: Record<string, unknown[]>; pinData?: unknown }> = {
  row: { nodes: [node('T', 'webhook'), node('A', 'set'), node('B', 'noOp')], main: { T: [to('A')], A: [to('B')] } },
  branches: {
    nodes: [
      node('T', 'manualTrigger'),
      node('If', 'if', isOne),
      node('A', 'noOp', {}, { position: [100, 200] }),
      node('B', 'httpRequest', {}, { position: [100, 100] }),
      node('C', 'noOp', {}, { position: [0, 200] }),
      node('D', 'noOp'),
    ],
    main: { T: [to('If')], If: [to('A', 'B', 'C', 'A'), to('D')], B: [to('D')] },
  },
  merged: {
    nodes: [
      node('T', 'scheduleTrigger'),
      node('A', 'wait', { amount: 70 }),
      node('B', 'noOp'),
      node('M', 'merge'),
      node('Z', 'noOp'),
    ],
    main: { T: [to('A', 'B')], A: [[at('M', 0)]], B: [[at('M', 1)]], M: [to('Z')] },
  },
  'half merged': {
    nodes: [
      node('T', 'webhook'),
      node('If', 'if', isOne),
      node('A', 'filter', isOne),
      node('M', 'merge'),
      node('Z', 'noOp'),
    ],
    main: { T: [to('If', 'A')], If: [[], [at('M', 2)]], A: [[], [at('M', 0)]], M: [to('Z')] },
  },
  loop: {
    nodes: [node('T', 'webhook'), node('A', 'set'), node('B', 'noOp')],
    main: { T: [to('A')], A: [to('B')], B: [to('A')] },
  },
  fails: {
    nodes: [node('T', 'webhook'), node('A', 'set', BROKEN), node('B', 'noOp')],
    main: { T: [to('A', 'B')], A: [to('B')] },
  },
  disabled: {
    nodes: [
      node('T', 'webhook', {}, { disabled: true }),
      node('A', 'wait', {}, { disabled: true }),
      node('B', 'stopAndError', { errorMessage: 'm' }),
    ],
    main: { T: [to('A')], A: [to('B')] },
  },
  waits: {
    nodes: [
      node('T', 'webhook'),
      node('A', 'wait', { resume: 'webhook' }),
      node('B', 'lmChatAgent'),
      node('C', 'httpRequest'),
    ],
    main: { T: [to('A')], A: [to('B')], B: [to('C')] },
  },
  pinned: {
    nodes: [
      node('T', 'webhook'),
      node('A', 'set'),
      node('B', 'set', {}, { disabled: true }),
      node('C', 'noOp', {}, { executeOnce: true }),
    ],
    main: { T: [to('A')], A: [to('B')], B: [to('C')] },
    pinData: { T: [{ json: { pinned: 'T' } }], A: [{ a: 1 }, { json: { b: 2 } }, null], B: [{ json: {} }], C: 'none' },
  },
  methods: {
    nodes: [node('T', 'webhook', { multipleMethods: true, httpMethod: ['GET', 'POST', 'PUT'] }), node('A', 'noOp')],
    main: { T: [[], to('A')] },
  },
  'two triggers': {
    nodes: [
      node('A', 'noOp'),
      node('Note', 'stickyNote'),
      node('T', 'webhook'),
      node('U', 'formTrigger'),
      node('B', 'noOp'),
    ],
    main: { A: [to('B')], T: [to('B')], U: [to('B')] },
  },
  'without a trigger': { nodes: [node('A', 'noOp'), node('B', 'set'), node('C', 'noOp')], main: { B: [to('C')] } },
  'on the way': {
    nodes: [
      node('T', 'webhook'),
      node('R', 'respondToWebhook'),
      node('E', 'executeWorkflow', { workflowId: 'x' }),
      node('S', 'stopAndError', { errorMessage: 'm' }),
      node('A', 'wait', { amount: 5 }),
      node('B', 'noOp'),
    ],
    main: { T: [to('R')], R: [[], to('E')], E: [[], to('S')], S: [[], to('A')], A: [[], to('B')] },
  },
  'waits again': {
    nodes: [node('T', 'webhook'), node('A', 'set'), node('W', 'wait', { amount: 2 }), node('B', 'noOp')],
    main: { T: [to('A')], A: [to('W')], W: [to('A', 'B')] },
  },
  circle: { nodes: [node('A', 'noOp'), node('B', 'noOp')], main: { A: [to('B')], B: [to('A')] } },
  'circle beside a node': {
    nodes: [node('A', 'noOp'), node('B', 'noOp'), node('C', 'noOp')],
    main: { A: [to('B')], B: [to('A')] },
  },
  asks: { nodes: [node('T', 'httpRequest')], main: {} },
  empty: { nodes: [], main: {} },
}

function workflowOf(name: string, settings: object = { executionOrder: 'v1' }): Workflow {
  const { nodes = [], main = {}, pinData } = GRAPHS[name] ?? {}
  const connections = Object.fromEntries(Object.entries(main).map(([from, outputs]) => [from, { main: outputs }]))
  const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
  return { id: '1', name, active: true, nodes, connections, settings, pinData, ...dates } as unknown as Workflow
}

const played = (workflow: Workflow, options: Partial<PlayOptions> = {}) =>
  runAtOnce(
    play(workflow, {
      at: AT,
      zone: 'UTC',
      execution: { id: '9', mode: 'webhook', resumeUrl: 'http://x/9' },
      ...options,
    }),
  )

/** How a run ended, with the number of items of each output, and the digest of all that it made. */
function toldOf(made: Play, isShort = true): string {
  const counts = [...made.runData].map(([name, runs]) => {
    const outputs = runs.slice(0, 3).map(({ data }) => data?.main.map(items => items?.length).join('/') ?? '-')
    return `${name} ${outputs.join(',')}${runs.length > 3 ? ` of ${runs.length}` : ''}`
  })
  const { runData, order, waiting, ...rest } = made
  const names = order
    .map(({ name }) => name)
    .join('')
    .slice(0, 20)
  const whole = digestOf({
    ...rest,
    names: order.map(({ name }) => name),
    runData: [...runData],
    waiting: [...waiting],
  })
  const until = (made.until - AT) / 1000
  const left = made.stack.map(({ node: it }) => it.name)
  const end = `${made.status} ${names} last ${made.last} at ${until} left ${left}`
  return isShort ? `${end} ${whole}` : `${end} (${counts.join(' ')}) ${whole}`
}

const OUTCOMES = [
  {},
  { node: 'A' },
  { node: 'B', error: 'It failed' },
  { error: 'It failed' },
  { waitTill: AT + 90_000 },
  { node: 'A', waitTill: AT + 90_000 },
  { duration: 5000 },
  { duration: 60_000 },
  { node: 'Missing', error: 'It failed' },
  { node: 'D' },
  { node: 'Z', error: 'It failed' },
]
const SETTINGS = [{}, { executionOrder: 'v0' }, { executionOrder: 'v1' }]
const STATUSES = ['success', 'error', 'crashed', 'canceled', 'running', 'waiting', 'new'] as const
const FORMS = [
  { isNumbered: false },
  { isNumbered: true },
  { isNumbered: true, defaults: { 'n8n-nodes-base.set': [{ name: 'mode', default: 'manual' }] } },
]

describe('runs go as approved (bun run generate writes them)', () => {
  test.each(Object.keys(GRAPHS))('a graph: %s', name => {
    const start = GRAPHS[name]?.nodes.some(it => it.name === 'T') ? { node: 'T', items: ITEMS } : undefined
    const lines = SETTINGS.flatMap(settings =>
      OUTCOMES.map(
        outcome =>
          `${shown(settings)} ${shown(outcome)}: ${toldOf(played(workflowOf(name, settings), { outcome, start }))}`,
      ),
    )
    const more: [string, Partial<PlayOptions>][] = [
      ['made up', { isMadeUp: true }],
      ['made up to A', { isMadeUp: true, outcome: { node: 'A' } }],
      ['made up to D', { isMadeUp: true, outcome: { node: 'D' } }],
      ['from where it begins', {}],
      ['without items', { start: { node: 'T', items: [] } }],
      ['by output 1', { start: { node: 'T', items: ITEMS, output: 1, metadata: { parentExecution: 1 } } }],
      ['from nowhere', { start: { node: 'Missing', items: ITEMS } }],
    ]
    const known = new Set<string>()
    const isNew = (line: string) => {
      const outcome = line.slice(line.indexOf('}: ') + 3)
      return !known.has(outcome) && known.add(outcome)
    }
    expect(
      shortened([
        ...lines.filter(isNew),
        ...more.map(([what, options]) => `${what}: ${toldOf(played(workflowOf(name), options), false)}`),
      ]),
    ).toMatchSnapshot()
  })

  test('time limits', () => {
    const limits = [undefined, -1, 0, 1, 4, 5, 6, 69, 70, 71, '5', 'x', null]
    const lines = limits.flatMap(executionTimeout => [
      ...[0, 5000].map(duration => {
        const workflow = workflowOf('row', { executionOrder: 'v1', executionTimeout })
        return `${shown(executionTimeout)} and ${duration}: ${toldOf(played(workflow, { outcome: { duration } }))}`
      }),
      ...['64', '10', '5', '4', '0'].map(amount => {
        const nodes = [node('T', 'webhook'), node('A', 'wait', { amount, unit: 'seconds' }), node('B', 'noOp')]
        const workflow = { ...workflowOf('row', { executionTimeout }), nodes }
        return `${shown(executionTimeout)} and a wait of ${amount}: ${toldOf(played(workflow))}`
      }),
    ])
    expect(shortened(lines)).toMatchSnapshot()
  })

  test('runs that go on', () => {
    const ends: (NonNullable<PlayOptions['before']>['resumedWith'] | undefined)[] = [
      undefined,
      { items: [{ json: { a: 1 } }], isCall: true },
      { items: [{ json: { a: 1 } }, { json: { a: 2 } }], isCall: false },
      { error: { message: 'it failed' } },
    ]
    const lines = ['waits', 'merged', 'row', 'fails', 'branches', 'waits again'].flatMap(name =>
      SETTINGS.flatMap(settings => {
        const workflow = workflowOf(name, settings)
        const first = played(
          workflow,
          name === 'row' || name === 'branches' ? { outcome: { node: 'B', waitTill: AT + 90_000 } } : {},
        )
        return FORMS.slice(0, 2).flatMap(form => {
          const facts = { context: {} as never, resumeToken: 't', parentExecution: { executionId: '3' } }
          const data = JSON.parse(JSON.stringify(executionData(first, form, facts)))
          return [true, false].flatMap(isResumed =>
            ends.map(resumedWith => {
              const kept = keptPlay(data)
              const before = kept && { ...kept, isResumed, resumedWith }
              const told = toldOf(played(workflow, { before, at: AT + 1000 }))
              return `${name} ${shown(settings)} numbered ${form.isNumbered}, resumed ${isResumed} ${digestOf(resumedWith).slice(0, 2)}: ${digestOf(data)} ${told}`
            }),
          )
        })
      }),
    )
    const known = new Set<string>()
    const kept = [undefined, null, 5, {}, { executionData: { nodeExecutionStack: [{}] } }]
    expect(
      shortened([
        ...lines
          .map(line => line.replace(/executionOrder: /, ''))
          .filter(line => {
            const told = line.slice(line.indexOf(': '))
            return !known.has(told) && known.add(told)
          }),
        ...kept.map(data => `${shown(data)}: ${shown(keptPlay(data))}`),
      ]),
    ).toMatchSnapshot()
  })

  test('runs that go on with inputs that are missing', () => {
    const merge = node('M', 'merge')
    const inputs = [
      [],
      [null],
      [null, null],
      [null, ITEMS],
      [ITEMS],
      [ITEMS, null],
      [undefined, ITEMS],
    ] as NodeItem[][][]
    const sources = [[], [null], [{ previousNode: 'A', previousNodeOutput: 0, previousNodeRun: 0 }, null, null]]
    const workflow = workflowOf('merged')
    const lines = inputs.flatMap(main =>
      sources.map(source => {
        const entry = { node: merge, data: { main }, source: { main: source } }
        const waiting = new Map([['M', { main, source }]])
        const run = (options: object) => {
          const before = { runData: new Map(), stack: [], waiting: new Map(), ...options }
          const made = played(workflow, { before })
          return `${made.order.map(({ name }) => name).join('')} ${digestOf([...made.runData])}`
        }
        return `${shown(main, 40)} from ${source.length}: ${run({ stack: [entry] })}, ${run({ waiting })}`
      }),
    )
    const gone = played(workflow, {
      before: { runData: new Map(), stack: [], waiting: new Map([['Gone', { main: [ITEMS], source: [] }]]) },
    })
    const goneNode = played(workflow, {
      before: {
        runData: new Map(),
        stack: [{ node: node('Gone', 'noOp'), data: { main: [ITEMS] }, source: null }],
        waiting: new Map(),
      },
    })
    const always = { ...merge, alwaysOutputData: true }
    const filled = played(
      { ...workflow, nodes: workflow.nodes.map(it => (it.name === 'M' ? always : it)) },
      {
        before: { runData: new Map(), stack: [{ node: always, data: { main: [] }, source: null }], waiting: new Map() },
      },
    )
    const sizes = [undefined, null, 5, 'a', {}, { a: 'é' }].map(data => `${shown(data)} ${jsonSizeOf(data)}`)
    expect(
      shortened([
        ...lines,
        `of a node that is gone: ${toldOf(gone)}`,
        `at a node that is gone: ${toldOf(goneNode)}`,
        `of one that always puts something out: ${toldOf(filled)}`,
        ...sizes,
      ]),
    ).toMatchSnapshot()
  })

  test('a run that waits again and again', () => {
    const lines = SETTINGS.flatMap(settings =>
      FORMS.slice(0, 2).map(form => {
        const workflow = workflowOf('waits again', settings)
        let made = played(workflow, { start: { node: 'T', items: ITEMS } })
        const told = [toldOf(made)]
        for (let round = 1; round < 5; round++) {
          const data = executionData(made, form, { context: {} as never, resumeToken: 't' })
          const kept = keptPlay(JSON.parse(JSON.stringify(data)))
          made = played(workflow, { before: kept && { ...kept, isResumed: true }, at: AT + round * 1000 })
          told.push(digestOf(toldOf(made, false)))
        }
        return `${shown(settings)} ${form.isNumbered} ${told.slice(1).join(' ')} ${told[0]}`
      }),
    )
    expect(shortened(lines)).toMatchSnapshot()
  })

  test.each(STATUSES)('made-up data of an execution: %s', status => {
    const failures = [{}, { node: 'A' }, { node: 'A', message: 'Said' }, { message: 'Said' }, { node: 'Missing' }]
    const times: [string, string | null][] = [
      ['2026-03-01T12:00:05.000Z', null],
      ['2026-03-01T12:00:00.002Z', '2026-03-02T00:00:00.000Z'],
      ['2026-03-01T11:59:59.000Z', null],
    ]
    const lines = Object.keys(GRAPHS).map(name => {
      const outcomes = failures.map(failure => {
        const made = FORMS.flatMap(form =>
          [...times, [null, null] as const].map(([stoppedAt, waitTill]) => {
            const startedAt = '2026-03-01T12:00:00.000Z'
            const execution = { id: '9', status, mode: 'trigger' as const, startedAt, stoppedAt, waitTill }
            return madeUpData(workflowOf(name), execution, failure, form)
          }),
        )
        const { runData = {} } = (made[0]?.resultData ?? {}) as { runData?: object }
        return `${Object.keys(runData).join('')} ${digestOf(made).slice(0, 6)}`
      })
      return `${name}: ${outcomes.join(', ')}`
    })
    const state = (workflows: [string, Workflow][]) => ({ workflows: new Map(workflows) }) as never
    const rest = {
      id: '9',
      workflowId: '1',
      mode: 'manual',
      startedAt: '2026-03-01T12:00:00.000Z',
      stoppedAt: null,
      waitTill: null,
    }
    const details = FORMS.flatMap(form =>
      ['row', 'pinned'].flatMap(name =>
        [{}, { data: { own: 1 } }, { workflowData: { own: 1 } }].map(own =>
          digestOf(detailsOf(state([['1', workflowOf(name)]]), { ...rest, status, ...own } as never, form)),
        ),
      ),
    )
    const gone = shown(detailsOf(state([]), { ...rest, status } as never))
    expect(shortened([...lines, `details: ${details.join(' ')}`, `gone: ${gone}`])).toMatchSnapshot()
  })

  test('how the time is spread', () => {
    const types = ['set', 'wait', 'httpRequest', 'chainLlm', 'scheduleTrigger', 'setup', 'code', 'emailSend']
    const lists = [
      [],
      ['set'],
      ['set', 'set'],
      ['httpRequest', 'set'],
      ['wait', 'httpRequest', 'chainLlm', 'code'],
      types,
    ]
    const durations = [0, 1, 2, 3, 10, 1000, 123_457]
    const lines = lists.flatMap(list =>
      durations.map(
        duration =>
          `${list} in ${duration}: ${timesOf(
            list.map(type => node('A', type)),
            duration,
          )}`,
      ),
    )
    const off = [{ disabled: true }, { disabled: false }].map(rest =>
      timesOf([node('A', 'wait', {}, rest), node('B', 'emailSend')], 100),
    )
    const agent = timesOf([{ type: '@n8n/n8n-nodes-langchain.agent' }, { type: 'x.agentTool' }, {}], 100)
    expect(shortened([...lines, `disabled and not: ${off.join(' and ')}`, `agents: ${agent}`])).toMatchSnapshot()
  })

  test('parameters with their defaults', () => {
    const defaults = {
      'n8n-nodes-base.x': [
        { name: 'plain', default: 1 },
        { name: 'none' },
        { name: 'since2', default: 2, from: 2 },
        { name: 'until2', default: 3, before: 2 },
        { name: 'between', default: 4, from: 1.1, before: 2.1 },
        { name: 'if1', default: 5, if: { plain: [1] } },
        { name: 'ifBoth', default: 5, if: { plain: [1], if1: [5, 6] } },
        { name: 'unless1', default: 6, unless: { plain: [1, 7] } },
        { name: 'unlessEither', default: 6, unless: { plain: [7], if1: [6] } },
        { name: 'parts', default: {}, only: { a: { plain: [1] } }, each: { list: [{ name: 'k', default: 'd' }] } },
      ],
    }
    const given = [
      undefined,
      {},
      { plain: 7 },
      { plain: 2 },
      { plain: null, extra: 1 },
      { if1: 6 },
      { since2: 'own', until2: 'own', between: 'own', none: 'own' },
      { parts: { a: 1, b: 2, list: [{}, { k: 1 }, 5, { j: 2 }] } },
      { plain: 2, parts: { a: 1, b: 2, list: 'x' } },
      { parts: 5 },
    ]
    const lines = given.flatMap(parameters =>
      [undefined, 0.5, 1, 1.1, 2, 2.1].map(typeVersion => {
        const made = withDefaults(
          { type: 'n8n-nodes-base.x', ...(parameters ? { parameters } : {}), ...(typeVersion ? { typeVersion } : {}) },
          defaults as never,
        )
        return `${typeVersion} ${shown(parameters)}: ${shown(made.parameters, 130)}`
      }),
    )
    const other = [{ type: 'n8n-nodes-base.y' }, { type: 'constructor' }, {}]
    const twice = { type: 'n8n-nodes-base.x' }
    expect(
      shortened([
        ...lines,
        ...other.map(it => `${shown(it)}: ${withDefaults(it, defaults as never) === it}`),
        `without defaults: ${withDefaults(twice, undefined) === twice}`,
        `twice: ${new Set([0, 1].map(() => withDefaults(twice, defaults as never))).size} object`,
      ]),
    ).toMatchSnapshot()
  })
})
