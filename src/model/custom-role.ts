export const ROLE_TYPES = ['project', 'global'] as const

/** A custom role. The built-in ones have no records. */
export interface CustomRoleRecord {
  /** Its slug. */
  id: string
  displayName: string
  description: string | null
  roleType: (typeof ROLE_TYPES)[number]
  scopes: string[]
  createdAt: string
  updatedAt: string
}
