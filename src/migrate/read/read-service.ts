import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { Version } from '../../http/version.ts'
import type { Service } from '../client/client.ts'
import { identifyService } from '../client/identify-service.ts'
import { type Fields, textOf } from '../fields.ts'
import type { Shelves } from '../shelf/shelf.ts'
import { createGaps, type Gap } from './gaps.ts'
import { listAll } from './list-pages.ts'
import { credentialsOfNodes, type KnownCredential, listCredentials } from './read-credentials.ts'
import { type DataTableReader, readDataTables } from './read-data-tables.ts'
import { readExecutions } from './read-executions.ts'
import { readProjects } from './read-projects.ts'
import { readWorkflows, withoutWorkflows } from './read-workflows.ts'
import { eachRecord, type RecordReader } from './record-reader.ts'
import type { OnProgress, Selection } from './selection.ts'

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
  gaps: Gap[]
}

/**
 * Reads a service through its public API. What was read before is taken from the shelves.
 *
 * @throws ServiceError where it cannot be read, or its workflows cannot
 */
export async function readService(
  service: Service,
  shelves: Shelves,
  selection: Selection = {},
  onProgress: OnProgress = () => {},
): Promise<Reading> {
  const { version, alike } = await identifyService(service)
  const gaps = createGaps()
  const list = async (part: string, path: string, query = {}) => {
    const found = await gaps.unlessRefused(part, async () =>
      listAll(service, path, await shelves.open(part.replace(' ', '-')), { limit: 250, ...query }),
    )
    if (found) onProgress({ part, done: found.length, total: found.length })
    return found
  }
  // each is finished, or has failed, before anything is thrown: nothing goes on behind a failure
  const [users, tags, workflows, listed, variables, projects, dataTables] = await allSettled([
    list('users', '/users', { includeRole: true }),
    list('tags', '/tags'),
    readWorkflows(service, shelves, selection, onProgress).catch(withoutWorkflows(service)),
    gaps.unlessRefused('credentials', () => listCredentials(service, shelves)),
    list('variables', '/variables'),
    gaps.unlessRefused('projects', () => readProjects(service, shelves)),
    gaps.unlessRefused('data tables', () => readDataTables(service, shelves, onProgress)),
  ])
  const credentials = listed ?? (await credentialsOfNodes(workflows))
  if (!listed) service.countRecords(credentials.length)
  onProgress({ part: 'credentials', done: credentials.length, total: credentials.length })
  const { executions: most = 0 } = selection
  const executions =
    most > 0
      ? await gaps.unlessRefused('executions', () =>
          readExecutions(service, shelves, most, new Set(workflows.ids), onProgress),
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
    gaps: gaps.list(),
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
