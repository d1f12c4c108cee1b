import { CONTROL_OPERATIONS } from '../control/operations.ts'
import { CONTROL_BASE } from '../control/serve-control.ts'
import type { Route } from '../http/route.ts'
import { servedText } from '../http/served-text.ts'

/** The OpenAPI document of the control API, for everyone, with or without a key. Made when it is first asked for. */
export const controlDocsRoutes = (options: { apiKeyHeader: string }): Route[] => [
  {
    method: 'GET',
    path: `${CONTROL_BASE}/openapi.json`,
    serve: servedText(async () => {
      const { controlDocument } = await import('./control-document.ts')
      const text = JSON.stringify(controlDocument(CONTROL_OPERATIONS, options))
      return { text, type: 'application/json; charset=utf-8' }
    }),
  },
]
