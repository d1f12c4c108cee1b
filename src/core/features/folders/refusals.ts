import { refusals } from '../../base/errors.ts'

export const folderRefusals = refusals({
  folderNotFound: [404, (id: string) => `Could not find the folder: ${id}`],
  folderInItself: [400, 'A folder cannot lie in itself'],
  folderTransferInside: [400, 'What a deleted folder holds cannot be moved into it'],
  folderTooDeep: [400, (most: number) => `Folders may lie in each other up to ${most} levels deep`],
  folderNameEmpty: [400, 'Folder name cannot be empty'],
  folderNameTooLong: [400, (most: number) => `Folder name cannot be longer than ${most} characters`],
  folderFilterInvalid: [400, 'Invalid filter fields'],
  folderSelectInvalid: [400, 'select must be a list of fields'],
  folderCountInvalid: [400, (name: string) => `Param \`${name}\` must be a non-negative integer`],
  folderParameterNoJson: [400, (name: string) => `${name} must be JSON`],
})
