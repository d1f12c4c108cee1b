import type { AskedService, Version } from '../http/version.ts'

/** All versions, from the oldest to the newest, each loaded when it is chosen. Nothing else imports a version. */
const VERSIONS = {
  contract: async (): Promise<Version> => (await import('./v1/contract.ts')).contract,
  'n8n-1.41': async (): Promise<Version> => (await import('./v1/n8n-1.41.ts')).n8n141,
  'n8n-1.123': async (): Promise<Version> => (await import('./n8n-1.123/version.ts')).n8n1123,
  'n8n-2.41': async (): Promise<Version> => (await import('./v2/n8n-2.41.ts')).n8n241,
}

export type VersionName = keyof typeof VERSIONS

/** Their names, as `--profile` takes them. */
export const VERSION_NAMES = Object.keys(VERSIONS) as VersionName[]

/** The version that tests and checks take where none is named. */
export const NEWEST_VERSION = VERSION_NAMES.at(-1) as VersionName

/** The version of an instance that names none. */
export const DEFAULT_VERSION: VersionName = 'contract'

/** @throws Error for a name that no version has; the message names those that there are */
export function loadVersion(name: string): Promise<Version> {
  const load = VERSION_NAMES.find(known => known === name)
  if (!load) throw new Error(`There is no profile ${JSON.stringify(name)}; there are: ${VERSION_NAMES.join(', ')}`)
  return VERSIONS[load]()
}

/** What loads the other versions, the newest first. */
export const versionsBut = (name: string): (() => Promise<Version>)[] =>
  VERSION_NAMES.filter(other => other !== name)
    .toReversed()
    .map(other => () => loadVersion(other))

/** The version that a service answers like. */
export interface Recognised {
  version: Version
  /** Other versions that no permitted request distinguishes from it. */
  alike: string[]
}

/** The newest version that recognises a service; the oldest where none does. */
export async function recogniseVersion(service: AskedService): Promise<Recognised> {
  const newestFirst = VERSION_NAMES.toReversed()
  for (const name of newestFirst) {
    const version = await loadVersion(name)
    if (!(await version.isAnsweredBy(service))) continue
    const others = await Promise.all(newestFirst.filter(other => other !== name).map(loadVersion))
    const alike = others.filter(other => other.isAnsweredBy === version.isAnsweredBy)
    return { version, alike: alike.map(({ name }) => name) }
  }
  return { version: await loadVersion(DEFAULT_VERSION), alike: [] }
}
