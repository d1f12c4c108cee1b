import { dirname } from 'node:path'
import { ApiError } from '../../core/base/errors.ts'
import { recordsOf } from '../../core/base/is-record.ts'
import { pointerOf } from '../../core/base/json-pointer.ts'
import { checkFixtures } from '../../core/documents/check-fixtures.ts'
import type { Version } from '../../core/http/version.ts'
import { isKnownPackage, packageOf } from '../nodes/node-packages.ts'
import type { AskVersion } from './acceptance-checks.ts'
import type { OwnNodes } from './check.ts'
import type { Finding, PlacedWorkflow } from './finding.ts'
import { type FileWorkflow, keysAt, type ReadFile, readCheckedFile, type UncheckedFile } from './read-checked-file.ts'
import { checkWorkflows, validateWorkflows } from './workflow-checks.ts'

/** How files are checked. */
export interface FileChecks {
  loadVersion(name: string): Promise<Version>
  /** The version of exported workflows that no fixture of their folder gives another one. */
  newest: string
  /** The version of all of them. */
  profile?: string | undefined
  publish: boolean
  allowNodes: readonly string[]
  askVersion: AskVersion
  /** The nodes of packages that the project has, of those that workflows name. */
  ownNodesOf?: (packages: readonly string[]) => Promise<OwnNodes>
}

/** A finding with its place in a file. */
export interface FileFinding extends Omit<Finding, 'workflow'> {
  /** The name of the workflow. */
  workflow?: string
}

/** A file that was checked by itself. */
export interface CheckedFile {
  file: string
  /** The version that was asked; none where none is named. */
  profile: string | undefined
  /** How many workflows it holds. */
  workflows: number
  /** With pointers into the file. */
  findings: readonly FileFinding[]
}

/**
 * Checks files, each by itself. Those of one folder know of each other: of the workflows that they call, of their
 * webhooks and ids.
 *
 * @param files with whether the caller named the file itself
 */
export async function* checkFiles(
  files: readonly { file: string; isNamed: boolean }[],
  checks: FileChecks,
): AsyncGenerator<CheckedFile | UncheckedFile> {
  const folders = Map.groupBy(files, ({ file }) => dirname(file))
  for (const ofFolder of folders.values()) {
    const read = await Promise.all(ofFolder.map(({ file, isNamed }) => readCheckedFile(file, isNamed)))
    const readable = read.filter((one): one is ReadFile => 'workflows' in one)
    const findings = await findingsOf(readable, checks, folders.size <= FEW_FOLDERS)
    for (const one of read) yield 'workflows' in one ? (findings.get(one) as CheckedFile) : one
  }
}

/** Expressions of more folders are compiled by one worker: each of them would cost more on the thread. */
const FEW_FOLDERS = 2

/** A workflow with the file in which it is. */
interface Placed extends FileWorkflow, PlacedWorkflow {
  file: ReadFile
}

async function findingsOf(
  files: readonly ReadFile[],
  checks: FileChecks,
  compilesHere: boolean,
): Promise<Map<ReadFile, CheckedFile>> {
  const named = checks.profile ?? files.find(({ profile }) => profile !== undefined)?.profile
  const profileOf = ({ isExport }: ReadFile) => named ?? (isExport ? checks.newest : undefined)
  const made = new Map<ReadFile, FileFinding[]>()
  for (const file of files)
    made.set(
      file,
      file.errors.map(error => ({ ...error, rule: 'fixture', severity: 'fault' })),
    )
  const add = (file: ReadFile, finding: FileFinding) => made.get(file)?.push(finding)
  for (const [file, message] of conflictsOf(files)) add(file, { path: '', rule: 'fixture', severity: 'fault', message })
  const records = files.flatMap(({ fixture }) => (fixture ? [referredTo(fixture)] : []))
  for (const [file, finding] of duplicateIds(files)) add(file, finding)
  const placed = withOwnIds(files)
  for (const [profile, workflows] of Map.groupBy(placed, ({ file }) => profileOf(file))) {
    const version = await checks.loadVersion(profile ?? checks.newest)
    const { publish, allowNodes, askVersion, ownNodesOf } = checks
    const found =
      profile === undefined
        ? await checkWorkflows(version, workflows, compilesHere)
        : await validateWorkflows(workflows, {
            version,
            publish,
            allowNodes,
            askVersion,
            records,
            knowsCalled: false,
            compilesHere,
            ...(ownNodesOf ? { ownNodes: await ownNodesOf(packagesOf(workflows)) } : {}),
          })
    for (const finding of found) {
      const one = workflows[finding.workflow] as Placed
      add(one.file, inFile(finding, one))
    }
  }
  return new Map(
    files.map(file => [
      file,
      { file: file.file, profile: profileOf(file), workflows: file.workflows.length, findings: made.get(file) ?? [] },
    ]),
  )
}

/** The packages whose nodes workflows have, beside those that are known. */
function packagesOf(workflows: readonly PlacedWorkflow[]): string[] {
  const names = workflows.flatMap(({ workflow }) => recordsOf(workflow.nodes).map(({ type }) => packageOf(type)))
  return [...new Set(names)].filter(name => name !== undefined && !isKnownPackage(name)) as string[]
}

function inFile({ workflow: _, fix, ...finding }: Finding, { keys, workflow }: FileWorkflow): FileFinding {
  const { name } = workflow
  const root = pointerOf(keys)
  const moved = fix?.map(operation => ({
    ...operation,
    ...('from' in operation ? { from: root + operation.from } : {}),
    path: root + operation.path,
  }))
  return {
    ...finding,
    ...(moved ? { fix: moved } : {}),
    path: pointerOf(keysAt(keys, finding.path)),
    ...(typeof name === 'string' ? { workflow: name } : {}),
  }
}

/** The workflows of all files, each with an id of its own. */
function withOwnIds(files: readonly ReadFile[]): Placed[] {
  const ids = new Set<string>()
  return files.flatMap(file =>
    file.workflows.map(({ keys, workflow }, at): Placed => {
      const given = ['string', 'number'].includes(typeof workflow.id) ? String(workflow.id) : ''
      const id = given === '' || ids.has(given) ? `validated-${ids.size}` : given
      ids.add(id)
      const place = file.workflows.length === 1 && at === 0 ? file.file : `${file.file}: ${pointerOf(keys)}`
      return { file, keys, place, workflow: { ...workflow, id } }
    }),
  )
}

/** A folder is loaded as a whole: the second of two records would take the place of the first. */
function duplicateIds(files: readonly ReadFile[]): [ReadFile, FileFinding][] {
  const first = new Map<string, ReadFile>()
  return files.flatMap(file =>
    file.ids.flatMap(({ key, path }): [ReadFile, FileFinding][] => {
      const other = first.get(key)
      first.set(key, other ?? file)
      // what stands twice in one file is refused with it
      if (!other || (other === file && !file.isExport)) return []
      const severity = file.isExport || other.isExport ? 'warning' : 'fault'
      const where = other === file ? 'the file' : other.file
      const message = `${where} has a record with the same id before it: they cannot be loaded together`
      return [[file, { path, rule: 'fixture', severity, message }]]
    }),
  )
}

/** What a version looks at when it activates a workflow that is beside these records: credentials without what is in them. */
function referredTo({ credentials, communityPackages, credentialTypes, licence }: Record<string, unknown>) {
  const known = Object.entries({ communityPackages, credentialTypes, licence }).filter(([, part]) => part !== undefined)
  return {
    ...Object.fromEntries(known),
    credentials: recordsOf(credentials).map(({ id, name, type }) => ({
      ...(id === undefined ? {} : { id }),
      name,
      type,
      data: {},
      isStandIn: true,
    })),
  }
}

/** The fixtures that cannot be loaded beside those before them, and why. */
function conflictsOf(files: readonly ReadFile[]): Map<ReadFile, string> {
  const conflicts = new Map<ReadFile, string>()
  const fixtures = files.filter(({ fixture }) => fixture !== undefined)
  if (fixtures.length < 2 || conflictIn(fixtures) === undefined) return conflicts
  const together: ReadFile[] = []
  for (const file of fixtures) {
    const conflict = conflictIn([...together, file])
    if (conflict === undefined) together.push(file)
    else conflicts.set(file, `it cannot be loaded together with the files before it: ${conflict}`)
  }
  return conflicts
}

function conflictIn(files: readonly ReadFile[]): string | undefined {
  try {
    checkFixtures(files.map(({ fixture }) => ({ source: '', value: fixture })))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.message
  }
}
