import type { Plan, Steps } from './plan.ts'
import { planCredentials } from './plan-credentials.ts'
import { planRemovals } from './plan-removals.ts'
import { planTags } from './plan-tags.ts'
import { planWorkflows } from './plan-workflows.ts'
import type { Planning } from './planning.ts'

/** Finds out what is to be done, and what cannot be. Nothing is changed by it, here or there. */
export async function makePlan(
  given: Omit<Planning, 'lines' | 'remarks' | 'steps'>,
  { prune }: { prune: boolean },
): Promise<{ plan: Plan; steps: Steps }> {
  const ids = { tags: new Map(), credentials: new Map(), workflows: new Map() }
  const steps: Steps = {
    tags: [],
    credentials: [],
    workflows: [],
    removals: [],
    notes: [],
    ids,
    begun: given.notes.begun,
    incomplete: new Set(),
  }
  const planning: Planning = { ...given, lines: [], remarks: [], steps }
  planTags(planning)
  await planCredentials(planning)
  await planWorkflows(planning)
  planRemovals(planning, prune)
  const { variables } = given.source
  if (variables.size > 0) planning.remarks.push(`${variables.size} variables are not promoted: set them there`)
  const { tags, credentials, workflows, removals } = steps
  return {
    plan: {
      url: given.service.url,
      lines: planning.lines,
      remarks: planning.remarks,
      hasChanges: tags.length + credentials.length + workflows.length + removals.length > 0,
      refused: planning.lines.filter(({ sign }) => sign === '!').length,
    },
    steps,
  }
}
