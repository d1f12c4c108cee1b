import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forEachConcurrently } from '../../core/base/for-each-concurrently.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Fixture } from '../../core/model/fixture.ts'
import { nodeFiles, resolveFile } from '../../core/storage/files/index.ts'
import { loadVersion, VERSION_NAMES } from '../../core/versions/versions.ts'
import { connectService, type Service, type ServiceOptions } from '../client/client.ts'
import { identifyService } from '../client/identify-service.ts'
import { createPlaces, type Places } from '../clone/fixture-parts.ts'
import { createFileCaches, type DownloadCache, type DownloadCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { hasData, pagesWithData } from '../read/read-executions.ts'
import { eachRecord, type OnProgress, type RecordReader, readRecord, type Selection } from '../read/read-records.ts'
import { type DataTableReader, readService } from '../read/read-service.ts'
import { readFixtureOrDocument } from '../read-document.ts'
import { ServiceError } from '../service-error.ts'
import { withOwnFields } from '../version-data.ts'
import { isServed, servedFields } from './served-fields.ts'
import {
  comparableExecution,
  comparableTable,
  HISTORIES,
  historiesOf,
  isOver,
  KINDS,
  type Kind,
  recordsOfFixture,
  type Side,
  withPublished,
} from './side.ts'

/** A side of a comparison: a path of a document, a fixture or a folder of exports; a fixture; a service. */
export type SideInput = string | Fixture | ServiceOptions

export interface ReadSideOptions {
  /** How many executions, the newest. Default 0: they are not compared. */
  executions?: number | undefined
  onProgress?: OnProgress | undefined
}

/**
 * Reads one side of a comparison.
 *
 * @throws ServiceError, ApiError or StorageError where it cannot be read
 */
export async function readSide(input: SideInput, name: string, options: ReadSideOptions = {}): Promise<Side> {
  const { executions = 0 } = options
  if (typeof input === 'string') {
    const { fixture, isDocument } = await readFixtureOrDocument(input)
    // the notes lie beside the document itself, not beside a link to it
    return {
      name: input,
      file: await resolveFile(input, nodeFiles),
      ...(await fixtureSide(fixture, { isWhole: isDocument, executions })),
    }
  }
  if (!isService(input)) return { name, ...(await fixtureSide(input, { executions })) }
  const service = connectService(input)
  const state = await controlState(service)
  const read = state ? await readInstance(service, state, options) : await readThroughApi(service, options)
  return { name: service.url, url: service.url, ...read }
}

/** What the version that a fixture was made from does not show is unknown, unless a record has it. */
async function fixtureSide(
  fixture: Fixture,
  { isWhole = false, executions }: { isWhole?: boolean; executions: number },
): Promise<Omit<Side, 'name'>> {
  const { profile } = fixture
  const version = VERSION_NAMES.some(name => name === profile) ? await loadVersion(String(profile)) : undefined
  const { executions: compared, ...records } = recordsOfFixture(fixture, { isWhole, executions })
  return {
    records: executions > 0 && compared ? { ...records, executions: compared } : records,
    unread: executions === 0 && fixture.executions?.length ? NOT_ASKED : {},
    histories: historiesOf(fixture),
    ...(version ? { serves: kind => servedFields(version, kind) } : {}),
  }
}

async function readInstance(service: Service, state: Fixture, { executions: most = 0, onProgress }: ReadSideOptions) {
  const { version } = await identifyService(service)
  const executions = most > 0 ? { executions: await executionsOfInstance(service, most, onProgress) } : {}
  return {
    version,
    records: { ...recordsOfFixture(state, { isWhole: true }), ...executions },
    unread: most > 0 ? {} : NOT_ASKED,
    histories: historiesOf(state),
  }
}

const isService = (input: Fixture | ServiceOptions): input is ServiceOptions => 'url' in input && 'apiKey' in input

const NOT_ASKED = { executions: 'none were asked for' }

const PARTS = [...KINDS.filter(kind => kind !== 'executions'), 'dataTableRows', ...HISTORIES]

/** The state but for executions, of a running Understudy whose owner's key this is. */
async function controlState(service: Service): Promise<Fixture | undefined> {
  try {
    const state = await service.getControl(`/state?only=${PARTS.join(',')}`)
    return isRecord(state) && typeof state.format === 'number' ? (state as Fixture) : undefined
  } catch (error) {
    if (error instanceof ServiceError && error.status !== undefined && !error.isPassing) return undefined
    throw error
  }
}

/** What is read waits in files: the data of executions may be more than memory holds. */
async function readThroughApi(service: Service, { executions, onProgress }: ReadSideOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-compare-'))
  const caches = createFileCaches(folder)
  try {
    return await recordsOfService(service, caches, { executions }, onProgress)
  } finally {
    await caches.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Which version a service is, and its records as a comparison takes them, through its public API. */
async function recordsOfService(
  service: Service,
  caches: DownloadCaches,
  selection: Selection,
  onProgress?: OnProgress,
): Promise<Omit<Side, 'name'>> {
  const reading = await readService(service, caches, selection, onProgress)
  const { version, users, tags, workflows, credentials, executions, variables, projects, dataTables, gaps } = reading
  const places = createPlaces(reading)
  const records: Side['records'] = {
    tags,
    credentials,
    workflows: await all(workflows, one => ({
      ...withPublished(withOwnFields(one, version)),
      tagNames: one.tags && recordsOf(one.tags).map(({ name }) => name),
    })),
    ...(users ? { users: users.map(user => withPersonalProject(user, places)) } : {}),
    ...(variables ? { variables: variables.map(withProjectId) } : {}),
    ...(projects ? { projects } : {}),
    ...(executions ? { executions: await all(executions, one => comparableExecution(withTextIds(one))) } : {}),
    ...(dataTables ? { dataTables: await tables(dataTables) } : {}),
  }
  const unread = Object.fromEntries([
    ...Object.entries(selection.executions ? {} : NOT_ASKED),
    ...KINDS.filter(kind => !records[kind] && kind !== 'executions' && isServed(version, kind)).map(kind => [
      kind,
      NOT_READ,
    ]),
    ...gaps.map(({ part, because }) => [part.replace(/ ([a-z])/g, (_all, letter) => letter.toUpperCase()), because]),
  ])
  return { version, records, unread, serves: (kind: Kind) => servedFields(version, kind) }
}

const NOT_READ = 'they are not read through the public API'

function withPersonalProject(user: Fields, places: Places): Fields {
  const projectId = places.personalProjectOf(user.id)
  return projectId === undefined ? user : { ...user, projectId }
}

/** A variable with the id of its project, which answers show whole. */
const withProjectId = ({ project, ...variable }: Fields): Fields => ({
  ...variable,
  projectId: isRecord(project) ? project.id : (variable.projectId ?? null),
})

/** Ids are numbers in some versions. */
const withTextIds = ({ id, workflowId, retryOf, retrySuccessId, ...rest }: Fields): Fields => ({
  ...rest,
  id: textOf(id),
  workflowId: textOf(workflowId),
  retryOf: textOf(retryOf) ?? null,
  retrySuccessId: textOf(retrySuccessId) ?? null,
})

const all = (reader: RecordReader, shape: (record: Fields) => Fields): Promise<Fields[]> =>
  Array.fromAsync(eachRecord(reader), shape)

async function tables({ tables, rowsOf }: DataTableReader) {
  const records: Fields[] = []
  for (const table of tables) {
    const rows = (await Array.fromAsync(rowsOf(String(table.id)))).flat()
    records.push(comparableTable({ ...table, rows }))
  }
  return records
}

const PAGE = 250

/**
 * The newest executions of a running Understudy that are over, with a digest in place of their data: page by page, as
 * the data of all may be more than memory holds.
 */
export async function executionsOfInstance(service: Service, most: number, onProgress: OnProgress = () => {}) {
  const wanted = new Map<string, Fields>()
  for (let cursor: string | undefined = ''; cursor !== undefined && wanted.size < most; ) {
    const page = await service.getControl(`/overview/executions?limit=${PAGE}${cursor && `&cursor=${cursor}`}`)
    if (!isRecord(page)) break
    const listed = recordsOf(page.data).filter(isOver)
    for (const { workflowName, ...one } of listed.slice(0, most - wanted.size)) wanted.set(textOf(one.id) ?? '', one)
    cursor = textOf(page.nextCursor)
  }
  const found = new Map<string, Fields>()
  const add = (id: string, whole: Fields | undefined) => {
    found.set(id, comparableExecution(withTextIds({ ...whole, ...wanted.get(id) })))
    if (found.size % PAGE === 0 || found.size === wanted.size)
      onProgress({ part: 'executions', done: found.size, total: wanted.size })
  }
  const pages = pagesWithData(service, NO_CACHE, {
    limit: wanted.size,
    isWanted: ({ id }) => wanted.has(String(id)) && !found.has(String(id)),
    isWhole: hasData,
    put: async ({ id }, one) => add(String(id), one),
  })
  for await (const items of wanted.size === 0 ? [] : pages) {
    for (const item of items) if (hasData(item)) add(String(item.id), item)
    if (found.size >= wanted.size) break
  }
  // some versions do not list those that wait
  const unlisted = [...wanted.keys()].filter(id => !found.has(id))
  await forEachConcurrently(unlisted, service.concurrency, async id =>
    add(id, await readRecord(service, '/executions', id, { includeData: true })),
  )
  return [...wanted.keys()].map(id => found.get(id)).filter(one => one !== undefined)
}

const NO_CACHE: DownloadCache = {
  keys: () => [],
  has: () => false,
  get: async () => undefined,
  async put() {},
}
