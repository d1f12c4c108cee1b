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
export function readLicence(given: unknown): Licence {
  if (given === null || given === 'none') return null
  if (given === 'all') return 'all'
  const named = typeof given === 'string' ? given.split(',').map(name => name.trim()) : given
  const features: unknown[] = Array.isArray(named) ? named : [named]
  const unknown = features.find(name => !isFeature(name))
  if (features.every(isFeature)) return features
  throw new Error(`must be all, none, or some of ${FEATURES.join(', ')}, not ${JSON.stringify(unknown)}`)
}

const isFeature = (name: unknown): name is Feature => (FEATURES as readonly unknown[]).includes(name)
