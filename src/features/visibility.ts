import type { Draft, State } from '../context.ts'
import { notFound } from '../errors.ts'
import type { UserRecord } from '../model/user.ts'
import type { WorkflowRecord } from '../model/workflow.ts'

/** Whether a user sees what somebody owns: owner and admin see everything, members their own (observed, section 9). */
export const sees = (user: UserRecord, owner: string) => user.role !== 'global:member' || user.id === owner

/** A workflow that the user sees. */
export function getWorkflow(state: State | Draft, id: string, user: UserRecord): WorkflowRecord {
  const workflow = state.workflows.get(id)
  if (!workflow || !sees(user, workflow.owner)) throw notFound()
  return workflow
}
