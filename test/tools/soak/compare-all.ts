import { type Client, compare, Surprise } from './client.ts'
import type { Connection } from './connection.ts'

interface Listed {
  id: string | number
  name: string
  [field: string]: unknown
}

/**
 * Whether an instance holds what its clients and the repository say, and nothing else.
 *
 * @throws Surprise at the first difference
 */
export async function compareAll(admin: Connection, clients: Client[], pulled: Map<string, string>) {
  const workflows = new Map((await listAll(admin, '/workflows')).map(workflow => [String(workflow.id), workflow]))
  const known = clients.flatMap(({ own }) => [...own.workflows])
  for (const [id, workflow] of known) compare(id, workflow, workflows.get(id) ?? missing(id))
  for (const [id, name] of pulled) {
    if (workflows.get(id)?.name !== name) throw new Surprise(`pulled workflow ${id}`, name, workflows.get(id))
  }
  compareIds('workflows', [...known.map(([id]) => id), ...pulled.keys()], [...workflows.keys()])

  const tags = new Map((await listAll(admin, '/tags')).map(tag => [String(tag.id), tag.name]))
  const knownTags = clients.flatMap(({ own }) => [...own.tags])
  for (const [id, name] of knownTags) if (tags.get(id) !== name) throw new Surprise(`tag ${id}`, name, tags.get(id))
  compareIds(
    'tags',
    knownTags.map(([id]) => id),
    [...tags.keys()],
  )

  const executions = await listAll(admin, '/executions')
  const knownExecutions = known.flatMap(([, { executions }]) => executions)
  compareIds(
    'executions',
    knownExecutions,
    executions.map(({ id }) => String(id)),
  )

  const { body } = await admin.ask('GET', '/_control/state?only=credentials')
  const credentials = (body as { credentials: Listed[] }).credentials.map(({ id }) => String(id))
  compareIds(
    'credentials',
    clients.flatMap(({ own }) => [...own.credentials]),
    credentials,
  )
}

const missing = (id: string): never => {
  throw new Surprise(`workflow ${id}`, 'to be there', 'gone')
}

function compareIds(kind: string, known: string[], found: string[]) {
  const [wanted, was] = [known, found].map(ids => ids.toSorted().join())
  if (wanted !== was) throw new Surprise(`the ids of all ${kind}`, wanted, was)
}

async function listAll(admin: Connection, path: string): Promise<Listed[]> {
  const all: Listed[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await admin.ask('GET', `/api/v1${path}?limit=250${cursor}`)
    if (status !== 200) throw new Surprise(`GET ${path}`, 200, [status, body])
    const { data, nextCursor } = body as { data: Listed[]; nextCursor: string | null }
    all.push(...data)
    if (nextCursor === null) return all
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }
}
