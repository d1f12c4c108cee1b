import { createHash } from 'node:crypto'
import { compare } from '../../core/base/compare.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Service } from '../client/client.ts'
import type { DownloadCaches } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import { eachRecord, listAll, type RecordReader } from './read-records.ts'

/** A credential, as far as anybody may know it. */
export interface KnownCredential extends Fields {
  id: string
  name: string
  type: string
}

/** The credentials that a service lists, oldest first; `undefined` where it lists none to anybody. */
export async function listCredentials(service: Service, caches: DownloadCaches): Promise<KnownCredential[]> {
  const found = await listAll(service, '/credentials', await caches.open('credentials'), { limit: 250 })
  return found.filter(isKnown).sort(byAge)
}

/** The credentials that nodes of workflows name. One without an id gets one that follows from its type and name. */
export async function credentialsOfNodes(workflows: RecordReader): Promise<KnownCredential[]> {
  const found = new Map<string, KnownCredential>()
  for await (const workflow of eachRecord(workflows)) {
    for (const credential of credentialsIn(workflow)) found.set(credential.id, credential)
  }
  return [...found.values()].sort((a, b) => compare(a.id, b.id))
}

export const credentialsIn = (workflow: Fields): KnownCredential[] =>
  credentialReferences(workflow).flatMap(({ type, id, name }) =>
    name === undefined ? [] : [{ id: id || idFor(type, name), name, type }],
  )

/** What the nodes of a workflow say of their credentials: a bare value is a name. */
export const credentialReferences = (workflow: Fields) =>
  recordsOf(workflow.nodes).flatMap(({ credentials }) =>
    Object.entries(isRecord(credentials) ? credentials : {}).map(([type, given]) => {
      const { id, name } = isRecord(given) ? given : { id: undefined, name: given }
      return { type, id: textOf(id), name: textOf(name) }
    }),
  )

const idFor = (type: string, name: string) => createHash('sha256').update(`${type}\n${name}`).digest('hex').slice(0, 16)

const isKnown = (record: Fields): record is KnownCredential =>
  typeof record.id === 'string' && typeof record.name === 'string' && typeof record.type === 'string'

const byAge = (a: KnownCredential, b: KnownCredential) => {
  const [left, right] = [`${textOf(a.createdAt)} ${a.id}`, `${textOf(b.createdAt)} ${b.id}`]
  return left < right ? -1 : left > right ? 1 : 0
}
