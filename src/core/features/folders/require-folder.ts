import type { Draft } from '../../model/state.ts'
import { folderRefusals } from './refusals.ts'

/** How clients name the top of a project, where no folder is. */
const TOP = '0'

/** The folder that is named; null for the top of the project. */
export const namedFolder = (id: string | null | undefined) => (id === TOP ? null : id || null)

/** That a folder, if one is named, lies in a project. @throws ApiError 404 */
export function requireFolder(draft: Draft, given: string | null | undefined, projectId: string): void {
  const id = namedFolder(given)
  if (id !== null && draft.folders.get(id)?.projectId !== projectId) throw folderRefusals.folderNotFound(id)
}
