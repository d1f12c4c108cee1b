// Which item `$('X').item` gives, and how it fails, as measured at the service 2.41.1: Start > Data > Rows > A > X, Data > B.
import { describe, expect, test } from 'bun:test'
import type { NodeRun } from '../../src/model/run-data.ts'
import { node, play, set } from '../runs/playing.ts'

const to = (...names: string[]) => ({ main: [names.map(name => ({ node: name, type: 'main', index: 0 }))] })

/** What X makes of an expression for each item, or its error. */
async function valuesOf(expression: string, codeOfA?: string): Promise<unknown> {
  const workflow = {
    id: 'w1',
    name: 'A workflow',
    active: true,
    nodes: [
      node('Start'),
      node('Data', { position: [200, 0] }),
      node('Rows', {
        type: 'n8n-nodes-base.splitOut',
        typeVersion: 1,
        position: [400, 0],
        parameters: { fieldToSplitOut: 'rows', options: {} },
      }),
      codeOfA === undefined
        ? node('A', { position: [600, 0] })
        : node('A', {
            type: 'n8n-nodes-base.code',
            typeVersion: 2,
            position: [600, 0],
            parameters: { jsCode: codeOfA },
          }),
      set('X', { v: expression }, { position: [800, 0] }),
      node('B', { position: [400, 200] }),
      node('Later', { position: [1000, 0] }),
    ],
    connections: { Start: to('Data'), Data: to('Rows', 'B'), Rows: to('A'), A: to('X'), X: to('Later') },
    settings: { executionOrder: 'v1' },
  }
  const items = [{ json: { key: 'k', rows: [{ i: 1 }, { i: 2 }, { i: 3 }] } }]
  const made = await play(workflow as never, { start: { node: 'Start', items } })
  const { runData } = (made.data as { resultData: { runData: Record<string, NodeRun[]> } }).resultData
  const run = runData.X?.[0]
  return run?.error ?? run?.data?.main[0]?.map(({ json }) => json.v)
}

const pairs = (...given: unknown[]) =>
  `return [${given.map((pair, at) => `{ json: { a: ${at + 1} }${pair === undefined ? '' : `, pairedItem: ${JSON.stringify(pair)}`} }`).join()}]`

describe('the item that it was made from', () => {
  test.each([
    ['of the node before', '={{ $("A").item.json.a }}', pairs(undefined, undefined), ['1', '2']],
    ['further back', '={{ $("Rows").item.json.i }}', undefined, ['1', '2', '3']],
    ['of all from one', '={{ $("Data").item.json.key }}', undefined, ['k', 'k', 'k']],
    ['in another order', '={{ $("Rows").item.json.i }}', pairs(2, 0), ['3', '1']],
    ['of two that came from the same', '={{ $("Data").item.json.key }}', pairs([0, 1]), ['k']],
    ['of the same item twice', '={{ $("Rows").item.json.i }}', pairs([1, 1]), ['2']],
    ['of two, of which one is none', '={{ $("Rows").item.json.i }}', pairs([0, 77]), ['1']],
    [
      'none where the input is unknown',
      '={{ $("Rows").item?.json.i ?? "none" }}',
      pairs({ item: 0, input: 5 }, 0),
      ['none', '1'],
    ],
    ['by number', '={{ $("Rows").itemMatching(1).json.i }}', undefined, ['2', '2', '2']],
    ['of the same number by the old name', '={{ $node["Rows"].json.i }}', undefined, ['1', '2', '3']],
  ] as [string, string, string | undefined, string[]][])('%s', async (_, expression, code, want) => {
    expect(await valuesOf(expression, code)).toEqual(want)
  })
})

describe('fails', () => {
  test.each([
    [
      'where several match',
      '={{ $("Rows").item.json.i }}',
      pairs([0, 1]),
      'Multiple matches found',
      {
        type: 'paired_item_multiple_matches',
        descriptionKey: 'pairedItemMultipleMatches',
        nodeCause: 'Rows',
        messageTemplate: 'Multiple matching items for item [0]',
      },
    ],
    [
      'where an item does not say it',
      '={{ $("Rows").item.json.i }}',
      pairs(undefined, undefined),
      "Paired item data for item from node 'A' is unavailable. Ensure 'A' is providing the required output.",
      {
        type: 'paired_item_no_info',
        descriptionKey: 'pairedItemNoInfoCodeNode',
        nodeCause: 'A',
        causeDetailed: "Missing pairedItem data (node 'A' probably didn't supply it)",
      },
    ],
    [
      'where it says one that is not there',
      '={{ $("Rows").item.json.i }}',
      pairs(99, 99),
      "Paired item data for item from node 'Rows' is unavailable. Ensure 'Rows' is providing the required output.",
      { type: 'paired_item_no_info', descriptionKey: 'pairedItemNoInfo', nodeCause: 'Rows' },
    ],
    [
      'where no connection leads here',
      '={{ $("B").item.json.b }}',
      undefined,
      'Invalid expression',
      {
        type: 'paired_item_no_connection',
        descriptionKey: 'pairedItemNoConnection',
        nodeCause: 'B',
        messageTemplate: 'No path back to referenced node',
      },
    ],
    [
      'for a node behind it',
      '={{ $("Later").item.json.l }}',
      undefined,
      'Invalid expression',
      { type: 'paired_item_no_connection', nodeCause: 'Later' },
    ],
    [
      'for the first item of a node that has not run',
      '={{ $("Later").first().json.l }}',
      undefined,
      "Node 'Later' hasn't been executed",
      { type: 'no_execution_data', nodeCause: 'Later' },
    ],
    [
      'for a node that is missing',
      '={{ $("Nope").item.json.l }}',
      undefined,
      "Referenced node doesn't exist",
      { nodeCause: 'Nope', descriptionKey: 'nodeNotFound' },
    ],
    [
      'for an output that is missing',
      '={{ $("Rows").first(5).json.i }}',
      undefined,
      'Node "Rows" has no branch with index 5.',
      {},
    ],
    [
      'for a run that is missing',
      '={{ $("Rows").first(0, 5).json.i }}',
      undefined,
      'Run 5 of node "Rows" not found',
      {},
    ],
    [
      'for a number that is missing',
      '={{ $("Rows").itemMatching(9).json.i }}',
      undefined,
      'Can’t get data for expression',
      { type: 'paired_item_intermediate_nodes' },
    ],
    [
      'without a number',
      '={{ $("Rows").itemMatching().json.i }}',
      undefined,
      'Missing item index for .itemMatching()',
      {},
    ],
    [
      'for fewer items by the old name',
      '={{ $node["Data"].json.key }}',
      undefined,
      '"Data" node has 1 item(s) but you\'re trying to access item 1',
      { type: 'no_execution_data', nodeCause: 'Data', itemIndex: 1 },
    ],
  ] as [string, string, string | undefined, string, object][])('%s', async (_, expression, code, message, context) => {
    expect(await valuesOf(expression, code)).toMatchObject({ name: 'NodeOperationError', message, context })
  })
})
