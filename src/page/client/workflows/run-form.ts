import { linksOf } from '../graph/drawn-graph.ts'
import { isNote, isTrigger } from '../graph/node-types.ts'
import type { Node, Workflow } from '../instance/records.ts'
import { jsonIn } from '../parts/json-text.ts'

/** A file that the trigger gets. */
export interface RunFile {
  /** The field of the call that it is sent in. */
  field: string
  fileName: string
  mimeType: string
  /** Unknown after a reload of the page that had no space for it. */
  base64?: string | undefined
}

/** What is typed to try a workflow. */
export interface RunForm {
  trigger: string
  input: string
  files: RunFile[]
  /** Node name → the JSON of what it puts out. */
  mocks: Record<string, string>
  http: string
  usesPinned: boolean
  passes: boolean
}

export const EMPTY_RUN: RunForm = {
  trigger: '',
  input: '',
  files: [],
  mocks: {},
  http: '',
  usesPinned: false,
  passes: false,
}

const HTTP = 'n8n-nodes-base.httpRequest'
const SCHEDULES = ['scheduleTrigger', 'cron', 'interval']

/** What a run of a workflow can be given. */
export interface RunParts {
  triggers: Node[]
  /** The nodes that need a mock: they call a service. */
  called: Node[]
  asksHttp: boolean
  hasPinned: boolean
}

/**
 * The parts that a run of a workflow has.
 *
 * @param runTypes the types of nodes that run without a mock
 * @param unmocked nodes that turned out to need one
 */
export function runParts(
  { nodes, connections, pinData }: Pick<Workflow, 'nodes' | 'connections' | 'pinData'>,
  runTypes: ReadonlySet<string>,
  unmocked: readonly string[] = [],
): RunParts {
  const links = linksOf(connections)
  const served = new Set(links.filter(({ type }) => type !== 'main').map(({ from }) => from))
  const enabled = nodes.filter(node => !node.disabled && !isNote(node))
  const steps = enabled.filter(node => !isTrigger(node) && !served.has(node.name))
  return {
    triggers: enabled.filter(isTrigger),
    called: steps.filter(({ name, type }) => !runTypes.has(type) || unmocked.includes(name)),
    asksHttp: steps.some(({ type }) => type === HTTP),
    hasPinned: Object.keys(pinData ?? {}).length > 0,
  }
}

/**
 * The body of the request that tries a workflow.
 *
 * @throws Error which names what is not JSON
 */
export function runRequest(workflowId: string, form: RunForm) {
  const input = withFiles(jsonIn(form.input, 'The input'), form.files)
  const http = jsonIn(form.http, 'The list of answers to HTTP requests')
  const mocks = Object.entries(form.mocks).flatMap(([name, text]) => {
    const mock = jsonIn(text, `The mock of “${name}”`)
    return mock === undefined ? [] : [[name, mock] as const]
  })
  return {
    workflow: workflowId,
    ...(form.trigger === '' ? {} : { trigger: form.trigger }),
    ...(input === undefined ? {} : { input }),
    ...(mocks.length === 0 ? {} : { mocks: Object.fromEntries(mocks) }),
    ...(http === undefined ? {} : { http }),
    ...(form.usesPinned ? { usePinnedData: true } : {}),
    ...(form.passes ? { unmocked: 'pass' } : {}),
  }
}

/** Bytes of all files that are sent with one run: what it did repeats them at each node. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024

/**
 * An input with its files, by their fields; of one field there may be several.
 *
 * @throws Error for an input that takes none, and for a file that is no longer known
 */
function withFiles(input: unknown, files: readonly RunFile[]): unknown {
  if (files.length === 0) return input
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    throw new Error('The input must be an object where files are sent with it.')
  const lost = files.find(({ base64 }) => base64 === undefined)
  if (lost) throw new Error(`The file “${lost.fileName}” was too large to be kept over the reload: choose it again.`)
  const byField = Map.groupBy(files, ({ field }) => field)
  const sent = Array.from(byField, ([field, some]) => {
    const given = some.map(({ fileName, mimeType, base64 }) => ({ base64, fileName, mimeType }))
    return [field, given.length === 1 ? given[0] : given]
  })
  return { ...input, files: Object.fromEntries(sent) }
}

const FILES = ['webhook', 'formTrigger']

/** Whether files can be sent to a trigger. */
export const takesFiles = (trigger: Pick<Node, 'type'> | undefined) =>
  FILES.includes(
    String(trigger?.type ?? '')
      .split('.')
      .at(-1) ?? '',
  )

/** What a trigger takes, for the empty field. */
export function inputHint(trigger: Pick<Node, 'type'> | undefined): { placeholder: string; hint: string } {
  const last =
    String(trigger?.type ?? '')
      .split('.')
      .at(-1) ?? ''
  if (last === 'webhook') return { placeholder: '{ "body": {} }', hint: 'body, query, headers, params, method.' }
  if (last === 'formTrigger')
    return { placeholder: '{ "Name": "Ann" }', hint: 'The fields of the form by their labels.' }
  if (last === 'chatTrigger') return { placeholder: '"Hello"', hint: 'The message.' }
  if (SCHEDULES.includes(last)) return { placeholder: '', hint: 'A schedule needs none.' }
  return { placeholder: '[{ "id": 1 }]', hint: 'An item, or a list of items.' }
}
