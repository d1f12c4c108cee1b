import { describe, expect, test } from 'bun:test'
import { node, outputs, play, set, shownRuns, workflow } from './playing.ts'

const at = (name: string, x: number, y: number) => set(name, { [name]: 1 }, { position: [x, y] })
const merge = (name: string, parameters: Record<string, unknown> = { mode: 'append' }) =>
  node(name, { type: 'n8n-nodes-base.merge', typeVersion: 3.2, parameters })
const trigger = node('T', { type: 'n8n-nodes-base.webhook' })

describe('nodes run in the order of the service', () => {
  const nodes = [trigger, at('A', 200, 300), at('B', 200, 100), at('A2', 400, 300), at('B2', 400, 100)]
  const wires = 'T > A > A2; T > B > B2'
  test.each([
    ['v1', 'T B B2 A A2'],
    [undefined, 'T A B A2 B2'],
  ])('with the order %s', async (executionOrder, order) => {
    const result = await play(workflow(nodes, wires, { settings: executionOrder ? { executionOrder } : {} }))
    expect(result.order.join(' ')).toBe(order)
    expect(result.lastNode).toBe(order.split(' ').at(-1))
  })

  test('of two on the same height the left one runs first', async () => {
    const result = await play(workflow([trigger, at('R', 400, 100), at('L', 200, 100)], 'T > R; T > L'))
    expect(result.order).toEqual(['T', 'L', 'R'])
  })

  test('a node of one input that two lead to runs twice', async () => {
    const result = await play(workflow([trigger, at('A', 1, 1), at('B', 1, 2), at('C', 2, 1)], 'T > A > C; T > B > C'))
    expect(result.order).toEqual(['T', 'A', 'C', 'B', 'C'])
    expect(shownRuns(result).C?.map(run => run.source)).toEqual([['A#0:0'], ['B#0:0']])
  })

  test('a node that is connected twice runs twice', async () => {
    const result = await play(workflow([trigger, at('A', 1, 1), at('B', 2, 1)], 'T > A > B; T > A'))
    expect(result.order).toEqual(['T', 'A', 'B', 'A', 'B'])
    expect(shownRuns(result).A?.map(run => run.source)).toEqual([['T#0:0'], ['T#0:0']])
  })
})

describe('a node of two inputs', () => {
  test('waits for both, whichever comes first', async () => {
    const nodes = [trigger, at('A', 1, 300), at('B', 1, 100), merge('M')]
    const result = await play(workflow(nodes, 'T > A > M; T > B > M@1'))
    expect(shownRuns(result).M?.[0]).toMatchObject({
      source: ['A#0:0', 'B#0:0'],
      json: [[{ A: 1 }, { B: 1 }]],
    })
  })

  test('runs with one where the other never comes, and names no source for it', async () => {
    const never = node('N', { type: 'n8n-nodes-base.filter', typeVersion: 2, parameters: FALSE })
    const result = await play(
      workflow([trigger, at('A', 1, 1), never, merge('M'), at('Z', 1, 9)], 'T > A > M > Z; T > N > M@1'),
    )
    expect(shownRuns(result).M?.[0]?.source).toEqual(['A#0:0', null])
    expect(outputs(result, 'Z')).toEqual([[{ A: 1, Z: 1 }]])
  })

  test('does not run with one where it needs both', async () => {
    const choose = merge('M', { mode: 'chooseBranch', output: 'specifiedInput', useDataOfInput: 1 })
    const never = node('N', { type: 'n8n-nodes-base.filter', typeVersion: 2, parameters: FALSE })
    const result = await play(workflow([trigger, at('A', 1, 1), never, choose], 'T > A > M; T > N > M@1'))
    expect(result.order).toEqual(['T', 'A', 'N'])
    expect(result.status).toBe('success')
  })

  test('runs twice where one input comes twice', async () => {
    const nodes = [trigger, at('A', 1, 100), at('B', 1, 200), at('C', 1, 300), merge('M')]
    const result = await play(workflow(nodes, 'T > A > M; T > B > M; T > C > M@1'))
    expect(shownRuns(result).M?.map(run => run.source)).toEqual([
      ['A#0:0', 'C#0:0'],
      ['B#0:0', null],
    ])
  })

  test('makes a branch run with an empty item that nothing came to, where branches do not go first to their end', async () => {
    const nodes = [
      trigger,
      node('If', { type: 'n8n-nodes-base.if', typeVersion: 2, parameters: FALSE }),
      at('Y', 1, 1),
      at('N', 1, 2),
      merge('M'),
    ]
    const wires = 'T > If > Y > M; If#1 > N > M@1'
    const result = await play(workflow(nodes, wires, { settings: {} }))
    expect(result.order).toEqual(['T', 'If', 'N', 'Y', 'M'])
    expect(shownRuns(result).Y?.[0]).toMatchObject({ source: ['N#0:0'], json: [[{ Y: 1 }]] })
    expect((await play(workflow(nodes, wires))).order).toEqual(['T', 'If', 'N', 'M'])
  })

  test('comes after another that waits and leads to it', async () => {
    const never = node('N', { type: 'n8n-nodes-base.filter', typeVersion: 2, parameters: FALSE })
    const nodes = [trigger, at('A', 1, 1), never, merge('Second'), merge('First')]
    const result = await play(workflow(nodes, 'T > A > First > Second; T > N > First@1; A > Second@1; N > Second'))
    expect(result.order).toEqual(['T', 'A', 'N', 'First', 'Second'])
  })
})

const FALSE = {
  conditions: {
    options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
    combinator: 'and',
    conditions: [{ id: '1', leftValue: 1, rightValue: 2, operator: { type: 'number', operation: 'equals' } }],
  },
}

describe('items are paired', () => {
  const three = [{ json: { n: 1 } }, { json: { n: 2 } }, { json: { n: 3 } }]
  test.each([
    ['one by one where there are as many', three, [[{ item: 0 }, { item: 1 }, { item: 2 }]]],
    ['not at all where there are fewer', three.slice(1), [[undefined, undefined]]],
  ])('%s', async (_, made, pairs) => {
    const result = await play(workflow([trigger, node('S')], 'T > S'), {
      start: { node: 'T', items: three },
      mocks: { S: [{ main: [made] }] },
    })
    expect(shownRuns(result).S?.[0]?.pairs).toEqual(pairs)
  })

  test('with the only item of the input, all of them', async () => {
    const result = await play(workflow([trigger, node('S')], 'T > S'), { mocks: { S: [{ main: [three] }] } })
    expect(shownRuns(result).S?.[0]?.pairs).toEqual([[{ item: 0 }, { item: 0 }, { item: 0 }]])
  })
})

/** Asked at the engine of 2.41.0: a connection names the input by its `index`. */
describe('a connection from T to A with the index', () => {
  const chain = (
    index: unknown,
    more: Record<string, unknown> = {},
    settings: Record<string, unknown> = { executionOrder: 'v1' },
  ) => {
    const target = index === undefined ? { node: 'A', type: 'main' } : { node: 'A', type: 'main', index }
    const made = workflow([trigger, set('A', { A: 1 }, more), node('B')], 'A > B', { settings })
    return { ...made, connections: { ...made.connections, T: { main: [[target]] } } }
  }

  test.each([0, '0'])('%j: its items come to A', async index => {
    expect((await play(chain(index))).order).toEqual(['T', 'A', 'B'])
  })

  for (const settings of [{ executionOrder: 'v1' }, {}]) {
    test.each([undefined, null, -1, 1.5, '', 'x', true, {}])(
      `%j: nothing comes to A, which does not run, with the settings ${JSON.stringify(settings)}`,
      async index => {
        const result = await play(chain(index, {}, settings))
        expect({ order: result.order, status: result.status }).toEqual({ order: ['T'], status: 'success' })
        expect((await play(chain(index, { disabled: true }, settings))).order).toEqual(['T'])
      },
    )
  }

  test('none: a node that always puts something out does, and a mock stands for one', async () => {
    const always = await play(chain(undefined, { alwaysOutputData: true }))
    expect(outputs(always, 'B')).toEqual([[{}]])
    const mocked = await play(chain(undefined), { mocks: { A: [{ main: [[{ json: { m: 1 } }]] }] } })
    expect(outputs(mocked, 'B')).toEqual([[{ m: 1 }]])
  })

  test('none: a node that others lead to runs for them alone', async () => {
    const made = workflow([trigger, at('A', 1, 1), at('B', 1, 2), at('C', 2, 1)], 'T > A; T > B > C')
    const connections = { ...made.connections, A: { main: [[{ node: 'C', type: 'main' }]] } }
    const result = await play({ ...made, connections } as typeof made)
    expect(result.order).toEqual(['T', 'A', 'B', 'C'])
  })
})
