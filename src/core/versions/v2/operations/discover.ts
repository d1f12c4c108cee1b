import { Type } from '@sinclair/typebox'
import { type DiscoverableOperation, discover } from '../../../features/discover/discover.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { schemaDefinition } from '../../../http/schema-object.ts'
import { Enumeration } from '../../../model/schema.ts'
import type { V2Parts } from '../parts.ts'
import { resourceOf, serviceNameOf } from '../resources.ts'
import { scopesOfSystemRole } from '../scopes.ts'

/** GET /discover: made from the operations of the version, which are known once they are all put together. */
export const discoverOperation = ({ shapes }: V2Parts, listOperations: () => readonly Operation[]) =>
  operation({
    dialect: 'old',
    id: 'getDiscover',
    method: 'GET',
    path: '/discover',
    tag: 'Discover',
    summary: 'What the key may do',
    query: Type.Object({
      include: Type.Optional(Enumeration(['schemas'])),
      resource: Type.Optional(Type.String()),
      operation: Type.Optional(Type.String()),
    }),
    responses: { 200: { description: 'Scopes, resources and filters', schema: shapes.Discovered } },
    run: ({ query, user, key }) => {
      const scopes = key.scopes ?? scopesOfSystemRole(user.role)
      return reply(discover(listOperations().map(discoverable), scopes, query))
    },
  })

function discoverable(operation: Operation): DiscoverableOperation {
  const { method, path, scope = [], body } = operation
  return {
    operationId: serviceNameOf(operation),
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    resource: resourceOf(path),
    scopes: typeof scope === 'string' ? [scope] : scope,
    ...(body && body.mediaType === undefined ? { requestSchema: schemaDefinition(body.schema, new Map()) } : {}),
  }
}
