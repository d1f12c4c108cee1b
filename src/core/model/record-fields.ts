import { credentialFields } from './credential.ts'
import { customRoleFields } from './custom-role.ts'
import { dataTableFields } from './data-table.ts'
import type { Collections } from './document.ts'
import { executionFields } from './execution.ts'
import type { Field } from './field.ts'
import { folderFields, projectFields } from './project.ts'
import { variableFields } from './source-control.ts'
import { tagFields } from './tag.ts'
import { userFields } from './user.ts'
import { workflowFields } from './workflow.ts'

/** What is said of the fields of each kind that instances are compared in. */
export const RECORD_FIELDS = {
  workflows: workflowFields,
  tags: tagFields,
  credentials: credentialFields,
  users: userFields,
  variables: variableFields,
  projects: projectFields,
  folders: folderFields,
  customRoles: customRoleFields,
  dataTables: dataTableFields,
  annotationTags: tagFields,
  executions: executionFields,
} satisfies { [K in keyof Collections]?: Record<keyof Collections[K], Field> }
