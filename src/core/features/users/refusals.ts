import { refusals } from '../../base/errors.ts'

export const userRefusals = refusals({
  userNotFound: [404, (idOrEmail: string) => `Could not find user with id: ${idOrEmail}`],
  userIsOneself: [400, 'Cannot delete your own user'],
  userToDeleteNotFound: [404, 'Request to delete a user failed because the user to delete was not found in DB'],
  userIsOwner: [403, 'Instance owner cannot be deleted'],
  ownRoleChanged: [403, 'Cannot change your own global role'],
  invitedEmailInvalid: [400, 'Invalid email'],
  invitedRoleEmpty: [400, 'String must contain at least 1 character(s)'],
  userRoleUnknown: [400, (role: string) => `Role ${role} does not exist`],
  invitedRolesUnknown: [400, (roles: readonly string[]) => unknownRoles(roles)],
  userRoleNotAssignable: [400, 'This global role value is not assignable'],
  userToChangeNotFound: [404, 'Target user not found'],
  ownerRoleChanged: [403, (by: 'Owner' | 'Admin') => `${by} cannot change role on global owner`],
  invitationsTooMany: [400, (most: number) => `A request may invite up to ${most} people`],
  invitedTwice: [400, (email: string) => `The e-mail address ${email} is invited more than once`],
  adminsNotLicensed: [
    403,
    'Cannot invite admin user without advanced permissions. Please upgrade to a license that includes this feature.',
  ],
})

const unknownRoles = (roles: readonly string[]) =>
  roles.length === 1 ? `Role ${roles[0]} does not exist` : `Roles ${roles.join(', ')} do not exist`
