import type { Chance } from './chance.ts'
import type { Connection } from './connection.ts'

interface Workflow {
  name: string
  nodes: number
  active: boolean
  tags: string[]
  executions: string[]
}

/** What a client has been told of everything that is its own: the simple model that the state must equal. */
export interface Belongings {
  workflows: Map<string, Workflow>
  tags: Map<string, string>
  credentials: Set<string>
}

/** Something that a client does; each checks the answer against what it knows. */
type Step = (client: Client) => Promise<void>

const MOST = { workflows: 8, tags: 4, credentials: 3, executions: 5 }

/** A client that makes, changes and deletes what is its own, one step after the other. */
export class Client {
  readonly own: Belongings = { workflows: new Map(), tags: new Map(), credentials: new Set() }
  readonly name: string
  readonly connection: Connection
  readonly #admin: Connection
  readonly chance: Chance
  #made = 0

  /** `admin` has the owner's key: for what is the owner's alone. */
  constructor(name: string, connection: Connection, admin: Connection, chance: Chance) {
    this.name = name
    this.connection = connection
    this.#admin = admin
    this.chance = chance
  }

  async step() {
    await this.chance.pick(STEPS)(this)
  }

  newName = () => `${this.name} ${++this.#made} ${this.chance.pick(ENDINGS)}`

  async expect(status: number, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await this.connection.ask(method, `/api/v1${path}`, body)
    if (answer.status !== status) throw new Surprise(`${method} ${path}`, status, answer)
    return Object(answer.body)
  }

  async asOwner(status: number, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await this.#admin.ask(method, path, body)
    if (answer.status !== status) throw new Surprise(`${method} ${path}`, status, answer)
    return Object(answer.body)
  }

  anyWorkflow = () => this.chance.pick([...this.own.workflows])
  anyTag = () => this.chance.pick([...this.own.tags.keys()])
}

/** An answer that the model did not say. */
export class Surprise extends Error {
  constructor(asked: string, wanted: unknown, found: unknown) {
    super(`${asked}: expected ${JSON.stringify(wanted)}, was ${JSON.stringify(found).slice(0, 500)}`)
  }
}

const ENDINGS = ['', 'ü', '🚀', '\u0000', '"\\', '</script>', '__proto__', ' '.repeat(20)].map(end => `${end}.`)

const bodyOf = (name: string, nodes: number) => ({
  name,
  nodes: Array.from({ length: nodes }, (_, at) => ({
    id: `n${at}`,
    name: `Node ${at}`,
    type: 'n8n-nodes-base.set',
    typeVersion: 1,
    position: [at * 200, 0],
    parameters: { text: 'x'.repeat(50) },
  })),
  connections: { 'Node 0': { main: [[{ node: 'Node 1', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
})

const createWorkflow: Step = async client => {
  if (client.own.workflows.size >= MOST.workflows) return deleteWorkflow(client)
  const [name, nodes] = [client.newName(), client.chance.below(20)]
  const { id } = await client.expect(200, 'POST', '/workflows', bodyOf(name, nodes))
  client.own.workflows.set(String(id), { name, nodes, active: false, tags: [], executions: [] })
}

const updateWorkflow: Step = async client => {
  const [id, workflow] = client.anyWorkflow() ?? []
  if (!id || !workflow) return createWorkflow(client)
  const [name, nodes] = [client.newName(), client.chance.below(20)]
  await client.expect(200, 'PUT', `/workflows/${id}`, bodyOf(name, nodes))
  Object.assign(workflow, { name, nodes })
}

const switchWorkflow: Step = async client => {
  const [id, workflow] = client.anyWorkflow() ?? []
  if (!id || !workflow) return createWorkflow(client)
  await client.expect(200, 'POST', `/workflows/${id}/${workflow.active ? 'deactivate' : 'activate'}`)
  workflow.active = !workflow.active
}

const readWorkflow: Step = async client => {
  const [id, workflow] = client.anyWorkflow() ?? []
  if (!id || !workflow) return createWorkflow(client)
  compare(id, workflow, await client.expect(200, 'GET', `/workflows/${id}`))
}

async function deleteWorkflow(client: Client) {
  const [id] = client.anyWorkflow() ?? []
  if (!id) return
  await client.expect(200, 'DELETE', `/workflows/${id}`)
  client.own.workflows.delete(id)
}

const tagWorkflow: Step = async client => {
  const [id, workflow] = client.anyWorkflow() ?? []
  if (!id || !workflow) return createWorkflow(client)
  const tags = [...client.own.tags.keys()].filter(() => client.chance.below(2) === 0)
  await client.expect(
    200,
    'PUT',
    `/workflows/${id}/tags`,
    tags.map(tag => ({ id: tag })),
  )
  workflow.tags = tags
}

const createTag: Step = async client => {
  if (client.own.tags.size >= MOST.tags) return deleteTag(client)
  const name = client.newName()
  const { id } = await client.expect(201, 'POST', '/tags', { name })
  client.own.tags.set(String(id), name)
}

const renameTag: Step = async client => {
  const id = client.anyTag()
  if (!id) return createTag(client)
  const name = client.newName()
  await client.expect(200, 'PUT', `/tags/${id}`, { name })
  client.own.tags.set(id, name)
}

async function deleteTag(client: Client) {
  const id = client.anyTag()
  if (!id) return
  await client.asOwner(200, 'DELETE', `/api/v1/tags/${id}`)
  client.own.tags.delete(id)
  for (const workflow of client.own.workflows.values()) workflow.tags = workflow.tags.filter(tag => tag !== id)
}

const changeCredentials: Step = async client => {
  const [id] = client.own.credentials
  if (id && client.own.credentials.size >= MOST.credentials) {
    await client.expect(200, 'DELETE', `/credentials/${id}`)
    client.own.credentials.delete(id)
    return
  }
  const data = { user: client.name, password: 'correct-horse-battery-staple' }
  const made = await client.expect(200, 'POST', '/credentials', { name: client.newName(), type: 'httpBasicAuth', data })
  client.own.credentials.add(String(made.id))
}

const addExecution: Step = async client => {
  const [workflowId, workflow] = client.anyWorkflow() ?? []
  if (!workflowId || !workflow) return createWorkflow(client)
  const [oldest] = workflow.executions
  if (oldest && workflow.executions.length >= MOST.executions) {
    await client.expect(200, 'DELETE', `/executions/${oldest}`)
    workflow.executions.shift()
    return
  }
  const { id } = await client.asOwner(201, 'POST', '/_control/executions', { workflowId, status: 'success' })
  workflow.executions.push(String(id))
}

const look: Step = async client => {
  const path = client.chance.pick([
    '/workflows?limit=50',
    '/workflows?active=true',
    '/tags?limit=10',
    '/executions?limit=20&includeData=true',
    '/credentials/schema/slackApi',
    '/openapi.json',
    '/executions?status=success',
  ])
  await client.expect(200, 'GET', path)
}

const audit: Step = async client => {
  await client.asOwner(200, 'POST', '/api/v1/audit')
}

const STEPS: Step[] = [
  createWorkflow,
  createWorkflow,
  updateWorkflow,
  updateWorkflow,
  updateWorkflow,
  switchWorkflow,
  readWorkflow,
  readWorkflow,
  readWorkflow,
  tagWorkflow,
  tagWorkflow,
  createTag,
  renameTag,
  changeCredentials,
  addExecution,
  look,
  look,
  look,
  look,
  audit,
]

/** @throws Surprise where a workflow is not as the client knows it */
export function compare(id: string, { name, nodes, active, tags }: Workflow, found: Record<string, unknown>) {
  const shown = {
    id: found.id,
    name: found.name,
    active: found.active,
    nodes: (found.nodes as unknown[]).length,
    tags: (found.tags as { id: string }[]).map(tag => tag.id).sort(),
  }
  const known = { id, name, active, nodes, tags: tags.toSorted() }
  if (JSON.stringify(shown) !== JSON.stringify(known)) throw new Surprise(`GET /workflows/${id}`, known, shown)
}
