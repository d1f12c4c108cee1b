import type { FileDescription } from './node-context.ts'
import { type ListForm, queryText } from './query-text.ts'

/** A request as the node would send it. */
export interface BuiltRequest {
  method: string
  /** As the node names it, without its query: with a placeholder in the place of a secret, as the headers. */
  address: string
  query: Record<string, unknown>
  /** How lists in the query are written. */
  lists: ListForm
  /** Both together. */
  url: string
  headers: Record<string, string>
  /** JSON as it is, forms by their fields, other bodies as text. */
  body?: unknown
  /** How the body is written. */
  encoding?: BodyEncoding
  /** The files of its body: of a form by their fields, of a body that is a file under an empty name. */
  files?: Record<string, FileDescription>
  /** What the credential adds, with its secrets. */
  credential?: { headers: Record<string, string>; query: Record<string, string> }
}

export type BodyEncoding = 'json' | 'form' | 'multipart' | 'text' | 'file'

/** The same request with another address and query. */
export function withQuery(request: BuiltRequest, address: string, query: Record<string, unknown>): BuiltRequest {
  const url = new URL(address)
  url.hash = ''
  // its headers have them
  url.username = ''
  url.password = ''
  const text = queryText(query, request.lists)
  if (text !== '') url.search = url.search === '' ? text : `${url.search}&${text}`
  return { ...request, address, query, url: url.href }
}
