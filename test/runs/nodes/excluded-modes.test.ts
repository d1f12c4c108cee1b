import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { runWorkflow, startInstance, type TestInstance } from '../../../src/testing.ts'
import { inARow } from '../tests/workflows.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({ profile: 'n8n-2.41' })
})
afterAll(() => instance.stop())

const node = (type: string, typeVersion: number, parameters: object) => ({
  name: 'Node',
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  parameters,
})

const FILE = [{ json: {}, binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } } }]

/** What the list of nodes says is not run: its node, and what it is called. */
const EXCLUDED: Record<string, { node: ReturnType<typeof node>; called: string; input?: object[] }> = {
  'Python of Code': {
    node: node('code', 2, { language: 'python', pythonCode: 'return []' }),
    called: 'Python',
  },
  'native Python of Code': {
    node: node('code', 2, { language: 'pythonNative', pythonCode: 'return []' }),
    called: 'Python',
  },
  'a called workflow in a parameter': {
    node: node('executeWorkflow', 1.2, { source: 'parameter', workflowJson: '{}' }),
    called: 'Execute Workflow of a parameter',
  },
  'random data of Debug Helper': {
    node: node('debugHelper', 1, { category: 'randomData' }),
    called: 'Debug Helper: randomData',
  },
  'SQL of Merge': { node: node('merge', 3, { mode: 'combineBySql', query: 'SELECT 1' }), called: 'Merge by SQL query' },
  'a spreadsheet of Convert to File': {
    node: node('convertToFile', 1.1, { operation: 'xlsx' }),
    called: 'Convert to File: xlsx',
  },
  'another encoding of Convert to File': {
    node: node('convertToFile', 1.1, { operation: 'toText', sourceProperty: 'a', options: { encoding: 'cp850' } }),
    called: 'Convert to File: encoding cp850',
  },
  'an event with attendees': {
    node: node('convertToFile', 1.1, {
      operation: 'iCal',
      title: 'x',
      start: '2026-01-01',
      end: '2026-01-02',
      additionalFields: { attendeesUi: { attendeeValues: [{ name: 'Ann', email: 'ann@example.com' }] } },
    }),
    called: 'Convert to File: iCal with attendeesUi',
  },
  'PDF of Extract from File': {
    node: node('extractFromFile', 1, { operation: 'pdf' }),
    called: 'Extract from File: pdf',
    input: FILE,
  },
}

/** The same types in a mode that is run. */
const COMPUTED: Record<string, ReturnType<typeof node>> = {
  'JavaScript of Code': node('code', 2, { jsCode: 'return []' }),
  'a mode that an expression decides': node('merge', 3, { mode: "={{ 'append' }}" }),
  'a merge by position': node('merge', 3, { mode: 'combine', combineBy: 'combineByPosition', options: {} }),
  'text of Convert to File': node('convertToFile', 1.1, { operation: 'toText', sourceProperty: 'a' }),
}

async function needsMock(given: ReturnType<typeof node>) {
  const { findings } = await instance.validateWorkflows(inARow(given))
  return findings.filter(({ rule }) => rule === 'needs-mock').map(({ message }) => message)
}

describe('a mode that is not run needs a mock, and validate says so', () => {
  test.each(Object.keys(EXCLUDED))('%s', async what => {
    const { node: given, called, input = [{}] } = EXCLUDED[what] as (typeof EXCLUDED)[string]
    const { status, error, unmocked } = await runWorkflow(inARow(given), { input })
    expect([status, unmocked, error?.message]).toEqual(['broken', ['Node'], expect.stringContaining(`(${called})`)])
    expect(await needsMock(given)).toEqual([expect.stringContaining('"Node"')])
  })
})

describe('another mode of its type needs none', () => {
  test.each(Object.keys(COMPUTED))('%s', async what => {
    expect(await needsMock(COMPUTED[what] as ReturnType<typeof node>)).toEqual([])
  })
})
