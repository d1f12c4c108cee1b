import { isRecord } from '../../base/is-record.ts'
import type { Version } from '../../http/version.ts'
import type { Service } from '../client/client.ts'
import { identifyService } from '../client/identify-service.ts'
import { type Fields, textOf } from '../fields.ts'
import { createGaps } from '../read/gaps.ts'
import { listAll } from '../read/list-pages.ts'
import { type KnownCredential, listCredentials } from '../read/read-credentials.ts'
import { readWorkflows, withoutWorkflows } from '../read/read-workflows.ts'
import { eachRecord } from '../read/record-reader.ts'
import type { OnProgress } from '../read/selection.ts'
import { ServiceError } from '../service-error.ts'
import { createMemoryShelves } from '../shelf/memory-shelves.ts'
import { namedCredentials } from './named-credentials.ts'

/** What is at the service that a promotion goes to. */
export interface Target {
  version: Version
  /** `undefined` where the key may not list them. */
  tags: Fields[] | undefined
  workflows: Map<string, Fields>
  credentials: KnownCredential[]
  /** Whether those are all; if not, they are the ones that nodes name, which may be gone. */
  areCredentialsListed: boolean
  /** The scopes of the key, where the service tells. */
  scopes: ReadonlySet<string> | undefined
}

/** Reads it, without changing anything. @throws ServiceError */
export async function readTarget(service: Service, onProgress: OnProgress = () => {}): Promise<Target> {
  const { version } = await identifyService(service)
  const shelves = createMemoryShelves()
  const gaps = createGaps()
  const reader = await readWorkflows(service, shelves, {}, onProgress).catch(withoutWorkflows(service))
  const workflows = new Map<string, Fields>()
  for await (const workflow of eachRecord(reader)) workflows.set(textOf(workflow.id) ?? '', workflow)
  const tags = await gaps.unlessRefused('tags', async () =>
    listAll(service, '/tags', await shelves.open('tags'), { limit: 250 }),
  )
  const listed = await gaps.unlessRefused('credentials', () => listCredentials(service, shelves))
  return {
    ...{ version, tags, workflows },
    credentials: listed ?? namedCredentials(workflows.values()),
    areCredentialsListed: listed !== undefined,
    scopes: version.writes.showsScopes ? await readScopes(service) : undefined,
  }
}

async function readScopes(service: Service): Promise<ReadonlySet<string> | undefined> {
  try {
    const answer = await service.get('/discover')
    const data = isRecord(answer) && isRecord(answer.data) ? answer.data : {}
    return Array.isArray(data.scopes) ? new Set(data.scopes.flatMap(scope => textOf(scope) ?? [])) : undefined
  } catch (error) {
    if (error instanceof ServiceError && error.status !== undefined) return undefined
    throw error
  }
}
