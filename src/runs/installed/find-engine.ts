import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { late } from '../../core/base/late-modules.ts'
import { manifestIn } from './manifest.ts'
import { packagesIn, shippedBy } from './readable-files.ts'

/** The engine of a project, and the Node that runs it. */
export interface FoundEngine {
  /** The folder whose `node_modules` has it. */
  project: string
  version: string
  node: string
  /** Folders and files that its process may read. */
  readable: string[]
  /** Folders of packages with nodes that are under development. */
  nodes: string[]
  /** Where another release than that of the profile is installed. */
  notice?: string
}

/** From this version on, permissions of Node close what the process does not need. */
const LEAST_NODE = [22, 13] as const

/**
 * Finds the service's engine in a project.
 *
 * @param profile the version that is simulated
 * @throws ApiError 400 with what to install, in one line
 */
export function findEngine(
  folder: string,
  nodes: readonly string[],
  profile: string,
  types: readonly string[],
): FoundEngine {
  const project = projectOf(folder)
  const wanted = /(\d+)\.(\d+)$/.exec(profile)
  const release = wanted ? `@${wanted[1]}.${wanted[2]}` : ''
  if (!project) {
    throw badRequest(
      `The engine is not installed in ${folder}: npm install --save-dev --ignore-scripts n8n-core${release} n8n-workflow${release} n8n-nodes-base${release}`,
    )
  }
  const version = versionIn(join(project, 'node_modules/n8n-core')) ?? ''
  if (wanted && version.split('.')[0] !== wanted[1]) {
    throw badRequest(
      `n8n-core ${version} is installed, and the profile is ${profile}: npm install --save-dev --ignore-scripts n8n-core${release} n8n-nodes-base${release}, or choose another --profile`,
    )
  }
  const given = nodes.map(path => realpathSync(resolve(folder, path)))
  const own = new Set(given.map(nameAt))
  for (const name of new Set(types.map(packageOf))) {
    if (name === '' || own.has(name) || versionIn(join(project, 'node_modules', name)) !== undefined) continue
    const which = name === 'n8n-nodes-base' || name.startsWith('@n8n/') ? `${name}@${minorOf(version)}` : name
    throw badRequest(
      `The package ${name} is not installed in ${project}: npm install --save-dev --ignore-scripts ${which}`,
    )
  }
  const isOther = wanted && !version.startsWith(`${wanted[1]}.${wanted[2]}.`)
  const base = versionIn(join(project, 'node_modules/n8n-nodes-base'))
  const notices = [
    ...(isOther
      ? [`the profile is ${profile}: install n8n-core${release} and its nodes, or choose another --profile`]
      : []),
    ...(base !== undefined && minorOf(base) !== minorOf(version)
      ? [`n8n-nodes-base is ${base}: install both of one release`]
      : []),
  ]
  return {
    project,
    version,
    node: nodeProgram(project),
    readable: readableOf(project, given),
    nodes: given,
    ...(notices.length > 0 ? { notice: notices.join('; ') } : {}),
  }
}

const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')

const packageOf = (type: string) => type.slice(0, Math.max(type.lastIndexOf('.'), 0))

/** The nearest folder, from this one upwards, that has the engine. */
function projectOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules/n8n-core/package.json'))) return at
    if (at === dirname(at)) return undefined
  }
}

const versionIn = (folder: string): string | undefined => {
  const { version } = manifestIn(folder)
  return typeof version === 'string' ? version : undefined
}

/** @throws ApiError where a folder is no package with nodes */
export function nameAt(folder: string): string {
  const { name, n8n } = manifestIn(folder)
  if (typeof name === 'string' && isRecord(n8n)) return name
  throw badRequest(`${folder} is no package with nodes: its package.json has no "n8n"`)
}

/** Packages, and of those under development only what they ship. */
function readableOf(project: string, nodes: readonly string[]): string[] {
  const packages = join(project, 'node_modules')
  // the engine may be linked from another folder of packages
  const store = dirname(realpathSync(join(packages, 'n8n-core')))
  const others = store === realpathSync(packages) ? [] : packagesIn(store)
  const shipped = nodes.flatMap(place => shippedBy(place))
  return [...new Set([...packagesIn(packages, others), ...others, join(project, 'package.json'), ...shipped])]
}

/** Node: this process, the one of the project, or the one of the path. @throws ApiError where there is none */
export function nodeProgram(project: string): string {
  const isNode = process.versions.bun === undefined && process.versions.deno === undefined
  const found = [
    ...(isNode ? [process.execPath] : []),
    join(project, 'node_modules/.bin/node'),
    ...(process.env.PATH ?? '')
      .split(process.platform === 'win32' ? ';' : ':')
      .map(folder => join(folder, process.platform === 'win32' ? 'node.exe' : 'node')),
  ].filter(path => existsSync(path))
  const old: string[] = []
  for (const path of found) {
    const version = path === process.execPath ? process.version : versionOf(path)
    if (isNewEnough(version)) return path
    old.push(`${path} is ${version.trim()}`)
  }
  throw badRequest(
    `The installed engine needs Node ${LEAST_NODE.join('.')} or newer on the path: ${old.join(', ') || 'there is none'}`,
  )
}

function isNewEnough(version: string): boolean {
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
  const [leastMajor, leastMinor] = LEAST_NODE
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

function versionOf(path: string): string {
  try {
    return late.childProcess.execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  } catch {
    return 'unusable'
  }
}
