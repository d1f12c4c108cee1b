import { MAX_TIME_MS } from '../../core/base/clock.ts'
import { runInSlices } from '../../core/base/run-in-slices.ts'
import type { State } from '../../core/model/state.ts'
import { type CallAddress, callAddresses } from '../../core/model/webhooks.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { activeGraph } from './active-graph.ts'
import { createDateBudget, type DateBudget, nextDue } from './due-times.ts'
import { scheduleOf } from './schedule-triggers.ts'

interface OfWorkflow {
  workflowId: string
  workflowName: string
  node: string
}

export interface NextRun extends OfWorkflow {
  /** When it is due next; `null` for never. */
  next: string | null
  /** Why it never runs. */
  problem?: string
}

/** What starts runs of active workflows. */
export interface Triggers {
  addresses: (OfWorkflow & CallAddress)[]
  schedules: NextRun[]
  /** How many active workflows were left out. */
  more: number
}

const MAX_LISTED = 500

interface TriggerOptions {
  zone: string
  now: number
  /** Whether webhooks without `webhookId` are below their workflow. */
  areBelowWorkflow: boolean
}

/** Lists the addresses of active workflows, and when their schedules are due next. */
export const listTriggers = (state: State, options: TriggerOptions): Promise<Triggers> =>
  runInSlices(findTriggers(state, options))

function* findTriggers(state: State, { zone, now, areBelowWorkflow }: TriggerOptions): Generator<void, Triggers> {
  const found: Triggers = { addresses: [], schedules: [], more: 0 }
  const budget = createDateBudget()
  for (const stored of state.workflows.values()) {
    if (!stored.active) continue
    if (budget.isSpent || found.addresses.length + found.schedules.length >= MAX_LISTED) {
      found.more += 1
      continue
    }
    const workflow = activeGraph(state, stored)
    const names = { workflowId: workflow.id, workflowName: workflow.name }
    const addresses = callAddresses(workflow, areBelowWorkflow ? workflow.id : undefined)
    found.addresses.push(...addresses.map(address => ({ ...names, ...address })))
    for (const run of yield* nextRuns(workflow, { zone, now, budget })) found.schedules.push({ ...names, ...run })
    yield
  }
  return found
}

interface Times {
  zone: string
  now: number
  budget: DateBudget
}

/** When each schedule of a workflow is due next: one with several times by the first of them. */
function* nextRuns(workflow: WorkflowRecord, { zone: otherZone, now, budget }: Times) {
  const { zone, triggers, problem } = scheduleOf(workflow, otherZone)
  if (problem !== undefined) return [{ node: '', next: null, problem }]
  const nexts = new Map<string, number>()
  for (const { node, timing } of triggers) {
    const next = (yield* nextDue(timing, zone, now, budget)) ?? Number.POSITIVE_INFINITY
    nexts.set(node, Math.min(nexts.get(node) ?? Number.POSITIVE_INFINITY, next))
    yield
  }
  return [...nexts].map(([node, next]) => ({ node, next: next <= MAX_TIME_MS ? new Date(next).toISOString() : null }))
}
