import { compare } from '../../base/compare.ts'
import { isRecord } from '../../base/is-record.ts'
import type { Collection } from '../../base/store.ts'
import type { FolderRecord } from '../../model/project.ts'
import type { State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { memoizeByRevision } from '../memoize-by-revision.ts'
import { findProject } from '../projects/find-project.ts'
import { pathOfFolder } from './folders.ts'
import { folderRefusals } from './refusals.ts'

export interface FolderQuery {
  /** JSON: `{"name": "part", "parentFolderId": "id"}`. */
  filter?: string | undefined
  /** JSON: a list of fields; all of them where left out. */
  select?: string | undefined
  sortBy?: string | undefined
  /** Whole numbers as text. */
  skip?: string | undefined
  take?: string | undefined
}

/** The folders of a project, latest change first where nothing else is asked for, and how many there are in all. */
export function listFolders(state: State, projectId: string, query: FolderQuery) {
  const { name, parentFolderId } = readFilter(query.filter)
  const fields = readSelect(query.select)
  const part = name?.toLowerCase()
  const found = state.folders
    .by('projectId', projectId)
    .filter(folder => part === undefined || folder.name.toLowerCase().includes(part))
    .filter(folder => parentFolderId === undefined || (folder.parentFolderId ?? '0') === parentFolderId)
  const sorted = sortFolders(found, query.sortBy ?? 'updatedAt:desc')
  const skip = readCount('skip', query.skip) ?? 0
  const take = readCount('take', query.take)
  const page = sorted.slice(skip, take === undefined ? undefined : skip + take)
  return { count: found.length, data: page.map(folder => pick(viewOf(state, folder), fields)) }
}

/** What one folder holds. */
export const countFolder = (state: State, { id }: FolderRecord) => ({
  totalSubFolders: folderCounts(state.folders).get(id) ?? 0,
  totalWorkflows: workflowCounts(state.workflows).get(id) ?? 0,
})

const folderCounts = memoizeByRevision((folders: Collection<FolderRecord>) => countByParent(folders.values()))
const workflowCounts = memoizeByRevision((workflows: Collection<WorkflowRecord>) => countByParent(workflows.values()))

function countByParent(records: Iterable<{ parentFolderId?: string | null }>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { parentFolderId } of records) {
    if (parentFolderId) counts.set(parentFolderId, (counts.get(parentFolderId) ?? 0) + 1)
  }
  return counts
}

function viewOf(state: State, folder: FolderRecord) {
  const { id, name, projectId, parentFolderId, createdAt, updatedAt } = folder
  const project = findProject(state, projectId)
  const parent = parentFolderId === null ? undefined : state.folders.get(parentFolderId)
  const { totalSubFolders, totalWorkflows } = countFolder(state, folder)
  return {
    id,
    name,
    parentFolderId,
    createdAt,
    updatedAt,
    ...(project ? { homeProject: { id: project.id, name: project.name, type: project.type, icon: project.icon } } : {}),
    parentFolder: parent ? { id: parent.id, name: parent.name, parentFolderId: parent.parentFolderId } : null,
    tags: [],
    workflowCount: totalWorkflows,
    subFolderCount: totalSubFolders,
    path: pathOfFolder(state, id).map(one => one.name),
  }
}

type FolderView = ReturnType<typeof viewOf>

const pick = (view: FolderView, fields: readonly string[] | undefined): Partial<FolderView> =>
  fields ? Object.fromEntries(Object.entries(view).filter(([key]) => key === 'id' || fields.includes(key))) : view

function sortFolders(folders: FolderRecord[], sortBy: string): FolderRecord[] {
  const [field, direction] = sortBy.split(':')
  const key = (folder: FolderRecord) =>
    field === 'name' ? folder.name.toLowerCase() : field === 'createdAt' ? folder.createdAt : folder.updatedAt
  const sign = direction === 'desc' ? -1 : 1
  return folders.toSorted((a, b) => sign * compare(key(a), key(b)))
}

function readFilter(text: string | undefined): { name?: string; parentFolderId?: string } {
  if (text === undefined) return {}
  const filter = parse('filter', text)
  if (!isRecord(filter)) throw folderRefusals.folderFilterInvalid()
  const known: Record<string, string> = {}
  for (const [field, value] of Object.entries(filter)) {
    if (!['name', 'parentFolderId'].includes(field) || typeof value !== 'string') {
      throw folderRefusals.folderFilterInvalid()
    }
    known[field] = value
  }
  return known
}

function readSelect(text: string | undefined): string[] | undefined {
  if (text === undefined) return
  const select = parse('select', text)
  if (Array.isArray(select) && select.every(field => typeof field === 'string')) return select
  throw folderRefusals.folderSelectInvalid()
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return
  if (!/^\d{1,9}$/.test(text)) throw folderRefusals.folderCountInvalid(name)
  return Number(text)
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw folderRefusals.folderParameterNoJson(name).with({ cause: error })
  }
}
