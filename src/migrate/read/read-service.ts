import { compare } from '../../core/base/compare.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Version } from '../../core/http/version.ts'
import type { Service } from '../client/client.ts'
import { identifyService } from '../client/identify-service.ts'
import type { DownloadCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { ServiceError } from '../service-error.ts'
import { credentialsOfNodes, type KnownCredential, listCredentials } from './read-credentials.ts'
import { readExecutions } from './read-executions.ts'
import {
  eachRecord,
  listAll,
  listPages,
  type OnProgress,
  type RecordReader,
  type Selection,
  unlessGone,
} from './read-records.ts'
import { readWorkflows, withoutWorkflows } from './read-workflows.ts'

/** What was read of a service; `undefined` is what it does not serve, or not to this key. */
export interface Reading {
  url: string
  version: Version
  /** Other versions that it could be as well. */
  alike: string[]
  users: Fields[] | undefined
  tags: Fields[]
  workflows: RecordReader
  credentials: KnownCredential[]
  /** Whether the service lists them; if not, they are those that nodes name. */
  areCredentialsListed: boolean
  executions: RecordReader | undefined
  variables: Fields[] | undefined
  projects: Fields[] | undefined
  dataTables: DataTableReader | undefined
  /** The personal projects that workflows are in. */
  personalProjects: Fields[]
  /** What is missing because of the key. */
  gaps: UnreadablePart[]
}

/**
 * Reads a service through its public API. What was read before is taken from the caches.
 *
 * @throws ServiceError where it cannot be read, or its workflows cannot
 */
export async function readService(
  service: Service,
  caches: DownloadCaches,
  selection: Selection = {},
  onProgress: OnProgress = () => {},
): Promise<Reading> {
  const { version, alike } = await identifyService(service)
  const unreadable = createUnreadableParts()
  const list = async (part: string, path: string, query = {}) => {
    const found = await unreadable.unlessRefused(part, async () =>
      listAll(service, path, await caches.open(part.replace(' ', '-')), { limit: 250, ...query }),
    )
    if (found) onProgress({ part, done: found.length, total: found.length })
    return found
  }
  // each is finished, or has failed, before anything is thrown: nothing goes on behind a failure
  const [users, tags, workflows, listed, variables, projects, dataTables] = await allSettled([
    list('users', '/users', { includeRole: true }),
    list('tags', '/tags'),
    readWorkflows(service, caches, selection, onProgress).catch(withoutWorkflows(service)),
    unreadable.unlessRefused('credentials', () => listCredentials(service, caches)),
    list('variables', '/variables'),
    unreadable.unlessRefused('projects', () => readProjects(service, caches)),
    unreadable.unlessRefused('data tables', () => readDataTables(service, caches, onProgress)),
  ])
  const credentials = listed ?? (await credentialsOfNodes(workflows))
  if (!listed) service.countRecords(credentials.length)
  onProgress({ part: 'credentials', done: credentials.length, total: credentials.length })
  const { executions: most = 0 } = selection
  const executions =
    most > 0
      ? await unreadable.unlessRefused('executions', () =>
          readExecutions(service, caches, most, new Set(workflows.ids), onProgress),
        )
      : undefined
  return {
    url: service.url,
    version,
    alike,
    users,
    workflows,
    credentials,
    executions,
    variables,
    projects,
    dataTables,
    tags: await withTagsOfWorkflows(service, tags ?? [], workflows),
    areCredentialsListed: listed !== undefined,
    personalProjects: await personalProjectsOf(workflows),
    gaps: unreadable.list(),
  }
}

async function allSettled<T extends readonly unknown[]>(promises: readonly [...{ [K in keyof T]: Promise<T[K]> }]) {
  await Promise.allSettled(promises)
  return Promise.all(promises) as Promise<T>
}

async function personalProjectsOf(workflows: RecordReader): Promise<Fields[]> {
  const found = new Map<unknown, Fields>()
  for await (const { shared } of eachRecord(workflows)) {
    for (const { project } of recordsOf(shared)) {
      if (isRecord(project) && project.type === 'personal') found.set(project.id, project)
    }
  }
  return [...found.values()]
}

/** The tags of workflows as well: the key may not list any, or one was made since they were listed. */
async function withTagsOfWorkflows(
  service: Service,
  listed: readonly Fields[],
  workflows: RecordReader,
): Promise<Fields[]> {
  const found = new Map(listed.map(tag => [textOf(tag.id), tag]))
  const names = new Set(listed.map(({ name }) => name))
  for await (const { tags } of eachRecord(workflows)) {
    for (const tag of recordsOf(tags)) {
      const id = textOf(tag.id)
      if (id === undefined || found.has(id) || names.has(tag.name)) continue
      service.countRecords(1)
      found.set(id, tag)
      names.add(tag.name)
    }
  }
  return [...found.values()]
}

/** Data tables, and their rows page by page. */
export interface DataTableReader {
  tables: readonly Fields[]
  rowsOf(id: string): AsyncIterable<Fields[]>
}

export async function readDataTables(
  service: Service,
  caches: DownloadCaches,
  onProgress: OnProgress,
): Promise<DataTableReader> {
  const listed = await listAll(service, '/data-tables', await caches.open('data-tables'), { limit: 100 })
  const tables: Fields[] = []
  for (const [at, table] of listed.reverse().entries()) {
    const isThere = await unlessGone(readRows(String(table.id), at))
    if (isThere) tables.push(table)
    onProgress({ part: 'data tables', done: at + 1, total: listed.length })
  }

  async function readRows(id: string, at: number) {
    for await (const rows of rowPages(id)) {
      service.countRecords(rows.length)
      onProgress({ part: 'data tables', done: at, total: listed.length })
    }
    return true
  }

  async function* rowPages(id: string): AsyncGenerator<Fields[]> {
    const cache = await caches.open(`rows-${encodeURIComponent(id).slice(0, 100)}`)
    yield* listPages(service, `/data-tables/${encodeURIComponent(id)}/rows`, cache, { limit: 250 })
  }
  return { tables: tables.filter(({ id }) => textOf(id) !== undefined), rowsOf: rowPages }
}

/** The team projects with their members; personal ones follow from their users. */
export async function readProjects(service: Service, caches: DownloadCaches): Promise<Fields[]> {
  const listed = await listAll(service, '/projects', await caches.open('projects'), { limit: 250 })
  const projects: Fields[] = []
  for (const project of listed.filter(({ type }) => type === 'team')) {
    const id = encodeURIComponent(textOf(project.id) ?? '')
    const cache = await caches.open(`members-${id.slice(0, 100)}`)
    const users = await unlessGone(listAll(service, `/projects/${id}/users`, cache, { limit: 250 }))
    if (!users) continue
    const members = users.map(({ id, role }) => ({ user: textOf(id), role: textOf(role) ?? 'project:viewer' }))
    projects.push({ ...project, members })
  }
  return projects
}

/** A part that could not be read, or not be stored. */
export interface UnreadablePart {
  part: string
  /** A sentence without its full stop. */
  because: string
}

/** Collects the parts that the service refuses to this key, while the other parts are read. */
export function createUnreadableParts() {
  const found = new Map<string, UnreadablePart>()
  return {
    list: () => [...found.values()].sort((a, b) => compare(a.part, b.part)),
    /** The result of `read`; `undefined` where the service does not have it, or refuses it to this key, which is noted. */
    async unlessRefused<T>(part: string, read: () => Promise<T>): Promise<T | undefined> {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof ServiceError) || !isRefusal(error)) throw error
        if (error.status === 403 && !isUnlicensed(error.message)) found.set(part, { part, because: FORBIDDEN })
        return undefined
      }
    },
  }
}

/** 404 and 405: the version does not have the part, so nothing is missing. */
const isRefusal = (error: ServiceError) => error.status === 403 || error.isAnswer(404, 405)

/** Without the licence there are no such records, so nothing is missing. */
const isUnlicensed = (message: string) => /licen[cs]e/i.test(message)

const FORBIDDEN = 'the key may not read them; give it the scope, or use the key of an owner'
