import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { NodeTypes } from '../../core/features/workflows/node-types.ts'
import type { Node } from '../../core/model/workflow.ts'
import { wiringOf, withReached } from '../engine/graph.ts'
import { needsMock } from '../nodes/node-list.ts'
import { isTrigger } from '../trials/trigger-input.ts'
import type { Finding, PlacedWorkflow } from './finding.ts'

/** Nodes that no run reaches, and nodes for which a test needs a mock. */
export function checkGraph({ workflow }: PlacedWorkflow, at: number, nodeTypes: NodeTypes): Finding[] {
  const nodes = recordsOf(workflow.nodes) as Node[]
  const connections = isRecord(workflow.connections) ? workflow.connections : {}
  const wiring = wiringOf({ nodes, connections })
  // nodes that wait for an answer have webhooks, and start nothing
  const isStart = (node: Node) => isTrigger(node) || nodeTypes.get(node.type ?? '')?.group.includes('trigger') === true
  const starts = [...wiring.nodes.values()].filter(isStart).map(({ name = '' }) => name)
  const reached = withReached(starts, wiring)
  const serving = new Set([...wiring.subNodes.values()].flat().map(({ name }) => name))
  const findings: Finding[] = []
  const unmocked: string[] = []
  for (const [number, { name, disabled }] of nodes.entries()) {
    const node = wiring.nodes.get(name ?? '')
    if (name === undefined || !node || disabled === true) continue
    // without a trigger nothing is reached: publication says so
    if (starts.length > 0 && !reached.has(name))
      findings.push({
        workflow: at,
        path: `/nodes/${number}`,
        node: name,
        rule: 'unreached',
        severity: 'warning',
        message: `no trigger leads to the node ${JSON.stringify(name)}: it never runs`,
      })
    else if (needsMock(node) && !isStart(node) && !serving.has(name)) unmocked.push(name)
  }
  if (unmocked.length > 0)
    findings.push({
      workflow: at,
      path: '/nodes',
      rule: 'needs-mock',
      severity: 'note',
      message: `in a test, mocks stand for what calls a service: ${listed(unmocked)}`,
    })
  return findings
}

const MAX_LISTED = 20

const listed = (names: readonly string[]) => {
  const shown = names.slice(0, MAX_LISTED).map(name => JSON.stringify(name))
  return shown.join(', ') + (names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '')
}
