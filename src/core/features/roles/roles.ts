import type { Draft, State } from '../../model/state.ts'

/** A role that every instance of a version has, as it is answered. */
export interface BuiltInRole {
  slug: string
  displayName: string
  description: string | null
  systemRole: boolean
  roleType: 'global' | 'project'
  scopes: readonly string[]
  createdAt: string
  updatedAt: string
  licensed: boolean
}

export interface BuiltInRoles {
  global: readonly BuiltInRole[]
  project: readonly BuiltInRole[]
}

const NONE: ReadonlySet<string> = new Set()
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** What a role may do; nothing where there is no such role. */
export function scopesOfRole(state: State | Draft, roles: BuiltInRoles, slug: string): ReadonlySet<string> {
  const isAsked = (role: BuiltInRole) => role.slug === slug
  const builtIn = roles.global.find(isAsked) ?? roles.project.find(isAsked)
  const scopes = builtIn?.scopes ?? state.customRoles.get(slug)?.scopes
  if (!scopes) return NONE
  const known = sets.get(scopes) ?? new Set(scopes)
  sets.set(scopes, known)
  return known
}
