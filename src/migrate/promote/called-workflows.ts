import { calledWorkflowId } from '../../core/features/workflows/called-workflows.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import type { Fields } from '../fields.ts'
import type { Planning } from './plan.ts'
import { versionsOf } from './workflow-content.ts'

/** Local id of a workflow that has to be published because others call it → the name of one that does. */
export type CalledWorkflows = ReadonlyMap<string, string>

/**
 * The workflows that are called, at whatever depth, by those that are to be active, and are not to be active themselves.
 * None where the version publishes a caller without them.
 */
export function calledByActive(
  planning: Planning,
  here: readonly WorkflowRecord[],
  isActive: (workflow: WorkflowRecord) => boolean,
): CalledWorkflows {
  const called = new Map<string, string>()
  if (planning.limits.activationRules !== 'configuration') return called
  const byId = new Map(here.map(workflow => [workflow.id, workflow]))
  const callers = here.filter(isActive)
  // grows while it is gone through
  for (const caller of callers) {
    for (const id of callsOf(planning, caller)) {
      const workflow = byId.get(id)
      if (!workflow || called.has(id) || isActive(workflow)) continue
      called.set(id, caller.name)
      callers.push(workflow)
    }
  }
  return called
}

/** The ids of the others that the enabled nodes of a workflow call, as it is to be published. */
export function callsOf(planning: Planning, workflow: WorkflowRecord): string[] {
  const { nodes } = versionsOf(planning, workflow, true).content
  const ids = nodes.flatMap(node => calledWorkflowId(node) ?? [])
  return [...new Set(ids)].filter(id => id !== workflow.id)
}

/** Those of some workflows that call each other in a circle, or call one that does: none can be published first. */
export function inCircles(planning: Planning, workflows: readonly WorkflowRecord[]): WorkflowRecord[] {
  const ids = new Set(workflows.map(({ id }) => id))
  const calls = workflows.map(workflow => [workflow.id, callsOf(planning, workflow).filter(id => ids.has(id))] as const)
  const waiting = new Map(calls.map(([id, called]) => [id, called.length]))
  const pairs = calls.flatMap(([caller, called]) => called.map(id => ({ id, caller })))
  const callersOf = Map.groupBy(pairs, ({ id }) => id)
  const free = [...waiting].flatMap(([id, calls]) => (calls === 0 ? [id] : []))
  // grows while it is gone through
  for (const id of free) {
    for (const { caller } of callersOf.get(id) ?? []) {
      const left = (waiting.get(caller) ?? 0) - 1
      waiting.set(caller, left)
      if (left === 0) free.push(caller)
    }
  }
  return workflows.filter(({ id }) => (waiting.get(id) ?? 0) > 0)
}

const MAX_NAMED = 20

/** What a plan says of the workflows that others call. */
export function calledRemarks(planning: Planning, { called, thereOf, here, unpublished }: CalledFacts): string[] {
  const quoted = (workflows: readonly { name: string }[]) => {
    const names = workflows.slice(0, MAX_NAMED).map(({ name }) => JSON.stringify(name))
    return [...names, ...(workflows.length > MAX_NAMED ? [`${workflows.length - MAX_NAMED} more`] : [])].join(', ')
  }
  const circle = inCircles(planning, unpublished)
  const needed = here.filter(({ id }) => called.has(id))
  const ended = needed.filter(workflow => !planning.publishCalled && thereOf(workflow)?.active === true)
  const lacking = needed.filter(workflow => !planning.publishCalled && thereOf(workflow)?.active !== true)
  return [
    ...(ended.length > 0
      ? [`deactivated as here, though active ones call them: ${quoted(ended)}; --publish-called keeps them published`]
      : []),
    ...(lacking.length > 0 ? [`with --publish-called, what others call is published first: ${quoted(lacking)}`] : []),
    ...(circle.length > 0
      ? [
          `${quoted(circle)} call each other in a circle, so that none can be published first: disable a call there, publish them, and enable it again`,
        ]
      : []),
  ]
}

interface CalledFacts {
  called: CalledWorkflows
  here: readonly WorkflowRecord[]
  thereOf(workflow: WorkflowRecord): Fields | undefined
  /** Those that are to be published and cannot be. */
  unpublished: readonly WorkflowRecord[]
}
