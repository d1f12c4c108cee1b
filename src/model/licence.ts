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

/**
 * Reads a licence as the command line and options give it: `all`, `none`, or features.
 *
 * @throws an Error whose message completes the sentence "licence …"
 */
export function readLicence(given: string | readonly string[] | null): Licence {
  if (given === null || given === 'none') return null
  if (given === 'all') return 'all'
  const features = typeof given === 'string' ? given.split(',').map(name => name.trim()) : given
  const unknown = features.find(name => !(FEATURES as readonly string[]).includes(name))
  if (unknown === undefined) return features
  throw new Error(`must be all, none, or some of ${FEATURES.join(', ')}, not "${unknown}"`)
}
