import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { ApiError } from '../core/base/errors.ts'
import { isRecord } from '../core/base/is-record.ts'
import { checkFixtures } from '../core/documents/check-fixtures.ts'
import { fixtureOfExports } from '../core/seeding/exported-workflows.ts'
import { FixtureError } from '../core/seeding/fixture.ts'
import { type FixtureSource, isFixtureName, readFixtureFiles } from '../core/seeding/fixture-files.ts'
import { profileOfFixtures } from '../core/seeding/load-fixtures.ts'
import { isSourceControlFolder } from '../core/seeding/source-control-folder.ts'
import { loadVersion, VERSION_NAMES } from '../core/versions/versions.ts'
import { startInMemory } from '../instance/instance.ts'
import { placedWorkflows } from '../runs/checks/acceptance-checks.ts'
import type { PlacedWorkflow } from '../runs/checks/finding.ts'
import { checkWorkflows, validateWorkflows } from '../runs/checks/workflow-checks.ts'
import { UsageError } from './explain.ts'
import { readFlags } from './target.ts'
import { print } from './terminal.ts'
import { type CheckedFile, printAnnotations, printFile, reportOfFiles } from './validate-output.ts'

const FLAGS = {
  profile: { type: 'string' },
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  annotations: { type: 'boolean' },
} as const

const NEWEST = VERSION_NAMES.at(-1) as string

/**
 * `understudy validate FILE or FOLDER… [--profile NAME]`: checks fixtures as loading them would, and their workflows
 * without running them. Exit status 0, 1 where something is wrong, 2 where a file cannot be read.
 */
export async function validate(args: string[]) {
  const { positionals: places, values } = readFlags(args, FLAGS)
  const { profile, json, strict, annotations = process.env.GITHUB_ACTIONS === 'true' } = values
  if (places.length === 0) throw new UsageError('validate needs the file of a fixture, or a folder of them')
  if (profile !== undefined && !VERSION_NAMES.some(name => name === profile))
    throw new UsageError(`--profile must be ${VERSION_NAMES.join(' or ')}, not "${profile}"`)
  const checked: CheckedFile[] = []
  for (const place of (await Promise.all(places.map(withSubfolders))).flat()) {
    const file = await checkPlace(place, profile)
    checked.push(file)
    if (!json) printFile(file)
  }
  if (json) print(JSON.stringify(await reportOfFiles(checked, profile ?? NEWEST), null, 2))
  else if (annotations) await printAnnotations(checked)
  process.exitCode = exitCodeOf(checked, strict ?? false)
}

/** A folder, and those below it that have files of workflows; of each the files are checked together. */
async function withSubfolders(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => undefined)
  if (!found?.isDirectory()) return [place]
  const entries = await readdir(place, { withFileTypes: true })
  const names = entries.map(({ name }) => name)
  if (isSourceControlFolder(names)) return [place]
  const below: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      below.push(...(await withSubfolders(join(place, entry.name))))
  const withFiles = below.filter(folder => folder !== '')
  return names.some(isFixtureName) || withFiles.length === 0 ? [place, ...withFiles] : withFiles
}

async function checkPlace(place: string, profile: string | undefined): Promise<CheckedFile> {
  let read: FixtureSource[]
  try {
    read = await readFixtureFiles(place)
  } catch (error) {
    // two files with one record are a fault of the folder
    return { place, problems: problemsIn(error), isUnreadable: error instanceof ApiError && error.status !== 409 }
  }
  try {
    return await checkFiles(place, read, profile)
  } catch (error) {
    return { place, problems: problemsIn(error), isUnreadable: false }
  }
}

function problemsIn(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) throw error
  return error instanceof FixtureError ? error.errors : [error.message]
}

async function checkFiles(place: string, read: FixtureSource[], profile: string | undefined): Promise<CheckedFile> {
  const sources = read.map(({ value, ...source }, at) => ({ ...source, value: withIds(fixtureOfExports(value), at) }))
  const isExport = read.some(({ isExport }) => isExport)
  checkFixtures(sources)
  const workflows = placedWorkflows(sources)
  const name = profile ?? profileOfFixtures(sources) ?? (isExport ? NEWEST : undefined)
  const findings = workflows.length === 0 ? [] : await findingsOf(name, sources, workflows)
  return { place, profile: name, workflows, findings }
}

async function findingsOf(name: string | undefined, sources: FixtureSource[], workflows: readonly PlacedWorkflow[]) {
  const version = await loadVersion(name ?? NEWEST)
  return name === undefined
    ? checkWorkflows(version, workflows)
    : validateWorkflows(version, sources, { workflows, startInMemory })
}

/** Each workflow can be asked for by its id. */
function withIds(value: unknown, of: number): unknown {
  if (!isRecord(value) || !Array.isArray(value.workflows)) return value
  const workflows = value.workflows.map((workflow, at) =>
    isRecord(workflow) && workflow.id === undefined ? { ...workflow, id: `validated-${of}-${at}` } : workflow,
  )
  return { ...value, workflows }
}

function exitCodeOf(checked: readonly CheckedFile[], isStrict: boolean): number {
  if (checked.some(file => 'problems' in file && file.isUnreadable)) return 2
  const isFaulty = checked.some(
    file =>
      'problems' in file ||
      file.findings.some(({ severity }) => severity === 'fault' || (isStrict && severity === 'warning')),
  )
  return isFaulty ? 1 : 0
}
