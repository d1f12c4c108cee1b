import { answer } from '../http/answer.ts'
import { type ApiKeyInput, ApiKeyInputShape, type ApiKeys } from './api-keys.ts'
import type { ControlOperation } from './serve-control.ts'

/** What the control API does with API keys. */
export const apiKeyRoutes = (apiKeys: ApiKeys): ControlOperation[] => [
  { method: 'GET', path: '/keys', run: async () => answer({ keys: await apiKeys.list() }) },
  {
    method: 'POST',
    path: '/keys',
    body: { schema: ApiKeyInputShape },
    run: async ({ body }) => answer(await apiKeys.create(body as ApiKeyInput), 201),
  },
  {
    method: 'DELETE',
    path: '/keys/:id',
    run: async ({ params: [id = ''] }) => answer(await apiKeys.revoke(id)),
  },
]
