import type { Node } from '../../core/model/workflow.ts'
import { type Wiring, wiringOf } from '../engine/graph.ts'
import type { RunResult } from '../engine/job.ts'
import type { Decision } from '../nodes/tools/node-context.ts'

/**
 * Why nodes did not run: of each, the nearest node before it that ran, and what sent its items elsewhere.
 *
 * @example
 * notReached(workflow, result)['Notify Slack'] // 'at "Is large", item 0 was sent by output 1: 12 gt 1000 is false'
 */
export function notReached(
  workflow: { nodes: Node[]; connections: Record<string, unknown> },
  { order, decisions = {} }: Pick<RunResult, 'order' | 'decisions'>,
): Record<string, string> {
  const wiring = wiringOf(workflow)
  const ran = new Set(order)
  const reasons: [string, string][] = []
  for (const name of wiring.nodes.keys()) {
    if (ran.has(name)) continue
    const reason = reasonOf(name, wiring, ran, decisions)
    if (reason !== undefined) reasons.push([name, reason])
  }
  return Object.fromEntries(reasons)
}

/** The way back from a node to the nearest that ran. */
function reasonOf(
  name: string,
  { targets }: Wiring,
  ran: ReadonlySet<string>,
  decisions: Readonly<Record<string, Decision[]>>,
): string | undefined {
  const seen = new Set([name])
  for (const wanted of seen) {
    for (const [source, outputs] of targets) {
      const output = outputs.findIndex(to => to.some(({ node }) => node === wanted))
      if (output < 0) continue
      if (ran.has(source) && outputs.flat().every(({ node, input }) => node !== wanted || input === undefined))
        return `the connection from ${JSON.stringify(source)} to ${JSON.stringify(wanted)} has no "index", so nothing comes by it`
      if (ran.has(source)) return said(source, output, Object.hasOwn(decisions, source) ? decisions[source] : undefined)
      seen.add(source)
    }
  }
  return undefined
}

const MAX_ITEMS = 3
const SHOWN = 80

function said(source: string, output: number, decided: readonly Decision[] | undefined): string {
  const elsewhere = (decided ?? []).filter(decision => decision.output !== output)
  if (elsewhere.length === 0) return `${JSON.stringify(source)} put nothing out by output ${output}`
  const lines = elsewhere.slice(0, MAX_ITEMS).map(({ itemIndex, output: taken, conditions }) => {
    const where = taken === undefined ? 'dropped' : `sent by output ${taken}`
    const why = conditions.map(shownCondition).join(', ')
    return `item ${itemIndex} was ${where}${why === '' ? '' : `: ${why}`}`
  })
  const more = elsewhere.length > MAX_ITEMS ? ` (and ${elsewhere.length - MAX_ITEMS} more items)` : ''
  return `at ${JSON.stringify(source)}, ${lines.join('; ')}${more}`
}

/** Of an operation such as `number:gt`, the type is seen in the values. */
const shownCondition = ({ left, operation, right, holds }: Decision['conditions'][number]) =>
  `${shown(left)} ${operation.replace(/^\w+:/, '')}${right === undefined ? '' : ` ${shown(right)}`} is ${holds}`

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
