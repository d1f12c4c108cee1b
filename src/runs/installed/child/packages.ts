import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { replaceNativeAddons } from './native-addons.ts'

/** A type of node, as far as it is used here. */
export interface LoadedNodeType {
  description: {
    name: string
    properties: unknown[]
    outputs: unknown
    inputs: unknown
    defaultVersion?: number
    credentials?: { name: string }[]
    [field: string]: unknown
  }
  execute?: unknown
  [field: string]: unknown
}

export interface LoadedCredentialType {
  name: string
  extends?: string[]
  properties: {
    name: string
    type?: string
    default?: unknown
    typeOptions?: { password?: boolean; expirable?: boolean }
  }[]
  authenticate?: unknown
  preAuthentication?: unknown
}

interface Loader {
  loadAll(): Promise<void>
  getNode(name: string): { type: LoadedNodeType & { nodeVersions?: Record<string, LoadedNodeType> } }
  getCredential(name: string): { type: LoadedCredentialType }
}

type Loaded = Record<string, never>

/** The packages of a project: its engine, and those with nodes, loaded when a workflow needs them. */
export class Packages {
  readonly core: Loaded
  readonly workflow: Loaded
  readonly version: string
  readonly #project: string
  readonly #require: NodeJS.Require
  readonly #fromCore: NodeJS.Require
  readonly #folders = new Map<string, string>()
  readonly #loaders = new Map<string, Promise<Loader>>()
  readonly #ready = new Map<string, Loader>()
  readonly #versions = new Map<string, string>()

  constructor(project: string, folders: readonly string[]) {
    this.#project = project
    replaceNativeAddons()
    this.#require = createRequire(join(project, 'package.json'))
    this.#fromCore = createRequire(this.#require.resolve('n8n-core'))
    this.#fromCore('reflect-metadata')
    this.core = this.#fromCore('n8n-core')
    this.workflow = this.#fromCore('n8n-workflow')
    this.version = String(manifestAt(folderOf(this.#require.resolve('n8n-core'))).version)
    for (const folder of folders) this.#folders.set(String(manifestAt(folder).name), folder)
  }

  container(): { get(token: unknown): never; set(token: unknown, value: unknown): void } {
    return this.#fromCore('@n8n/di').Container
  }

  /** Loads the packages of types, such as `n8n-nodes-base.slack`. */
  async load(types: Iterable<string>) {
    for (const type of types) await this.#loaderOf(packageOf(type))
  }

  /** @throws MissingPart where its package does not have it, or not in the version */
  checkType(type: string, version: number | undefined) {
    const { NodeHelpers } = this.workflow as unknown as {
      NodeHelpers: { getVersionedNodeType(type: unknown, version?: number): LoadedNodeType }
    }
    const name = packageOf(type)
    const known = `${name} ${this.#versions.get(name)}`
    let found: ReturnType<Packages['nodeType']>
    try {
      found = this.nodeType(type)
    } catch {
      throw new MissingPart(
        `${known} has no node ${JSON.stringify(type.slice(name.length + 1))}: install a version that has it (${this.#installs(name)}), or give the node's output in mocks`,
      )
    }
    const versions = Object.keys(found.nodeVersions ?? {}).map(Number)
    const { version: only } = found.description as { version?: number | number[] }
    const all = versions.length > 0 ? versions : only === undefined ? [] : [only].flat()
    if (version === undefined || all.length === 0 || all.includes(version)) return
    try {
      // one class stands for all of its versions, and knows nothing of later ones
      const isLater = versions.length === 0 && version > Math.max(...all)
      if (!isLater && NodeHelpers.getVersionedNodeType(found, version)?.description) return
    } catch {
      // said below
    }
    throw new MissingPart(
      `${known} has ${type} in the versions ${all.join(', ')}, not ${version}: install a version that has it (${this.#installs(name)}), or give the node's output in mocks`,
    )
  }

  #installs(name: string): string {
    const own = name === 'n8n-nodes-base' || name.startsWith('@n8n/') ? ['n8n-core', 'n8n-workflow'] : []
    return `npm install --save-dev --ignore-scripts ${[...own, name].map(one => `${one}@latest`).join(' ')}`
  }

  /** @throws Error where its package does not have it */
  nodeType(type: string): LoadedNodeType & { nodeVersions?: Record<string, LoadedNodeType> } {
    const loader = this.#ready.get(packageOf(type))
    if (!loader) throw new Error(`The package of ${type} is not loaded`)
    return loader.getNode(type.slice(type.lastIndexOf('.') + 1)).type
  }

  credentialType(name: string): LoadedCredentialType | undefined {
    for (const loader of this.#ready.values()) {
      try {
        return loader.getCredential(name).type
      } catch {
        // of another package
      }
    }
    return undefined
  }

  #loaderOf(name: string): Promise<Loader> {
    const known = this.#loaders.get(name) ?? this.#open(name)
    this.#loaders.set(name, known)
    return known
  }

  /** Whether the package of a type is there. */
  has = (type: string) => this.#folderOf(packageOf(type)) !== undefined

  #folderOf(name: string): string | undefined {
    const given = this.#folders.get(name)
    if (given !== undefined) return given
    const direct = join(this.#project, 'node_modules', name)
    if (existsSync(join(direct, 'package.json'))) return direct
    try {
      return folderOf(this.#require.resolve(`${name}/package.json`))
    } catch {
      return undefined
    }
  }

  /** @throws MissingPart */
  #installed(name: string): string {
    const folder = this.#folderOf(name)
    if (folder !== undefined) return folder
    throw new MissingPart(
      `The package ${name} is not installed: npm install --save-dev --ignore-scripts ${name}, or give the output of its nodes in mocks`,
    )
  }

  async #open(name: string): Promise<Loader> {
    const folder = this.#installed(name)
    this.#versions.set(name, String(manifestAt(folder).version))
    const { LazyPackageDirectoryLoader, PackageDirectoryLoader } = this.core as unknown as Record<
      string,
      new (
        folder: string,
      ) => Loader
    >
    const Kind = existsSync(join(folder, 'dist/known/nodes.json')) ? LazyPackageDirectoryLoader : PackageDirectoryLoader
    if (!Kind) throw new Error('n8n-core has no loader of packages')
    const loader = new Kind(folder)
    await loader.loadAll().catch((error: unknown) => {
      const [why] = String((error as Error | undefined)?.message ?? error).split('\n')
      throw new MissingPart(`The package ${name} cannot be loaded (${why}): give the output of its nodes in mocks`)
    })
    this.#ready.set(name, loader)
    return loader
  }
}

/** What a project lacks, and how to install it. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart'
}

export const packageOf = (type: string) => type.slice(0, type.lastIndexOf('.'))

const manifestAt = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folder of a package, from a file in it. */
function folderOf(file: string): string {
  let folder = dirname(file)
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}
