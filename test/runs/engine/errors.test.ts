import { describe, expect, test } from 'bun:test'
import { AT, node, outputs, play, set, shownRuns, workflow } from './playing.ts'

const trigger = node('T', { type: 'n8n-nodes-base.webhook' })
const three = [{ json: { n: '1' } }, { json: { n: 'x' } }, { json: { n: '3' } }]
const start = { node: 'T', items: three }
/** Its second item fails. */
const number = (more: object = {}) => set('S', {}, { ...numbered, ...more })
const numbered = {
  parameters: {
    assignments: { assignments: [{ id: 'm', name: 'm', value: '={{ $json.n }}', type: 'number' }] },
    options: {},
  },
}
const stop = (more: object = {}) =>
  node('S', { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'Enough' }, ...more })
const after = [node('Good'), node('Bad')]
const wires = 'T > S > Good; S#1 > Bad'

describe('a failure of an item', () => {
  test('ends the run where the node stops', async () => {
    const result = await play(workflow([trigger, number(), ...after], wires), { start })
    const { S } = shownRuns(result)
    expect(result.status).toBe('error')
    expect(result.lastNode).toBe('S')
    expect(S?.[0]).toMatchObject({ status: 'error', json: [] })
    expect(result.error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 }, node: { name: 'S' } })
    const { executionData, resultData } = result.data as Record<string, Record<string, unknown[]>>
    expect(executionData?.nodeExecutionStack).toEqual([
      {
        node: expect.objectContaining({ name: 'S' }),
        data: { main: [three.map((item, at) => ({ ...item, pairedItem: { item: at } }))] },
        source: { main: [{ previousNode: 'T', previousNodeOutput: 0, previousNodeRun: 0 }] },
      },
    ])
    const shown = { ...result.error, node: expect.objectContaining({ name: 'S', parameters: expect.anything() }) }
    expect(resultData?.error).toEqual(shown as never)
  })

  test('leaves in its item where the node goes on', async () => {
    const node = number({ onError: 'continueRegularOutput' })
    const result = await play(workflow([trigger, node, ...after], wires), { start })
    const { S } = shownRuns(result)
    expect(S?.[0]).toMatchObject({ status: 'success', pairs: [[{ item: 0 }, { item: 1 }, { item: 2 }]] })
    expect(S?.[0]?.json[0]).toEqual([{ m: 1 }, { error: expect.stringContaining("'m' expects a number") }, { m: 3 }])
    expect(S?.[0]?.error).toBeUndefined()
  })

  test('leaves by the error output, with the fields of the input; the others go on', async () => {
    const result = await play(workflow([trigger, number({ onError: 'continueErrorOutput' }), ...after], wires), {
      start,
    })
    expect(shownRuns(result).S?.[0]).toMatchObject({
      status: 'success',
      json: [[{ m: 1 }, { m: 3 }], [{ n: 'x', error: expect.stringContaining("'m' expects") }]],
      pairs: [[{ item: 0 }, { item: 2 }], [{ item: 1 }]],
    })
    expect(outputs(result, 'Good')).toEqual([[{ m: 1 }, { m: 3 }]])
    expect(outputs(result, 'Bad')?.[0]).toHaveLength(1)
    expect(result.status).toBe('success')
  })

  test('of a mock leaves by the error output, also where the mock does not name each output', async () => {
    const branch = node('S', { type: 'n8n-nodes-base.if', typeVersion: 2, onError: 'continueErrorOutput' })
    const mocks = { S: [{ main: [[{ json: { error: 'busy' } }]] }] }
    const result = await play(workflow([trigger, branch, ...after], 'T > S; S#2 > Bad'), { start, mocks })
    expect([result.status, outputs(result, 'Bad')]).toEqual(['success', [[{ error: 'busy' }]]])
  })

  test('that an old node goes on after is the same', async () => {
    const result = await play(workflow([trigger, number({ continueOnFail: true }), ...after], wires), { start })
    expect(outputs(result, 'S')?.[0]?.[1]).toEqual({ error: expect.any(String) })
  })
})

describe('a failure of a whole node', () => {
  test.each(['continueRegularOutput', 'continueErrorOutput'])('hands on what it got with %s', async onError => {
    const result = await play(workflow([trigger, stop({ onError }), ...after], wires), { start })
    expect(shownRuns(result).S?.[0]).toMatchObject({
      status: 'error',
      error: 'Enough',
      json: [three.map(({ json }) => json)],
    })
    expect(result.order).toEqual(['T', 'S', 'Good'])
    expect(result.status).toBe('success')
  })

  test('is tried again as often as the node says, with its pauses on the clock of the run', async () => {
    const times = async (more: object) => {
      const result = await play(workflow([trigger, stop(more)], 'T > S'))
      return { runs: shownRuns(result).S?.length, time: shownRuns(result).S?.[0]?.time, until: result.until - AT }
    }
    expect(await times({ retryOnFail: true })).toEqual({ runs: 1, time: 2000, until: 2000 })
    expect(await times({ retryOnFail: true, maxTries: 9, waitBetweenTries: 100 })).toEqual({
      runs: 1,
      time: 400,
      until: 400,
    })
    expect(await times({ retryOnFail: true, maxTries: 1, waitBetweenTries: 9999 })).toEqual({
      runs: 1,
      time: 5000,
      until: 5000,
    })
    expect(await times({})).toEqual({ runs: 1, time: 0, until: 0 })
  })
})

describe('nodes', () => {
  test('that are disabled hand on what they get', async () => {
    const result = await play(workflow([trigger, stop({ disabled: true }), ...after], wires), { start })
    expect(outputs(result, 'Good')).toEqual([three.map(({ json }) => json)])
  })

  test('that run once get the first item', async () => {
    const result = await play(workflow([trigger, set('S', { a: 1 }, { executeOnce: true })], 'T > S'), { start })
    expect(outputs(result, 'S')).toEqual([[{ n: '1', a: 1 }]])
  })

  test('that run once see all items in expressions', async () => {
    const seen = {
      count: '={{ $input.all().length }}',
      last: '={{ $input.last().json.n }}',
      second: '={{ $items()[1].json.n }}',
    }
    const result = await play(workflow([trigger, set('S', seen, { executeOnce: true })], 'T > S'), { start })
    expect(outputs(result, 'S')).toEqual([[{ n: '1', count: '3', last: '3', second: 'x' }]])
  })

  test('that run once see the first item alone in Code', async () => {
    const jsCode = 'return [{ json: { count: $input.all().length } }]'
    const code = node('S', { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode }, executeOnce: true })
    expect(outputs(await play(workflow([trigger, code], 'T > S'), { start }), 'S')).toEqual([[{ count: 1 }]])
  })

  test('that are disabled hand all items on, also where they run once', async () => {
    const once = stop({ disabled: true, executeOnce: true })
    const result = await play(workflow([trigger, once, ...after], wires), { start })
    expect(outputs(result, 'Good')).toEqual([three.map(({ json }) => json)])
  })

  test('that always put something out put out an empty item, paired with all', async () => {
    const none = { mocks: { S: [{ main: [[]] }] }, start }
    const go = await play(workflow([trigger, node('S', { alwaysOutputData: true }), ...after], wires), none)
    expect(shownRuns(go).S?.[0]).toMatchObject({
      json: [[{}]],
      pairs: [
        [
          [
            { item: 0, input: 0 },
            { item: 1, input: 0 },
            { item: 2, input: 0 },
          ],
        ],
      ],
    })
    expect(go.order).toEqual(['T', 'S', 'Good'])
    const end = await play(workflow([trigger, node('S'), ...after], wires), none)
    expect(end.order).toEqual(['T', 'S'])
  })
})

test.each([
  ['Start > A; Start > B', 'connect "B" to "A"'],
  ['Start > A; A > B', undefined],
  ['Start > A; A > C; C > B', undefined],
])('with %s, $node of A in B fails with %s', async (connections, message) => {
  const of = '={{ $node["A"].json.a }}'
  const assignments = { assignments: [{ id: 'x', name: 'x', type: 'number', value: of }] }
  const nodes = [
    node('Start', { type: 'n8n-nodes-base.manualTrigger' }),
    node('A'),
    node('C'),
    node('B', { type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: { assignments, options: {} } }),
  ]
  const result = await play(workflow(nodes, connections), {
    start: { node: 'Start', items: [{ json: { a: 1 } }] },
  })
  expect(result.error?.message).toBe(message as never)
  expect(outputs(result, 'B')).toEqual((message === undefined ? [[{ x: 1 }]] : []) as never)
})
