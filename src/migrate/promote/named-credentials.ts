import type { Fields } from '../fields.ts'
import { credentialReferences, type KnownCredential } from '../read/read-credentials.ts'

/** The credentials that the nodes of workflows name by their ids, once each. The service may have none of them. */
export function namedCredentials(workflows: Iterable<Fields>): KnownCredential[] {
  const found = new Map<string, KnownCredential>()
  for (const { id, name, type } of [...workflows].flatMap(credentialReferences)) {
    if (id) found.set(id, { id, name: name ?? id, type })
  }
  return [...found.values()]
}
