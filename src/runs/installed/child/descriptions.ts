import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { DescribedPackage } from '../messages.ts'
import { replaceNativeAddons } from './native-addons.ts'

interface NodeClass {
  description?: object
  nodeVersions?: Record<string, { description?: object }>
}

/** What the nodes of a package say of themselves, in all their versions. Its code is loaded, and no node runs. */
export function describePackage(folder: string): DescribedPackage {
  replaceNativeAddons()
  const { n8n = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const load = createRequire(join(folder, 'package.json'))
  const described: DescribedPackage = { descriptions: [], problems: [] }
  for (const file of [n8n.nodes ?? []].flat().map(String)) {
    try {
      const path = join(folder, file)
      if (!existsSync(path)) throw new Error('it is missing: build the package first')
      const [name = ''] = basename(path).split('.')
      const { description, nodeVersions } = new (load(path)[name])() as NodeClass
      const all = Object.values(nodeVersions ?? {}).map(one => one.description)
      for (const one of new Set(all.length > 0 ? all : [description])) described.descriptions.push(plainObject(one))
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      described.problems.push(`${file}: ${reason}`)
    }
  }
  return described
}

/** Functions, such as those of routed requests, are left out. */
const plainObject = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value))
