import { isRecord } from '../../core/base/is-record.ts'
import { nodeGroupsRefusal } from '../../core/features/workflows/node-groups.ts'
import type { NodeTypes } from '../../core/features/workflows/node-types.ts'
import { structureRefusal } from '../../core/features/workflows/structure.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { Fields } from '../fields.ts'
import { referencesOf, sentGraphs } from './call-order.ts'
import { missingScope, type Planning } from './plan.ts'
import { credentialsNamedIn, namedCredentials } from './target.ts'
import { versionsOf } from './workflow-content.ts'

/** What cannot be at the target, and what calls it: local id → why. */
export function refusedWorkflows(
  planning: Planning,
  here: readonly WorkflowRecord[],
  thereOf: (workflow: WorkflowRecord) => Fields | undefined,
  nodeTypes: NodeTypes,
): Map<string, string> {
  const { steps, source } = planning
  const refused = new Map<string, string>()
  const coming = new Set(steps.credentials.map(({ from }) => from))
  for (const workflow of here) {
    const there = thereOf(workflow)
    const namedThere = credentialsNamedIn(there)
    const missing = namedCredentials(sentGraphs(planning, workflow)).find(
      ({ id }) => !coming.has(id) && !steps.ids.credentials.has(id) && !namedThere.has(id),
    )
    const why = missing
      ? `its credential ${JSON.stringify(missing.name)} cannot be there`
      : ((there ? undefined : missingScope(planning, 'workflow:create')) ??
        contentRefusal(planning, workflow, there, nodeTypes))
    if (why !== undefined) refused.set(workflow.id, why)
  }
  const calls = new Map(here.map(workflow => [workflow.id, referencesOf(planning, workflow)]))
  // called ones come first, so one round finds all but those in a circle
  let isComplete = false
  while (!isComplete) {
    isComplete = true
    for (const workflow of here) {
      if (refused.has(workflow.id)) continue
      const called = calls
        .get(workflow.id)
        ?.filter(id => !steps.ids.workflows.has(id))
        .map(id => source.workflows.get(id))
        .find(other => other && (other.isArchived || refused.has(other.id)))
      if (!called) continue
      const why = called.isArchived ? 'is archived here and not there' : 'cannot be there'
      refused.set(workflow.id, `it calls ${JSON.stringify(called.name)}, which ${why}`)
      isComplete = false
    }
  }
  return refused
}

/** Why the service could not hold a workflow: its version, or a limit. `undefined` where it can. */
function contentRefusal(
  planning: Planning,
  workflow: WorkflowRecord,
  there: Fields | undefined,
  nodeTypes: NodeTypes,
): string | undefined {
  const { limits } = planning
  if (there?.isArchived === true) return 'it is archived there: take it out of the archive first'
  const { mostWorkflowName: mostName, mostExecutionTimeout: mostTimeout } = limits
  const length = [...workflow.name].length
  if (mostName !== undefined && (length < 1 || length > mostName)) {
    return `its name has ${length} characters; the service takes 1 to ${mostName}`
  }
  const { executionTimeout } = isRecord(workflow.settings) ? workflow.settings : {}
  if (mostTimeout !== undefined && Number(executionTimeout) > mostTimeout) {
    return `settings.executionTimeout is ${executionTimeout}; the service takes up to ${mostTimeout}`
  }
  if (!limits.checksStructure) return undefined
  const { content, draft } = versionsOf(planning, workflow, true)
  const isTrigger = ({ type = '' }: Node) => nodeTypes.get(type)?.group.includes('trigger') === true
  const [refusal] = [content, ...(draft ? [draft] : [])].flatMap(
    ({ nodes, connections, nodeGroups = [] }) =>
      structureRefusal(nodes, connections)?.message ??
      (limits.workflowUpdate.includes('nodeGroups')
        ? (nodeGroupsRefusal(nodeGroups, nodes, connections, isTrigger) ?? [])
        : []),
  )
  return refusal
}
