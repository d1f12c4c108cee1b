import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

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
  readonly #require: NodeJS.Require
  readonly #fromCore: NodeJS.Require
  readonly #folders = new Map<string, string>()
  readonly #loaders = new Map<string, Promise<Loader>>()
  readonly #ready = new Map<string, Loader>()

  constructor(project: string, folders: readonly string[]) {
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

  async #open(name: string): Promise<Loader> {
    const folder = this.#folders.get(name) ?? folderOf(this.#require.resolve(`${name}/package.json`))
    const { LazyPackageDirectoryLoader, PackageDirectoryLoader } = this.core as unknown as Record<
      string,
      new (
        folder: string,
      ) => Loader
    >
    const Kind = existsSync(join(folder, 'dist/known/nodes.json')) ? LazyPackageDirectoryLoader : PackageDirectoryLoader
    if (!Kind) throw new Error('n8n-core has no loader of packages')
    const loader = new Kind(folder)
    await loader.loadAll()
    this.#ready.set(name, loader)
    return loader
  }
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
