import { isRecord, recordsOf } from '../core/base/is-record.ts'
import type { Version } from '../core/http/version.ts'
import type { Service } from '../migrate/client/client.ts'
import { fixtureParts } from '../migrate/clone/fixture-parts.ts'
import type { Fields } from '../migrate/fields.ts'
import { textOf } from '../migrate/fields.ts'
import { credentialsIn, type KnownCredential } from '../migrate/read/read-credentials.ts'
import type { RecordReader } from '../migrate/read/read-records.ts'
import { createUnreadableParts, type Reading } from '../migrate/read/read-service.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { typesOf } from '../migrate/version-data.ts'

/** What was read of a service, as a fixture of an instance that answers alike. */
export interface Sample {
  fixture: Fields
  /** The paths of lists that were read to their end. */
  whole: ReadonlySet<string>
  /** The workflow that each of these executions belongs to is known, and their data too. */
  executionsWithData: number
  /** Parts that could not be read, or not be copied. */
  gaps: string[]
}

/** How many records of a list are read at most: the first ones of the list. */
const MAX_LISTED = 50
/** How many of them are read one by one. */
const MAX_READ = 3
const MAX_EXECUTIONS = 10
const MAX_ROWS = 20

/**
 * Reads the beginning of each list of a service: enough to put an instance into a state in which it answers the same
 * questions alike, and little enough that a large service does not notice.
 *
 * @throws ServiceError where the service cannot be read
 */
export async function readSample(service: Service, version: Version): Promise<Sample> {
  const reader = new SampleReader(service, version)
  const reading = await reader.read()
  const shipped = await typesOf(version)
  const types = { extra: {}, schemaOf: (type: string) => shipped.schemaOf(type), gaps: [] }
  const { whole, gaps } = reader
  const fixture: Fields = {}
  for (const [name, content] of fixtureParts(reading, types, shipped, gaps))
    fixture[name] = 'value' in content ? content.value : await Array.fromAsync(content.records)
  addPublishedVersions(
    recordsOf(fixture.workflows),
    reader.workflows,
    new Set(recordsOf(reading.users).map(({ id }) => id)),
  )
  // a list that a record was left out of is no longer that of the service
  for (const { part } of gaps) whole.delete(`/${part}`)
  return {
    fixture,
    whole,
    executionsWithData: Math.min(MAX_READ, reading.executions?.ids.length ?? 0),
    gaps: gaps.map(({ part, because }) => `${part}: ${because}`),
  }
}

/** Reads a service, list after list; what it may not read is a gap. */
class SampleReader {
  readonly whole = new Set<string>()
  workflows: Fields[] = []
  readonly #service: Service
  readonly #version: Version
  readonly #unreadable = createUnreadableParts()

  constructor(service: Service, version: Version) {
    this.#service = service
    this.#version = version
  }

  get gaps() {
    return this.#unreadable.list()
  }

  async read(): Promise<Reading> {
    const { operations } = this.#version
    const takesRole = operations.some(it => it.path === '/users' && it.query?.properties.includeRole)
    const users = await this.#list('/users', takesRole ? { includeRole: true } : {})
    const tags = (await this.#list('/tags')) ?? []
    this.workflows = (await this.#list('/workflows')) ?? []
    const listed = await this.#list('/executions', { limit: MAX_EXECUTIONS })
    await this.#readMissingWorkflows(listed ?? [])
    for (const [at, { id }] of [...this.workflows.entries()].slice(0, MAX_READ))
      this.workflows[at] = {
        ...this.workflows[at],
        ...(await this.#one(`/workflows/${encodeURIComponent(String(id))}`)),
      }
    const { workflows } = this
    const executions = listed && (await this.#withData(listed))
    const credentials = (await this.#list('/credentials')) as KnownCredential[] | undefined
    const variables = await this.#list('/variables')
    const projects = await this.#readProjects()
    const tables = (await this.#list('/data-tables'))?.slice().reverse()
    const rows = await this.#readRows(tables ?? [])
    const known = [...new Map(workflows.flatMap(credentialsIn).map(it => [it.id, it])).values()]
    const personalProjects = workflows.flatMap(({ shared }) =>
      recordsOf(shared).flatMap(({ project }) => (isRecord(project) && project.type === 'personal' ? [project] : [])),
    )
    return {
      url: this.#service.url,
      version: this.#version,
      alike: [],
      users: users ?? ownersOf(personalProjects),
      tags: withTagsOf(workflows, tags),
      workflows: readerOf(workflows),
      credentials: credentials ?? known,
      areCredentialsListed: credentials !== undefined,
      executions: executions && readerOf(executions),
      variables,
      projects,
      dataTables: tables && {
        tables,
        async *rowsOf(id: string) {
          yield rows.get(id) ?? []
        },
      },
      personalProjects,
      gaps: [],
    }
  }

  async #list(path: string, query: Record<string, string | number | boolean> = {}): Promise<Fields[] | undefined> {
    const template = path.replace(/^\/(projects|data-tables)\/[^/]+\//, '/$1/:id/')
    const { operations } = this.#version
    if (!operations.some(it => it.method === 'GET' && it.path.replace(/:\w+/g, ':id') === template)) return undefined
    const get = () => this.#service.get(path, { limit: MAX_LISTED, ...query })
    const answer = await this.#unreadable.unlessRefused(path, get)
    if (answer === undefined) return undefined
    if (!isRecord(answer) || !Array.isArray(answer.data))
      throw new ServiceError(`GET ${path}: the answer is not a list`)
    if (answer.nextCursor === null || answer.nextCursor === undefined) this.whole.add(path)
    return recordsOf(answer.data)
  }

  async #one(path: string, query: Record<string, boolean> = {}) {
    const answer = await this.#unreadable.unlessRefused(path, () => this.#service.get(path, query))
    return isRecord(answer) ? answer : undefined
  }

  /** An execution is copied with its workflow alone, which may stand further down the list. */
  async #readMissingWorkflows(listed: readonly Fields[]) {
    const known = new Set(this.workflows.map(({ id }) => id))
    const missing = new Set(listed.map(({ workflowId }) => textOf(workflowId)).filter(id => !known.has(id)))
    for (const id of missing) {
      const found = id === undefined ? undefined : await this.#one(`/workflows/${encodeURIComponent(id)}`)
      if (found) this.workflows.push(found)
    }
  }

  async #withData(listed: readonly Fields[]): Promise<Fields[]> {
    const known = new Set(this.workflows.map(({ id }) => textOf(id)))
    const usable = listed.filter(({ workflowId }) => known.has(textOf(workflowId)))
    if (usable.length < listed.length) this.whole.delete('/executions')
    for (const [at, { id }] of [...usable.entries()].slice(0, MAX_READ))
      usable[at] = { ...usable[at], ...(await this.#one(`/executions/${id}`, { includeData: true })) }
    return usable.reverse().map(it => ({ ...it, status: it.status ?? statusOf(it) }))
  }

  async #readProjects() {
    const teams = (await this.#list('/projects'))?.filter(({ type }) => type === 'team')
    if (!teams) return undefined
    const read: Fields[] = []
    for (const project of teams.slice(0, MAX_READ)) {
      const members = await this.#list(`/projects/${encodeURIComponent(String(project.id))}/users`)
      read.push({ ...project, members: (members ?? []).map(({ id, role }) => ({ user: id, role })) })
    }
    if (read.length < teams.length) this.whole.delete('/projects')
    return read
  }

  async #readRows(tables: readonly Fields[]) {
    const found = new Map<string, Fields[]>()
    for (const { id } of tables.slice(-MAX_READ)) {
      const path = `/data-tables/${encodeURIComponent(String(id))}/rows`
      found.set(String(id), (await this.#list(path, { limit: MAX_ROWS })) ?? [])
    }
    return found
  }
}

/** Adds the published version and its history, as far as answers show them. */
function addPublishedVersions(copies: readonly Fields[], workflows: readonly Fields[], users: ReadonlySet<unknown>) {
  const byId = new Map(workflows.map(workflow => [workflow.id, workflow]))
  for (const copy of copies) {
    const { activeVersion } = byId.get(copy.id) ?? {}
    if (!isRecord(activeVersion) || !Array.isArray(activeVersion.nodes)) continue
    const { workflowId, workflowPublishHistory, ...version } = activeVersion
    copy.versions = [version]
    const events = recordsOf(workflowPublishHistory).map(
      ({ workflowId, userId, ...event }): Fields => ({
        ...event,
        ...(users.has(userId) ? { userId } : {}),
      }),
    )
    if (events.length > 0) copy.publishHistory = events.sort((a, b) => Number(a.id) - Number(b.id))
  }
}

/** The people whose personal projects workflows are in, where the key may list none. The first counts as the owner. */
function ownersOf(personalProjects: readonly Fields[]): Fields[] {
  const people = new Map<string, Fields>()
  for (const { name, creatorId } of personalProjects) {
    const [, full = '', email] = /^(.*?) ?<([^<>]+)>$/.exec(String(name)) ?? []
    if (typeof creatorId !== 'string' || email === undefined || people.has(creatorId)) continue
    const [firstName, ...rest] = full.split(' ')
    const role = people.size === 0 ? 'global:owner' : 'global:member'
    people.set(creatorId, { id: creatorId, email, firstName, lastName: rest.join(' '), role })
  }
  return [...people.values()]
}

const readerOf = (records: readonly Fields[]): RecordReader => {
  const byId = new Map(records.map(record => [String(record.id), record]))
  return { ids: [...byId.keys()], read: async id => byId.get(id) }
}

/** The tags of workflows as well: the key may list none. */
function withTagsOf(workflows: readonly Fields[], tags: readonly Fields[]): Fields[] {
  const byId = new Map(tags.map(tag => [tag.id, tag]))
  for (const tag of workflows.flatMap(workflow => recordsOf(workflow.tags)))
    if (!byId.has(tag.id)) byId.set(tag.id, tag)
  return [...byId.values()]
}

/** The published reference shows no status. */
function statusOf({ finished, waitTill, stoppedAt }: Fields) {
  if (finished === true) return 'success'
  if (waitTill) return 'waiting'
  return stoppedAt ? 'error' : 'running'
}
