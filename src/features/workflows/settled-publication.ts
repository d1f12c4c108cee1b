import { isRecord } from '../../base/is-record.ts'
import type { Node, WorkflowRecord } from '../../model/workflow.ts'
import { areCronExpressions, cronExpressionsOf } from './cron.ts'
import { canStart, type NodeTypes } from './node-types.ts'

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger'

/**
 * What a workflow has once the publication of a graph has settled, which here is at once. Triggers go live together or
 * not at all: with a schedule that is none, or a schedule trigger without `parameters`, the workflow is active all the
 * same, and nothing else changes.
 *
 * @example
 * settledPublication({ nodes: [schedule] }, workflow, nodeTypes)
 * // { triggerCount: 1, staticData: { 'node:Sched': { recurrenceRules: [null], recurrenceRuleSignatures: [null] } } }
 */
export function settledPublication(
  { nodes }: Pick<WorkflowRecord, 'nodes'>,
  { staticData }: Pick<WorkflowRecord, 'staticData'>,
  nodeTypes: NodeTypes,
): Pick<WorkflowRecord, 'triggerCount' | 'staticData'> {
  const enabled = nodes.filter(node => node.disabled !== true)
  if (hasBadSchedule(enabled, nodeTypes)) return { triggerCount: 0, staticData }
  return {
    triggerCount: enabled.filter(node => isTrigger(node, nodeTypes)).length,
    staticData: withRecurrences(enabled, staticData),
  }
}

/** A node that only waits inside a run for somebody to call can start a workflow, but is not a trigger of it. */
const isTrigger = (node: Node, nodeTypes: NodeTypes) =>
  canStart(nodeTypes, node) && nodeTypes.get(node.type ?? '')?.group.includes('trigger') === true

const hasBadSchedule = (nodes: readonly Node[], nodeTypes: NodeTypes) =>
  nodes.some(node => node.type === SCHEDULE && !isRecord(node.parameters)) ||
  !areCronExpressions(nodes.flatMap(node => cronExpressionsOf(node, nodeTypes.get(node.type ?? '')?.polling === true)))

/** Each schedule trigger keeps one recurrence for each of its intervals; what else is there stays. */
function withRecurrences(nodes: readonly Node[], staticData: unknown): unknown {
  const before = staticData ?? {}
  const schedules = nodes.filter(node => node.type === SCHEDULE)
  if (schedules.length === 0 || !isRecord(before)) return staticData
  const after = { ...before }
  for (const { name, parameters } of schedules) {
    const key = `node:${name}`
    const kept = after[key]
    const none = Array.from({ length: countIntervals(parameters) }, () => null)
    after[key] = { ...(isRecord(kept) ? kept : {}), recurrenceRules: none, recurrenceRuleSignatures: none }
  }
  return after
}

/** A schedule that names no interval has one, each day. */
function countIntervals(parameters: Node['parameters']): number {
  const rule = parameters?.rule
  const intervals = isRecord(rule) ? rule.interval : undefined
  return Array.isArray(intervals) ? intervals.length : 1
}
