/** The types of files that version 2.41 knows; of these, a push and a pull are about the first four. */
export const FILE_TYPES = [
  'workflow',
  'credential',
  'tags',
  'variables',
  'file',
  'folders',
  'project',
  'datatable',
] as const
export type FileType = (typeof FILE_TYPES)[number]

/** A file that a push or a pull would change, or has changed, as version 2.41 lists it. */
export interface ControlledFile {
  /** The path in the repository. */
  file: string
  /** That of the workflow or credential; `mappings` for the tags, `variables` for the variables. */
  id: string
  name: string
  type: 'workflow' | 'credential' | 'tags' | 'variables'
  status: 'created' | 'modified' | 'deleted'
  /** The side that it comes from. */
  location: 'local' | 'remote'
  /** Whether both sides have changed it, differently, since the last pull or push. */
  conflict: boolean
  updatedAt: string
  /** True in the answer to a push. */
  pushed?: boolean
}
