// Which item `$('X').item` gives, and how it fails, as measured at the service 2.41.1: Start > Data > Rows > A > X, Data > B.
import { describe, expect, test } from 'bun:test'
import type { NodeRun } from '../../../src/core/model/run-data.ts'
import { node, play, set } from '../engine/playing.ts'

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
    {
      name: 'of the node before',
      expression: '={{ $("A").item.json.a }}',
      code: pairs(undefined, undefined),
      want: ['1', '2'],
    },
    { name: 'further back', expression: '={{ $("Rows").item.json.i }}', want: ['1', '2', '3'] },
    { name: 'of all from one', expression: '={{ $("Data").item.json.key }}', want: ['k', 'k', 'k'] },
    { name: 'in another order', expression: '={{ $("Rows").item.json.i }}', code: pairs(2, 0), want: ['3', '1'] },
    {
      name: 'of two that came from the same',
      expression: '={{ $("Data").item.json.key }}',
      code: pairs([0, 1]),
      want: ['k'],
    },
    { name: 'of the same item twice', expression: '={{ $("Rows").item.json.i }}', code: pairs([1, 1]), want: ['2'] },
    {
      name: 'of two, of which one is none',
      expression: '={{ $("Rows").item.json.i }}',
      code: pairs([0, 77]),
      want: ['1'],
    },
    {
      name: 'none where the input is unknown',
      expression: '={{ $("Rows").item?.json.i ?? "none" }}',
      code: pairs({ item: 0, input: 5 }, 0),
      want: ['none', '1'],
    },
    { name: 'by number', expression: '={{ $("Rows").itemMatching(1).json.i }}', want: ['2', '2', '2'] },
    { name: 'of the same number by the old name', expression: '={{ $node["Rows"].json.i }}', want: ['1', '2', '3'] },
  ] satisfies { name: string; expression: string; code?: string; want: string[] }[])(
    '$name',
    async ({ expression, code, want }) => {
      expect(await valuesOf(expression, code)).toEqual(want)
    },
  )
})

describe('fails', () => {
  test.each([
    {
      name: 'where several match',
      expression: '={{ $("Rows").item.json.i }}',
      code: pairs([0, 1]),
      message: 'Multiple matches found',
      context: {
        type: 'paired_item_multiple_matches',
        descriptionKey: 'pairedItemMultipleMatches',
        nodeCause: 'Rows',
        messageTemplate: 'Multiple matching items for item [0]',
      },
    },
    {
      name: 'where an item does not say it',
      expression: '={{ $("Rows").item.json.i }}',
      code: pairs(undefined, undefined),
      message: "Paired item data for item from node 'A' is unavailable. Ensure 'A' is providing the required output.",
      context: {
        type: 'paired_item_no_info',
        descriptionKey: 'pairedItemNoInfoCodeNode',
        nodeCause: 'A',
        causeDetailed: "Missing pairedItem data (node 'A' probably didn't supply it)",
      },
    },
    ...['itemMatching', 'pairedItem'].map(method => ({
      name: `where an item does not say it, asked by .${method}()`,
      expression: `={{ $("Rows").${method}(0).json.i }}`,
      code: pairs(undefined, undefined),
      message: `Paired item data for ${method} from node 'A' is unavailable. Ensure 'A' is providing the required output.`,
      context: { type: 'paired_item_no_info', nodeCause: 'A' },
    })),
    {
      name: 'where it says one that is not there',
      expression: '={{ $("Rows").item.json.i }}',
      code: pairs(99, 99),
      message:
        "Paired item data for item from node 'Rows' is unavailable. Ensure 'Rows' is providing the required output.",
      context: { type: 'paired_item_no_info', descriptionKey: 'pairedItemNoInfo', nodeCause: 'Rows' },
    },
    {
      name: 'where no connection leads here',
      expression: '={{ $("B").item.json.b }}',
      message: 'Invalid expression',
      context: {
        type: 'paired_item_no_connection',
        descriptionKey: 'pairedItemNoConnection',
        nodeCause: 'B',
        messageTemplate: 'No path back to referenced node',
      },
    },
    {
      name: 'for a node behind it',
      expression: '={{ $("Later").item.json.l }}',
      message: 'Invalid expression',
      context: { type: 'paired_item_no_connection', nodeCause: 'Later' },
    },
    {
      name: 'for the first item of a node that has not run',
      expression: '={{ $("Later").first().json.l }}',
      message: "Node 'Later' hasn't been executed",
      context: { type: 'no_execution_data', nodeCause: 'Later' },
    },
    {
      name: 'for a node that is missing',
      expression: '={{ $("Nope").item.json.l }}',
      message: "Referenced node doesn't exist",
      context: { nodeCause: 'Nope', descriptionKey: 'nodeNotFound' },
    },
    {
      name: 'for an output that is missing',
      expression: '={{ $("Rows").first(5).json.i }}',
      message: 'Node "Rows" has no branch with index 5.',
    },
    {
      name: 'for a run that is missing',
      expression: '={{ $("Rows").first(0, 5).json.i }}',
      message: 'Run 5 of node "Rows" not found',
    },
    {
      name: 'for a number that is missing',
      expression: '={{ $("Rows").itemMatching(9).json.i }}',
      message: 'Can’t get data for expression',
      context: { type: 'paired_item_intermediate_nodes' },
    },
    {
      name: 'without a number',
      expression: '={{ $("Rows").itemMatching().json.i }}',
      message: 'Missing item index for .itemMatching()',
    },
    {
      name: 'for fewer items by the old name',
      expression: '={{ $node["Data"].json.key }}',
      message: '"Data" node has 1 item(s) but you\'re trying to access item 1',
      context: { type: 'no_execution_data', nodeCause: 'Data', itemIndex: 1 },
    },
  ] satisfies { name: string; expression: string; code?: string; message: string; context?: object }[])(
    '$name',
    async ({ expression, code, message, context = {} }) => {
      expect(await valuesOf(expression, code)).toMatchObject({ name: 'NodeOperationError', message, context })
    },
  )
})
