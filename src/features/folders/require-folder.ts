import type { Draft } from '../../model/state.ts'
import { folderRefusals } from './refusals.ts'

/** That a folder, if one is named, lies in a project. @throws ApiError 404 */
export function requireFolder(draft: Draft, id: string | null | undefined, projectId: string): void {
  if (id && draft.folders.get(id)?.projectId !== projectId) throw folderRefusals.folderNotFound(id)
}
