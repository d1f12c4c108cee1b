import { printable } from '../../git/remote-error.ts'
import type { PullOptions } from '../../model/source-control.ts'
import type { Draft } from '../../model/state.ts'
import { type ApplyContext, applyPlan } from './apply.ts'
import { readMergeBase } from './merge-base.ts'
import { type Conflict, type Plan, planPull } from './plan.ts'
import { sourceControlRefusals } from './refusals.ts'
import type { Repository } from './repository.ts'

/** How a pull decides. */
export interface PullRules {
  /** Whether a workflow that was changed only on the remote is a conflict unless forced. */
  remoteChangeConflicts: boolean
}

export interface PullContext extends ApplyContext, PullRules {}

/**
 * Takes over what the repository has changed since the last pull. All or nothing.
 *
 * @throws ApiError 400 for a variable without a key, 409 with one line per conflict, unless `force` lets the remote win
 * @throws StaleRead when the state's base is not the one that the repository was read against
 */
export function pullRepository(draft: Draft, repository: Repository, options: PullOptions, context: PullContext): Plan {
  const { remoteChangeConflicts } = context
  const variables = valuesOf(options.variables)
  const force = options.force ?? false
  const plan = planPull(draft, repository, readMergeBase(draft.sourceControl), {
    force,
    variables,
    remoteChangeConflicts,
  })
  if (plan.conflicts.length > 0) throw refusal(plan.conflicts)
  applyPlan(draft, plan, context)
  return plan
}

/** A variable's value is text; anything else is written as JSON, and `null` as nothing. */
function valuesOf(variables: Record<string, unknown> = {}) {
  if (Object.hasOwn(variables, '')) throw sourceControlRefusals.pulledVariableHasNoKey()
  const text = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))
  return new Map(Object.entries(variables).map(([key, value]) => [key, text(value)]))
}

function refusal(conflicts: Conflict[]) {
  const lines = conflicts.map(({ kind, id, name, why }) => printable(`${kind} ${id} ${JSON.stringify(name)}: ${why}`))
  const description = lines.join('\n')
  return sourceControlRefusals.pullConflicts(conflicts.length).with({ code: 'conflict', description })
}
