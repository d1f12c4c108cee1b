import util from 'node:util'
import { NO_PARAMETERS } from '../runs/tests/check-report.ts'
import { type Difference, differences, shownDifference } from '../runs/tests/differences.ts'
import { itemsAs } from '../runs/tests/expected-items.ts'
import type { ItemJson, NodeResult, WorkflowRun } from './workflow-run.ts'

/** What is expected of a node in a run; what is not named is not compared. */
export interface ExpectedRun {
  /** How often it ran. */
  times?: number
  /** Fields that its parameters have for the first item, with expressions evaluated; of a node with a mock. */
  parameters?: Record<string, unknown>
  /** The JSON of the items that it got; of each the fields that are named. */
  received?: readonly ItemJson[]
  /** The JSON of the items that it put out; or whole items, `{ json, binary: { data: { text: 'a,b' } } }`. */
  output?: readonly ItemJson[]
  /** The message of its error. */
  error?: string
}

const NAMES = ['times', 'parameters', 'received', 'output', 'error']

/** Whether a node ran as expected, and a message for when that is not as wanted. */
export function matchRan(run: unknown, name: string, expected: ExpectedRun = {}) {
  const found = runOf(run)
  for (const key of Object.keys(expected)) {
    if (!NAMES.includes(key)) throw new TypeError(`${key} is no part of a run of a node: there are ${NAMES.join(', ')}`)
  }
  const node = found.node(name)
  const wanted = described(name, expected)
  if (!node.ran)
    return { pass: false, message: () => [`Expected ${wanted}, but it did not run.`, ...why(found, name)].join('\n') }
  const missed = Object.entries(expected).flatMap(([part, value]) => {
    const list = differences(value, partOf(node, part, value))
    return list.length > 0 ? [{ part, list }] : []
  })
  const lacksParameters = node.parameters === undefined && missed.some(({ part }) => part === 'parameters')
  const reason = lacksParameters ? [`parameters: ${NO_PARAMETERS}`] : []
  if (missed.length > 0)
    return { pass: false, message: () => [`Expected ${wanted}, but:`, ...shown(missed), ...reason].join('\n') }
  return { pass: true, message: () => `Expected not ${wanted}, but it did` }
}

const described = (name: string, expected: ExpectedRun) => {
  const parts =
    Object.keys(expected).length > 0 ? ` with ${util.inspect(expected, { depth: 5, breakLength: 100 })}` : ''
  return `the node ${JSON.stringify(name)} to run${parts}`
}

/** Why the node did not run: an error before it, or a condition that sent the items elsewhere. */
function why({ error, notReached, path }: WorkflowRun, name: string): string[] {
  const lines: string[] = []
  if (error)
    lines.push(`The run failed${error.node === undefined ? '' : ` at ${JSON.stringify(error.node)}`}: ${error.message}`)
  const reason = Object.hasOwn(notReached, name) ? notReached[name] : undefined
  if (!error && reason !== undefined) lines.push(reason)
  lines.push(`These ran: ${path.map(node => JSON.stringify(node)).join(', ') || 'none'}`)
  return lines
}

const shown = (missed: readonly { part: string; list: Difference[] }[]) =>
  missed.flatMap(({ part, list }) =>
    list
      .flatMap(difference => shownDifference({ ...difference, path: difference.path.replace('$', part) }))
      .map(line => `  ${line}`),
  )

function partOf(node: NodeResult, part: string, expected: unknown): unknown {
  const [first] = node.runs
  switch (part) {
    case 'times':
      return node.runs.length
    case 'error':
      return node.error?.message
    case 'received':
      return itemsAs(expected, first?.received[0] ?? [])
    case 'output':
      return itemsAs(expected, (first?.output ?? []).flat())
    default:
      return node.parameters
  }
}

function runOf(run: unknown): WorkflowRun {
  if (typeof (run as Partial<WorkflowRun> | null)?.node === 'function') return run as WorkflowRun
  throw new TypeError('This is for what runWorkflow of n8n-understudy/testing resolves with')
}
