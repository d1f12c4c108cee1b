import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { KEY, rowsInTurn, startOn } from '../runtimes/runtimes.ts'
import { secondClient } from './asking-meanwhile.ts'
import { chainOf, listOf, node, to, workflow } from './large-requests.ts'

setDefaultTimeout(120_000)

/** What each of these took before it had a bound is seconds; now it is 20 to 170 ms, on a machine with nothing else to do. */
const LONGEST_WAIT_MS = 500
const condition = {
  leftValue: '={{ $json.body.text }}',
  rightValue: 'y'.repeat(40),
  operator: { type: 'string', operation: 'notContains' },
}
const conditions = { options: { caseSensitive: false }, combinator: 'and', conditions: listOf(10, () => condition) }
const chain = Object.fromEntries(listOf(50, at => [`n${at}`, to(`n${at + 1}`)]))
const hook = { type: 'n8n-nodes-base.webhook', parameters: { path: 'x', httpMethod: 'POST' } }
const nodes = [
  node(0, hook),
  ...listOf(50, at => node(at + 1, { type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters: { conditions } })),
]
const callOf = (id: string) => ({
  name: 'Self',
  type: 'n8n-nodes-base.executeWorkflow',
  typeVersion: 1.2,
  parameters: { workflowId: id },
})
const self = {
  id: '2',
  name: 'self',
  active: true,
  nodes: [
    { name: 'Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'self', httpMethod: 'POST' } },
    { name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1, parameters: {} },
    callOf('2'),
    { ...callOf('2'), name: 'Again' },
  ],
  connections: {
    Hook: to('Self'),
    Start: { main: [[...to('Self').main, ...to('Again').main].flat()] },
  },
}
const hooks = { workflows: [{ id: '1', name: 'x', active: true, nodes, connections: chain }, self] }

/** Schedules that are due each second, of a number of workflows. */
const eachSecond = (workflows: number, intervals: number) => ({
  workflows: listOf(workflows, at => ({
    id: `${at + 1}`,
    name: 'x',
    active: true,
    nodes: [
      {
        name: 'Schedule',
        type: 'n8n-nodes-base.scheduleTrigger',
        parameters: {
          rule: { interval: listOf(intervals, () => ({ field: 'cronExpression', expression: '* * * * * *' })) },
        },
      },
    ],
    connections: {},
  })),
})

const TABLE = 'LargeTable000000'
/** 50 MB in one column. */
const table = {
  dataTables: [
    {
      id: TABLE,
      name: 't',
      columns: [{ name: 'a', type: 'string' }],
      rows: listOf(1000, () => ({ a: 'a'.repeat(50_000) })),
    },
  ],
}
const like = (value: string) => ({
  filter: { filters: [{ columnName: 'a', condition: 'like', value }] },
  data: { a: 'x' },
})

/** Tables of dates, and rows of dates without a zone: each of a day that is next to none before. */
const datesTable = (columns: number) => ({
  dataTables: [{ id: TABLE, name: 't', columns: listOf(columns, at => ({ name: `a${at}`, type: 'date' })), rows: [] }],
})
const dayAt = (at: number) => new Date(Date.UTC(1000) + ((at * 7) % 400_000) * 86_400_000).toISOString().slice(0, 19)
const dates = (rows: number, columns: number) => ({
  data: listOf(rows, row => Object.fromEntries(listOf(columns, at => [`a${at}`, dayAt(row * columns + at)]))),
})

/** A workflow with a webhook, and with many nodes that its calls do not reach. */
const large = (at: number) => ({
  id: `large-${at}`,
  active: true,
  ...workflow(
    [...listOf(6000, n => node(n)), node(6000, { ...hook, parameters: { path: `large-${at}`, httpMethod: 'POST' } })],
    chainOf(6000),
  ),
})

/** A project of folders, and of a workflow that names a variable again and again. */
const PROJECT = 'LargeProject0000'
const project = {
  projects: [{ id: PROJECT, name: 'Large' }],
  folders: listOf(40_000, at => ({ id: `folder-${at}`, name: `f${at}`, projectId: PROJECT })),
  variables: [{ id: 'Variable00000000', key: 'a', value: 'x' }],
  workflows: [
    {
      id: '1',
      name: 'x',
      projectId: PROJECT,
      nodes: [node(0, { parameters: { text: '$vars.a'.repeat(1_000_000) } })],
      connections: {},
    },
  ],
}

interface CostlyCall {
  fixture: object
  /** The command line has these as well. */
  args: string[]
  /** How often it is called at the same time. */
  count: number
  method: string
  /** With the number of the call in the place of a star. */
  path: string
  body: object
  status: number
}
const call = (
  fixture: object,
  args: string[],
  [count, method, path, body, status]: [number, string, string, object, number],
): CostlyCall => ({
  fixture,
  args,
  count,
  method,
  path,
  body,
  status,
})
const text = (length: number) => ({ text: 'x'.repeat(length) })
const SIMULATED = ['--simulate']
const TABLES = ['--profile', 'n8n-2.41', '--licence', 'all']
const IN_NEW_YORK = [...TABLES, '--timezone', 'America/New_York']
const INSERT = `/api/v1/data-tables/${TABLE}/rows`
const ROWS = `${INSERT}/update`

const CALLS: Record<string, CostlyCall> = {
  // these need no key
  '50 if nodes of 10 conditions and bodies of 1 MB': call(hooks, SIMULATED, [3, 'POST', '/webhook/x', text(1e6), 200]),
  'a workflow that calls itself twice': call(hooks, SIMULATED, [20, 'POST', '/webhook/self', text(1000), 200]),
  'a pattern of 25,000 parts over 50 MB': call(table, TABLES, [
    1,
    'PATCH',
    ROWS,
    like(`${'%a'.repeat(24_998)}%b%`),
    400,
  ]),
  'a pattern of 18 parts over 50 MB': call(table, TABLES, [1, 'PATCH', ROWS, like(`${'%a'.repeat(17)}%b%`), 200]),
  '20,000 rows of a date without a zone': call(datesTable(1), IN_NEW_YORK, [1, 'POST', INSERT, dates(20_000, 1), 200]),
  '100 rows of 1,000 dates without a zone': call(datesTable(1000), IN_NEW_YORK, [
    1,
    'POST',
    INSERT,
    dates(100, 1000),
    200,
  ]),
  'a package of 40,000 folders and a million uses of a variable': call(project, TABLES, [
    1,
    'POST',
    '/api/v1/n8n-packages/export',
    { projectIds: [PROJECT] },
    200,
  ]),
  'the first calls of 20 workflows of 6,000 nodes': call({ workflows: listOf(20, large) }, SIMULATED, [
    20,
    'POST',
    '/webhook/large-*',
    {},
    200,
  ]),
  'an hour of 10,000 schedules each second': call(
    eachSecond(20, 500),
    [...SIMULATED, '--clock', '2026-05-01T00:00:00Z'],
    [1, 'PUT', '/_control/clock', { advance: '1h' }, 200],
  ),
}

test.each(rowsInTurn(Object.entries(CALLS)).map(([runtime, [name, row]]) => [runtime, name, row] as const))(
  'on %s, %s delay no other client',
  async (runtime, _name, { fixture, args, count, method, path, body, status }) => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(fixture))
    await using instance = await startOn(runtime, ['--seed', seed, ...args])
    const report = await secondClient(instance.url, '/healthz')
    const sent = {
      method,
      headers: { 'content-type': 'application/json', 'X-N8N-API-KEY': KEY },
      body: JSON.stringify(body),
    }
    const statuses = await Promise.all(
      listOf(count, at => fetch(instance.url + path.replace('*', `${at}`), sent).then(answer => answer.status)),
    )
    const { longest } = await report()
    expect(statuses).toEqual(Array(count).fill(status))
    expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  },
)
