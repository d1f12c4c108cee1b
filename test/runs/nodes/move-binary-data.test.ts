import { expect, test } from 'bun:test'
import { runWorkflow } from '../../../src/testing.ts'

/** What the engine of the service puts out, measured at version 2.41.0. */
interface Row {
  typeVersion?: number
  /** Of the node that makes a file. */
  to: Record<string, unknown>
  json: Record<string, unknown>
  /** Name, type and ending of the file. */
  file?: [name: string | undefined, type: string, ending: string | undefined]
  keeps?: Record<string, unknown>
  fails?: string
  /** Of a second node, which reads the file. */
  back?: Record<string, unknown>
  puts?: unknown
}

const text = { convertAllData: false, sourceKey: 't' }
const raw = (options: Record<string, unknown> = {}) => ({ ...text, options: { useRawData: true, ...options } })

const ROWS: Record<string, Row> = {
  'a whole item becomes JSON, and comes back': {
    to: {},
    json: { a: 1, b: [1, null] },
    file: [undefined, 'application/json', 'json'],
    keeps: {},
    back: {},
    puts: { a: 1, b: [1, null] },
  },
  'from version 1.1 on a file has a name': {
    typeVersion: 1.1,
    to: {},
    json: { a: 1 },
    file: ['file.json', 'application/json', 'json'],
    keeps: {},
  },
  'a field becomes a file, and leaves the item': {
    to: { ...text, destinationKey: 'f' },
    json: { t: 'Zoë', n: 1 },
    keeps: { n: 1 },
    back: { sourceKey: 'f', setAllData: false, destinationKey: 'x.y' },
    puts: { n: 1, x: { y: '"Zoë"' } },
  },
  'raw text has no quotes, and in version 1.1 no ending': {
    typeVersion: 1.1,
    to: raw(),
    json: { t: 'Zoë' },
    file: ['file', 'text/plain', undefined],
    back: { setAllData: false },
    puts: { data: 'Zoë' },
  },
  'the name of a file says its ending': {
    to: raw({ fileName: 'x.csv' }),
    json: { t: 'a,b' },
    file: ['x.csv', 'application/json', 'csv'],
  },
  'the source is kept where the options say so': {
    to: { options: { keepSource: true } },
    json: { a: 1 },
    keeps: { a: 1 },
  },
  'base64 becomes bytes': {
    to: { ...text, options: { dataIsBase64: true } },
    json: { t: 'aGVsbG8=' },
    back: { setAllData: false },
    puts: { data: 'hello' },
  },
  'a number is no base64': {
    to: { ...text, options: { dataIsBase64: true } },
    json: { t: 5 },
    fails:
      'The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received type number (5)',
  },
  'an encoding without a character writes a question mark': {
    to: raw({ encoding: 'latin1' }),
    json: { t: 'Zoë €' },
    back: { setAllData: false, options: { encoding: 'latin1' } },
    puts: { data: 'Zoë ?' },
  },
  'the mark of the byte order is removed': {
    to: raw({ encoding: 'utf16le', addBOM: true }),
    json: { t: 'x' },
    back: { setAllData: false, options: { encoding: 'utf16le' } },
    puts: { data: 'x' },
  },
  'a text in JSON is parsed where the options say so': {
    to: raw(),
    json: { t: '{"k": 1}' },
    back: { setAllData: false, options: { jsonParse: true } },
    puts: { data: { k: 1 } },
  },
  'text that is no JSON fails': {
    to: raw(),
    json: { t: 'no' },
    back: {},
    fails: 'Unexpected token \'o\', "no" is not valid JSON',
  },
  'an item without the field is left out': { to: text, json: { n: 1 }, puts: undefined },
  'an item without the file is left out': { to: {}, json: { n: 1 }, back: { sourceKey: 'other' }, puts: undefined },
}

test.each(Object.entries(ROWS))('%s', async (_, { typeVersion = 1, to, json, back, ...wanted }) => {
  const type = 'n8n-nodes-base.moveBinaryData'
  const nodes = [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
    { name: 'To', type, typeVersion, parameters: { mode: 'jsonToBinary', ...to } },
    ...(back ? [{ name: 'Back', type, typeVersion, parameters: { mode: 'binaryToJson', ...back } }] : []),
  ].map(node => ({ ...node, id: node.name, position: [0, 0] }))
  const connections = Object.fromEntries(
    nodes.slice(1).map(({ name }, at) => [nodes[at]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
  )
  const run = await runWorkflow({ name: 'W', nodes, connections } as never, { input: [json] as never })
  expect(run.error?.message).toBe(wanted.fails)
  if (wanted.fails !== undefined) return
  const data = run.execution.data as { resultData: { runData: Record<string, { data: { main: Made[][] } }[]> } }
  const [made] = data.resultData.runData.To?.[0]?.data.main[0] ?? []
  if (wanted.file) {
    const { fileName, mimeType, fileExtension } = made?.binary?.data ?? {}
    expect([fileName, mimeType, fileExtension]).toEqual(wanted.file)
  }
  if (wanted.keeps) expect(made?.json).toEqual(wanted.keeps)
  if ('puts' in wanted) expect(run.node(back ? 'Back' : 'To').output[0]).toEqual(wanted.puts as never)
})

interface Made {
  json: Record<string, unknown>
  binary?: Record<string, { fileName?: string; mimeType?: string; fileExtension?: string }>
}
