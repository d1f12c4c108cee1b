import { fieldsOf } from '../fields.ts'
import { workflowsIn } from '../references.ts'

/** The records with those that others call, or leave their errors to, before them. Circles are cut somewhere. */
export function inCallOrder<W extends { id: string }>(workflows: readonly W[]): W[] {
  const byId = new Map(workflows.map(workflow => [workflow.id, workflow]))
  const done = new Set<string>()
  const ordered: W[] = []
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
        top.calls = workflowsIn(fieldsOf(top.workflow))
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
