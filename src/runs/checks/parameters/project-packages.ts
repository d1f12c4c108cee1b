import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ApiError } from '../../../core/base/errors.ts'
import { isRecord } from '../../../core/base/is-record.ts'
import { ChildFailure, describeIn } from '../../installed/child-process.ts'
import { nameAt, nodeProgram } from '../../installed/find-engine.ts'
import { manifestIn } from '../../installed/manifest.ts'
import { packagesIn, shippedBy } from '../../installed/readable-files.ts'
import type { NodeFacts } from './node-facts.ts'
import { factsOf } from './read-description.ts'

/** What is known of a package's nodes; with a problem, not all of them. */
export interface PackageFacts {
  name: string
  facts: readonly NodeFacts[]
  problem?: string
}

/** Reads what nodes take from the packages of a project, each once. Their code is loaded in a process without a network. */
export class ProjectPackages {
  readonly #folder: string
  readonly #given: ReadonlyMap<string, string>
  readonly #known = new Map<string, Promise<PackageFacts | undefined>>()

  /**
   * @param folder the project's: packages are looked for in it, and above
   * @param given folders of packages under development
   * @throws ApiError 400 where one of these is no package with nodes
   */
  constructor(folder: string, given: readonly string[]) {
    this.#folder = folder
    this.#given = new Map(given.map(path => resolve(folder, path)).map(path => [nameAt(path), path]))
  }

  /** The packages under development. */
  get names(): readonly string[] {
    return [...this.#given.keys()]
  }

  /** The facts of a package; `undefined` where the project does not have it. */
  factsOf(name: string): Promise<PackageFacts | undefined> {
    const known = this.#known.get(name) ?? this.#read(name)
    this.#known.set(name, known)
    return known
  }

  async #read(name: string): Promise<PackageFacts | undefined> {
    const found = this.#given.get(name) ?? folderOf(name, this.#folder)
    if (found === undefined) return undefined
    const folder = realpathSync(found)
    try {
      const node = nodeProgram(this.#folder)
      const { descriptions, problems } = await describeIn(node, readableFor(found), folder)
      // ports that a package computes are not known: its code is not run here
      const facts = descriptions.map(description => factsOf(name, description, () => null))
      return { name, facts, ...(problems.length > 0 ? { problem: problems.join('; ') } : {}) }
    } catch (error) {
      if (!(error instanceof ChildFailure || error instanceof ApiError)) throw error
      return { name, facts: [], problem: error.message }
    }
  }
}

/** The folder of a package with nodes: the project itself, or installed in it or above. */
function folderOf(name: string, project: string): string | undefined {
  for (let at = resolve(project); ; at = dirname(at)) {
    const own = manifestIn(at)
    if (own.name === name && isRecord(own.n8n)) return at
    const installed = join(at, 'node_modules', name)
    if (isRecord(manifestIn(installed).n8n)) return installed
    if (at === dirname(at)) return undefined
  }
}

/** What it ships, and the packages that it may load. */
function readableFor(folder: string): string[] {
  const places = new Set([resolve(folder), realpathSync(folder)])
  const packages = [...places].flatMap(place => {
    const found: string[] = []
    for (let at = place; ; at = dirname(at)) {
      const path = join(at, 'node_modules')
      if (existsSync(path)) found.push(...packagesIn(path))
      if (at === dirname(at)) return found
    }
  })
  return [...new Set([...[...places].flatMap(place => shippedBy(place)), ...packages])]
}
