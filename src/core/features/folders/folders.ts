import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import { unusedId } from '../../model/next-id.ts'
import type { FolderRecord } from '../../model/project.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { archiveWorkflow } from '../workflows/archive.ts'
import type { WorkflowContext } from '../workflows/workflow-rules.ts'
import { folderRefusals } from './refusals.ts'

export interface FolderContext {
  clock: Clock
  ids: Ids
}

/** How deep folders may lie in each other. */
export const MAX_LEVELS = 100
const LONGEST_NAME = 128
/** What requests call the place outside all folders. */
const ROOT = '0'

export function getFolder(state: State | Draft, projectId: string, id: string): FolderRecord {
  const folder = state.folders.get(id)
  if (folder?.projectId !== projectId) throw folderRefusals.folderNotFound(id)
  return folder
}

export function createFolder(
  draft: Draft,
  projectId: string,
  { name, parentFolderId }: { name: string; parentFolderId?: string },
  { clock, ids }: FolderContext,
): FolderRecord {
  const parent = parentOf(draft, projectId, parentFolderId)
  checkName(name)
  checkLevels(draft, parent, 1)
  const now = clock.iso()
  const id = unusedId(draft.folders, ids)
  const folder = { id, name: name.trim(), projectId, parentFolderId: parent, createdAt: now, updatedAt: now }
  draft.folders.set(folder)
  return folder
}

/** Renames a folder, moves it to another one of its project, or both. */
export function changeFolder(
  draft: Draft,
  projectId: string,
  id: string,
  { name, parentFolderId }: { name?: string; parentFolderId?: string },
  { clock }: { clock: Clock },
): FolderRecord {
  const before = getFolder(draft, projectId, id)
  if (name !== undefined) checkName(name)
  const parent = parentFolderId === undefined ? before.parentFolderId : parentOf(draft, projectId, parentFolderId)
  const below = foldersBelow(draft, before)
  if (parent !== null && below.has(parent)) throw folderRefusals.folderInItself()
  checkLevels(draft, parent, Math.max(...below.values()))
  const changed = { ...before, name: (name ?? before.name).trim(), parentFolderId: parent, updatedAt: clock.iso() }
  draft.folders.set(changed)
  return changed
}

/**
 * Deletes a folder. What it holds moves to another folder of the project where one is named; else the folders in it are
 * deleted as well, and the workflows are archived outside all folders.
 */
export function deleteFolder(
  draft: Draft,
  projectId: string,
  id: string,
  transferToFolderId: string | undefined,
  user: UserRecord,
  context: Pick<WorkflowContext, 'clock' | 'ids' | 'rules'>,
): void {
  const folder = getFolder(draft, projectId, id)
  const below = foldersBelow(draft, folder)
  const target = transferToFolderId === undefined ? undefined : parentOf(draft, projectId, transferToFolderId)
  if (typeof target === 'string' && below.has(target)) {
    throw folderRefusals.folderTransferInside()
  }
  const updatedAt = context.clock.iso()
  for (const workflow of [...draft.workflows.values()]) {
    if (target !== undefined) {
      if (workflow.parentFolderId === id) draft.workflows.set({ ...workflow, parentFolderId: target })
    } else if (below.has(workflow.parentFolderId ?? '')) {
      const archived = archiveWorkflow(draft, workflow, user, context)
      draft.workflows.set({ ...archived, parentFolderId: null })
    }
  }
  if (target !== undefined) {
    for (const child of draft.folders.by('projectId', projectId)) {
      if (child.parentFolderId === id) draft.folders.set({ ...child, parentFolderId: target, updatedAt })
    }
    draft.folders.delete(id)
  } else for (const gone of below.keys()) draft.folders.delete(gone)
}

/** A folder and all in it, each with how many levels it is below the first, counted from 1. */
function foldersBelow(draft: Draft, { id, projectId }: FolderRecord): Map<string, number> {
  const children = new Map<string, string[]>()
  for (const folder of draft.folders.by('projectId', projectId)) {
    if (!folder.parentFolderId) continue
    const siblings = children.get(folder.parentFolderId)
    if (siblings) siblings.push(folder.id)
    else children.set(folder.parentFolderId, [folder.id])
  }
  const below = new Map([[id, 1]])
  for (const [folder, level] of below) {
    for (const child of children.get(folder) ?? []) if (!below.has(child)) below.set(child, level + 1)
  }
  return below
}

function parentOf(draft: Draft, projectId: string, id: string | undefined): string | null {
  return id === undefined || id === ROOT ? null : getFolder(draft, projectId, id).id
}

/** The folders from the outermost to this one; at most `MAX_LEVELS`. */
export function pathOfFolder(state: State | Draft, id: string | null): FolderRecord[] {
  const path: FolderRecord[] = []
  let folder = id === null ? undefined : state.folders.get(id)
  while (folder && path.length < MAX_LEVELS) {
    path.push(folder)
    folder = folder.parentFolderId === null ? undefined : state.folders.get(folder.parentFolderId)
  }
  return path.reverse()
}

function checkLevels(draft: Draft, parent: string | null, levels: number): void {
  if (pathOfFolder(draft, parent).length + levels > MAX_LEVELS) {
    throw folderRefusals.folderTooDeep(MAX_LEVELS)
  }
}

function checkName(name: string): void {
  if (name.trim() === '') throw folderRefusals.folderNameEmpty()
  if (name.trim().length > LONGEST_NAME) throw folderRefusals.folderNameTooLong(LONGEST_NAME)
}
