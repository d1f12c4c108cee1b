import { once } from '../base/once.ts'
import { type GuardContext, requireKnownHost } from '../http/guard.ts'
import type { Route } from '../http/routing.ts'
import { HTML, SCRIPT, servedText } from '../http/served-text.ts'
import type { DocumentedSurface } from '../http/surface.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const YAML_TYPE = 'application/yaml; charset=utf-8'

export interface DocsContext {
  apiKeyHeader: string
  settings: GuardContext['settings'] & { page: boolean }
}

/**
 * The documentation of the API and the control API, for everyone, with or without a key: `openapi.json` of each; of the
 * API also `openapi.yml`, and `docs`, a page to read and try both on. Each is made when it is first requested.
 */
export function docsRoutes(
  { api, control }: { api: DocumentedSurface; control: DocumentedSurface | undefined },
  context: DocsContext,
): Route[] {
  const documentOf = (surface: DocumentedSurface) =>
    once(async () => {
      const { openApiDocument } = await import('./openapi-document.ts')
      return openApiDocument(surface, context)
    })
  const jsonRoute = ({ base }: DocumentedSurface, read: () => Promise<object>): Route => ({
    method: 'GET',
    path: `${base}/openapi.json`,
    serve: servedText(async () => ({ text: JSON.stringify(await read()), type: JSON_TYPE })),
  })
  const apiDocument = documentOf(api)
  const page = servedText(async () => {
    const { renderPage } = await import('./page.ts')
    const documents = [{ title: 'API', url: `${api.base}/openapi.json` }]
    if (control) documents.push({ title: 'Control API', url: `${control.base}/openapi.json` })
    const { html, policy } = renderPage(await apiDocument(), documents, {
      startScript: `${api.base}/docs/start.js`,
      back: context.settings.page ? '/' : undefined,
    })
    return { text: html, type: HTML, headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' } }
  })

  const readPage: Route['serve'] = request => {
    requireKnownHost(request, context.settings)
    return page(request)
  }
  const get = (path: string, serve: Route['serve']): Route => ({ method: 'GET', path: api.base + path, serve })
  return [
    jsonRoute(api, apiDocument),
    ...(control ? [jsonRoute(control, documentOf(control))] : []),
    get(
      '/openapi.yml',
      servedText(async () => {
        const { stringify } = await import('yaml')
        return { text: stringify(await apiDocument(), { aliasDuplicateObjects: false }), type: YAML_TYPE }
      }),
    ),
    get('/docs', readPage),
    // the service answers any method and any path below with it
    { method: 'ALL', path: `${api.base}/docs/*`, serve: readPage },
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
        text: (await import('../../../data/scalar.js', { with: { type: 'text' } })).default,
        type: SCRIPT,
      })),
    ),
  ]
}
