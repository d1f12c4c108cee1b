import { Type } from '@sinclair/typebox'
import { forbidden, notFound } from '../../base/errors.ts'
import { projectIdOf } from '../../features/projects/find-project.ts'
import type { Operation } from '../../http/operation.ts'
import type { Draft, State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { operationRefusals } from '../operation-refusals.ts'
import { accessIn } from './access.ts'
import { TableParams } from './shapes/data-table.ts'

type Guard = NonNullable<Operation['guard']>

const NAMES = { workflows: 'Workflow', credentials: 'Credential', dataTables: 'Data table' } as const

/** For who may not do this everywhere: what the path names must be there (404), and in a project where they may (403). */
const guardOf =
  (collection: keyof typeof NAMES, param: string, scope: string): Guard =>
  ({ user }, { [param]: id = '' }, { store: { data: state } }) => {
    const access = accessIn(state, user)
    if (access.everywhere(scope)) return
    const found = state[collection].get(id)
    if (!found) throw operationRefusals.recordNotThere(NAMES[collection], id)
    if (!access.inProject(scope, 'owner' in found ? projectIdOf(state, found) : found.projectId)) throw forbidden()
  }

/** The same for a workflow, where the parameter has another name or the scope is not the operation's. */
export const guardWorkflow = (param: string, scope: string) => guardOf('workflows', param, scope)

const WorkflowParams = Type.Object({ workflowId: Type.String() })
const CredentialParams = Type.Object({ credentialId: Type.String() })

/**
 * The scope, the guard and the parameters of an operation on a workflow.
 *
 * @example
 * operation({ ...onWorkflow('workflow:read'), method: 'GET', path: '/workflows/:workflowId', … })
 */
export const onWorkflow = (scope: string) => ({
  scope,
  guard: guardWorkflow('workflowId', scope),
  params: WorkflowParams,
})

/** The same of one on a credential. */
export const onCredential = (scope: string) => ({
  scope,
  guard: guardOf('credentials', 'credentialId', scope),
  params: CredentialParams,
})

/** The same of one on a data table. */
export const onDataTable = (scope: string) => ({
  scope,
  guard: guardOf('dataTables', 'dataTableId', scope),
  params: TableParams,
})

/** A workflow, or the refusal of the operation where there is none. @throws ApiError 404 */
export function requireWorkflow(state: State | Draft, id: string, refuse = notFound): WorkflowRecord {
  const workflow = state.workflows.get(id)
  if (!workflow) throw refuse()
  return workflow
}
