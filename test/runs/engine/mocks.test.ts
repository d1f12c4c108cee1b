import { describe, expect, test } from 'bun:test'
import type { Mock, Outcome, RunJob } from '../../../src/runs/engine/job.ts'
import { node, outputs, play, shownRuns, workflow } from './playing.ts'

const trigger = node('T', { type: 'n8n-nodes-base.webhook' })
const slack = (more: object = {}) =>
  node('Slack', {
    type: 'n8n-nodes-base.slack',
    parameters: { text: '={{ $json.n }}!', more: ['={{ $json.n }}'] },
    ...more,
  })
const after = [node('Good'), node('Bad')]
const wires = 'T > Slack > Good; Slack#1 > Bad'
const start = { node: 'T', items: [{ json: { n: 1 } }, { json: { n: 2 } }] }
const playSlack = (mocks: Mock[] | undefined, more: Partial<RunJob> = {}, fields: object = {}) =>
  play(workflow([trigger, slack(fields), ...after], wires, { pinData: { Slack: [{ json: { pinned: true } }] } }), {
    start,
    ...(mocks ? { mocks: { Slack: mocks } } : {}),
    ...more,
  })

describe('a node that calls a service', () => {
  test('passes its items on without a mock, and the run says so', async () => {
    const result = await playSlack(undefined)
    expect(shownRuns(result).Slack?.[0]).toMatchObject({
      json: [[{ n: 1 }, { n: 2 }]],
      status: 'success',
      hints: ['Not simulated: "Slack" calls a service. It passed its items on; give its output by a rule or pin data'],
    })
    expect(result).toMatchObject({ status: 'success', unmocked: ['Slack'] })
    expect(result.notes).toEqual(['not simulated, so its items were passed on: "Slack"'])
  })

  test.each([{}, { onError: 'continueRegularOutput' }])('ends the run where it may not (%p)', async fields => {
    const result = await playSlack(undefined, { unmocked: 'fail' }, fields)
    expect(result).toMatchObject({ status: 'error', lastNode: 'Slack', unmocked: ['Slack'] })
    expect(result.error?.message).toBe('Node "Slack" calls a service. Give its output in mocks, or pin data.')
  })

  test('puts out what its mock says, and keeps what it got, with its parameters for each item', async () => {
    const result = await playSlack([{ main: [[{ json: { ok: true } }, { json: { ok: false } }]] }], {
      unmocked: 'fail',
    })
    expect(outputs(result, 'Good')).toEqual([[{ ok: true }, { ok: false }]])
    expect(shownRuns(result).Slack?.[0]).toMatchObject({ pairs: [[{ item: 0 }, { item: 1 }]], hints: [] })
    expect(result.calls.Slack).toEqual([
      {
        received: [
          [
            { json: { n: 1 }, pairedItem: { item: 0 } },
            { json: { n: 2 }, pairedItem: { item: 1 } },
          ],
        ],
        parameters: [
          { text: '1!', more: [1] },
          { text: '2!', more: [2] },
        ],
      },
    ])
    expect(result).toMatchObject({ unmocked: [], notes: [] })
  })

  test('fails as its mock says', async () => {
    const result = await playSlack([{ error: { message: 'No channel', name: 'NodeApiError', httpCode: '404' } }])
    expect(result.error).toMatchObject({ message: 'No channel', name: 'NodeApiError', httpCode: '404' })
    expect(result.order).toEqual(['T', 'Slack'])
  })

  test.each([
    ['continueRegularOutput', [[{ error: 'No channel' }, { error: 'No channel' }]]],
    [
      'continueErrorOutput',
      [
        [],
        [
          { n: 1, error: 'No channel' },
          { n: 2, error: 'No channel' },
        ],
      ],
    ],
  ])('goes on after that with %s', async (onError, json) => {
    const result = await playSlack([{ error: { message: 'No channel' } }], {}, { onError })
    expect(shownRuns(result).Slack?.[0]).toMatchObject({ status: 'success', json })
    expect(result.order).toEqual(['T', 'Slack', onError === 'continueErrorOutput' ? 'Bad' : 'Good'])
  })

  test('puts items out by its error output where the mock says so', async () => {
    const main = [[{ json: { ok: true } }], [{ json: { bad: true } }]]
    const result = await playSlack([{ main }], {}, { onError: 'continueErrorOutput' })
    expect(outputs(result, 'Good')).toEqual([[{ ok: true }]])
    expect(outputs(result, 'Bad')).toEqual([[{ bad: true }]])
  })

  test('has one mock for each of its runs, the last for all that follow', async () => {
    const nodes = [trigger, node('A'), node('B'), node('C'), slack()]
    const wires = 'T > A > Slack; T > B > Slack; T > C > Slack'
    const mocks = { Slack: [{ main: [[{ json: { run: 1 } }]] }, { main: [[{ json: { run: 2 } }]] }] }
    const result = await play(workflow(nodes, wires), { mocks })
    expect(shownRuns(result).Slack?.map(({ json }) => json)).toEqual([[[{ run: 1 }]], [[{ run: 2 }]], [[{ run: 2 }]]])
    expect(result.calls.Slack).toHaveLength(3)
  })

  test('puts out what is pinned to it only where the job says so', async () => {
    const pinned = await playSlack(undefined, { usePinnedData: true })
    expect(outputs(pinned, 'Slack')).toEqual([[{ pinned: true }]])
    expect(pinned.calls.Slack).toHaveLength(1)
    expect(outputs(await playSlack(undefined), 'Slack')).toEqual([[{ n: 1 }, { n: 2 }]])
    const both = await playSlack([{ main: [[]] }], { usePinnedData: true })
    expect(outputs(both, 'Slack')).toEqual([[]])
  })

  describe('fails where a parameter cannot be evaluated', () => {
    const mock: Mock[] = [{ main: [[{ json: { ok: 1 } }, { json: { ok: 2 } }]] }]
    const texts = [
      ['={{ $json.text. }}', 'invalid syntax'],
      ["={{ $('Nope').item.json.x }}", "Referenced node doesn't exist"],
    ] as const

    test.each(texts)('%s', async (text, message) => {
      for (const mocks of [mock, [{ error: { message: 'busy' } }]]) {
        const result = await playSlack(mocks, {}, { parameters: { text } })
        expect(result).toMatchObject({ status: 'error', order: ['T', 'Slack'], error: { message } })
        expect(result.calls.Slack?.[0]?.parameters[0]).toEqual({ text })
      }
    })

    test('also where it puts out what is pinned to it', async () => {
      const result = await playSlack(undefined, { usePinnedData: true }, { parameters: { text: '={{ $json. }}' } })
      expect(result.error).toMatchObject({ message: 'invalid syntax' })
    })

    const second = "={{ $json.n === 2 ? $('Nope').item.json.x : 'fine' }}"
    const failure = "Referenced node doesn't exist"
    test.each<[string, string, Mock[], unknown[][]]>([
      [
        'for all items, to the regular output',
        'continueRegularOutput',
        mock,
        [[{ error: failure }, { error: failure }]],
      ],
      [
        'for all items, to the error output',
        'continueErrorOutput',
        mock,
        [
          [],
          [
            { n: 1, error: failure },
            { n: 2, error: failure },
          ],
        ],
      ],
    ])('%s', async (_where, onError, mocks, expected) => {
      const parameters = { text: "={{ $('Nope').item.json.x }}" }
      expect(outputs(await playSlack(mocks, {}, { parameters, onError }), 'Slack')).toEqual(expected as never)
    })

    test.each<[string, string, Mock[], unknown[][]]>([
      ['one of two items', 'continueRegularOutput', mock, [[{ ok: 1 }, { error: failure }]]],
      ['by the error output', 'continueErrorOutput', mock, [[{ ok: 1 }], [{ n: 2, error: failure }]]],
      [
        'items that say their pairs',
        'continueRegularOutput',
        [{ main: [[2, 1, 1].map((ok, at) => ({ json: { ok, at }, pairedItem: { item: ok - 1 } }))] }],
        [[{ ok: 1, at: 1 }, { ok: 1, at: 2 }, { error: failure }]],
      ],
      [
        'items that do not',
        'continueRegularOutput',
        [{ main: [[{ json: { all: true } }]] }],
        [[{ all: true }, { error: failure }]],
      ],
    ])('for %s', async (_what, onError, mocks, expected) => {
      expect(outputs(await playSlack(mocks, {}, { parameters: { text: second }, onError }), 'Slack')).toEqual(
        expected as never,
      )
    })

    test('but not by what asks for the pages of an HTTP request, which names its answer', async () => {
      const parameters = {
        url: '=https://a.example/{{ $json.n }}',
        options: {
          timeout: '={{ $json.n }}',
          pagination: {
            pagination: { paginationMode: 'responseContainsNextURL', nextURL: '={{ $response.body.next }}' },
          },
        },
      }
      const type = 'n8n-nodes-base.httpRequest'
      const result = await playSlack(mock, {}, { parameters, type, typeVersion: 4.2 })
      expect(result.status).toBe('success')
      expect(result.calls.Slack?.[0]?.parameters[1]).toMatchObject({
        url: 'https://a.example/2',
        options: { timeout: 2, pagination: { pagination: { nextURL: '={{ $response.body.next }}' } } },
      })
      const broken = { ...parameters, options: { timeout: '={{ $json. }}', pagination: {} } }
      expect((await playSlack(mock, {}, { parameters: broken, type, typeVersion: 4.2 })).status).toBe('error')
    })
  })
})

describe('a node that serves a mocked one', () => {
  const model = node('Model', { type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', parameters: { name: '={{ $json.n }}' } })
  const tool = node('Tool', { type: '@n8n/n8n-nodes-langchain.agentTool' })
  const serves = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] })
  const agents = [node('Agent', { type: '@n8n/n8n-nodes-langchain.agent' }), node('Second')]
  const graph = workflow([trigger, ...agents, model, tool], 'T > Agent > Second')
  const connections = {
    ...graph.connections,
    Model: { ai_languageModel: [['Agent', 'Second', 'Tool'].map(node => ({ node, index: 0 }))] },
    Tool: serves('Agent', 'ai_tool'),
  }
  const say = (text: string): Mock => ({ main: [[{ json: { text } }]] })
  const playAgents = (mocks: RunJob['mocks']) =>
    play({ ...graph, connections } as never, {
      start,
      mocks: { Agent: [say('done')], Second: [say('done')], ...mocks },
    })
  const runData = ({ data }: Awaited<ReturnType<typeof play>>) =>
    (data as { resultData: { runData: Record<string, Record<string, unknown>[]> } }).resultData.runData

  test('has a run for each of its runs, the last mock for all that follow', async () => {
    const result = await playAgents({ Model: [say('first'), say('later')] })
    expect(result.order).toEqual(['T', 'Agent', 'Second'])
    expect(runData(result).Model).toMatchObject([
      {
        source: [{ previousNode: 'Agent', previousNodeRun: 0 }],
        executionIndex: 2,
        executionStatus: 'success',
        data: { ai_languageModel: [[{ json: { text: 'first' } }]] },
        metadata: { subRun: [{ node: 'Model', runIndex: 0 }] },
      },
      { source: [{ previousNode: 'Second', previousNodeRun: 0 }], executionIndex: 4 },
    ])
    expect(result).toMatchObject({
      lastNode: 'Second',
      data: { executionData: { metadata: { Model: [{ subRun: [{ runIndex: 0 }] }, { subRun: [{ runIndex: 1 }] }] } } },
    })
    expect(result.calls.Model?.[0]?.parameters).toEqual([{ name: 1 }, { name: 2 }])
  })

  test('is called as often as its mock says, and so is what serves it', async () => {
    const result = await playAgents({ Tool: [{ calls: [say('a'), say('b')] }], Model: [say('x')] })
    expect(runData(result).Tool).toHaveLength(2)
    expect(runData(result).Model?.map(({ source }) => source)).toEqual([
      [{ previousNode: 'Agent', previousNodeRun: 0 }],
      [{ previousNode: 'Tool', previousNodeRun: 0 }],
      [{ previousNode: 'Tool', previousNodeRun: 1 }],
      [{ previousNode: 'Second', previousNodeRun: 0 }],
    ])
  })

  const withParameters = (name: string, text: string, parameter = 'name', more: object = {}) => {
    const changed = { parameters: { [parameter]: text }, ...more }
    const nodes = graph.nodes.map(node => (node.name === name ? { ...node, ...changed } : node))
    return { ...graph, nodes, connections } as never
  }

  test.each<[string, Record<string, Mock[]>]>([
    ['with a mock', { Model: [say('x')] }],
    ['without one', {}],
  ])(
    'fails the node that it serves where its parameters cannot be evaluated for the first item, %s',
    async (_what, mocks) => {
      const all = { Agent: [say('done')], Second: [say('done')], ...mocks }
      const result = await play(withParameters('Model', '={{ $json. }}'), { start, mocks: all })
      expect(result).toMatchObject({
        status: 'error',
        order: ['T', 'Agent'],
        error: { message: 'Error in sub-node Model', description: 'invalid syntax', node: { name: 'Agent' } },
      })
      const later = "={{ $json.n === 2 ? $('Nope').item.json.x : 1 }}"
      expect((await play(withParameters('Model', later), { start, mocks: all })).status).toBe('success')
    },
  )

  test('fails alone where it is a tool', async () => {
    const mocks = { Agent: [say('done')], Second: [say('done')], Tool: [say('a')] }
    const result = await play(withParameters('Tool', '={{ $json. }}', 'query'), { start, mocks })
    expect(result.status).toBe('success')
    expect(runData(result).Tool).toMatchObject([{ executionStatus: 'error', error: { message: 'invalid syntax' } }])
  })

  test.each([
    ['by what it is called by', 'description', 'toolCode'],
    ['by an address that is read before it is called', 'url', 'toolHttpRequest'],
  ])('fails the node that it serves where it is a tool, %s', async (_what, parameter, type) => {
    const broken = withParameters('Tool', '={{ $json. }}', parameter, { type: `@n8n/n8n-nodes-langchain.${type}` })
    const result = await play(broken, { start, mocks: { Agent: [say('done')] } })
    expect(result).toMatchObject({ status: 'error', error: { message: 'Error in sub-node Tool' } })
  })

  test('is run by the engine where it is a tool of an agent of version 3', async () => {
    const newer = graph.nodes.map(node => (node.name === 'Agent' ? { ...node, typeVersion: 3.1 } : node))
    const mocks = { Agent: [say('done')], Second: [say('done')], Tool: [say('a')], Model: [say('b')] }
    const result = await play({ ...graph, nodes: newer, connections } as never, { start, mocks })
    const source = { previousNode: 'T', previousNodeOutput: 0, previousNodeRun: 0 }
    expect(runData(result).Tool).toMatchObject([
      {
        source: [{ previousNode: 'Agent', previousNodeOutput: 0, previousNodeRun: 0 }],
        metadata: { preserveSourceOverwrite: true, preservedSourceOverwrite: source },
      },
    ])
    expect(result.data).toHaveProperty('executionData.metadata', { Model: expect.any(Array) })
  })

  test('fails as its mock says, and does not run without one', async () => {
    const result = await playAgents({ Model: [{ error: { message: 'No credit' } }] })
    expect(runData(result).Model?.[0]).toMatchObject({ executionStatus: 'error', error: { message: 'No credit' } })
    expect(runData(result).Tool).toBeUndefined()
  })

  test('alone has calls: the mock of another node with them ends the run', async () => {
    const { error } = await playAgents({ Agent: [{ calls: [say('a')] }] })
    expect(error?.message).toBe(
      'The mock of "Agent" has calls, which are for models, tools and other nodes that serve one: give items or runs',
    )
  })
})

describe('a rule', () => {
  const branch = node('If', {
    type: 'n8n-nodes-base.if',
    typeVersion: 2,
    parameters: { conditions: { conditions: [] } },
  })
  const nodes = [trigger, branch, node('Yes'), node('No')]
  const wires = 'T > If > Yes; If#1 > No'
  const conditions = (n: number) => ({
    ...branch,
    parameters: {
      conditions: {
        options: { version: 2, typeValidation: 'strict' },
        combinator: 'and',
        conditions: [{ leftValue: '={{ $json.n }}', rightValue: n, operator: { type: 'number', operation: 'equals' } }],
      },
    },
  })
  const playRule = (n: number, outcome: Outcome) =>
    play(workflow([trigger, conditions(n), ...nodes.slice(2)], wires), { start, outcomes: [outcome] })

  test('that a node fails applies if the run gets there', async () => {
    const there = await playRule(1, { node: 'Yes', error: 'Broken' })
    expect(there).toMatchObject({ status: 'error', lastNode: 'Yes', error: { message: 'Broken', level: 'error' } })
    const never = await playRule(9, { node: 'Yes', error: 'Broken' })
    expect(never).toMatchObject({ status: 'success', order: ['T', 'If', 'No'] })
  })

  test('that a node waits applies if the run gets there, however short it is', async () => {
    const waitTill = Date.UTC(2026, 2, 2, 9, 0, 1)
    const there = await playRule(1, { node: 'Yes', waitTill })
    expect(there).toMatchObject({ status: 'waiting', lastNode: 'Yes', waitTill })
    expect(await playRule(9, { node: 'Yes', waitTill })).toMatchObject({ status: 'success' })
  })

  test('without a node applies to the last that runs, and says how long it takes', async () => {
    const result = await playRule(1, { error: 'Broken', duration: 1500 })
    expect(result).toMatchObject({ status: 'error', lastNode: 'No', until: Date.UTC(2026, 2, 2, 9, 0, 1, 500) })
    expect(shownRuns(result).No?.[0]).toMatchObject({ status: 'error', json: [] })
  })
})
