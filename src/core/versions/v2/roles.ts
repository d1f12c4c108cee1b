import roles from '../../../../data/n8n-2.41/roles.json' with { type: 'json' }
import type { BuiltInRoles } from '../../features/roles/roles.ts'

/** The roles that every instance of this version has. */
export const ROLES = roles as unknown as BuiltInRoles
