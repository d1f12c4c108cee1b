import { ErrorShape } from '../../http/error-shape.ts'
import type { DocumentationFacts } from '../../http/version.ts'
import * as credentials from './shapes/credential.ts'
import * as dataTables from './shapes/data-table.ts'
import * as executions from './shapes/execution.ts'
import * as folders from './shapes/folder.ts'
import { OtelSettings, OtelTarget } from './shapes/otel.ts'
import * as projects from './shapes/project.ts'
import * as roles from './shapes/role.ts'
import * as sourceControl from './shapes/source-control.ts'
import { Tag, TagIds, TagInput } from './shapes/tag.ts'
import { Invitations, Invited, User } from './shapes/user.ts'
import * as variables from './shapes/variable.ts'
import { shown, Version, VersionEntry } from './shapes/workflow.ts'
import { ChangedWorkflow, NewWorkflow, NodeGroup, NodeInput, WorkflowSettings } from './shapes/workflow-input.ts'

const UNLICENSED = 'refused: it needs a licence that no instance here has'

const TAGS = {
  Audit: 'What is risky in the instance',
  CommunityPackage: 'Packages of nodes; nothing is installed here',
  Credential: 'Keys and passwords that nodes use; their data is taken and never given back',
  DataTable: 'Tables of rows, with their columns',
  Discover: 'What the key may do',
  Evaluation: 'Test runs of workflows; there are none here',
  Execution: 'Runs of workflows',
  Folders: 'Folders of workflows in projects; needs the licence feat:folders',
  Insights: 'Figures of the executions',
  LogStreaming: `Where events are sent; ${UNLICENSED}`,
  NodeTypePolicy: `Which nodes may be used; ${UNLICENSED}`,
  Package: 'Workflows as packages; refused here',
  Projects: 'Projects and their members; needs the licence feat:projectRole:admin',
  Promotion: `Workflows between instances; ${UNLICENSED}`,
  Role: 'Roles of users and of members of projects; changes need the licence feat:customRoles',
  RoleMappingRule: `Roles by rules; ${UNLICENSED}`,
  Settings: 'Settings of the instance; all but those of telemetry are refused',
  SourceControl: 'Workflows to and from a git repository; needs the licence feat:sourceControl',
  Tags: 'Labels of workflows',
  User: 'People of the instance',
  Variables: 'Values that workflows share; needs the licence feat:variables',
  Workflow: 'Workflows, their versions, publication and tags',
}

export const documentation: DocumentationFacts = {
  apiVersion: '1.1.1',
  tags: TAGS,
  schemas: {
    error: ErrorShape,
    ...{ tag: Tag, tagInput: TagInput, tagIds: TagIds },
    ...{ workflow: shown.one, workflowItem: shown.item, newWorkflow: NewWorkflow, changedWorkflow: ChangedWorkflow },
    ...{ node: NodeInput, nodeGroup: NodeGroup, workflowSettings: WorkflowSettings },
    ...{ workflowVersion: Version, workflowVersionEntry: VersionEntry },
    ...{ credential: credentials.Credential, credentialItem: credentials.ListedCredential },
    ...{ newCredential: credentials.NewCredential, changedCredential: credentials.ChangedCredential },
    ...{ execution: executions.Execution, executionItem: executions.ListedExecution },
    ...{ executionRetry: executions.Retry, executionSelection: executions.StopSelection },
    ...{ user: User, invitations: Invitations, invited: Invited },
    ...{ dataTable: dataTables.Table, dataTableItem: dataTables.ListedTable, dataTableColumn: dataTables.Column },
    ...{ newDataTable: dataTables.NewTable, newDataTableRows: dataTables.NewRows, rowChange: dataTables.RowChange },
    ...{ project: projects.Project, madeProject: projects.MadeProject, projectInput: projects.ProjectInput },
    ...{ member: projects.Member, relations: projects.Relations, destination: projects.Destination },
    ...{ folder: folders.Folder, countedFolder: folders.CountedFolder, folderItem: folders.ListedFolder },
    ...{ newFolder: folders.NewFolder, changedFolder: folders.ChangedFolder },
    ...{ variable: variables.Variable, newVariable: variables.NewVariable },
    ...{ changedVariable: variables.ChangedVariable },
    ...{ role: roles.Role, madeRole: roles.MadeRole, newRole: roles.NewRole, changedRole: roles.ChangedRole },
    ...{ otelSettings: OtelSettings, otelTarget: OtelTarget },
    ...{ sourceControlFiles: sourceControl.Files, pull: sourceControl.PullOptions, push: sourceControl.PushOptions },
  },
  aliases: new Map(),
}
