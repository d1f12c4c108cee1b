import type { components as Control, operations as ControlOperations } from '../../../generated/control-types.ts'
import type { components as Api } from '../../../generated/newest-api.ts'

/** The records and answers that the page deals with, as the instance's own documents describe them. */
type Schemas = Api['schemas']
type Answer<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

/** A page of a list. */
export interface List<Item> {
  data: Item[]
  nextCursor: string | null
}

/** A node as it was sent: any part of it may be missing, or something else. */
export type Node = Schemas['node'] & { name: string; type: string }

/** What every version answers of a workflow, and what only some do. */
export type Workflow = Pick<
  Schemas['workflow'],
  'id' | 'name' | 'active' | 'createdAt' | 'updatedAt' | 'connections' | 'settings'
> &
  Partial<
    Pick<
      Schemas['workflow'],
      'isArchived' | 'versionId' | 'activeVersionId' | 'tags' | 'pinData' | 'staticData' | 'meta' | 'description'
    >
  > & { nodes: Node[]; activeVersion?: Drawable | null }

/** What can be drawn as a graph. */
export interface Drawable {
  name?: string
  nodes?: unknown
  connections?: unknown
}

export type Tag = Schemas['tag']
export type User = Schemas['user']
export type Variable = Schemas['variable']
export type Project = Schemas['project']
export type Folder = Required<Schemas['folderItem']>
export type Member = Schemas['member']
export type DataTable = Schemas['dataTable']
export type Column = Schemas['dataTableColumn']
export type Row = { id: number; updatedAt: string; createdAt: string } & Record<string, unknown>
export type Credential = Pick<Schemas['credential'], 'id' | 'name' | 'type' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<Schemas['credential'], 'isManaged' | 'isGlobal' | 'isResolvable'>>
export type WorkflowVersion = Schemas['workflowVersionEntry']

export type ExecutionStatus = Schemas['execution']['status']
export type Execution = Pick<
  Schemas['execution'],
  'id' | 'finished' | 'mode' | 'startedAt' | 'stoppedAt' | 'workflowId' | 'waitTill'
> &
  Partial<Pick<Schemas['execution'], 'status' | 'retryOf' | 'retrySuccessId' | 'data' | 'workflowData'>>
/** An execution in a list: the owner's has the name of its workflow. */
export type ListedExecution = Execution & {
  workflowName?: string | null
  rules?: { id: number; uses: number; rule: Omit<OutcomeRule, 'id' | 'hits' | 'left'> }[]
}

export type ApiKey = Control['schemas']['ApiKey']
export type Snapshot = Control['schemas']['Snapshot']
export type LoggedRequest = Control['schemas']['Request']
export type RequestDetails = Control['schemas']['RequestDetails']
export type FaultRule = Control['schemas']['FaultRule']
export type Fault = Control['schemas']['Fault']
export type Clone = Control['schemas']['Clone']
export type Fixture = Control['schemas']['Fixture']
export type Overview = Answer<ControlOperations['getOverview']>
export type Clock = Answer<ControlOperations['getClock']>
export type Simulation = Answer<ControlOperations['getSimulation']>
export type RunReport = Answer<ControlOperations['runWorkflow']>
export type ValidationReport = Answer<ControlOperations['validateWorkflows']>
export type Triggers = Answer<ControlOperations['listTriggers']>
export type OutcomeRule = Answer<ControlOperations['listOutcomes']>['rules'][number]

/** Whose key it is, and what the instance says of itself: `/page/me`. */
export interface Me {
  user: { id: string; email: string; firstName: string; lastName: string; role: string }
  personalProjectId: string
  version: string
  /** Whether a webhook whose node has no `webhookId` is served below its workflow. */
  areWebhooksBelowWorkflow: boolean
  /** The names of the operations that the scopes of the key and the licence allow. */
  operations: string[]
  /** Whether the key may use the control API. */
  mayControl: boolean
  /** The scopes that each role may hold; `null` where the version has none. */
  scopesOf: Record<string, string[]> | null
  clock: { now: string; isFrozen: boolean }
}
