import type { ProfileName } from '../../../src/index.ts'
import { type Case, casesIn, type Expected } from '../../case.ts'
import { lineageOf } from '../../lineage.ts'

/** The operations of the reference. */
const REFERENCE = {
  generateAudit: 'POST /audit',
  createCredential: 'POST /credentials',
  deleteCredential: 'DELETE /credentials/{id}',
  getCredentialSchema: 'GET /credentials/schema/{credentialTypeName}',
  getExecutions: 'GET /executions',
  getExecution: 'GET /executions/{id}',
  deleteExecution: 'DELETE /executions/{id}',
  pull: 'POST /source-control/pull',
  createTag: 'POST /tags',
  getTags: 'GET /tags',
  getTag: 'GET /tags/{id}',
  updateTag: 'PUT /tags/{id}',
  deleteTag: 'DELETE /tags/{id}',
  createWorkflow: 'POST /workflows',
  getWorkflows: 'GET /workflows',
  getWorkflow: 'GET /workflows/{id}',
  updateWorkflow: 'PUT /workflows/{id}',
  deleteWorkflow: 'DELETE /workflows/{id}',
  activateWorkflow: 'POST /workflows/{id}/activate',
  deactivateWorkflow: 'POST /workflows/{id}/deactivate',
  getWorkflowTags: 'GET /workflows/{id}/tags',
  updateWorkflowTags: 'PUT /workflows/{id}/tags',
  getUsers: 'GET /users',
  getUser: 'GET /users/{id}',
} as const

/** Operations that 1.41 does not have. */
const LATER = {
  archiveWorkflow: 'POST /workflows/{id}/archive',
  unarchiveWorkflow: 'POST /workflows/{id}/unarchive',
  publishWorkflow: 'POST /workflows/{id}/publish',
  unpublishWorkflow: 'POST /workflows/{id}/unpublish',
  getWorkflowHistory: 'GET /workflows/{id}/history',
  getWorkflowVersion: 'GET /workflows/{id}/versions/{versionId}',
} as const

/** The operations of the API, and `common` for what all of them share. */
export const OPERATIONS = { common: 'all operations', ...REFERENCE, ...LATER }
export type ReferenceId = keyof typeof REFERENCE
export type OperationId = keyof typeof OPERATIONS

/**
 * A case that was measured on the real service. Its texts may hold `{run}`, which differs from run to run, so that names
 * are not taken, and `{name}`, the id of what an earlier step kept under that name. One with a fixture is never sent
 * to a real service: that could not be put into the state.
 */
export interface MeasuredCase extends Case {
  operation: OperationId
  /** What versions answer to the same, where that is something else; those without an own answer follow their neighbour. */
  answers?: Partial<Record<ProfileName, Expected>>
  /** What the real service does instead, where an accident of it is not copied: the case is not sent to it. */
  insteadOf?: string
}

/** The measured cases that hold in a version, each with what that version answers. */
export function measuredIn(name: ProfileName, cases: readonly MeasuredCase[]): MeasuredCase[] {
  const answered = cases.flatMap(({ answers = {} }) => Object.keys(answers))
  return casesIn(name, cases, answered).map(it => {
    const own = lineageOf(name).find(one => it.answers?.[one as ProfileName])
    return own === undefined ? it : { ...it, body: undefined, ...it.answers?.[own as ProfileName] }
  })
}

/** These cases, as ones that hold in version 2.41 alone. */
export const onlyIn241 = (cases: readonly MeasuredCase[]): MeasuredCase[] =>
  cases.map(it => ({ ...it, in: ['n8n-2.41'] }))

/** How the current version calls what kind of value it was given. */
export const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as string)

/** How the current version refuses a value of the wrong kind. */
export const expected = (path: string, kind: string, value: unknown) =>
  `request/body${path} Expected ${kind}, received ${kindOf(value)}`

/** A workflow's least, and whatever else. */
export const workflow = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  nodes: [],
  connections: {},
  settings: {},
  ...more,
})

/** A node that starts a workflow every day. */
export const schedule = (more: Record<string, unknown> = {}) => ({
  id: 's',
  name: 'Daily',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.1,
  position: [0, 0],
  parameters: { rule: { interval: [{ field: 'days' }] } },
  ...more,
})

/** A node that does nothing but start by hand. */
export const manual = (more: Record<string, unknown> = {}) => ({
  id: 'm',
  name: 'Manual',
  type: 'n8n-nodes-base.manualTrigger',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
})
