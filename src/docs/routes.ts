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
 * and `docs`, a page to read and try them on. Made when it is first asked for.
 */
export function docsRoutes(version: Version, base: string, context: DocsContext): Route[] {
  const { apiKeyHeader, settings, control } = context
  const scripts = { start: `${base}/docs/start.js`, scalar: `${base}/docs/scalar.js` }
  const documentation = once(async () => {
    const { createDocumentation } = await import('./documentation.ts')
    const controlBase = control ? CONTROL_BASE : undefined
    return createDocumentation(version, { apiKeyHeader, base, scripts, controlBase })
  })
  const page = servedText(async () => {
    const { page, policy } = await documentation()
    return { text: page, type: HTML, headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' } }
  })

  const get = (path: string, serve: Route['serve']): Route => ({ method: 'GET', path: base + path, serve })
  return [
    get(
      '/openapi.json',
      servedText(async () => ({ text: (await documentation()).json, type: JSON_TYPE })),
    ),
    get(
      '/openapi.yml',
      servedText(async () => {
        const { stringify } = await import('yaml')
        return { text: stringify(JSON.parse((await documentation()).json)), type: YAML_TYPE }
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
