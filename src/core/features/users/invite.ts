import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Draft } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { BuiltInRoles } from '../roles/roles.ts'
import { userRefusals } from './refusals.ts'

export interface Invitation {
  email: string
  /** Default `global:member`. */
  role?: string
}

export interface InviteContext {
  clock: Clock
  ids: Ids
  roles: BuiltInRoles
  /** Whether admins may be made: the licence names `feat:advancedPermissions`. */
  mayInviteAdmins: boolean
  /** Where the instance is reached, without a slash at its end. */
  baseUrl: string
}

const MAX_INVITATIONS = 1000

/** The addresses that can be invited: fewer than those that the shape of the body lets through. */
const EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

/**
 * Invites people: each is a pending user from now on. Who is pending already is invited again, once, with the same role;
 * who is active is left out. The service shows the role of the first invitation for each. No user is invited where one of
 * the addresses or roles cannot be given.
 */
export function inviteUsers(draft: Draft, invitations: readonly Invitation[], context: InviteContext) {
  if (invitations.length > MAX_INVITATIONS) throw userRefusals.invitationsTooMany(MAX_INVITATIONS)
  for (const { email, role } of invitations) {
    if (!EMAIL.test(email)) throw userRefusals.invitedEmailInvalid()
    if (role === '') throw userRefusals.invitedRoleEmpty()
  }
  if (invitations.some(({ role }) => role === 'global:owner')) throw userRefusals.userRoleNotAssignable()
  for (const { role = 'global:member' } of invitations) checkRole(draft, role, context)
  const emails = new Set<string>()
  for (const email of invitations.map(invitation => invitation.email.toLowerCase())) {
    if (findByEmail(draft, email)) continue
    if (emails.has(email)) throw userRefusals.invitedTwice(email)
    emails.add(email)
  }
  const invited = new Set<string>()
  const shownRole = invitations[0]?.role ?? 'global:member'
  return invitations.flatMap(({ email, role = 'global:member' }) => {
    const known = findByEmail(draft, email)
    if (known && (!known.isPending || invited.has(known.id))) return []
    if (known) invited.add(known.id)
    const user = known ?? addPending(draft, email, role, context)
    const inviteAcceptUrl = `${context.baseUrl}/signup?token=${context.ids.uuid()}`
    return [{ user: { id: user.id, email, emailSent: false, role: shownRole, inviteAcceptUrl }, error: '' }]
  })
}

function checkRole(draft: Draft, role: string, { roles, mayInviteAdmins }: InviteContext): void {
  const isGlobal = roles.global.some(({ slug }) => slug === role) || draft.customRoles.get(role)?.roleType === 'global'
  if (!isGlobal) throw userRefusals.userRoleUnknown(role)
  if (role === 'global:admin' && !mayInviteAdmins) {
    throw userRefusals.adminsNotLicensed()
  }
}

const findByEmail = (draft: Draft, email: string): UserRecord | undefined =>
  draft.users.by('email', email.toLowerCase())[0] ?? draft.users.by('email', email)[0]

function addPending(draft: Draft, email: string, role: string, { clock, ids }: InviteContext): UserRecord {
  const now = clock.iso()
  const user: UserRecord = {
    id: ids.uuid(),
    email: email.toLowerCase(),
    firstName: null,
    lastName: null,
    role,
    isPending: true,
    createdAt: now,
    updatedAt: now,
  }
  draft.users.set(user)
  return user
}
