import { expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { digest } from '../../digest.ts'
import { node } from '../tests/workflows.ts'
import { answers, CREDENTIALS, type Group, httpGroups, NAMELESS } from './http-cases.ts'

/** How many nodes are in one workflow. */
const TOGETHER = 60

const RANDOM =
  /"(?:startTime|executionTime|stack|timestamp|id)":(?:"[^"]*"|\d+),?|-+\w*formdata\w*-[\w-]+|-{4,}WebKitFormBoundary\w+/gi

const ITEMS = [
  {
    json: { a: 'x', n: 3, list: [1, 'two'], o: { x: 1, y: [1] } },
    binary: { data: { data: 'YSxiCg==', mimeType: 'text/csv', fileName: 'a.csv' } },
  },
]
const TWO = [...ITEMS, { json: { n: 5 } }]

const trigger = node('T', 'manualTrigger', 1)

/** Shows a request as it is on the wire. */
async function echo(request: Request) {
  const body = Buffer.from(await request.arrayBuffer()).toString('latin1')
  return Response.json([request.method, request.url, [...request.headers], body])
}

/** Plays nodes side by side in one run; an item goes to each of them. */
async function play(
  instance: TestInstance,
  { typeVersion }: Group,
  nodes: object[],
  items: unknown[],
  onError: object,
) {
  const workflow = {
    name: 'W',
    nodes: [
      trigger,
      ...nodes.map((given, at) => ({
        id: `N${at}`,
        name: `N${at}`,
        type: 'n8n-nodes-base.httpRequest',
        typeVersion,
        position: [at, 0],
        ...onError,
        ...given,
      })),
    ],
    connections: { T: { main: [nodes.map((_, at) => ({ node: `N${at}`, type: 'main', index: 0 }))] } },
    settings: { executionOrder: 'v1' },
  }
  const { status, error, execution, requests, notes } = await instance.runWorkflow(workflow as never, {
    trigger: 'T',
    input: items,
    http: answers({ handle: echo }) as never,
    now: '2024-05-06T07:08:09.123Z',
  })
  const { runData } = (execution.data as { resultData: { runData: Record<string, unknown> } }).resultData
  return JSON.stringify([status, error, runData, requests, notes]).replace(RANDOM, '')
}

test('what HTTP Request sends and puts out is as approved (bun run generate writes it)', async () => {
  await using instance = await startInstance({
    socket: false,
    profile: 'n8n-2.41',
    idSeed: 'http',
    fixture: { credentials: [...CREDENTIALS, ...NAMELESS] as never },
  })
  const lines: string[] = []
  for (const group of httpGroups()) {
    const { name, typeVersion, nodes } = group
    const shown: string[] = []
    for (let at = 0; at < nodes.length; at += TOGETHER) {
      const some = nodes.slice(at, at + TOGETHER)
      const items = name === 'failures' ? TWO : ITEMS
      shown.push(await play(instance, group, some, items, { onError: 'continueRegularOutput' }))
    }
    // the end of a node ends its run
    if (name === 'failures') {
      for (const one of nodes.slice(14, 40))
        shown.push(await play(instance, group, [one], TWO, { onError: 'stopWorkflow' }))
    }
    lines.push(`${name}, version ${typeVersion}: ${nodes.length} nodes, ${digest(shown.join())}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
}, 60_000)
