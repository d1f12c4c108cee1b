import { findProject, projectIdOf } from '../../../features/projects/find-project.ts'
import type { CredentialRecord } from '../../../model/credential.ts'
import type { State } from '../../../model/state.ts'

/** A credential as all operations but the list show it: never its data. */
export function showCredential(credential: CredentialRecord) {
  const { id, name, type, isManaged = false, isGlobal = false, isResolvable = false } = credential
  const { resolvableAllowFallback = false, resolverId = null, createdAt, updatedAt } = credential
  const flags = { isManaged, isGlobal, isResolvable, resolvableAllowFallback, resolverId }
  return { id, name, type, ...flags, createdAt, updatedAt }
}

/** A credential in the list. */
export function showListedCredential(state: State, credential: CredentialRecord) {
  const { id, name, type, createdAt, updatedAt } = credential
  const projectId = projectIdOf(state, credential)
  const project = { id: projectId, name: findProject(state, projectId)?.name ?? '' }
  return {
    id,
    name,
    type,
    createdAt,
    updatedAt,
    shared: [{ ...project, role: 'credential:owner', createdAt, updatedAt }],
  }
}
