import { once } from '../base/once.ts'
import { type GuardContext, requireKnownHost } from '../control/guard.ts'
import { CONTROL_BASE } from '../control/serve-control.ts'
import type { Route } from '../http/route.ts'
import { HTML, SCRIPT, servedText } from '../http/served-text.ts'
import type { Version } from '../http/version.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const YAML_TYPE = 'application/yaml; charset=utf-8'

export interface DocsContext {
  apiKeyHeader: string
  settings: GuardContext['settings']
  /** The control API, where there is one. */
  control?: unknown
}

/**
 * The documentation of a version's operations, for everyone, with or without a key: `openapi.json` and `openapi.yml` at `base`,
 * and `docs`, a page to read and try them on. Made when it is first requested.
 */
export function docsRoutes(version: Version, base: string, context: DocsContext): Route[] {
  const { apiKeyHeader, settings, control } = context
  const apiDocument = once(async () => {
    const { apiDocument } = await import('./api-document.ts')
    return apiDocument(version, { apiKeyHeader, base })
  })
  const page = servedText(async () => {
    const { renderPage } = await import('./page.ts')
    const { info } = await apiDocument()
    const documents = [{ title: 'API', url: `${base}/openapi.json` }]
    if (control) documents.push({ title: 'Control API', url: `${CONTROL_BASE}/openapi.json` })
    const { html, policy } = renderPage(info, documents, `${base}/docs/start.js`)
    return { text: html, type: HTML, headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' } }
  })

  const get = (path: string, serve: Route['serve']): Route => ({ method: 'GET', path: base + path, serve })
  return [
    get(
      '/openapi.json',
      servedText(async () => ({
        text: JSON.stringify(await apiDocument()),
        type: JSON_TYPE,
      })),
    ),
    get(
      '/openapi.yml',
      servedText(async () => {
        const { stringify } = await import('yaml')
        return { text: stringify(await apiDocument(), { aliasDuplicateObjects: false }), type: YAML_TYPE }
      }),
    ),
    get('/docs', request => {
      requireKnownHost(request, settings)
      return page(request)
    }),
    get(
      '/docs/start.js',
      servedText(async () => ({
        text: (await import('./start.js', { with: { type: 'text' } })).default,
        type: SCRIPT,
      })),
    ),
    get(
      '/docs/scalar.js',
      servedText(async () => ({
        text: (await import('../../data/scalar.js', { with: { type: 'text' } })).default,
        type: SCRIPT,
      })),
    ),
  ]
}

/** The OpenAPI document of the control API, for everyone, with or without a key. Made when it is first requested. */
export const controlDocsRoutes = (options: { apiKeyHeader: string }): Route[] => [
  {
    method: 'GET',
    path: `${CONTROL_BASE}/openapi.json`,
    serve: servedText(async () => {
      const [{ CONTROL_OPERATIONS }, { controlDocument }] = await Promise.all([
        import('../control/operations.ts'),
        import('./control-document.ts'),
      ])
      return { text: JSON.stringify(controlDocument(CONTROL_OPERATIONS, options)), type: JSON_TYPE }
    }),
  },
]
