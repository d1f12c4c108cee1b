import process from 'node:process'
import { ApiError } from '../core/base/errors.ts'
import { filesBelow } from '../core/seeding/files-below.ts'
import { loadVersion, NEWEST_VERSION } from '../core/versions/versions.ts'
import { askVersion } from '../instance/asked-version.ts'
import { checkFiles } from '../runs/checks/check-files.ts'
import { ProjectPackages } from '../runs/checks/parameters/project-packages.ts'
import { UsageError } from './explain.ts'
import { fixFile } from './fix-files.ts'
import { namesIn, profileOf, readFlags } from './flags.ts'
import { print, printError } from './terminal.ts'
import { type Outcome, printAnnotations, printFile, printSummary, reportOf } from './validate-output.ts'

const FLAGS = {
  profile: { type: 'string' },
  publish: { type: 'boolean' },
  'allow-nodes': { type: 'string', multiple: true },
  nodes: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  fix: { type: 'boolean' },
  annotations: { type: 'boolean' },
} as const

/**
 * `understudy validate FILE or FOLDER… [--profile NAME]`: checks fixtures as loading them would, and their workflows
 * without running them, each file by itself. Exit status 0, 1 where something is wrong, 2 where a file cannot be read.
 */
export async function validate(args: string[]) {
  const { positionals: places, values } = readFlags(args, FLAGS)
  const { profile, publish = false, json, strict = false } = values
  const { annotations = process.env.GITHUB_ACTIONS === 'true' } = values
  if (places.length === 0)
    throw new UsageError('validate needs the file of a workflow or a fixture, or a folder of them')
  const checks = {
    loadVersion: (name: string) => loadVersion(profileOf(name)),
    newest: NEWEST_VERSION,
    profile: profile === undefined ? undefined : profileOf(profile),
    publish,
    allowNodes: namesIn(values['allow-nodes']),
    askVersion,
    ownNodesOf: ownNodesReader(values.nodes),
  }
  const { files, missing } = await filesAt(places)
  const outcomes: Outcome[] = [...missing]
  const fixed = values.fix ? await fixFiles(files, checks) : []
  for await (const one of checkFiles(files, checks)) outcomes.push(one)
  const told = unlessNothingIsLeft(outcomes, files)
  if (json) {
    const report = await reportOf(told, checks.profile ?? NEWEST_VERSION)
    print(JSON.stringify(values.fix ? { ...report, fixed } : report, null, 2))
  } else {
    for (const { file, path, message } of fixed) print(`${file}: mended: ${path}: ${message}`)
    for (const one of told) await printFile(one)
    printSummary(told, places)
    if (annotations) await printAnnotations(told)
  }
  process.exitCode = exitCodeOf(told, strict)
}

/** What reads nodes of packages in the folder of the command, and in those that are named. What it cannot read is said once. */
export function ownNodesReader(folders: readonly string[] = []) {
  const packages = packagesIn(process.cwd(), folders)
  const told = new Set<string>()
  return async (names: readonly string[]) => {
    const read = await Promise.all([...new Set([...names, ...packages.names])].map(name => packages.factsOf(name)))
    const found = read.filter(one => one !== undefined)
    for (const { name, problem } of found) {
      if (problem === undefined || told.has(name)) continue
      told.add(name)
      printError(`not all nodes of ${name} can be loaded, and those are not checked: ${problem}`)
    }
    return {
      facts: found.flatMap(({ facts }) => facts),
      packages: new Set(found.flatMap(({ name, problem }) => (problem === undefined ? [name] : []))),
    }
  }
}

/** @throws UsageError where a folder is no package with nodes */
function packagesIn(folder: string, given: readonly string[]) {
  try {
    return new ProjectPackages(folder, given)
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(error.message) : error
  }
}

/** Writes the fixes of what is found into the files. Returns what was mended. */
async function fixFiles(files: Parameters<typeof checkFiles>[0], checks: Parameters<typeof checkFiles>[1]) {
  const fixed: { file: string; path: string; message: string }[] = []
  for await (const one of checkFiles(files, checks)) {
    if (!('findings' in one)) continue
    const mended = await fixFile(one.file, one.findings)
    fixed.push(...mended.map(({ path, message }) => ({ file: one.file, path, message })))
  }
  return fixed
}

/** The JSON files that arguments name, or that are in the folders that they name. */
async function filesAt(places: readonly string[]) {
  const files = new Map<string, { file: string; isNamed: boolean }>()
  const missing: Outcome[] = []
  for (const place of places) {
    try {
      const found = await filesBelow(place)
      for (const file of found.files)
        if (!found.isFolder) files.set(file, { file, isNamed: true })
        else if (file.endsWith('.json') && !files.has(file)) files.set(file, { file, isNamed: false })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      missing.push({ file: place, problem: error.message })
    }
  }
  return { files: [...files.values()], missing }
}

/** Files that were named, and of which none could be checked, were meant: to leave them aside would be no answer. */
function unlessNothingIsLeft(
  outcomes: readonly Outcome[],
  files: readonly { file: string; isNamed: boolean }[],
): readonly Outcome[] {
  if (outcomes.some(one => !('leftAside' in one))) return outcomes
  const named = new Set(files.flatMap(({ file, isNamed }) => (isNamed ? [file] : [])))
  return outcomes.map(one =>
    'leftAside' in one && named.has(one.file) ? { file: one.file, problem: `${one.file}: ${one.leftAside}` } : one,
  )
}

function exitCodeOf(outcomes: readonly Outcome[], isStrict: boolean): number {
  if (outcomes.some(one => 'problem' in one)) return 2
  const severities = outcomes.flatMap(one => ('findings' in one ? one.findings.map(({ severity }) => severity) : []))
  return severities.includes('fault') || (isStrict && severities.includes('warning')) ? 1 : 0
}
