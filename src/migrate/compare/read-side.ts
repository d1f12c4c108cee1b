import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRecord } from '../../base/is-record.ts'
import type { Fixture } from '../../model/fixture.ts'
import { nodeFiles, resolveFile } from '../../storage/files/index.ts'
import { connectService, type Service, type ServiceOptions } from '../client/client.ts'
import { identifyService } from '../client/identify-service.ts'
import { readFixtureOrDocument } from '../documents/read-fixture.ts'
import type { OnProgress } from '../read/selection.ts'
import { ServiceError } from '../service-error.ts'
import { createFileShelves } from '../shelf/file-shelves.ts'
import { executionsOfInstance } from './executions-of-instance.ts'
import { newestExecutions } from './newest-executions.ts'
import { recordsOfFixture } from './records-of-fixture.ts'
import { recordsOfService } from './records-of-service.ts'
import { KINDS, type Side } from './side.ts'

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
  const side = await sideOf(input, name, options)
  const { executions: most = 0 } = options
  const { executions, ...rest } = side.records
  return {
    ...side,
    records: most > 0 && executions ? { ...rest, executions: newestExecutions(executions, most) } : rest,
  }
}

async function sideOf(input: SideInput, name: string, options: ReadSideOptions): Promise<Side> {
  if (typeof input === 'string') {
    const { fixture, isDocument } = await readFixtureOrDocument(input)
    // the notes lie beside the document itself, not beside a link to it
    return {
      name: input,
      file: await resolveFile(input, nodeFiles),
      records: recordsOfFixture(fixture, { isWhole: isDocument }),
    }
  }
  if (!isService(input)) return { name, records: recordsOfFixture(input) }
  const service = connectService(input)
  const state = await controlState(service)
  const read = state ? await readInstance(service, state, options) : await readThroughApi(service, options)
  return { name: service.url, url: service.url, ...read }
}

async function readInstance(service: Service, state: Fixture, { executions: most = 0, onProgress }: ReadSideOptions) {
  const { version } = await identifyService(service)
  const executions = most > 0 ? { executions: await executionsOfInstance(service, most, onProgress) } : {}
  return { version, records: { ...recordsOfFixture(state, { isWhole: true }), ...executions } }
}

const isService = (input: Fixture | ServiceOptions): input is ServiceOptions => 'url' in input && 'apiKey' in input

const PARTS = [...KINDS.filter(kind => kind !== 'executions'), 'dataTableRows', 'workflowVersions']

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
  const shelves = createFileShelves(folder)
  try {
    return await recordsOfService(service, shelves, { executions }, onProgress)
  } finally {
    await shelves.close()
    await rm(folder, { recursive: true, force: true })
  }
}
