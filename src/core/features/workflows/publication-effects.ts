import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../base/is-record.ts'
import type { CommunityPackage } from '../../model/document.ts'
import type { Node, WorkflowRecord } from '../../model/workflow.ts'
import { countTriggers } from './activation.ts'
import { areCronExpressions, cronExpressionsOf } from './cron.ts'
import { canStart, type NodeTypes } from './node-types.ts'
import { type WorkflowRules, withWrites } from './workflow-rules.ts'

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger'

type Effects = Pick<WorkflowRecord, 'triggerCount' | 'staticData'>

interface EffectsContext {
  nodeTypes: NodeTypes
  communityPackages?: readonly CommunityPackage[]
  recurrences: WorkflowRules['recurrences']
}

/** A workflow with what its activation writes behind the answer: the number of triggers, and the state of schedules. */
export function withEffects(
  workflow: WorkflowRecord,
  graph: Pick<WorkflowRecord, 'nodes'>,
  context: EffectsContext,
  rules: WorkflowRules,
): WorkflowRecord {
  const effects = publicationEffects(graph, workflow, context)
  if (rules.counts !== 'writes') return { ...workflow, ...effects }
  const isWritten = !isDeepStrictEqual(effects.staticData, workflow.staticData)
  return withWrites({ ...workflow, ...effects }, isWritten ? 2 : 1, rules)
}

/**
 * The number of triggers and the static data of a workflow whose graph is published. With an entry per interval triggers
 * start together or not at all: where a schedule is invalid, or a schedule trigger has no `parameters`, the workflow is
 * active all the same, and nothing else changes.
 *
 * @example
 * publicationEffects({ nodes: [schedule] }, workflow, { nodeTypes, recurrences: 'intervals' })
 * // { triggerCount: 1, staticData: { 'node:Sched': { recurrenceRules: [null], recurrenceRuleSignatures: [null] } } }
 */
export function publicationEffects(
  { nodes }: Pick<WorkflowRecord, 'nodes'>,
  { staticData }: Pick<WorkflowRecord, 'staticData'>,
  context: EffectsContext,
): Effects {
  const { nodeTypes, recurrences } = context
  const enabled = nodes.filter(node => node.disabled !== true)
  if (recurrences !== 'intervals') {
    const entry = (_node: Node, before: object) => ({ [recurrences]: [], ...before })
    return { triggerCount: countTriggers({ nodes }, context), staticData: withEntries(enabled, staticData, entry) }
  }
  if (hasInvalidSchedule(enabled, nodeTypes)) return { triggerCount: 0, staticData }
  return {
    triggerCount: enabled.filter(node => isTrigger(node, nodeTypes)).length,
    staticData: withEntries(enabled, staticData, entryPerInterval),
  }
}

/** A node that only waits inside a run for a call can start a workflow, but is not a trigger of it. */
const isTrigger = (node: Node, nodeTypes: NodeTypes) =>
  canStart(nodeTypes, node) && nodeTypes.get(node.type ?? '')?.group.includes('trigger') === true

const hasInvalidSchedule = (nodes: readonly Node[], nodeTypes: NodeTypes) =>
  nodes.some(node => node.type === SCHEDULE && !isRecord(node.parameters)) ||
  !areCronExpressions(nodes.flatMap(node => cronExpressionsOf(node, nodeTypes.get(node.type ?? '')?.polling === true)))

/** Static data with an entry for each schedule trigger. Other entries, and static data that is not an object, stay. */
function withEntries(nodes: readonly Node[], staticData: unknown, entry: (node: Node, before: object) => object) {
  const before = staticData ?? {}
  const schedules = nodes.filter(node => node.type === SCHEDULE)
  if (schedules.length === 0 || !isRecord(before)) return staticData
  const after = { ...before }
  for (const node of schedules) {
    const key = `node:${node.name}`
    const own = after[key] ?? {}
    if (isRecord(own)) after[key] = entry(node, own)
  }
  return after
}

function entryPerInterval({ parameters }: Node, before: object): object {
  const empty = Array.from({ length: countIntervals(parameters) }, () => null)
  return { ...before, recurrenceRules: empty, recurrenceRuleSignatures: empty }
}

/** A schedule that names no interval has one, each day. */
function countIntervals(parameters: Node['parameters']): number {
  const rule = parameters?.rule
  const intervals = isRecord(rule) ? rule.interval : undefined
  return Array.isArray(intervals) ? intervals.length : 1
}
