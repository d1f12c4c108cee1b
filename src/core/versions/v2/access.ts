import { type ApiError, forbidden } from '../../base/errors.ts'
import { accessByScope, mayUseProject } from '../../features/access.ts'
import { findProject } from '../../features/projects/find-project.ts'
import { projectRefusals } from '../../features/projects/refusals.ts'
import type { Caller } from '../../http/api-key.ts'
import type { Context } from '../../http/context.ts'
import type { Operation } from '../../http/operation.ts'
import { isLicensed } from '../../model/licence.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { operationRefusals } from '../operation-refusals.ts'
import { ROLES } from './roles.ts'
import { scopesOfRole } from './scopes.ts'

/** What a user may do, where. */
export const accessIn = (state: State | Draft, user: UserRecord) => accessByScope(state, user, ROLES)

/** Whether the key holds the operation's scope, and its user's role has it. */
export function hasScope({ scope }: Operation, { key, user }: Caller, { store }: Context): boolean {
  if (scope === undefined) return true
  const wanted = typeof scope === 'string' ? [scope] : scope
  const ofRole = scopesOfRole(user.role, store.data)
  return wanted.some(one => ofRole.has(one) && (key.scopes === undefined || key.scopes.includes(one)))
}

/** Whether the licence has the feature of the operation. */
export const hasLicence = ({ feature }: Operation, { store }: Context) =>
  feature === undefined || isLicensed(store.data.licence, feature)

/** @throws ApiError 403 where the licence does not have the feature of the operation */
export function requireLicence(operation: Operation, context: Context) {
  const { feature = '' } = operation
  if (!hasLicence(operation, context)) throw operationRefusals.featureNotLicensed(feature)
}

/**
 * That a user may do this in a project.
 *
 * @param refuse words the refusal of one that is not the user's; 403 `Forbidden` where left out
 * @throws ApiError 404 for an unknown project, 403 for one that is not the user's
 */
export function requireInProject(
  state: State | Draft,
  user: UserRecord,
  scope: string,
  projectId: string,
  refuse: () => ApiError = () => forbidden(),
): void {
  if (!findProject(state, projectId)) throw projectRefusals.projectNotFound()
  if (!accessIn(state, user).inProject(scope, projectId)) throw refuse()
}

/** The same, in which a project that is not the caller's counts as unknown. @throws ApiError 404 for both */
export function requireKnownProject(state: State | Draft, user: UserRecord, scope: string, projectId: string): void {
  if (!mayUseProject(state, accessIn(state, user), scope, projectId)) throw projectRefusals.projectNotFound()
}
