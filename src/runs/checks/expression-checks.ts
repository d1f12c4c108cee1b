import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { pointerOf } from '../../core/base/json-pointer.ts'
import { boundedClosestName } from '../../core/model/closest-name.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { Tasks } from '../engine/messages.ts'
import { TOO_DEEP } from '../expressions/failure.ts'
import { WorkerFailure } from '../schedules/worker-failure.ts'
import type { CheckContext } from './check.ts'
import type { Finding, PlacedWorkflow, Severity } from './finding.ts'
import type { NodeCatalogue } from './parameters/node-catalogue.ts'
import { readParametersOf } from './parameters/node-values.ts'

type CheckedText = Tasks['check']['given']['texts'][number]
type TextReport = Tasks['check']['made'][number]

/** A parameter that holds expressions or code. */
interface FoundText extends CheckedText {
  workflow: number
  path: string
  node: Node
  /** Whether the node reads it, with its other parameters: asked where something is wrong with it. */
  isRead(): boolean
}

/** How long compiling may take, in milliseconds. */
const TIME_LIMIT = 10_000

/**
 * Compiles the expressions and the JavaScript of workflows with the engine of runs, and looks for nodes that they name and
 * that are missing. Nothing is run.
 */
export async function checkExpressions(
  workflows: readonly PlacedWorkflow[],
  { catalogue, compilesHere }: Pick<CheckContext, 'catalogue' | 'compilesHere'>,
): Promise<Finding[]> {
  const found = workflows.flatMap(({ workflow }, at) =>
    recordsOf(workflow.nodes).flatMap((node, number) => textsOf(node as Node, { workflow: at, number, catalogue })),
  )
  if (found.length === 0) return []
  const known = workflows.map(({ workflow }) => {
    const list = recordsOf(workflow.nodes).map(({ name }) => String(name))
    return { list, names: new Set(list) }
  })
  const closest = boundedClosestName()
  const findings: Finding[] = []
  try {
    for await (const { text, report } of compiled(found, compilesHere)) {
      const { list = [], names = new Set<string>() } = known[text.workflow] ?? {}
      findings.push(...findingsOf(text, report, { names, nearest: name => closest(name, list) }))
    }
    return findings
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const reason = error instanceof WorkerFailure ? error.message : `compiling stopped: ${error.message}`
    const message = `not all expressions and code were checked: ${reason}`
    return [
      ...findings,
      { workflow: found[0]?.workflow ?? 0, path: '', rule: 'expression', severity: 'fault', message },
    ]
  }
}

/** Others are served between one part and the next. */
const PART = 2000

/**
 * Texts of this length together are compiled in some milliseconds, whatever they say: compiling takes a time that grows with
 * them. To start a worker would take ten times as long.
 */
const SHORT_CHARACTERS = 16 * 1024

async function* compiled(
  found: readonly FoundText[],
  compilesHere: boolean,
): AsyncGenerator<{ text: FoundText; report: TextReport }> {
  const deadline = performance.now() + TIME_LIMIT
  const characters = found.reduce((sum, { text }) => sum + text.length, 0)
  if (compilesHere && characters <= SHORT_CHARACTERS) {
    const reports = await compiledHere(found, deadline)
    // a worker has a larger stack
    if (!reports.some(({ error }) => error === TOO_DEEP)) return yield* paired(found, reports)
  }
  const { workerPool } = await import('../schedules/worker-pool.ts')
  const lease = workerPool.lease()
  try {
    for (let from = 0; from < found.length; from += PART) {
      const part = found.slice(from, from + PART)
      const timeLimit = Math.max(deadline - performance.now(), 1)
      yield* paired(part, await lease.perform('check', { texts: textsIn(part), timeLimit }, { timeLimit }))
    }
  } finally {
    lease.release()
  }
}

async function compiledHere(found: readonly FoundText[], deadline: number): Promise<TextReport[]> {
  const { loadEngine } = await import('../expressions/engine.ts')
  return (await loadEngine()).check(textsIn(found), deadline)
}

const textsIn = (found: readonly FoundText[]) => found.map(({ kind, text }) => ({ kind, text }))

const paired = (found: readonly FoundText[], reports: readonly TextReport[]) =>
  reports.map((report, at) => ({ text: found[at] as FoundText, report }))

/** Node type → the parameter that holds its JavaScript. */
const CODE: Record<string, string> = {
  'n8n-nodes-base.code': 'jsCode',
  'n8n-nodes-base.function': 'functionCode',
  'n8n-nodes-base.functionItem': 'functionCode',
}

function textsOf(
  node: Node,
  { workflow, number, catalogue }: { workflow: number; number: number; catalogue: NodeCatalogue | undefined },
): FoundText[] {
  const { parameters, type = '' } = node
  const name = Object.hasOwn(CODE, type) ? CODE[type] : undefined
  const isJavaScript = name !== undefined && !String(parameters?.language ?? '').startsWith('python')
  const found: FoundText[] = []
  let read: unknown
  const isRead = (keys: readonly (string | number)[], text: string) => {
    const facts = typeof type === 'string' ? catalogue?.of(type, node.typeVersion ?? 1) : undefined
    if (!facts) return true
    read ??= readParametersOf(node, facts, node.typeVersion ?? 1)
    return keys.reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], read) === text
  }
  const add = (kind: FoundText['kind'], text: string, keys: readonly (string | number)[]) => {
    const path = `/nodes/${number}/parameters${pointerOf(keys)}`
    found.push({ kind, text, workflow, path, node, isRead: () => isRead(keys, text) })
  }
  const walk = (value: unknown, keys: readonly (string | number)[]) => {
    if (typeof value === 'string') {
      if (isJavaScript && keys.length === 1 && keys[0] === name) add('code', value, keys)
      else if (value.startsWith('=') && value.includes('{{')) add('expression', value, keys)
    } else if (Array.isArray(value)) for (const [at, part] of value.entries()) walk(part, [...keys, at])
    else if (isRecord(value)) for (const [key, part] of Object.entries(value)) walk(part, [...keys, key])
  }
  walk(parameters, [])
  return found
}

function findingsOf(
  { kind, text, workflow, path, node, isRead }: FoundText,
  { error, line, nodes, triedNodes = [] }: TextReport,
  { names, nearest }: { names: ReadonlySet<string>; nearest(name: string): string | undefined },
): Finding[] {
  const missing = nodes.filter(named => !names.has(named))
  if (error === undefined && missing.length === 0) return []
  const isSeen = isRead()
  // what is disabled does not run
  const severity: Severity = node.disabled === true || !isSeen ? 'note' : 'fault'
  const unread = isSeen ? '' : ' (it is not read, with the other parameters of the node)'
  const { name } = node
  const place = { workflow, path, ...(typeof name === 'string' ? { node: name } : {}), severity }
  const of = typeof name === 'string' ? ` of ${JSON.stringify(name)}` : ''
  const findings: Finding[] = []
  if (error !== undefined) {
    const message =
      kind === 'code'
        ? `the code${of} cannot be compiled: ${error}${line === undefined ? '' : ` (line ${line} of it)`}`
        : `the expression${of} cannot be parsed: ${error}: ${shown(text)}`
    findings.push({ ...place, rule: kind, message: message + unread })
  }
  for (const named of missing) {
    const near = nearest(named)
    const message =
      `the ${kind}${of} names the node ${JSON.stringify(named)}, which the workflow does not have.` +
      (near === undefined ? '' : ` Is it ${JSON.stringify(near)}?`)
    const isTried = severity === 'fault' && triedNodes.includes(named)
    findings.push({
      ...place,
      ...(isTried ? { severity: 'warning' } : {}),
      rule: 'reference',
      message: message + unread,
    })
  }
  return findings
}

const SHOWN = 120

const shown = (text: string) => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
