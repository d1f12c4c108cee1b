import { badRequest, notFound } from '../../base/errors.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import type { Draft, State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { type Access, mayUseProject } from './access.ts'
import { ownerOfProject, projectIdOf } from './find-project.ts'

/**
 * Moves a workflow to another project. Its folder stays behind. Unknown things, and what the user may not use, are
 * refused in this order: workflow, project, the same project.
 */
export function transferWorkflow(draft: Draft, id: string, projectId: string, access: Access): void {
  const workflow = draft.workflows.get(id)
  if (!workflow || !access.with('workflow:move', workflow)) {
    throw notFound(`Could not find workflow with the id "${id}". Make sure you have the permission to move it.`)
  }
  if (!mayUseProject(draft, access, 'workflow:create', projectId)) throw noProject(projectId, 'workflows')
  if (projectIdOf(draft, workflow) === projectId) {
    throw badRequest("You can't transfer a workflow into the same destination it already belongs to.")
  }
  draft.workflows.set(placedIn(draft, { ...workflow, parentFolderId: null }, projectId))
}

/** Moves a credential to another project, with refusals as of a workflow. */
export function transferCredential(draft: Draft, id: string, projectId: string, access: Access): void {
  const credential = draft.credentials.get(id)
  if (!credential || !access.with('credential:move', credential)) {
    throw notFound(`Could not find the credential with the id "${id}". Make sure you have the permission to move it.`)
  }
  if (!mayUseProject(draft, access, 'credential:create', projectId)) throw noProject(projectId, 'credentials')
  if (projectIdOf(draft, credential) === projectId) {
    throw badRequest("You can't transfer a credential into the project that's already owning it.")
  }
  draft.credentials.set(placedIn(draft, credential, projectId))
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

const noProject = (id: string, what: string) =>
  notFound(`Could not find project with the id "${id}". Make sure you have the permission to create ${what} in it.`)
