import type { CredentialRecord } from '../../model/credential.ts'
import type { Draft, State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { type Access, mayUseProject } from '../access.ts'
import { ownerOfProject, projectIdOf } from './find-project.ts'
import { projectRefusals } from './refusals.ts'

/**
 * Moves a workflow to another project. Its folder stays behind. Unknown things, and what the user may not use, are
 * refused in this order: workflow, project, the same project.
 */
export function transferWorkflow(draft: Draft, id: string, projectId: string, access: Access): WorkflowRecord {
  const workflow = draft.workflows.get(id)
  if (!workflow || !access.with('workflow:move', workflow)) {
    throw projectRefusals.transferWorkflowNotFound(id)
  }
  if (!mayUseProject(draft, access, 'workflow:create', projectId))
    throw projectRefusals.transferProjectNotFound(projectId, 'workflows')
  if (projectIdOf(draft, workflow) === projectId) {
    throw projectRefusals.transferWorkflowToSame()
  }
  const moved = placedIn(draft, { ...workflow, parentFolderId: null }, projectId)
  draft.workflows.set(moved)
  return moved
}

/** Moves a credential to another project, with refusals as of a workflow. */
export function transferCredential(draft: Draft, id: string, projectId: string, access: Access): CredentialRecord {
  const credential = draft.credentials.get(id)
  if (!credential || !access.with('credential:move', credential)) {
    throw projectRefusals.transferCredentialNotFound(id)
  }
  if (!mayUseProject(draft, access, 'credential:create', projectId))
    throw projectRefusals.transferProjectNotFound(projectId, 'credentials')
  if (projectIdOf(draft, credential) === projectId) {
    throw projectRefusals.transferCredentialToSame()
  }
  const moved = placedIn(draft, credential, projectId)
  draft.credentials.set(moved)
  return moved
}

/** A record as one of this project: a personal one makes its user the owner, a team's is named beside the owner. */
export function placedIn<R extends WorkflowRecord | CredentialRecord>(
  state: State | Draft,
  record: R,
  projectId: string,
): R {
  const { projectId: _before, ...rest } = record
  const user = ownerOfProject(state, projectId)
  return (user ? { ...rest, owner: user.id } : { ...rest, projectId }) as R
}
