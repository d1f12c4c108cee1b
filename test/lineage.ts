import { loadVersion, VERSION_NAMES } from '../src/core/versions/versions.ts'
import type { ProfileName } from '../src/index.ts'

const VERSIONS = await Promise.all(VERSION_NAMES.map(loadVersion))

/** The versions of the real service, from the oldest; the reference is held against one of them. */
export const MEASURED = VERSIONS.filter(({ isReference }) => !isReference).map(({ name }) => name as ProfileName)

/** A rule that versions share is played in this one by the short tests, and in the others by the long ones. */
export const NEWEST = VERSION_NAMES.at(-1) as ProfileName

const operationsOf = (version: (typeof VERSIONS)[number] | undefined) =>
  version?.operations
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()
    .join()

/** The versions with the operations of the reference and no others: they differ in what they decide alone. */
export const LIKE_THE_REFERENCE = VERSIONS.filter(
  version => operationsOf(version) === operationsOf(VERSIONS.find(({ isReference }) => isReference)),
).map(({ name }) => name as ProfileName)

/** A version and those that it takes expectations from where it has none of its own: its neighbour, and so on. */
export function lineageOf(name: string | undefined): string[] {
  const version = VERSIONS.find(version => version.name === name)
  if (!version) return []
  if (!version.isReference) return [version.name, ...lineageOf(version.neighbour)]
  const { release } = version.measured
  return VERSIONS.filter(other => !other.isReference && other.measured.release === release).map(({ name }) => name)
}

/** What is expected of a version: its own expectation, else its neighbour's. @throws Error where there is none */
export function expectedOf<T>(byVersion: { readonly [name: string]: T }, name: string): T {
  const named = [name, ...lineageOf(name)].find(one => one in byVersion)
  if (named === undefined) throw new Error(`nothing is expected of ${name}: say it of the version or of its neighbour`)
  return byVersion[named] as T
}
