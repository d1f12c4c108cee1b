import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { type Fields, fieldsOf } from '../fields.ts'
import { workflowsIn } from '../references.ts'
import type { Planning } from './plan.ts'
import { versionsOf } from './workflow-content.ts'

/** The graphs of a workflow that may be sent: what is published, and the draft. */
export function sentGraphs(planning: Planning, workflow: WorkflowRecord): Fields[] {
  const { content, draft } = versionsOf(planning, workflow, true)
  return [content, ...(draft ? [draft] : [])].map(fieldsOf)
}

/** The ids of the workflows that a workflow calls, or leaves its errors to. */
export const referencesOf = (planning: Planning, workflow: WorkflowRecord) => [
  ...new Set(sentGraphs(planning, workflow).flatMap(workflowsIn)),
]

/** The records with those that others call, or leave their errors to, before them. Circles are cut somewhere. */
export function inCallOrder(planning: Planning, workflows: readonly WorkflowRecord[]): WorkflowRecord[] {
  const byId = new Map(workflows.map(workflow => [workflow.id, workflow]))
  const done = new Set<string>()
  const ordered: WorkflowRecord[] = []
  for (const first of workflows) {
    // a stack of its own: a chain of calls may be longer than the runtime's
    const stack = [{ workflow: first, calls: undefined as string[] | undefined }]
    while (stack.length > 0) {
      const top = stack.at(-1)
      if (!top) break
      if (!top.calls) {
        if (done.has(top.workflow.id)) {
          stack.pop()
          continue
        }
        done.add(top.workflow.id)
        top.calls = referencesOf(planning, top.workflow)
      }
      const next = byId.get(top.calls.pop() ?? '')
      if (next && !done.has(next.id)) stack.push({ workflow: next, calls: undefined })
      else if (top.calls.length === 0) {
        ordered.push(top.workflow)
        stack.pop()
      }
    }
  }
  return ordered
}
