import type { Version } from '../http/version.ts'

/** The versions there are, each loaded when it is chosen. Nothing else imports a version. */
const VERSIONS = {
  contract: async (): Promise<Version> => (await import('./v1/contract.ts')).contract,
  'n8n-1.41': async (): Promise<Version> => (await import('./v1/n8n-1.41.ts')).n8n141,
  'n8n-2.41': async (): Promise<Version> => (await import('./v2/n8n-2.41.ts')).n8n241,
}

export type VersionName = keyof typeof VERSIONS

/** Their names, as `--profile` takes them. */
export const VERSION_NAMES = Object.keys(VERSIONS) as VersionName[]

/** @throws Error for a name that no version has; the message names those that there are */
export function loadVersion(name: string): Promise<Version> {
  const load = VERSION_NAMES.find(known => known === name)
  if (!load) throw new Error(`There is no profile ${JSON.stringify(name)}; there are: ${VERSION_NAMES.join(', ')}`)
  return VERSIONS[load]()
}
