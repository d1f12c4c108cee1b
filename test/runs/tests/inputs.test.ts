import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  assertRan,
  type RunOptions,
  runWorkflow,
  startInstance,
  type WorkflowGiven,
  type WorkflowRun,
} from '../../../src/testing.ts'
import { runCli } from '../../commands/run-cli.ts'
import { type Tested, throughDoors } from './doors.ts'
import { inARow, slack } from './workflows.ts'

type Nodes = Parameters<typeof inARow>

function startingWith(trigger: object, ...nodes: Nodes): WorkflowGiven {
  const workflow = inARow(...nodes)
  Object.assign(workflow.nodes[0] ?? {}, trigger)
  return workflow
}

const webhook = (options: object, ...nodes: Nodes) =>
  startingWith(
    {
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: 'w',
      parameters: { path: 'w', httpMethod: 'POST', options },
    },
    ...nodes,
  )
const form = (...nodes: Nodes) =>
  startingWith(
    {
      type: 'n8n-nodes-base.formTrigger',
      typeVersion: 2.2,
      webhookId: 'f',
      parameters: {
        formTitle: 'F',
        formFields: { values: [{ fieldLabel: 'Name' }, { fieldLabel: 'The bill', fieldType: 'file' }] },
        options: {},
      },
    },
    ...nodes,
  )
const read = (file: string) => ({
  name: 'Read',
  type: 'n8n-nodes-base.extractFromFile',
  typeVersion: 1,
  parameters: { operation: 'csv', binaryPropertyName: file, options: {} },
})
const write = {
  name: 'Write',
  type: 'n8n-nodes-base.convertToFile',
  typeVersion: 1.1,
  parameters: { operation: 'toJson', options: {} },
}
const CSV = { base64: Buffer.from('id,name\n1,Ann').toString('base64'), fileName: 'bill.csv' }
const ANN = { id: '1', name: 'Ann' }

interface Row extends Tested {
  outcome?: 'passed' | 'failed' | 'broken'
  /** Of a case that could not be run, and of the answer of the control API. */
  problem?: string
}

function check({ outcome = 'passed', problem }: Row, shown: Parameters<Parameters<typeof throughDoors>[1]>[1]) {
  const { command, kit, control } = shown
  expect([command.outcome, command.problem]).toEqual([outcome, problem])
  if (problem === undefined) {
    for (const run of [kit, control]) expect(run).toMatchObject({ status: 'success' })
    expect(kit.execution.status).toBe(control.execution.status)
  } else
    for (const run of [kit, control]) expect(run).toMatchObject({ message: expect.stringContaining(problem as string) })
}

describe('an input has files', () => {
  const rows: Record<string, Row> = {
    'of a webhook, by the names of their fields': {
      workflow: webhook({}, read('invoice')),
      options: { input: { body: { total: 12 }, files: { invoice: CSV } } },
      expect: {
        nodes: {
          Start: {
            output: [
              {
                json: { body: { total: '12' }, headers: { 'content-type': 'multipart/form-data' } },
                binary: { invoice: { fileName: 'bill.csv', mimeType: 'text/csv', text: 'id,name\n1,Ann' } },
              },
            ],
          },
          Read: { output: [ANN] },
        },
      },
    },
    'of a webhook, as its node names them': {
      workflow: webhook({ binaryPropertyName: 'file' }, read('file0')),
      options: { input: { files: { invoice: CSV } } },
      expect: { nodes: { Read: { output: [ANN] } } },
    },
    'several of one field': {
      workflow: webhook({}, read('bill1')),
      options: { input: { files: { bill: [{ base64: 'YQ==', mimeType: 'text/plain' }, CSV] } } },
      expect: {
        nodes: { Start: { output: [{ json: {}, binary: { bill0: { text: 'a' } } }] }, Read: { output: [ANN] } },
      },
    },
    'of a form, by the label': {
      workflow: form(read('The_bill')),
      options: { input: { Name: 'Ann', files: { 'The bill': CSV } } },
      expect: {
        nodes: {
          Start: {
            output: [{ Name: 'Ann', 'The bill': [{ filename: 'bill.csv', mimetype: 'text/csv', size: 13 }] }],
          },
          Read: { output: [ANN] },
        },
      },
    },
    'which a form has to have a field for': {
      workflow: form(read('x')),
      options: { input: { files: { Bill: CSV } } },
      outcome: 'broken',
      problem: 'run/input/files/Bill: the form has no such field of files. It has "The bill"',
    },
    'whose other fields are texts': {
      workflow: webhook({}),
      options: { input: { body: { list: { a: 1 } }, files: { invoice: CSV } } },
      outcome: 'broken',
      problem: 'run/input/body/list must be string: a call with files has the fields of a form',
    },
    'with parts that are known': {
      workflow: webhook({}),
      options: { input: { files: { invoice: { base64: '', name: 'x' } } } },
      outcome: 'broken',
      problem: 'run/input/files/invoice/name is unknown: a file has path, base64, fileName, mimeType',
    },
    'with bytes': {
      workflow: webhook({}),
      options: { input: { files: { invoice: { fileName: 'x' } } } },
      outcome: 'broken',
      problem: 'run/input/files/invoice/base64 must be the bytes of the file in base64',
    },
  }
  throughDoors(rows, check)

  describe('by a path', () => {
    let folder = ''
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'understudy-input-'))
      await writeFile(join(folder, 'bill.csv'), 'id,name\n1,Ann')
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))
    const workflow = webhook({}, read('invoice'))
    const command = async (path: string, ...flags: string[]) => {
      const input = { files: { invoice: { path } } }
      const expect = { nodes: { Read: { output: [ANN] } } }
      const file = join(folder, 'a.workflow-test.json')
      await writeFile(file, JSON.stringify({ workflow, cases: [{ name: 'a', input, expect }] }))
      const { out } = await runCli(['test', file, '--json', ...flags])
      return JSON.parse(out).cases[0]
    }

    test('that begins at the test file', async () => {
      expect((await command('./bill.csv')).outcome).toBe('passed')
    })

    test('which --update keeps', async () => {
      await command('./bill.csv', '--update')
      expect(JSON.parse(await readFile(join(folder, 'a.workflow-test.json'), 'utf8')).cases[0].input).toEqual({
        files: { invoice: { path: './bill.csv' } },
      })
    })

    test('to a file that is there', async () => {
      expect(await command('./gone.csv')).toMatchObject({
        outcome: 'broken',
        problem: `run/input/files/invoice/path: ${join(folder, 'gone.csv')}: there is no such file`,
      })
    })

    test('in the kit', async () => {
      const run = await runWorkflow(workflow, { input: { files: { invoice: { path: join(folder, 'bill.csv') } } } })
      assertRan(run, 'Read', { output: [ANN] })
    })

    test('and by no one else: the control API reads no files', async () => {
      await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
      const given = { workflow, input: { files: { invoice: { path: join(folder, 'bill.csv') } } } }
      const { status, body } = await instance.request('POST', '/_control/runs', given)
      expect([status, body]).toEqual([
        400,
        { message: 'run/input/files/invoice/path: only test files and the kit read files: give base64 and fileName' },
      ])
    })
  })
})

type Runs = ReturnType<WorkflowRun['node']>['runs']

const filesOf = (runs: Runs | undefined) =>
  runs?.flatMap(({ output }) =>
    output.flat().map(({ binary }) => (binary?.data as { data?: string } | undefined)?.data),
  )

describe('what a node put out is expected', () => {
  const workflow = inARow(write)
  const input = [{ id: 1 }]
  const rows: Record<string, Row & { part?: string }> = {
    'as whole items': {
      workflow,
      options: { input },
      expect: { nodes: { Write: { output: [{ json: {}, binary: { data: { mimeType: 'application/json' } } }] } } },
    },
    'with the text of a file': {
      workflow,
      options: { input },
      expect: { nodes: { Write: { output: [{ json: {}, binary: { data: { text: { $like: '"id":1' } } } }] } } },
    },
    'with its JSON': {
      workflow,
      options: { input },
      expect: { nodes: { Write: { output: [{ json: {}, binary: { data: { json: [{ id: 1 }] } } }] } } },
    },
    'with its bytes': {
      workflow,
      options: { input },
      expect: {
        nodes: { Write: { output: [{ json: {}, binary: { data: { base64: btoa('[{"id":1}]') } } }] } },
      },
    },
    'by outputs': {
      workflow,
      options: { input },
      expect: { nodes: { Write: { output: [[{ json: {}, binary: { data: { json: [{ id: 1 }] } } }]] } } },
    },
    'and fails with another text': {
      workflow,
      options: { input },
      expect: { nodes: { Write: { output: [{ json: {}, binary: { data: { text: 'no' } } }] } } },
      outcome: 'failed',
    },
    'and fails without the file': {
      workflow: inARow(slack()),
      options: { mocks: { Slack: [{ ok: true }] } },
      expect: { nodes: { Slack: { output: [{ json: { ok: true }, binary: { data: { text: '' } } }] } } },
      outcome: 'failed',
    },
    'as a mock gives it': {
      workflow: inARow(slack()),
      options: {
        mocks: { Slack: [{ json: { ok: true }, binary: { data: { data: 'YQ==', mimeType: 'text/plain' } } }] },
      },
      expect: { nodes: { Slack: { output: [{ json: { ok: true }, binary: { data: { text: 'a' } } }] } } },
    },
  }
  throughDoors(rows, (row, { command, kit, control }) => {
    expect(command.outcome).toBe(row.outcome ?? 'passed')
    const [node = ''] = Object.keys((row.expect as { nodes: object }).nodes)
    const { output } = (row.expect as { nodes: Record<string, { output: never }> }).nodes[node] ?? {}
    // the kit has one list of all items
    const expected = { output: (output as unknown as unknown[]).flat() as never }
    if (command.outcome === 'passed') assertRan(kit, node, expected)
    else expect(() => assertRan(kit, node, expected)).toThrow(`Expected the node "${node}"`)
    // the control API has the bytes, too
    const { nodes } = control as unknown as { nodes: Record<string, Runs> }
    expect(filesOf(nodes[node])).toEqual(filesOf(kit.node(node).runs))
  })
})

describe('data tables', () => {
  const rowNode = (name: string, operation: string, table: object, parameters: object = {}) => ({
    name,
    type: 'n8n-nodes-base.dataTable',
    typeVersion: 1,
    parameters: { resource: 'row', operation, dataTableId: { __rl: true, ...table }, ...parameters },
  })
  const workflow = inARow(
    rowNode(
      'Add',
      'insert',
      { mode: 'name', value: 'Customers' },
      {
        columns: { mappingMode: 'defineBelow', value: { name: 'Bo' } },
      },
    ),
    rowNode(
      'All',
      'get',
      { mode: 'id', value: 'customers0000001' },
      {
        returnAll: true,
        orderBy: true,
        orderByColumn: 'id',
        orderByDirection: 'ASC',
      },
    ),
  )
  const table = {
    id: 'customers0000001',
    name: 'Customers',
    columns: [{ name: 'name', type: 'string' as const }],
    rows: [{ name: 'Ann' }],
  }
  const rows: Record<string, Row> = {
    'are given, and a run sees its own changes': {
      workflow,
      options: { dataTables: [table] },
      expect: { nodes: { All: { output: [{ name: 'Ann' }, { name: 'Bo' }] } } },
    },
    'are the same for the next run': {
      workflow,
      options: { dataTables: [table] },
      expect: { nodes: { All: { output: [{ name: 'Ann' }, { name: 'Bo' }] } } },
    },
    'hold what their columns hold': {
      workflow,
      options: { dataTables: [{ ...table, rows: [{ name: 1 }] }] },
      outcome: 'broken',
      problem: 'run/dataTables/0/rows/0/name must be string',
    },
    'are of a form': {
      workflow,
      options: { dataTables: [{ nam: 'Customers', columns: [] }] as never },
      outcome: 'broken',
      problem:
        "run/dataTables/0 must have required property 'name', run/dataTables/0/nam is not a known property; did you mean 'name'?",
    },
    'have so many rows': {
      workflow,
      options: { dataTables: [{ ...table, rows: Array.from({ length: 1001 }, () => ({})) }] },
      outcome: 'broken',
      problem: 'run/dataTables has 1001 rows: 1000 at most',
    },
  }
  throughDoors(rows, check)
})

describe('types of nodes', () => {
  const of = (type: string, parameters = {}) => inARow(slack('A', parameters, { type }))
  const options: RunOptions = { mocks: { A: [{ ok: true }] } }
  const rows: Record<string, Row & { warning?: string }> = {
    'that the version does not have are refused, also with a mock': {
      workflow: of('n8n-nodes-base.slak'),
      options,
      outcome: 'broken',
      problem:
        'run/workflow: the node "A": n8n-2.41 has no node type "n8n-nodes-base.slak"; did you mean n8n-nodes-base.slack?',
    },
    'that name no package are refused': {
      workflow: of('slack'),
      options,
      outcome: 'broken',
      problem: 'run/workflow: the node "A": the type "slack" names no package; did you mean n8n-nodes-base.slack?',
    },
    'that are no texts are refused': {
      workflow: of(7 as never),
      options,
      outcome: 'broken',
      problem: 'run/workflow: the type of the node "A" must be string',
    },
    'that are switched off are refused': {
      workflow: of('n8n-nodes-base.executeCommand'),
      options,
      outcome: 'broken',
      problem:
        'run/workflow: the node "A": n8n-2.41 does not load n8n-nodes-base.executeCommand, unless its NODES_EXCLUDE is changed: then allow the node',
    },
    'that are switched off may be allowed': {
      workflow: of('n8n-nodes-base.executeCommand', { command: 'date' }),
      options: { ...options, allowNodes: ['n8n-nodes-base.executeCommand'] },
    },
    'of other packages are taken, and named': {
      workflow: of('n8n-nodes-x.thing'),
      options,
      warning: 'the package "n8n-nodes-x" is not known: the service has to have it (allowNodes says that it has)',
    },
    'of packages that are allowed are taken': {
      workflow: of('n8n-nodes-x.thing'),
      options: { ...options, allowNodes: ['n8n-nodes-x'] },
    },
    'of nodes that are disabled do not matter': {
      workflow: inARow(slack('A', {}, { type: 'slak', disabled: true })),
      options: {},
    },
  }
  throughDoors(rows, (row, shown) => {
    check(row, shown)
    expect(shown.command.warnings).toEqual(row.warning === undefined ? [] : [row.warning])
    if (row.problem === undefined)
      for (const run of [shown.kit, shown.control]) expect(run.warnings).toEqual(shown.command.warnings)
  })

  test('--allow-nodes of the command allows packages for all files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-types-'))
    try {
      const tests = { workflow: of('n8n-nodes-x.thing'), ...options, cases: [{ name: 'a' }] }
      await writeFile(join(folder, 'a.workflow-test.json'), JSON.stringify(tests))
      const { out } = await runCli(['test', folder, '--json', '--allow-nodes', 'n8n-nodes-y,n8n-nodes-x'])
      expect(JSON.parse(out).cases[0]).toMatchObject({ outcome: 'passed', warnings: [] })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
