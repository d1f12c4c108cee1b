import type { CredentialRecord } from '../../model/credential.ts'
import { isRecord } from '../../model/is-record.ts'
import type { Node } from '../../model/workflow.ts'
import type { Draft } from '../../state.ts'

/**
 * The node with each of its credentials looked up: by id and type, then by name and type where only one has the name. A
 * match rewrites id and name; what matches nothing stays as sent (docs/behaviour/workflows.md#credentials-of-a-node).
 */
export function resolveNodeCredentials(draft: Draft, node: Node): Node {
  if (!isRecord(node.credentials)) return node
  const credentials = Object.entries(node.credentials).map(([type, given]) => {
    const found = findCredential(draft, type, given)
    return [type, found ? { id: found.id, name: found.name } : given]
  })
  return { ...node, credentials: Object.fromEntries(credentials) }
}

function findCredential(draft: Draft, type: string, given: unknown): CredentialRecord | undefined {
  const ofType = draft.credentials.by('type', type)
  const named = (name: unknown) => {
    const matches = ofType.filter(credential => credential.name === name)
    return matches.length === 1 ? matches[0] : undefined
  }
  if (typeof given === 'string') return named(given)
  if (!isRecord(given)) return undefined
  if (given.id === null) return named(given.name)
  // without an id the real service takes the first of the type, whatever its name
  if (given.id === undefined) return ofType[0]
  return ofType.find(credential => credential.id === given.id) ?? named(given.name)
}
