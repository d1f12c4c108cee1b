import type { WorkflowRecord } from '../../model/workflow.ts'
import { fieldsOf } from '../fields.ts'
import { workflowsIn } from '../references.ts'
import { namedCredentials } from './named-credentials.ts'
import { lackOf, type Planning } from './planning.ts'
import { workflowRefusal } from './workflow-refusal.ts'

/** What cannot be there, and what calls it. */
export function refusedWorkflows(planning: Planning, here: WorkflowRecord[], matches: ReadonlyMap<string, string>) {
  const { steps } = planning
  const refused = new Map<string, string>()
  const coming = new Set(steps.credentials.map(({ from }) => from))
  for (const workflow of here) {
    const to = matches.get(workflow.id)
    const missing = namedCredentials([fieldsOf(workflow)]).find(
      ({ id }) => !coming.has(id) && !steps.ids.credentials.has(id),
    )
    const why = missing
      ? `its credential ${JSON.stringify(missing.name)} cannot be there`
      : ((to === undefined ? lackOf(planning, 'workflow:create') : undefined) ??
        workflowRefusal(planning, workflow, to === undefined ? undefined : planning.target.workflows.get(to)))
    if (why !== undefined) refused.set(workflow.id, why)
  }
  // called ones come first, so one round finds all but those in a circle
  for (let before = -1; before < refused.size; ) {
    before = refused.size
    for (const workflow of here) {
      if (refused.has(workflow.id)) continue
      const missing = workflowsIn(fieldsOf(workflow)).filter(other => !steps.ids.workflows.has(other))
      const called = missing
        .map(other => planning.source.workflows.get(other))
        .find(other => other && (other.isArchived || refused.has(other.id)))
      if (!called) continue
      const why = called.isArchived ? 'is archived here and not there' : 'cannot be there'
      refused.set(workflow.id, `it calls ${JSON.stringify(called.name)}, which ${why}`)
    }
  }
  return refused
}
