import type { Fixture } from '../../core/model/fixture.ts'
import { connectService, type Service, type ServiceOptions } from '../client/client.ts'
import { createMemoryCaches, type DownloadCaches } from '../download-cache.ts'
import type { Fields } from '../fields.ts'
import type { OnProgress, Selection } from '../read/read-records.ts'
import { readService, type UnreadablePart } from '../read/read-service.ts'
import { typesOf } from '../version-data.ts'
import { fixtureParts, type PartContent } from './fixture-parts.ts'
import { readTypes } from './placeholder-data.ts'

export interface CloneOptions extends ServiceOptions, Selection {
  /** Called with the progress. */
  onProgress?: OnProgress | undefined
}

/** What a clone holds. */
export interface CloneSummary {
  url: string
  /** The version that the service answers like. */
  version: string
  /** Other versions that the service may be: no request that the key allows distinguishes them. */
  alike: string[]
  /** How many records of each part. */
  counts: Record<string, number>
  /** The parts that are missing, because the key may not read them or this version of Understudy cannot. */
  gaps: UnreadablePart[]
  /** Whether the service lists its credentials; if not, the clone has those that workflows name. */
  areCredentialsListed: boolean
}

/** A clone in memory. */
export interface Clone extends CloneSummary {
  fixture: Fixture
}

/**
 * Copies a service: what its public API shows, with placeholders for the data of credentials.
 *
 * @throws ServiceError where it cannot be read
 * @example
 * const { fixture } = await cloneService({ url: 'https://n8n.example.com', apiKey })
 * await using instance = await startInstance({ fixture })
 */
export async function cloneService(options: CloneOptions): Promise<Clone> {
  const service = connectService(options)
  const collected: Fields = {}
  const summary = await cloneInto(service, createMemoryCaches(), options, async parts => {
    for (const [name, content] of parts) {
      if ('value' in content) collected[name] = content.value
      else collected[name] = await Array.fromAsync(content.records)
    }
  })
  return { ...summary, fixture: collected as Fixture }
}

/** Reads a service into caches, and passes the parts of its fixture to `write`. */
export async function cloneInto(
  service: Service,
  caches: DownloadCaches,
  options: CloneOptions,
  write: (parts: [name: string, content: PartContent][]) => Promise<void>,
): Promise<CloneSummary> {
  const { onProgress } = options
  const reading = await readService(service, caches, options, onProgress)
  const names = [...new Set(reading.credentials.map(({ type }) => type))].sort()
  const shipped = await typesOf(reading.version)
  const types = await readTypes(service, caches, names, shipped)
  const gaps = [...reading.gaps, ...types.gaps]
  const counts: Record<string, number> = {}
  const parts = fixtureParts(reading, types, shipped, gaps)
  await write(parts.map(([name, content]) => [name, 'value' in content ? content : counted(name, content, counts)]))
  return {
    url: service.url,
    version: reading.version.name,
    alike: reading.alike,
    counts,
    gaps,
    areCredentialsListed: reading.areCredentialsListed,
  }
}

function counted(name: string, { records }: Exclude<PartContent, { value: unknown }>, counts: Record<string, number>) {
  async function* counting() {
    counts[name] = 0
    for await (const record of records) {
      counts[name]++
      yield record
    }
  }
  return { records: counting() }
}
