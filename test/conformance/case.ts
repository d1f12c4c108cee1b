import type { Fixture } from '../../src/index.ts'

/** The operations of the API, and `common` for what all of them share. */
export const OPERATIONS = {
  common: 'all operations',
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
export type OperationId = keyof typeof OPERATIONS

/**
 * One thing that the real service was measured to do, in version 1.41.1: what is asked, and what it answers.
 *
 * Texts may hold `{run}`, which differs from run to run, so that names are nobody else's, and `{name}`, the id of what an
 * earlier step kept under that name.
 */
export interface Case {
  operation: OperationId
  /** A fact: what is asked or so, and what comes of it. */
  name: string
  /** What the instance holds. A case with a fixture is never sent to a real service: it could not be put into that state. */
  fixture?: Fixture
  /** Asked before, in order; each must succeed. */
  given?: readonly Step[]
  ask: Step
  status: number
  /** The whole answer; parts may be matchers. */
  body?: unknown
  /** What the real service does instead, where an accident of it is not copied: the case is not sent to it. */
  insteadOf?: string
}

/** A request: method, path below `/api/v1`, body (text is sent as it is, anything else as JSON), and how. */
export type Step = readonly [method: string, path: string, body?: unknown, how?: How]

export interface How {
  /** The API key; none where `null`, the owner's where left out. */
  key?: string | null
  headers?: Record<string, string>
  /** The name under which later steps find the id of what this one makes. */
  keep?: string
}

/** The body of a refusal. */
export const message = (text: string) => ({ message: text })

/** A workflow's least, and whatever else. */
export const workflow = (name: string, more: Record<string, unknown> = {}) => ({
  ...{ name, nodes: [], connections: {}, settings: {} },
  ...more,
})

/** A node that starts a workflow every day. */
export const schedule = (more: Record<string, unknown> = {}) => ({
  ...{ id: 's', name: 'Daily', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.1, position: [0, 0] },
  parameters: { rule: { interval: [{ field: 'days' }] } },
  ...more,
})

/** A node that does nothing but start by hand. */
export const manual = (more: Record<string, unknown> = {}) => ({
  ...{ id: 'm', name: 'Manual', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] },
  parameters: {},
  ...more,
})
