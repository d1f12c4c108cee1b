import { countFolder } from '../../../features/folders/folder-list.ts'
import type { FolderRecord } from '../../../model/project.ts'
import type { State } from '../../../model/state.ts'

/** A folder as it is shown once it was made or changed. */
export function showFolder({ id, name, parentFolderId, createdAt, updatedAt }: FolderRecord) {
  return { id, name, parentFolderId, createdAt, updatedAt }
}

/** A folder with how much is in it. */
export const showCountedFolder = (state: State, folder: FolderRecord) => ({
  ...showFolder(folder),
  ...countFolder(state, folder),
})
