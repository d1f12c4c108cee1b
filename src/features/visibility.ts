import { notFound } from '../base/errors.ts'
import type { Draft, State } from '../model/state.ts'
import type { UserRecord } from '../model/user.ts'
import type { WorkflowRecord } from '../model/workflow.ts'

/**
 * Whose things alone a user sees: members their own; `undefined` for owner and admin, who see everything
 * (docs/behaviour/common.md#roles).
 */
const ownerSeenBy = ({ role, id }: UserRecord) => (role === 'global:member' ? id : undefined)

/** Whether a user sees what somebody owns. */
export const sees = (user: UserRecord, owner: string) => (ownerSeenBy(user) ?? owner) === owner

/** The workflows that a user sees. */
export const visibleTo = (user: UserRecord) => ({
  key: ownerSeenBy(user) ?? '',
  includes: ({ owner }: WorkflowRecord) => sees(user, owner),
})

/** A workflow that the user sees. */
export function getWorkflow(state: State | Draft, id: string, user: UserRecord): WorkflowRecord {
  const workflow = state.workflows.get(id)
  if (!workflow || !sees(user, workflow.owner)) throw notFound()
  return workflow
}
