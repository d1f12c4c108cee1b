import { common } from '../../base/errors.ts'
import { accessByOwner, executionAccess, requireAllowed } from '../../features/access.ts'
import { projectIdOf } from '../../features/projects/find-project.ts'
import type { WorkflowContext, WorkflowRules } from '../../features/workflows/workflow-rules.ts'
import type { Context } from '../../http/context.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { operationRefusals } from '../operation-refusals.ts'

/** What the service fills in, also over what is stored. */
export const DEFAULT_SETTINGS = { callerPolicy: 'workflowsFromSameOwner', availableInMCP: false }

export const WORKFLOW_RULES: WorkflowRules = {
  history: 'versions',
  newVersionBy: 'difference',
  counts: 'writes',
  activationIsDated: false,
  recurrences: 'recurrenceRules',
  archives: false,
  checksStructure: false,
  deactivationEndsMcpAccess: true,
  textsAreWellFormed: false,
  staticDataIsObject: false,
  mostName: 128,
  mergesSettings: true,
  filledSettings: DEFAULT_SETTINGS,
  // the schema takes `DEFAULT` for this one only
  removableSettings: { timezone: 'DEFAULT', executionTimeout: -1 },
  unlicensedSettings: [],
  ownFields: [],
}

/** What saving and activating workflows takes beside the state. */
export const workflowContext = async (context: Context): Promise<WorkflowContext> => ({
  ...context,
  rules: WORKFLOW_RULES,
  check: { nodeTypes: await context.loadNodeTypes(), checksZone: true, webhooksBelowWorkflow: true },
})

/** A workflow that the user may use: 404 for an unknown one, where a member reads its id, 403 for another's. */
export const requireWorkflow = (state: State | Draft, id: string, user: UserRecord): WorkflowRecord =>
  requireOwn(state.workflows.get(id), 'Workflow', id, user)

/** The same for a credential. */
export const requireCredential = (state: State | Draft, id: string, user: UserRecord): CredentialRecord =>
  requireOwn(state.credentials.get(id), 'Credential', id, user)

function requireOwn<R extends { owner: string }>(record: R | undefined, what: string, id: string, user: UserRecord): R {
  if (!record && user.role === 'global:member') throw operationRefusals.recordNotThere(what, id)
  return requireAllowed(record, accessByOwner(user), '', common.notAllowed)
}

/** The executions of the workflows that a user may use. */
export const seesExecution = (state: State | Draft, user: UserRecord) => executionAccess(state, accessByOwner(user), '')

export const isInProject = (state: State | Draft, projectId: string, workflowId: string) => {
  const workflow = state.workflows.get(workflowId)
  return workflow !== undefined && projectIdOf(state, workflow) === projectId
}

/** Whether there is a workflow that a user may run. */
export function hasWorkflows({ workflows }: State, user: UserRecord): boolean {
  const access = accessByOwner(user)
  for (const workflow of workflows.values()) if (access.with('', workflow)) return true
  return false
}
