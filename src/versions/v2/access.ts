import type { Context } from '../../context.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { ownerSeenBy, sees } from '../../features/visibility.ts'
import type { Caller } from '../../http/api-key.ts'
import type { Operation } from '../../http/operation.ts'
import { isLicensed } from '../../model/licence.ts'
import { personalProjectId } from '../../model/project.ts'
import type { UserRecord } from '../../model/user.ts'
import type { Draft, State } from '../../state.ts'
import { scopesOfRole } from './scopes.ts'

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
  if (!hasLicence(operation, context)) throw new ApiError(403, OWN_REFUSALS[feature] ?? licenceRefusal(feature))
}

export const licenceRefusal = (feature: string) =>
  `Your license does not allow for ${feature}. To enable ${feature}, please upgrade to a license that supports this feature.`

/** Features whose refusal has words of its own. */
const OWN_REFUSALS: Record<string, string> = {
  provisioning: 'Provisioning is not licensed',
  evaluations: 'Evaluations are not available on your plan',
}

type Guard = NonNullable<Operation['guard']>

/** For who does not see everything: the workflow that the path names must be there (404), and theirs (403). */
export const ownWorkflow =
  (param: string): Guard =>
  ({ user }, params, { store }) =>
    requireOwn(user, store.data.workflows.get(params[param] ?? ''), `Workflow with ID "${params[param]}" not found.`)

/** The same for a credential. */
export const ownCredential =
  (param: string): Guard =>
  ({ user }, params, { store }) =>
    requireOwn(
      user,
      store.data.credentials.get(params[param] ?? ''),
      `Credential with ID "${params[param]}" not found.`,
    )

/** The same for a data table. */
export const ownDataTable: Guard = ({ user }, { dataTableId = '' }, { store }) => {
  if (ownerSeenBy(user) === undefined) return
  const table = store.data.dataTables.get(dataTableId)
  if (!table) throw notFound(`Data table with ID "${dataTableId}" not found.`)
  if (!seesProject(store.data, user, table.projectId)) throw forbidden()
}

/** Whether a user sees what a project holds: all, or their personal one and those that they are a member of. */
export function seesProject(state: State | Draft, user: UserRecord, projectId: string): boolean {
  if (ownerSeenBy(user) === undefined || personalProjectId(user) === projectId) return true
  return state.projects.get(projectId)?.members.some(({ userId }) => userId === user.id) ?? false
}

function requireOwn(user: Caller['user'], found: { owner: string } | undefined, unknown: string) {
  if (ownerSeenBy(user) === undefined) return
  if (!found) throw notFound(unknown)
  if (!sees(user, found.owner)) throw forbidden()
}
