import { refusals } from '../../base/errors.ts'

export const roleRefusals = refusals({
  roleNotFound: [404, 'Role not found'],
  roleIsBuiltIn: [400, 'A system role cannot be changed'],
  roleSlugTaken: [400, (slug: string) => `A role with the slug ${slug} exists already`],
  roleScopesInvalid: [
    400,
    (roleType: string, scopes: readonly string[]) => `Invalid scopes for a ${roleType} role: ${scopes.join(', ')}`,
  ],
  roleInUse: [400, 'The role is in use; name another one with reassignRoleSlug'],
  roleNotAssignable: [400, (slug: string) => `Role ${slug} cannot be assigned instead`],
})
