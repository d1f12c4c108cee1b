import type * as api from '../api.ts'
import type { FixtureOf, Node } from '../index.ts'

type WorkflowFixture = FixtureOf<'workflows'>
/** The parts of a workflow that a request must have. */
type WorkflowBody = Pick<api.RequestBody<'createWorkflow'>, 'name' | 'nodes' | 'connections' | 'settings'>

/** A workflow for a fixture. Its nodes may be partial, and are by default connected one after the other. */
export interface WorkflowOverrides extends Omit<Partial<WorkflowFixture>, 'nodes'> {
  nodes?: readonly (string | Node)[]
}

/**
 * A workflow: a schedule, and a step that it triggers, unless other nodes are given. A node may be a name alone.
 *
 * @example
 * aWorkflow({ name: 'Intake', active: true, nodes: ['Webhook', { name: 'Store', type: 'n8n-nodes-base.postgres' }] })
 */
export function aWorkflow(overrides: WorkflowOverrides = {}): WorkflowFixture & WorkflowBody {
  const { nodes = ['Schedule Trigger', 'Edit Fields'], ...rest } = overrides
  const whole = nodes.map((node, at) => aNode(typeof node === 'string' ? { name: node } : node, at))
  const workflow = { name: 'A workflow', connections: inARow(whole), settings: {}, ...rest, nodes: whole }
  return workflow as WorkflowFixture & WorkflowBody
}

const TYPES: Record<string, string> = {
  'Schedule Trigger': 'n8n-nodes-base.scheduleTrigger',
  'Manual Trigger': 'n8n-nodes-base.manualTrigger',
  Webhook: 'n8n-nodes-base.webhook',
  'Edit Fields': 'n8n-nodes-base.set',
  'HTTP Request': 'n8n-nodes-base.httpRequest',
  If: 'n8n-nodes-base.if',
  Wait: 'n8n-nodes-base.wait',
  Code: 'n8n-nodes-base.code',
}

/** A node. Its type follows from a usual name such as `Webhook`, `If` or `HTTP Request`; else it does nothing. */
export function aNode(overrides: Node = {}, at = 0): Node & api.Node {
  const { name = 'Node' } = overrides
  const node = {
    id: `node-${at + 1}`,
    name,
    type: TYPES[name] ?? 'n8n-nodes-base.noOp',
    typeVersion: 1,
    position: [240 * at, 0],
    parameters: {},
    ...overrides,
  }
  return node as Node & api.Node
}

/** A tag. Two of them need two names. */
export const aTag = (overrides: Partial<FixtureOf<'tags'>> = {}): FixtureOf<'tags'> => ({ name: 'a-tag', ...overrides })

/** A member of the instance. Two of them need two e-mail addresses. */
export const aUser = (overrides: Partial<FixtureOf<'users'>> = {}): FixtureOf<'users'> => ({
  email: 'member@example.com',
  firstName: 'Mia',
  lastName: 'Member',
  role: 'global:member',
  ...overrides,
})

/** A credential: the header of an HTTP API, unless another type is given. */
export const aCredential = (overrides: Partial<FixtureOf<'credentials'>> = {}): FixtureOf<'credentials'> => ({
  name: 'A credential',
  type: 'httpHeaderAuth',
  data: overrides.type === undefined ? { name: 'Authorization', value: 'Bearer secret' } : {},
  ...overrides,
})

/** An execution, by default a successful one of the workflow with the id 1. */
export const anExecution = (overrides: Partial<FixtureOf<'executions'>> = {}): FixtureOf<'executions'> => ({
  workflowId: '1',
  status: 'success',
  ...overrides,
})

function inARow(nodes: readonly Node[]) {
  const links = nodes.slice(1).map((to, at) => {
    const from = nodes[at]?.name ?? ''
    return [from, { main: [[{ node: to.name, type: 'main', index: 0 }]] }] as const
  })
  return Object.fromEntries(links)
}
