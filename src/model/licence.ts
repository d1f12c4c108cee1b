/** The features that a licence can name and that this service has. */
export const FEATURES = [
  'feat:variables',
  'feat:projectRole:admin',
  'feat:folders',
  'feat:advancedPermissions',
  'feat:customRoles',
  'feat:sourceControl',
] as const
export type Feature = (typeof FEATURES)[number]

/** What an instance is licensed for: everything, some features, or nothing (null). */
export type Licence = 'all' | readonly string[] | null

/** Whether a licence holds a feature. One that this service does not have is held by none. */
export const isLicensed = (licence: Licence, feature: string) =>
  licence === 'all' ? (FEATURES as readonly string[]).includes(feature) : (licence?.includes(feature) ?? false)
