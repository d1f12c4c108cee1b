import type { WorkflowContext, WorkflowRules } from '../../features/workflows/workflow-rules.ts'
import type { Context } from '../../http/context.ts'
import * as credentials from './presenters/credential.ts'
import * as dataTables from './presenters/data-table.ts'
import * as executions from './presenters/execution.ts'
import * as folders from './presenters/folder.ts'
import * as projects from './presenters/project.ts'
import * as tags from './presenters/tag.ts'
import * as users from './presenters/user.ts'
import * as variables from './presenters/variable.ts'
import * as workflows from './presenters/workflow.ts'
import * as credentialShapes from './shapes/credential.ts'
import * as dataTableShapes from './shapes/data-table.ts'
import { Discovered } from './shapes/discover.ts'
import * as executionShapes from './shapes/execution.ts'
import * as folderShapes from './shapes/folder.ts'
import { OtelSettings, OtelTarget } from './shapes/otel.ts'
import * as projectShapes from './shapes/project.ts'
import * as roleShapes from './shapes/role.ts'
import * as sourceControlShapes from './shapes/source-control.ts'
import * as tagShapes from './shapes/tag.ts'
import * as userShapes from './shapes/user.ts'
import * as variableShapes from './shapes/variable.ts'
import * as workflowShapes from './shapes/workflow.ts'
import * as workflowInputShapes from './shapes/workflow-input.ts'

/** How records are shown, each by the name of its function. */
export const PRESENTERS = {
  ...credentials,
  ...dataTables,
  ...executions,
  ...folders,
  ...projects,
  ...tags,
  ...users,
  ...variables,
  ...workflows,
}
export type Presenters = typeof PRESENTERS

/** What requests and answers look like, each by the name of its schema. */
export const SHAPES = {
  ...credentialShapes,
  ...dataTableShapes,
  Discovered,
  ...executionShapes,
  ...folderShapes,
  OtelSettings,
  OtelTarget,
  ...projectShapes,
  ...roleShapes,
  ...sourceControlShapes,
  ...tagShapes,
  ...userShapes,
  ...variableShapes,
  ...workflowShapes,
  ...workflowInputShapes,
}
export type Shapes = typeof SHAPES

/** What the operations of a version are made with. */
export interface V2Parts {
  /** The release of the service, e.g. `2.41.1`. */
  release: string
  shapes: Shapes
  presenters: Presenters
  workflowRules: WorkflowRules
  /** What saving and publishing workflows takes beside the state. */
  workflowContext(context: Context): Promise<WorkflowContext>
}
