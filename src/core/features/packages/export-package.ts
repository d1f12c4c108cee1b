import { hash } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { forbidden } from '../../base/errors.ts'
import { isRecord } from '../../base/is-record.ts'
import { giveWay } from '../../base/run-in-slices.ts'
import type { FolderRecord } from '../../model/project.ts'
import type { State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { Access } from '../access.ts'
import { findProject, projectIdOf } from '../projects/find-project.ts'
import { calledWorkflowId } from '../workflows/called-workflows.ts'
import { publishedVersion } from '../workflows/history.ts'
import { type ArchiveFile, archiveSize, packArchive } from './archive.ts'
import { packageRefusals } from './refusals.ts'

/** What a client asks to export: docs/behaviour/other.md#export-and-import-of-packages. */
export interface PackageRequest {
  workflowIds?: string[]
  folderIds?: string[]
  projectIds?: string[]
  includeVariableValues?: boolean
  includeTags?: boolean
  includeArchivedWorkflows?: boolean
  missingWorkflowDependencyPolicy?: 'fail' | 'reference-only' | 'include-in-package'
  workflowVersionPolicy?: 'published-strict' | 'prefer-published' | 'ignore-unpublished' | 'latest'
  credentialExportPolicy?: 'expression-values-only' | 'no-values'
}

export interface PackageContext {
  access: Access
  /** Whether the caller may export this project. */
  mayExportProject(id: string): boolean
  /** Whether the caller's key may read the values of variables. */
  mayReadVariables: boolean
  clock: Clock
  /** The release of the service that the version stands for. */
  release: string
}

/** The number of records of each kind in the archive. */
export interface PackageCounts {
  workflows: number
  folders: number
  credentials: number
  dataTables: number
  variables: number
  tags: number
}

const MIB = 1024 * 1024
const MAX_BYTES = 64 * MIB

/** Checked before anything is looked up. @throws ApiError 400 */
export function checkPackageRequest(request: PackageRequest): void {
  const { workflowIds, folderIds, projectIds, credentialExportPolicy } = request
  if ([workflowIds, folderIds, projectIds].some(ids => ids?.length === 0)) throw packageRefusals.exportListIsEmpty()
  const named = workflowIds ?? folderIds
  if (!named && !projectIds) throw packageRefusals.exportIsEmpty()
  if (named && projectIds) throw packageRefusals.exportIsMixed()
  if (credentialExportPolicy === 'expression-values-only') throw packageRefusals.exportOfValuesNotPossible()
}

/**
 * Workflows, folders or projects as an archive, with what they need. It changes nothing.
 *
 * @throws ApiError 400 for what is unknown, not the caller's or not complete; 403 for variables that the key may not read
 */
export async function exportPackage(state: State, request: PackageRequest, context: PackageContext) {
  const { projects, folders, workflows } = selectContents(state, request, context)
  const needed = createRequirements(context.access)
  const exporting: Exporting = {
    state,
    request,
    context,
    needed,
    files: new PackageFiles(),
    inProject: new Map(),
    inFolder: new Map(),
  }
  addProjects(exporting, projects)
  await addFolders(exporting, folders)
  await addWorkflows(exporting, workflows)
  await addCredentials(exporting)
  await addVariables(exporting)
  await addDataTables(exporting)
  for (const { id, name } of needed.tags.values()) exporting.files.add('tag', { id, name }, 'tags', { id, name })
  return {
    archive: await packArchive([manifestOf(exporting), ...exporting.files.all]),
    counts: exporting.files.counts(),
  }
}

/** What the phases of one export share. */
interface Exporting {
  state: State
  request: PackageRequest
  context: PackageContext
  files: PackageFiles
  /** What the exported workflows need, and the rest is added for. */
  needed: ReturnType<typeof createRequirements>
  /** The directories of exported projects and folders, by their ids. */
  inProject: Map<string, string>
  inFolder: Map<string, string>
}

type Contents = ReturnType<typeof selectContents>

/** The files of an archive but its manifest, which lists them. */
class PackageFiles {
  readonly all: ArchiveFile[] = []
  readonly #entries: Record<string, { id: string; name: string; target: string }[]> = {}
  readonly #nameIn = createDirectoryNames()
  #bytes = 0

  /** @returns its directory. @throws ApiError 400 where the archive gets too large */
  add(kind: Kind, { id, name }: { id: string; name: string }, directory: string, content: object): string {
    const list = LISTS[kind]
    const target = `${directory}/${this.#nameIn(directory, name, kind)}`
    this.#entries[list] ??= []
    this.#entries[list].push({ id, name, target })
    const file = { path: `${target}/${kind}.json`, content: `${JSON.stringify(content, null, '\t')}\n` }
    this.#bytes += archiveSize(file)
    if (this.#bytes > MAX_BYTES) throw packageRefusals.exportTooLarge(MAX_BYTES / MIB)
    this.all.push(file)
    return target
  }

  /** The lists of the manifest, in its order. */
  lists() {
    const lists = Object.values(LISTS).filter(list => this.#entries[list])
    return Object.fromEntries(lists.map(list => [list, this.#entries[list]]))
  }

  counts(): PackageCounts {
    const count = (list: string) => this.#entries[list]?.length ?? 0
    return {
      workflows: count('workflows'),
      folders: count('folders'),
      credentials: count('credentials'),
      dataTables: count('dataTables'),
      variables: count('variables'),
      tags: count('tags'),
    }
  }
}

function addProjects({ files, inProject }: Exporting, projects: Contents['projects']) {
  for (const project of projects) {
    const { id, name, description, icon, customTelemetryTags } = project
    inProject.set(id, files.add('project', project, 'projects', { id, name, description, icon, customTelemetryTags }))
  }
}

async function addFolders({ files, inProject, inFolder }: Exporting, folders: Contents['folders']) {
  for (const folder of folders) {
    await giveWay()
    const { id, name, projectId, parentFolderId } = folder
    const parent = inFolder.get(parentFolderId ?? '')
    const directory = parent ?? beside(inProject.get(projectId), 'folders')
    const content = { id, name, parentFolderId: parent ? parentFolderId : null }
    inFolder.set(id, files.add('folder', folder, directory, content))
  }
}

/** Also reads what they need. */
async function addWorkflows(exporting: Exporting, workflows: Contents['workflows']) {
  const { state, request, files, needed, inProject, inFolder } = exporting
  const { includeTags = true } = request
  for (const { workflow, graph } of workflows) {
    await giveWay()
    const { id, name, settings, parentFolderId = null, active, isArchived = false, tags } = workflow
    const within = inFolder.get(parentFolderId ?? '') ?? inProject.get(projectIdOf(state, workflow))
    files.add('workflow', workflow, beside(within, 'workflows'), {
      id,
      name,
      nodes: graph.nodes,
      connections: graph.connections,
      settings,
      versionId: graph.versionId,
      parentFolderId: inFolder.has(parentFolderId ?? '') ? parentFolderId : null,
      isPublished: active,
      isArchived,
      ...(includeTags ? { tagIds: tags } : {}),
    })
    await needed.read(state, workflow, graph, includeTags)
  }
}

async function addCredentials({ state, context, files, needed, inProject }: Exporting) {
  for (const { id, name, type } of needed.credentials.values()) {
    await giveWay()
    const credential = state.credentials.get(id)
    if (!credential || !context.access.with('credential:read', credential)) continue
    const directory = beside(inProject.get(projectIdOf(state, credential)), 'credentials')
    files.add('credential', { id, name }, directory, { id, name, type })
  }
}

/** @throws ApiError 403 where the key may not read their values */
async function addVariables({ request, context, files, needed, inProject }: Exporting) {
  const { includeVariableValues = true } = request
  const variables = [...needed.variables.values()]
  if (variables.length > 0 && includeVariableValues && !context.mayReadVariables) throw forbidden()
  for (const { variable } of variables) {
    await giveWay()
    if (!variable) continue
    const { id, key: name, type = 'string', value, projectId } = variable
    const content = { name, type, ...(includeVariableValues ? { value } : {}) }
    files.add('variable', { id, name }, beside(inProject.get(projectId ?? ''), 'variables'), content)
  }
}

async function addDataTables({ state, context, files, needed, inProject }: Exporting) {
  for (const { id } of needed.dataTables.values()) {
    await giveWay()
    const table = state.dataTables.get(id)
    if (!table || !context.access.inProject('dataTable:read', table.projectId)) continue
    const columns = table.columns.map(({ name, type }, index) => ({ name, type, index }))
    const directory = beside(inProject.get(table.projectId), 'data-tables')
    files.add('data-table', table, directory, { id, name: table.name, columns })
  }
}

function manifestOf({ state, context, files, needed }: Exporting): ArchiveFile {
  const manifest = {
    packageFormatVersion: '1',
    exportedAt: context.clock.iso(),
    sourceN8nVersion: context.release,
    sourceId: hash('sha256', [...state.users.values()][0]?.id ?? '', 'hex'),
    ...files.lists(),
    requirements: needed.shown(),
  }
  return { path: 'manifest.json', content: `${JSON.stringify(manifest, null, '\t')}\n` }
}

/** The name of a kind's file → the name of its list in the manifest, in the order of the manifest. */
const LISTS = {
  workflow: 'workflows',
  folder: 'folders',
  project: 'projects',
  credential: 'credentials',
  'data-table': 'dataTables',
  variable: 'variables',
  tag: 'tags',
} as const
type Kind = keyof typeof LISTS

const beside = (within: string | undefined, directory: string) =>
  within === undefined ? directory : `${within}/${directory}`

/** Names of directories: a name in small letters with hyphens, and a number where it is taken. */
function createDirectoryNames() {
  const taken = new Map<string, number>()
  return (directory: string, name: string, kind: string) => {
    const letters = name.toLowerCase().replace(/[^a-z0-9\s-]/g, '')
    const slug = letters.trim().replace(/\s+/g, '-') || kind
    let unique = slug
    const path = `${directory}/${slug}`
    let count = taken.get(path) ?? 1
    while (taken.has(`${directory}/${unique}`)) unique = `${slug}-${++count}`
    taken.set(path, count)
    taken.set(`${directory}/${unique}`, 1)
    return unique
  }
}

/** The nodes of a workflow that are exported: those being edited, or the published ones. */
type Graph = Pick<WorkflowRecord, 'nodes' | 'connections' | 'versionId'>

/** The records to export, each once; folders after those that hold them. */
function selectContents(state: State, request: PackageRequest, context: PackageContext) {
  const { workflowIds = [], folderIds = [], projectIds = [], includeArchivedWorkflows = false } = request
  const { access, mayExportProject } = context
  const may = (workflow: WorkflowRecord | undefined) =>
    workflow !== undefined && access.with('workflow:export', workflow)
  requireAll(folderIds, 'folder', id => {
    const folder = state.folders.get(id)
    return folder !== undefined && access.inProject('project:export', folder.projectId)
  })
  requireAll(workflowIds, 'workflow', id => may(state.workflows.get(id)))
  requireAll(projectIds, 'project', mayExportProject)

  const projects = [...new Set(projectIds)].flatMap(id => findProject(state, id) ?? [])
  const folders = withNested(state, folderIds, projectIds)
  const inside = [...state.workflows.values()].filter(workflow => {
    if (workflow.isArchived && !includeArchivedWorkflows) return false
    const { parentFolderId } = workflow
    return folders.has(parentFolderId ?? '') || projectIds.includes(projectIdOf(state, workflow))
  })
  const named = workflowIds.flatMap(id => state.workflows.get(id) ?? [])
  const chosen = new Map([...inside, ...named].map(workflow => [workflow.id, workflow]))
  const workflows = versionsOf(state, addReferenced(state, chosen, request, may), request)
  return { projects, folders: [...folders.values()], workflows }
}

function requireAll(ids: readonly string[], what: string, isThere: (id: string) => boolean) {
  const count = ids.filter(id => !isThere(id)).length
  if (count > 0) throw packageRefusals.exportNotAccessible(count, what)
}

function withNested(state: State, folderIds: readonly string[], projectIds: readonly string[]) {
  const below = new Map<string, FolderRecord[]>()
  for (const folder of state.folders.values()) {
    const siblings = below.get(folder.parentFolderId ?? '')
    if (siblings) siblings.push(folder)
    else below.set(folder.parentFolderId ?? '', [folder])
  }
  const isRoot = (folder: FolderRecord) => projectIds.includes(folder.projectId) && folder.parentFolderId === null
  const named = new Set(folderIds)
  const hasNamedAbove = ({ parentFolderId }: FolderRecord): boolean => {
    const parent = parentFolderId === null ? undefined : state.folders.get(parentFolderId)
    return parent !== undefined && (named.has(parent.id) || hasNamedAbove(parent))
  }
  const queue = [...state.folders.values()].filter(
    folder => isRoot(folder) || (named.has(folder.id) && !hasNamedAbove(folder)),
  )
  const found = new Map<string, FolderRecord>()
  for (const folder of queue) {
    found.set(folder.id, folder)
    queue.push(...(below.get(folder.id) ?? []))
  }
  return found
}

/** With the workflows that the chosen ones refer to, or a refusal that they are missing, or as they are. */
function addReferenced(
  state: State,
  chosen: Map<string, WorkflowRecord>,
  { missingWorkflowDependencyPolicy: policy = 'fail' }: PackageRequest,
  may: (workflow: WorkflowRecord | undefined) => boolean,
): WorkflowRecord[] {
  if (policy === 'reference-only') return [...chosen.values()]
  const all = [...chosen.values()]
  const missing = new Set<string>()
  const seen = new Set(chosen.keys())
  for (const workflow of all) {
    for (const id of referencedWorkflows(workflow, workflow)) {
      if (seen.has(id)) continue
      seen.add(id)
      const referenced = state.workflows.get(id)
      if (policy === 'fail' || !may(referenced)) missing.add(id)
      if (referenced) all.push(referenced)
    }
  }
  if (missing.size > 0) throw packageRefusals.exportLacksWorkflows(missing.size)
  return all
}

/** The workflows that nodes call, and the error workflow; expressions are no references. */
function referencedWorkflows({ settings }: WorkflowRecord, { nodes }: Graph): string[] {
  const { errorWorkflow } = settings
  const called = nodes.flatMap(node => calledWorkflowId(node) ?? [])
  const isFixed =
    typeof errorWorkflow === 'string' && errorWorkflow !== '' && errorWorkflow !== 'DEFAULT' && errorWorkflow[0] !== '='
  return isFixed ? [...called, errorWorkflow] : called
}

function versionsOf(
  state: State,
  workflows: readonly WorkflowRecord[],
  { workflowVersionPolicy: policy = 'latest' }: PackageRequest,
): { workflow: WorkflowRecord; graph: Graph }[] {
  if (policy === 'latest') return workflows.map(workflow => ({ workflow, graph: workflow }))
  const found = workflows.map(workflow => {
    const version = publishedVersion(state, workflow)
    return { workflow, graph: version && { ...version, versionId: version.id } }
  })
  const unpublished = found.filter(({ graph }) => !graph).length
  if (policy === 'published-strict' && unpublished > 0) throw packageRefusals.exportNotPublished(unpublished)
  return found.flatMap(({ workflow, graph }): { workflow: WorkflowRecord; graph: Graph }[] => {
    if (graph) return [{ workflow, graph }]
    return policy === 'prefer-published' ? [{ workflow, graph: workflow }] : []
  })
}

const VARIABLE = /\$vars(?:\.([A-Za-z_][A-Za-z0-9_]*)|\[(?:'|\\?")([A-Za-z_][A-Za-z0-9_]*)(?:'|\\?")\])/g
const DATA_TABLE = 'n8n-nodes-base.dataTable'
/** How many uses of variables are read at once. */
const USES_A_STEP = 1000

/**
 * Collects what workflows need at the target, and which of them need it. Of what the caller may not read no more is said
 * than the workflow says itself.
 */
function createRequirements(access: Access) {
  const usedBy = <T extends object>() => new Map<string, T & { usedByWorkflows: string[] }>()
  const credentials = usedBy<{ id: string; name: string; type: string }>()
  const dataTables = usedBy<{ id: string; name?: string }>()
  const workflows = usedBy<{ id: string; name?: string }>()
  const variables = usedBy<{ name: string; variable: ReturnType<typeof findVariable> }>()
  const tags = usedBy<{ id: string; name: string }>()
  const nodeTypes = usedBy<{ type: string; typeVersion: number }>()

  function note<T extends object>(
    found: Map<string, T & { usedByWorkflows: string[] }>,
    key: string,
    value: T,
    workflowId: string,
  ) {
    const known = found.get(key)
    if (!known) found.set(key, { ...value, usedByWorkflows: [workflowId] })
    else if (known.usedByWorkflows.at(-1) !== workflowId) known.usedByWorkflows.push(workflowId)
  }

  return {
    credentials,
    dataTables,
    variables,
    tags,
    async read(state: State, workflow: WorkflowRecord, graph: Graph, withTags: boolean) {
      const { id: workflowId, settings, tags: tagIds } = workflow
      for (const { type = '', typeVersion = 1, credentials: used = {}, parameters = {} } of graph.nodes) {
        note(nodeTypes, `${type} ${typeVersion}`, { type, typeVersion }, workflowId)
        for (const [credentialType, given] of Object.entries(used)) {
          if (!isRecord(given) || typeof given.id !== 'string') continue
          const credential = state.credentials.get(given.id)
          const isReadable = credential !== undefined && access.with('credential:read', credential)
          const name = isReadable ? credential.name : given.name
          note(credentials, given.id, { id: given.id, name: String(name), type: credentialType }, workflowId)
        }
        if (type === DATA_TABLE) {
          const table = findDataTable(state, parameters.dataTableId, projectIdOf(state, workflow))
          const mayRead = table && access.inProject('dataTable:read', table.projectId)
          if (table)
            note(dataTables, table.id, mayRead ? { id: table.id, name: table.name } : { id: table.id }, workflowId)
        }
      }
      for (const id of referencedWorkflows(workflow, graph)) {
        const referenced = state.workflows.get(id)
        const isReadable = referenced !== undefined && access.with('workflow:read', referenced)
        note(workflows, id, isReadable ? { id, name: referenced.name } : { id }, workflowId)
      }
      const text = JSON.stringify([graph.nodes.map(({ parameters }) => parameters), settings])
      const named = new Set<string>()
      let uses = 0
      for (const [, plain, quoted] of text.matchAll(VARIABLE)) {
        if (++uses % USES_A_STEP === 0) await giveWay()
        const name = plain ?? quoted ?? ''
        if (named.has(name)) continue
        named.add(name)
        const variable = findVariable(state, name, projectIdOf(state, workflow))
        note(variables, variable?.id ?? name, { name, variable }, workflowId)
      }
      for (const id of withTags ? tagIds : []) {
        const tag = state.tags.get(id)
        if (tag) note(tags, id, { id, name: tag.name }, workflowId)
      }
    },
    /** As the manifest has them: a section without entries is left out. */
    shown() {
      const sections = {
        credentials: [...credentials.values()],
        dataTables: [...dataTables.values()],
        workflows: [...workflows.values()],
        variables: [...variables.values()].map(({ name, usedByWorkflows }) => ({ name, usedByWorkflows })),
        tags: [...tags.values()],
        nodeTypes: [...nodeTypes.values()],
      }
      return Object.fromEntries(Object.entries(sections).filter(([, entries]) => entries.length > 0))
    },
  }
}

/** The variable that a name means in a project: its own, or else the global one. */
function findVariable(state: State, name: string, projectId: string) {
  const named = state.variables.by('key', name)
  return named.find(variable => variable.projectId === projectId) ?? named.find(variable => !variable.projectId)
}

function findDataTable(state: State, given: unknown, projectId: string) {
  const { value, mode }: Record<string, unknown> = isRecord(given) ? given : { value: given }
  if (typeof value !== 'string') return undefined
  if (mode !== 'name') return state.dataTables.get(value)
  return state.dataTables.by('projectId', projectId).find(({ name }) => name === value)
}
