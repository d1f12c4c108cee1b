import { isRecord } from '../../base/is-record.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import type { Draft } from '../../model/state.ts'
import type { Node } from '../../model/workflow.ts'
import { projectIdOf, type RecordOwner } from '../projects/find-project.ts'

/** The credentials of a type, as nodes name them. */
interface OfType {
  first: CredentialRecord | undefined
  byId: Map<string, CredentialRecord>
  /** Those of the workflow's project; `undefined` for a name that several have. */
  byName: Map<string, CredentialRecord | undefined>
}

/**
 * Gives nodes with each of their credentials looked up: by id and type, then by name and type where only one of the
 * workflow's project has the name. A match rewrites id and name; what matches nothing stays as sent (docs/behaviour/workflows.md#credentials-of-a-node). The
 * credentials of a type are gone through once, however many nodes name one.
 */
export function credentialResolver(draft: Draft, workflow: RecordOwner): (node: Node) => Node {
  const types = new Map<string, OfType>()
  const projectId = projectIdOf(draft, workflow)
  const isOfProject = (credential: CredentialRecord) => projectIdOf(draft, credential) === projectId
  const ofType = (type: string) => {
    const known = types.get(type) ?? indexOf(draft.credentials.by('type', type), isOfProject)
    types.set(type, known)
    return known
  }
  return node => {
    if (!isRecord(node.credentials)) return node
    const credentials = Object.entries(node.credentials).map(([type, given]) => {
      const found = findCredential(ofType(type), given)
      return [type, found ? { id: found.id, name: found.name } : given]
    })
    return { ...node, credentials: Object.fromEntries(credentials) }
  }
}

function indexOf(
  credentials: readonly CredentialRecord[],
  isOfProject: (credential: CredentialRecord) => boolean,
): OfType {
  const byName: OfType['byName'] = new Map()
  for (const credential of credentials) {
    if (!isOfProject(credential)) continue
    byName.set(credential.name, byName.has(credential.name) ? undefined : credential)
  }
  return { first: credentials[0], byId: new Map(credentials.map(it => [it.id, it])), byName }
}

function findCredential({ first, byId, byName }: OfType, given: unknown): CredentialRecord | undefined {
  const named = (name: unknown) => (typeof name === 'string' ? byName.get(name) : undefined)
  if (typeof given === 'string') return named(given)
  if (!isRecord(given)) return undefined
  if (given.id === null) return named(given.name)
  // without an id the real service takes the first of the type, whatever its name
  if (given.id === undefined) return first
  return (typeof given.id === 'string' ? byId.get(given.id) : undefined) ?? named(given.name)
}
