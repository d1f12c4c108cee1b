import { spawn } from 'node:child_process'
import { readDemo } from '../../../src/commands/demo.ts'
import { CONTROL_BASE } from '../../../src/control/control-surface.ts'
import type { Fixture } from '../../../src/index.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { CONTROL_OPERATIONS } from '../../control/control-operations.ts'
import { blocksOf } from './documents.ts'

/** The example of an operation, as docs/control-api.md shows it. */
export interface ControlExample {
  /** Lines of a shell. The last one prints the answer. */
  command: string
  language: string
  answer: string
}

/** Where the examples send their requests, and whom they clone. */
const SHOWN_URL = 'http://127.0.0.1:5678'
const SHOWN_SERVICE = 'https://n8n.example.com'
const API_KEY = 'dev'
const CLOCK = '2026-11-20T12:00:00Z'
const ALLOWED = `-H 'X-N8N-API-KEY: ${API_KEY}'`

interface Given {
  params?: (answers: Map<string, unknown>) => Record<string, string | number>
  query?: string
  body?: unknown
  /** A line before. */
  before?: string
  /** What the command goes on with. */
  after?: string
  /** Fields that differ each time, with the values that the page shows: generated again, it is the same. */
  fixed?: Record<string, unknown>
}

const lastRuleOf = (id: string) => (answers: Map<string, unknown>) => ({
  id: (answers.get(id) as { rules: { id: number }[] }).rules[0]?.id ?? 0,
})
const firstRequest = (answers: Map<string, unknown>) => ({
  id: (answers.get('listRequests') as { requests: { id: number }[] }).requests[0]?.id ?? 0,
})
const named = () => ({ name: 'before' })
const MEASURED = { milliseconds: 0.5 }

/** What the examples send, apart from the bodies that the operations name: each parameter of a path. In the order of the page. */
const GIVEN: Record<string, Given> = {
  getState: { query: 'only=tags' },
  clone: { body: { url: SHOWN_SERVICE, apiKey: 'key-of-the-service', executions: 100 } },
  getOverview: { query: 'hours=24' },
  listExecutions: { query: 'status=error&limit=1' },
  listWorkflows: { query: 'active=true&limit=1' },
  takeSnapshot: { params: named },
  getSnapshot: { params: named },
  compareSnapshot: { params: named },
  restoreSnapshot: { params: named },
  deleteSnapshot: { params: named },
  // the id is another one for each reader
  createKey: { after: ' | tee key.json', fixed: { apiKey: `n8n_api_${'0123456789abcdef'.repeat(4)}` } },
  revokeKey: { params: () => ({ id: `$(grep -o '"id":"[^"]*' key.json | cut -c7-)` }) },
  listRequests: {
    before: `curl -s -o tags.json ${SHOWN_URL}/api/v1/tags ${ALLOWED}`,
    query: 'operation=getTags',
    fixed: MEASURED,
  },
  getRequest: { params: firstRequest, fixed: MEASURED },
  deleteRequest: { params: firstRequest, fixed: MEASURED },
  exportRequests: { query: 'operation=getTags', fixed: { time: 0.5, wait: 0.5 } },
  removeFault: { params: lastRuleOf('setFaults') },
  removeOutcome: { params: lastRuleOf('setOutcomes') },
  runWorkflow: { body: { workflow: '1', unmocked: 'pass' } },
}

/** Needs an instance without records. */
const ON_EMPTY = ['clone', 'getClone', 'cancelClone']

export const isStream = (id: string) =>
  CONTROL_OPERATIONS.find(it => it.id === id)?.responses[200]?.type === 'text/event-stream'

/**
 * A reader's folder and instances: one with the demo, as the page says to start it, one without records, and the service
 * that it clones. What is played is what the page shows, apart from the addresses and the key of that service.
 */
export async function startForExamples() {
  const folder = await temporaryFolder()
  const { value } = await readDemo(Date.parse(CLOCK))
  const demoOptions = { fixture: value as Fixture }
  const [demo, service, empty] = await Promise.all(
    [demoOptions, demoOptions, {}].map(options =>
      startInstance({ ...options, apiKey: API_KEY, idSeed: 'examples', clock: CLOCK }),
    ),
  )
  if (!demo || !service || !empty) throw new Error('three instances were asked for')
  return {
    async play(id: string, command: string) {
      const target = ON_EMPTY.includes(id) ? empty : demo
      if (isStream(id)) return playStream(command.replaceAll(SHOWN_URL, demo.url), demo)
      const aimed = command
        .replaceAll(SHOWN_URL, target.url)
        .replaceAll(SHOWN_SERVICE, service.url)
        .replaceAll('key-of-the-service', API_KEY)
      const answer = await run(aimed, folder.path)
      if (id === 'clone') await cloned(empty)
      const shown = answer.replaceAll(service.url, SHOWN_SERVICE).replaceAll(hostOf(target.url), hostOf(SHOWN_URL))
      return JSON.parse(shown)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([demo.stop(), service.stop(), empty.stop()])
      await folder[Symbol.asyncDispose]()
    },
  }
}

const hostOf = (url: string) => new URL(url).host

async function cloned(instance: TestInstance) {
  for (;;) {
    const { body } = await instance.request<{ status: string }>('GET', `${CONTROL_BASE}/clone`)
    if (body.status !== 'running') return
    await Bun.sleep(10)
  }
}

/** The first event of a stream, after a request that causes one. */
async function playStream(command: string, instance: TestInstance) {
  const child = spawn('bash', ['-ec', command])
  try {
    return await new Promise<string>((resolve, reject) => {
      let said = ''
      const asking = setInterval(() => instance.request('GET', '/api/v1/tags?limit=1'), 100)
      child.stdout.on('data', chunk => {
        said += chunk
        const [event] = /^event: .*\n(?:.+\n)*/m.exec(said.slice(0, said.lastIndexOf('\n\n') + 1)) ?? []
        if (event) resolve(event)
      })
      child.on('close', () => {
        clearInterval(asking)
        reject(new Error(`the stream ended: ${said}`))
      })
      child.on('error', reject)
    })
  } finally {
    child.kill()
  }
}

/** What a shell prints. */
const run = (command: string, cwd: string) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn('bash', ['-ec', command], { cwd })
    const said = { out: '', error: '' }
    child.stdout.on('data', chunk => {
      said.out += chunk
    })
    child.stderr.on('data', chunk => {
      said.error += chunk
    })
    child.on('error', reject)
    child.on('close', status => (status === 0 ? resolve(said.out) : reject(new Error(`${command}: ${said.error}`))))
  })

/** Plays an example of each operation, in the order of the page. */
export async function playExamples(order: readonly string[]): Promise<Map<string, ControlExample>> {
  await using instances = await startForExamples()
  const answers = new Map<string, unknown>()
  const examples = new Map<string, ControlExample>()
  for (const id of order) {
    const command = commandOf(id, answers)
    const answer = await instances.play(id, command)
    answers.set(id, answer)
    const isText = typeof answer === 'string'
    examples.set(id, {
      command,
      language: isText ? 'text' : 'json',
      answer: isText ? cut(withFirstId(answer)) : `${format(shortened(withFixed(answer, GIVEN[id]?.fixed ?? {})))}\n`,
    })
  }
  return examples
}

/** A value, with fixed values in the fields of these names. */
function withFixed(value: unknown, fixed: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map(item => withFixed(item, fixed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, fixed[name] ?? withFixed(field, fixed)]),
  )
}

function commandOf(id: string, answers: Map<string, unknown>): string {
  const operation = CONTROL_OPERATIONS.find(it => it.id === id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  const { before, params, query, body = operation.body?.example, after = '' } = GIVEN[id] ?? {}
  const given = params?.(answers) ?? {}
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name) => {
    if (given[name] === undefined) throw new Error(`${id} needs "${name}" in the params of GIVEN (control-examples.ts)`)
    return String(given[name])
  })
  const url = `${SHOWN_URL}${CONTROL_BASE}${path}`
  const address = query === undefined ? (url.includes(' ') ? `"${url}"` : url) : `'${url}?${query}'`
  const flags = isStream(id) ? '-N ' : ''
  const method = operation.method === 'GET' || (operation.method === 'POST' && body) ? '' : `-X ${operation.method} `
  const sent = body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return `${before ? `${before}\n` : ''}curl ${flags}${method}${address} ${ALLOWED}${sent}${after}\n`
}

/** The examples of a text, by the headings above them. */
export function examplesIn(text: string): Map<string, ControlExample> {
  const sections = text.split(/^#{3,4} /m).slice(1)
  return new Map(
    sections.flatMap((section): [string, ControlExample][] => {
      const [command, answer] = blocksOf(section)
      if (!command || !answer) return []
      const id = section.slice(0, section.indexOf('\n'))
      return [[id, { command: command.code, language: answer.language, answer: answer.code }]]
    }),
  )
}

const LONGEST_TEXT = 60
const MOST_FIELDS = 12
const MOST_LISTS = 3
const DEEPEST = 6

/** An answer as the page shows it: of lists the first item, of texts and objects the beginning. */
export function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (Array.isArray(value)) return depth >= DEEPEST ? [] : value.slice(0, 1).map(item => shortened(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const fields = depth >= DEEPEST ? [] : firstFields(value)
  return Object.fromEntries(fields.map(([name, field]) => [name, shortened(field, depth + 1)]))
}

function firstFields(value: object) {
  let lists = 0
  return Object.entries(value)
    .filter(([, field]) => !Array.isArray(field) || ++lists <= MOST_LISTS)
    .slice(0, MOST_FIELDS)
}

/** The names and types of a value. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

const WIDEST = 120

/** An event with the number of the first: which one comes first depends on how soon the stream begins. */
const withFirstId = (event: string) => event.replace(/^id: \d+$/m, 'id: 1').replace(/"id":\d+/, '"id":1')

const cut = (text: string) => text.replaceAll(/^(.{80}).+$/gm, '$1…')

/** JSON, in which what fits on a line stands on one. */
function format(value: unknown, indent = '', before = 0): string {
  const line = JSON.stringify(value)
  if (line.length + indent.length + before <= WIDEST || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const items = Object.entries(value).map(([name, item]) => {
    const key = isList ? '' : `${JSON.stringify(name)}: `
    return `${inner}${key}${format(item, inner, key.length + 1)}`
  })
  return `${isList ? '[' : '{'}\n${items.join(',\n')}\n${indent}${isList ? ']' : '}'}`
}
