/** An operation as the discovery shows it. */
export interface DiscoverableOperation {
  operationId: string
  method: string
  /** Below the API's own path, parameters in braces: `/tags/{tagId}`. */
  path: string
  /** What it belongs to: `tags`. */
  resource: string
  /** Any of these allows it; none: everybody may. */
  scopes: readonly string[]
  requestSchema?: unknown
}

export interface DiscoverQuery {
  resource?: string | undefined
  operation?: string | undefined
  include?: 'schemas' | undefined
}

interface Resource {
  operations: string[]
  endpoints: Record<string, unknown>[]
}

const BASE = '/api/v1'

/**
 * What a key may do: the operations that its scopes allow, by resource, in the order in which the version lists them.
 * The filters name all that the key has, whatever the query asks for.
 */
export function discover(
  operations: readonly DiscoverableOperation[],
  scopes: readonly string[],
  query: DiscoverQuery,
) {
  const { include } = query
  const [resource, operation] = [query.resource, query.operation].map(name => name?.toLowerCase())
  const held = new Set(scopes)
  const open = byResource(
    operations.filter(({ scopes }) => scopes.length === 0 || scopes.some(scope => held.has(scope))),
  )
  const isAsked = (verb: string) => !operation || verb.toLowerCase() === operation
  const verbs = (of: DiscoverableOperation) => of.scopes.map(verbOf)
  const asked = open.filter(one => (!resource || one.resource === resource) && (!operation || verbs(one).some(isAsked)))
  const resources: Record<string, Resource> = {}
  for (const one of asked) {
    const found = resources[one.resource] ?? { operations: [], endpoints: [] }
    resources[one.resource] = found
    const shown = verbs(one).filter(isAsked)
    for (const verb of shown) if (!found.operations.includes(verb)) found.operations.push(verb)
    const { method, path, operationId, requestSchema } = one
    const schema = include === 'schemas' && requestSchema !== undefined ? { requestSchema } : {}
    found.endpoints.push({ method, path: `${BASE}${path}`, operationId, ...schema })
  }
  const filter = (description: string, values: readonly string[]) => ({ description, values: [...new Set(values)] })
  return {
    data: {
      scopes: [...scopes],
      resources,
      filters: {
        resource: filter(
          'Filter to a specific resource',
          open.map(one => one.resource),
        ),
        operation: filter('Filter to a specific operation', open.flatMap(verbs)),
        include: filter('Include additional data', ['schemas']),
      },
      specUrl: `${BASE}/openapi.yml`,
    },
  }
}

/** Those of one resource together, the resources in the order of their first operations. */
function byResource(operations: readonly DiscoverableOperation[]): DiscoverableOperation[] {
  const groups = new Map<string, DiscoverableOperation[]>()
  for (const operation of operations) {
    const group = groups.get(operation.resource)
    if (group) group.push(operation)
    else groups.set(operation.resource, [operation])
  }
  return [...groups.values()].flat()
}

/** What a scope allows: `list` of `tag:list`. */
const verbOf = (scope: string) => scope.slice(scope.indexOf(':') + 1)
