import { type Fields, isFields, listOf, textOf } from '../fields.ts'
import type { KnownCredential } from '../read/read-credentials.ts'

/** The credentials that the nodes of workflows name by their ids, once each. The service may have none of them. */
export function namedCredentials(workflows: Iterable<Fields>): KnownCredential[] {
  const found = new Map<string, KnownCredential>()
  for (const { credentials } of [...workflows].flatMap(({ nodes }) => listOf(nodes))) {
    for (const [type, given] of isFields(credentials) ? Object.entries(credentials) : []) {
      const { id, name } = isFields(given) ? given : {}
      const text = textOf(id)
      if (text) found.set(text, { id: text, name: textOf(name) ?? text, type })
    }
  }
  return [...found.values()]
}
