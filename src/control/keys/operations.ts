import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import { controlOperation } from '../operation.ts'
import { ApiKeyInputShape, ApiKeyShape, type ApiKeys, NewApiKeyShape } from './api-keys.ts'

interface KeyContext {
  apiKeys: ApiKeys
}

/** What the control API does with API keys. */
export const keyOperations = [
  controlOperation({
    id: 'listKeys',
    method: 'GET',
    path: '/keys',
    tag: 'Keys',
    summary: 'The API keys of all users, without the keys themselves',
    responses: { 200: { description: 'All of them', schema: Type.Object({ keys: Type.Array(ApiKeyShape) }) } },
    run: async (_call, { apiKeys }: KeyContext) => reply({ keys: await apiKeys.list() }),
  }),
  controlOperation({
    id: 'createKey',
    method: 'POST',
    path: '/keys',
    tag: 'Keys',
    summary: 'Make a key',
    description: 'The key itself is in this response only: no other tells it.',
    body: { schema: ApiKeyInputShape, example: { user: 'owner@example.com', label: 'CI' } },
    responses: { 201: { description: 'The key', schema: NewApiKeyShape } },
    refusals: [409],
    run: async ({ body }, { apiKeys }: KeyContext) => reply(await apiKeys.create(body), 201),
  }),
  controlOperation({
    id: 'revokeKey',
    method: 'DELETE',
    path: '/keys/:id',
    tag: 'Keys',
    summary: 'Revoke a key',
    description: "The owner's last one cannot be revoked: 409.",
    params: Type.Object({ id: Type.String() }),
    responses: { 200: { description: 'The key as it was', schema: ApiKeyShape } },
    refusals: [404, 409],
    run: async ({ params }, { apiKeys }: KeyContext) => reply(await apiKeys.revoke(params.id)),
  }),
]
