import { describe, expect, test } from 'bun:test'
import { drawnGraph, linksOf } from '../../src/page/client/graph/drawn-graph.ts'
import { isTrigger, linkName, outputNames } from '../../src/page/client/graph/node-types.ts'
import { failureOf, itemsAlong, runResults } from '../../src/page/client/graph/run-results.ts'
import { wrapText } from '../../src/page/client/graph/shapes.ts'

const to = (node, index = 0, type = 'main') => ({ node, type, index })
const node = (name, type, position, more = {}) => ({ name, type: `n8n-nodes-base.${type}`, position, ...more })

describe('connections', () => {
  test('are a flat list of links', () => {
    const connections = { A: { main: [[to('B')], null, [to('C', 1), to('B')]], ai_tool: [[to('D', 0, 'ai_tool')]] } }
    expect(linksOf(connections)).toEqual([
      { from: 'A', output: 0, type: 'main', to: 'B', input: 0 },
      { from: 'A', output: 2, type: 'main', to: 'C', input: 1 },
      { from: 'A', output: 2, type: 'main', to: 'B', input: 0 },
      { from: 'A', output: 0, type: 'ai_tool', to: 'D', input: 0 },
    ])
  })

  test.each([
    [undefined],
    [null],
    ['text'],
    [[]],
    [{ A: null }],
    [{ A: 'text' }],
    [{ A: { main: 'text' } }],
    [{ A: { main: [7, 'text', [null, 7, {}, { node: 7 }]] } }],
  ])('that are none give none: %j', connections => {
    expect(linksOf(connections)).toEqual([])
  })

  test.each([[-1], [1.5], ['1'], [undefined], [Number.POSITIVE_INFINITY]])(
    'with the odd input %p go to the first',
    index => {
      expect(linksOf({ A: { main: [[{ node: 'B', index }]] } })[0].input).toBe(0)
    },
  )
})

describe('a drawn graph', () => {
  const graphOf = (nodes, connections = {}) => drawnGraph({ nodes, connections })
  const kindsOf = graph => Object.fromEntries(graph.nodes.map(({ name, kind }) => [name, kind]))

  test('tells triggers, steps, notes, parents and their sub-nodes apart', () => {
    const graph = graphOf(
      [
        node('Start', 'webhook', [0, 0]),
        node('Agent', 'agent', [200, 0]),
        node('Model', 'lmChat', [200, 200]),
        node('Store', 'vectorStore', [400, 200]),
        node('Embedding', 'embeddings', [400, 400]),
        node('Step', 'set', [600, 0]),
        node('Note', 'stickyNote', [0, 300]),
      ],
      {
        Start: { main: [[to('Agent')]] },
        Model: { ai_languageModel: [[to('Agent')]] },
        Store: { ai_tool: [[to('Agent')]] },
        Embedding: { ai_embedding: [[to('Store')]] },
      },
    )
    expect(kindsOf(graph)).toEqual({
      Start: 'trigger',
      Agent: 'parent',
      Model: 'sub',
      Store: 'subparent',
      Embedding: 'sub',
      Step: 'step',
      Note: 'note',
    })
    expect(graph.nodes[1].ports.slots.map(({ name }) => name)).toEqual(['Model', 'Tool'])
    expect(graph.edges.map(({ kind }) => kind)).toEqual(['main', 'inner', 'inner', 'inner'])
  })

  test('has its nodes where their position says, and everything within its bounds', () => {
    const graph = graphOf([node('A', 'set', [-300, 40]), node('B', 'set', [500, 900])], { A: { main: [[to('B')]] } })
    expect(graph.nodes.map(({ box }) => [box.x, box.y])).toEqual([
      [-300, 40],
      [500, 900],
    ])
    const { x, y, width, height } = graph.bounds
    for (const { box } of graph.nodes) {
      expect(box.x).toBeGreaterThan(x)
      expect(box.y).toBeGreaterThan(y)
      expect(box.x + box.width).toBeLessThan(x + width)
      expect(box.y + box.height).toBeLessThan(y + height)
    }
  })

  test('leads a connection to the left around below both nodes', () => {
    const graph = graphOf([node('A', 'set', [0, 0]), node('B', 'set', [400, 100])], { B: { main: [[to('A')]] } })
    expect(graph.edges[0].middle.y).toBeGreaterThan(200)
    expect(graph.bounds.y + graph.bounds.height).toBeGreaterThan(graph.edges[0].middle.y)
  })

  test('gives every output a port of its own, used or not', () => {
    const graph = graphOf([node('If', 'if', [0, 0]), node('Switch', 'switch', [0, 300]), node('A', 'set', [300, 0])], {
      Switch: { main: [[], [], [to('A', 3)]] },
    })
    const [first, second, third] = graph.nodes
    expect(first.ports.outputs.map(({ name }) => name)).toEqual(['true', 'false'])
    expect(second.ports.outputs).toHaveLength(3)
    expect(third.ports.inputs).toHaveLength(4)
    const heights = second.ports.outputs.map(({ y }) => y)
    expect(new Set(heights).size).toBe(3)
  })

  test.each([
    ['no nodes', [], {}],
    ['nodes that are none', [null, 7, 'text', []], {}],
    ['no list of nodes', undefined, undefined],
    ['positions that are none', [{ position: ['a', {}] }, { position: 'x' }, { position: [1] }, {}], {}],
    ['a note of an endless size', [node('N', 'stickyNote', [0, 0], { parameters: { width: 1e9, height: 'x' } })], {}],
    [
      'a connection of a node that is not there',
      [node('A', 'set', [0, 0])],
      { B: { main: [[to('A')]] }, A: { main: [[to('C')]] } },
    ],
    ['a node connected with itself', [node('A', 'set', [0, 0])], { A: { main: [[to('A')]] } }],
    ['two nodes of one name', [node('A', 'set', [0, 0]), node('A', 'set', [0, 300])], { A: { main: [[to('A')]] } }],
    ['an output far out', [node('A', 'set', [0, 0])], { A: { main: [...Array(50).fill([]), [to('A')]] } }],
  ])('is drawn whatever is in it: %s', (_, nodes, connections) => {
    const { bounds, edges } = drawnGraph({ nodes, connections })
    expect(Object.values(bounds).every(Number.isFinite)).toBe(true)
    expect(edges.every(({ path }) => !/NaN|undefined|Infinity/.test(path))).toBe(true)
  })

  test.each([
    ['n8n-nodes-base.webhook', true],
    ['n8n-nodes-base.scheduleTrigger', true],
    ['@n8n/n8n-nodes-langchain.chatTrigger', true],
    ['n8n-nodes-base.emailReadImap', true],
    ['n8n-nodes-base.respondToWebhook', false],
    ['n8n-nodes-base.httpRequest', false],
    [undefined, false],
  ])('takes %p for a trigger: %p', (type, expected) => {
    expect(isTrigger({ type })).toBe(expected)
  })

  test.each([
    ['ai_languageModel', 'Model'],
    ['ai_tool', 'Tool'],
    ['ai_outputParser', 'Parser'],
    ['odd', 'Odd'],
    ['', ''],
  ])('calls the place of %p %p', (type, name) => {
    expect(linkName(type)).toBe(name)
  })

  test('knows that a loop of an older version has its outputs the other way round', () => {
    const loop = { type: 'n8n-nodes-base.splitInBatches' }
    expect(outputNames({ ...loop, typeVersion: 2 })).toEqual(['loop', 'done'])
    expect(outputNames({ ...loop, typeVersion: 3 })).toEqual(['done', 'loop'])
  })
})

describe('the results of a run', () => {
  const items = number => Array(number).fill({ json: {} })
  const data = {
    resultData: {
      lastNodeExecuted: 'B',
      error: { message: 'It broke', description: 'badly', node: { name: 'B' } },
      runData: {
        A: [
          { startTime: 1, executionTime: 10, executionStatus: 'success', data: { main: [items(2), items(0)] } },
          { startTime: 2, executionTime: 5, executionStatus: 'success', data: { main: [items(3), null] } },
        ],
        B: [{ startTime: 3, executionTime: 1, executionStatus: 'error', error: { message: 'It broke' } }],
      },
    },
  }

  test('say of each node how it went, how often, how long and with how many items', () => {
    const results = runResults(data)
    expect([...results.keys()]).toEqual(['A', 'B'])
    expect(results.get('A')).toMatchObject({ state: 'success', milliseconds: 15, started: 2, outputs: [5, 0] })
    expect(results.get('B')).toMatchObject({ state: 'error', error: { message: 'It broke', description: 'badly' } })
    expect(failureOf(data.resultData)).toMatchObject({ node: 'B' })
  })

  test('say how many items went along a connection', () => {
    const results = runResults(data)
    const link = (from, output, to, type = 'main') => itemsAlong({ from, output, to, type }, results)
    expect(link('A', 0, 'B')).toBe(5)
    expect(link('A', 1, 'C')).toBe(0)
    expect(link('A', 0, 'C')).toBeUndefined()
    expect(link('C', 0, 'B')).toBeUndefined()
    expect(link('A', 0, 'B', 'ai_tool')).toBeUndefined()
  })

  test('blame the last node where the error names none', () => {
    const results = runResults({ resultData: { error: { name: 'Odd' }, lastNodeExecuted: 'Z', runData: {} } })
    expect(results.get('Z')).toMatchObject({ state: 'error', error: { message: 'Odd' } })
  })

  test.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ resultData: { runData: 'x', error: 'x' } }],
    [{ resultData: { runData: { A: 7, B: [], C: {} } } }],
  ])('are none where there are none: %j', odd => {
    expect(runResults(odd).size).toBe(0)
  })
})

describe('wrapped text', () => {
  test.each([
    ['short', 10, 2, ['short']],
    ['two words', 5, 2, ['two', 'words']],
    ['one two three four', 8, 2, ['one two', 'three…']],
    ['abcdefghij', 4, 3, ['abcd', 'efgh', 'ij']],
    ['a\nb', 10, 2, ['a', 'b']],
    ['', 10, 2, ['']],
  ])('%j at %d', (text, width, most, lines) => {
    const wrapped = wrapText(text, width, most)
    expect(wrapped).toEqual(lines)
    expect(wrapped.length).toBeLessThanOrEqual(most)
    expect(wrapped.every(line => line.length <= width + 1)).toBe(true)
  })
})
