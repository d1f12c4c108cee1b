import { refusals } from '../../base/errors.ts'

export const packageRefusals = refusals({
  exportIsEmpty: [400, 'At least one workflowId, folderId, or projectId is required'],
  exportListIsEmpty: [400, 'Array must contain at least 1 element(s)'],
  exportIsMixed: [400, 'Provide either workflowIds/folderIds or projectIds, not both'],
  exportNotAccessible: [
    400,
    (count: number, what: string) => `${count} ${what}(s) not found or not accessible. Export aborted.`,
  ],
  exportLacksWorkflows: [
    400,
    (count: number) => `${count} referenced workflow(s) are not part of the package. Export aborted.`,
  ],
  exportNotPublished: [400, (count: number) => `${count} workflow(s) are not published. Export aborted.`],
  exportTooLarge: [400, (most: number) => `A package may have up to ${most} MiB before it is packed`],
  exportOfValuesNotPossible: [400, 'Expressions of credentials cannot be exported here: use no-values'],
  importNotPossible: [400, 'Packages cannot be imported here'],
})
