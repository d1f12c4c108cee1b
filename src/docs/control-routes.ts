import { Elysia } from 'elysia'
import { CONTROL_OPERATIONS } from '../control/operations.ts'
import { CONTROL_BASE } from '../control/serve-control.ts'
import { servedText } from '../http/served-text.ts'

/** The OpenAPI document of the control API, for everyone, with or without a key. Made when it is first asked for. */
export const controlDocsRoutes = (options: { apiKeyHeader: string }) =>
  new Elysia({ prefix: CONTROL_BASE }).get(
    '/openapi.json',
    servedText(async () => {
      const { controlDocument } = await import('./control-document.ts')
      const text = JSON.stringify(controlDocument(CONTROL_OPERATIONS, options))
      return { text, type: 'application/json; charset=utf-8' }
    }),
  )
