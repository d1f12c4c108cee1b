import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Version } from '../../core/http/version.ts'
import type { Service } from '../client/client.ts'
import { identifyService } from '../client/identify-service.ts'
import { createMemoryCache, createMemoryCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { credentialReferences, type KnownCredential, listCredentials } from '../read/read-credentials.ts'
import { eachRecord, listAll, type OnProgress } from '../read/read-records.ts'
import { createUnreadableParts } from '../read/read-service.ts'
import { readWorkflows, withoutWorkflows } from '../read/read-workflows.ts'
import { ServiceError } from '../service-error.ts'

/** What is at the service that a promotion goes to. */
export interface Target {
  version: Version
  /** `undefined` where the key may not list them. */
  tags: Fields[] | undefined
  workflows: Map<string, Fields>
  withName(name: string): readonly Fields[]
  /** Those whose nodes have the same ids as the nodes of a workflow; none where one of its nodes has no id. */
  withNodesOf(workflow: Fields): readonly Fields[]
  credentials: KnownCredential[]
  /** Whether those are all; if not, they are the ones that nodes name, which may be gone. */
  areCredentialsListed: boolean
  /** The scopes of the key, where the service shows them. */
  scopes: ReadonlySet<string> | undefined
}

/** Reads it, without changing anything. @throws ServiceError */
export async function readTarget(service: Service, onProgress: OnProgress = () => {}): Promise<Target> {
  const { version } = await identifyService(service)
  const caches = createMemoryCaches()
  const unreadable = createUnreadableParts()
  const reader = await readWorkflows(service, caches, {}, onProgress).catch(withoutWorkflows(service))
  const workflows = new Map<string, Fields>()
  for await (const workflow of eachRecord(reader)) workflows.set(textOf(workflow.id) ?? '', workflow)
  const byName = Map.groupBy(workflows.values(), ({ name }) => name)
  const tags = await unreadable.unlessRefused('tags', () =>
    listAll(service, '/tags', createMemoryCache(), { limit: 250 }),
  )
  const listed = await unreadable.unlessRefused('credentials', () => listCredentials(service, caches))
  return {
    version,
    tags,
    workflows,
    withName: name => byName.get(name) ?? [],
    withNodesOf: createNodeLookup(workflows.values()),
    credentials: listed ?? namedCredentials(workflows.values()),
    areCredentialsListed: listed !== undefined,
    scopes: version.writes.showsScopes ? await readScopes(service) : undefined,
  }
}

function createNodeLookup(workflows: Iterable<Fields>) {
  const keyOf = ({ nodes }: Fields) => {
    const ids = recordsOf(nodes).map(({ id }) => textOf(id))
    return ids.length === 0 || ids.includes(undefined) ? undefined : JSON.stringify(ids.sort())
  }
  const byKey = Map.groupBy(workflows, keyOf)
  return (workflow: Fields): readonly Fields[] => {
    const key = keyOf(workflow)
    return key === undefined ? [] : (byKey.get(key) ?? [])
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

/** The credentials that the nodes of workflows name by their ids, once each. The service may have none of them. */
export function namedCredentials(workflows: Iterable<Fields>): KnownCredential[] {
  const found = new Map<string, KnownCredential>()
  for (const { id, name, type } of [...workflows].flatMap(credentialReferences)) {
    if (id) found.set(id, { id, name: name ?? id, type })
  }
  return [...found.values()]
}

/** The ids of the credentials that a workflow at the target names, in its draft or as it is published. */
export function credentialsNamedIn(there: Fields | undefined): ReadonlySet<string> {
  const graphs = [there, there?.activeVersion].filter(isRecord)
  return new Set(namedCredentials(graphs).map(({ id }) => id))
}
