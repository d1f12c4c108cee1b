import { ApiError } from '../base/errors.ts'
import { isRecord } from '../base/is-record.ts'
import { loadFixturesOnly, placedWorkflows } from '../instance/try-workflows.ts'
import { NOT_CHECKED, validateWorkflows } from '../instance/workflow-checks.ts'
import { fixtureOfExports } from '../seeding/exported-workflows.ts'
import { FixtureError } from '../seeding/fixture.ts'
import { readFixtureFiles } from '../seeding/fixture-files.ts'
import { profileOfFixtures } from '../seeding/load-fixtures.ts'
import { VERSION_NAMES } from '../versions/versions.ts'
import { UsageError } from './explain.ts'
import { readFlags } from './target.ts'
import { print, printError } from './terminal.ts'

const FLAGS = { profile: { type: 'string' } } as const

/**
 * `understudy validate FILE… [--profile NAME]`: checks fixtures as loading them would, and their workflows as a version
 * creates and activates them. Sets the exit code to 1 where something is wrong.
 */
export async function validate(args: string[]) {
  const {
    positionals: files,
    values: { profile },
  } = readFlags(args, FLAGS)
  if (files.length === 0) throw new UsageError('validate needs the file of a fixture, or a folder of them')
  if (profile !== undefined && !VERSION_NAMES.some(name => name === profile))
    throw new UsageError(`--profile must be ${VERSION_NAMES.join(' or ')}, not "${profile}"`)
  for (const file of files) {
    try {
      await validateFile(file, profile)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const line of error instanceof FixtureError ? error.errors : [error.message]) printError(line)
      process.exitCode = 1
    }
  }
}

async function validateFile(file: string, profile: string | undefined) {
  const read = await readFixtureFiles(file)
  const sources = read.map(({ value, ...source }, at) => ({ ...source, value: withIds(fixtureOfExports(value), at) }))
  const isExport = read.some(({ isExport }) => isExport)
  loadFixturesOnly(sources)
  const workflows = placedWorkflows(sources)
  const name = profile ?? profileOfFixtures(sources) ?? (isExport ? VERSION_NAMES.at(-1) : undefined)
  if (workflows.length === 0) return print(`${file}: a valid fixture, without workflows`)
  const count = workflows.length === 1 ? 'its workflow' : `its ${workflows.length} workflows`
  if (name === undefined) {
    print(`${file}: a valid fixture. Whether a service takes ${count} was not checked: add --profile NAME`)
    return
  }
  const findings = await validateWorkflows(name, sources, workflows)
  for (const { place, says, isFault } of findings) printError(`${place}: ${isFault ? '' : 'note: '}${says}`)
  const faults = findings.filter(({ isFault }) => isFault).length
  const not = `Not checked: ${NOT_CHECKED}`
  if (faults === 0) return print(`${file}: a valid fixture; ${name} takes ${count}. ${not}`)
  printError(`${file}: ${faults === 1 ? '1 fault' : `${faults} faults`} with ${name}. ${not}`)
  process.exitCode = 1
}

/** Each workflow can be asked for by its id. */
function withIds(value: unknown, of: number): unknown {
  if (!isRecord(value) || !Array.isArray(value.workflows)) return value
  const workflows = value.workflows.map((workflow, at) =>
    isRecord(workflow) && workflow.id === undefined ? { ...workflow, id: `validated-${of}-${at}` } : workflow,
  )
  return { ...value, workflows }
}
