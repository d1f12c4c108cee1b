import type { Operation } from '../../../src/core/http/operation.ts'
import type { Version } from '../../../src/core/http/version.ts'

export interface Asked {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** What of the fixture of this table a path parameter names. */
const KNOWN: Record<string, string> = {
  id: 'w',
  workflowId: 'w',
  tagId: 't',
  credentialId: 'c',
  executionId: '1',
  credentialTypeName: 'httpBasicAuth',
  roleSlug: 'global:member',
}

const KNOWN_BY_PATH: [start: string, id: string][] = [
  ['/tags', 't'],
  ['/credentials', 'c'],
  ['/executions', '1'],
  ['/users', 'olga@example.com'],
]

/** One request of each kind of refusal of each operation, and one that it takes. */
export function requestsFor({ operations }: Version): Asked[] {
  return operations.flatMap(operation => requestsOf(operation))
}

function requestsOf(operation: Operation): Asked[] {
  const { method, body } = operation
  const known = pathOf(operation, name => idOf(operation, name))
  const unknown = pathOf(operation, () => 'nope')
  const plain = body ? { headers: JSON_TYPE, body: JSON.stringify(body.example ?? {}) } : {}
  return [
    { method, path: known, ...plain },
    { method, path: unknown, ...plain },
    { method, path: `${known}?foo=1&limit=abc`, ...plain },
    { method, path: pathOf(operation, () => '%zz'), ...plain },
    { method, path: known, ...plain, headers: { ...plain.headers, 'x-n8n-api-key': 'wrong' } },
    { method, path: known, ...plain, headers: { ...plain.headers, 'x-n8n-api-key': '' } },
    { method, path: known, ...plain, headers: { ...plain.headers, 'x-n8n-api-key': 'member-key' } },
    { method: 'OPTIONS', path: known },
    { method: 'HEAD', path: known },
    ...(body
      ? [
          { method, path: known, headers: JSON_TYPE, body: '{' },
          { method, path: known, headers: JSON_TYPE, body: '[]' },
          { method, path: known, headers: JSON_TYPE, body: '{"foo":1}' },
          { method, path: known, headers: { 'content-type': 'text/plain' }, body: 'x' },
        ]
      : []),
  ]
}

const pathOf = ({ path }: Operation, name: (parameter: string) => string) =>
  `/api/v1${path.replaceAll(/:(\w+)/g, (_, parameter) => name(parameter))}`

const idOf = ({ path }: Operation, name: string) =>
  (name === 'id' && KNOWN_BY_PATH.find(([start]) => path.startsWith(start))?.[1]) || (KNOWN[name] ?? 'nope')
