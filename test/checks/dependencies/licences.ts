// `bun test/checks/dependencies/licences.ts` lists every package that is there when the service runs, with its licence.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export interface Package {
  name: string
  version: string
  license: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export const readPackage = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
export const own = readPackage(ROOT)

/** The packages that the service needs, and those that they need, as they are installed. */
export function runtimePackages(): Package[] {
  const found = new Map<string, Package>()
  const visit = (folder: string, { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Package) => {
    const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const place = placeOf(name, folder)
      if (!place || found.has(place)) continue
      const read = readPackage(place)
      found.set(place, read)
      visit(place, read)
    }
  }
  visit(ROOT, own)
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Where a package finds another: beside it, or in a folder further up. */
function placeOf(name: string, from: string): string | undefined {
  const place = join(from, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return place
  return from === ROOT ? undefined : placeOf(name, dirname(from))
}

if (import.meta.main)
  for (const { name, version, license } of runtimePackages()) console.log(`${name} ${version}: ${license}`)
