import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import described from '../../../data/node-parameters.json' with { type: 'json' }
import { NODE_LIST } from '../../../src/runs/nodes/node-list.ts'
import { markdownLibrary } from '../../tools/generate/markdown-library.ts'
import { node, play, workflow } from '../engine/playing.ts'

/** From version 2 on, Crypto asks for a credential first. */
const credentials = { crypto: { id: 'c' } }
const run = (type: string, parameters: Record<string, unknown>, typeVersion = 1) =>
  play(
    workflow(
      [
        node('Start', { type: 'n8n-nodes-base.manualTrigger' }),
        node('T', { type, typeVersion, parameters, credentials }),
      ],
      'Start > T',
    ),
    {
      unmocked: 'fail',
      start: { node: 'Start', items: [{ json: {}, binary: { data: { mimeType: 'application/octet-stream' } } }] },
    },
  )

describe('what is left out calls a service, and never passes in silence', () => {
  test.each([
    ['merge', { mode: 'combineBySql', query: 'SELECT 1' }, 3.2],
    ['executeWorkflow', { source: 'parameter', workflowJson: '{}' }, 1.2],
    ['executeWorkflow', { source: 'localFile', workflowPath: '/etc/passwd' }, 1],
    ['executeWorkflow', { source: 'url', workflowUrl: 'http://localhost' }, 1],
    ['crypto', { action: 'encrypt', value: 'x' }, 2],
    ['crypto', { action: 'decrypt', value: 'x' }, 2],
    ['convertToFile', { operation: 'xlsx' }, 1.1],
    ['convertToFile', { operation: 'xls' }, 1.1],
    ['convertToFile', { operation: 'ods' }, 1.1],
    ['convertToFile', { operation: 'rtf' }, 1.1],
    ['convertToFile', { operation: 'iCal', start: '2024-03-05', end: '2024-03-06', allDay: true }, 1.1],
    [
      'convertToFile',
      { operation: 'iCal', start: '2024-03-05', end: '2024-03-06', additionalFields: { recurrenceRule: 'FREQ=DAILY' } },
      1.1,
    ],
    ['convertToFile', { operation: 'toText', sourceProperty: 'a', options: { encoding: 'big5hkscs' } }, 1.1],
    ['extractFromFile', { operation: 'xlsx' }, 1],
    ['extractFromFile', { operation: 'pdf' }, 1],
    ['extractFromFile', { operation: 'rtf' }, 1],
    ['extractFromFile', { operation: 'fromIcs' }, 1],
    ['extractFromFile', { operation: 'text', options: { encoding: 'big5hkscs' } }, 1],
    ['debugHelper', { category: 'randomData' }, 1],
    ['debugHelper', { category: 'oom' }, 1],
    ['slack', {}, 2],
  ] as const)('%s %j', async (type, parameters, version) => {
    const result = await run(`n8n-nodes-base.${type}`, parameters, version)
    expect(result.status).toBe('error')
    expect(result.unmocked).toEqual(['T'])
  })
})

describe('a run ends by its deadline, or by the size of its data, with an error that says so', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ json: { id: at, text: 'a'.repeat(40), [`${'a'.repeat(40)}!`]: 1 } }))
  const slow = async (type: string, parameters: Record<string, unknown>, typeVersion: number, count = 4000) => {
    const nodes = [
      node('Start', { type: 'n8n-nodes-base.manualTrigger' }),
      node('L'),
      node('R'),
      node('T', { type: `n8n-nodes-base.${type}`, typeVersion, parameters }),
    ]
    return await play(workflow(nodes, 'Start > L; Start > R; L > T; R > T@1'), {
      mocks: { L: [{ main: [many(count)] }], R: [{ main: [many(count)] }] },
      timeLimit: 500,
    })
  }

  test.each([
    ['merge', { mode: 'combine', combineBy: 'combineAll', options: {} }, 3.2],
    [
      'filter',
      {
        conditions: {
          options: { version: 2, typeValidation: 'strict', caseSensitive: true },
          combinator: 'and',
          conditions: [
            {
              leftValue: '={{ $json.text + "!" }}',
              rightValue: '(a+)+$',
              operator: { type: 'string', operation: 'regex' },
            },
          ],
        },
      },
      2.2,
    ],
    [
      'if',
      { conditions: { string: [{ value1: '={{ $json.text + "!" }}', operation: 'regex', value2: '/(a+)+$/' }] } },
      1,
    ],
    [
      'renameKeys',
      {
        additionalOptions: { regexReplacement: { replacements: [{ searchRegex: '(a+)+$', replaceRegex: '' }] } },
        keys: {},
      },
      1,
    ],
    ['markdown', { mode: 'markdownToHtml', markdown: '`'.repeat(20_000) }, 1],
  ] as const)('%s', async (type, parameters, version) => {
    const result = await slow(type, parameters, version)
    expect(result.status).toBe('error')
    // which of the two comes first goes by the machine
    expect(String(result.error?.message)).toMatch(
      /^The run was stopped: (simulated runs may compute for 0.5 seconds|its data may take 16 MB) at most/,
    )
  })
})

describe('what would take time by the square of its size is refused', () => {
  const selected = {
    operation: 'extractHtmlContent',
    dataPropertyName: 'text',
    extractionValues: { values: [{ key: 'a', cssSelector: ':contains(a)' }] },
  }
  test.each([
    ['html', selected, '<div>'.repeat(5000), 'The HTML nests deeper than 200 elements'],
    ['html', selected, '<li>'.repeat(50_000), 'The HTML has more than 20000 elements and texts'],
    ['markdown', { html: '={{ $json.text }}' }, '<div>'.repeat(5000), 'The HTML nests deeper than 200 elements'],
    [
      'set',
      { mode: 'raw', jsonOutput: '={{ $json.text }}' },
      '{a:'.repeat(20_000),
      "The 'JSON Output' in item 0 contains invalid JSON",
    ],
  ] as const)('%s: %j', async (type, parameters, text, message) => {
    const typeVersion = { html: 1.2, markdown: 1, set: 3.4 }[type]
    const nodes = [
      node('Start', { type: 'n8n-nodes-base.manualTrigger' }),
      node('T', { type: `n8n-nodes-base.${type}`, typeVersion, parameters }),
    ]
    const start = { node: 'Start', items: [{ json: { text } }] }
    const result = await play(workflow(nodes, 'Start > T'), { start })
    expect(result.error?.message).toBe(message)
  })
})

test('the library of Markdown is the one that is generated: run bun run generate', async () => {
  const file = join(import.meta.dir, '../../../src/runs/nodes/tools/markdown-library.ts')
  expect(readFileSync(file, 'utf8') === (await markdownLibrary())).toBe(true)
})

test('the parameters of each type of node in the table are described: run test/tools/engine/write-parameters.cjs', () => {
  const types = Object.keys(NODE_LIST).filter(type => type.startsWith('n8n-nodes-base.') && !(type in described))
  // the current version does not have it
  expect(types).toEqual(['n8n-nodes-base.start'])
})

test('each type of node in the table says what runs', () => {
  for (const [type, about] of Object.entries(NODE_LIST)) {
    expect([type, about.endsWith('.') && about.length > 10]).toEqual([type, true])
  }
})
