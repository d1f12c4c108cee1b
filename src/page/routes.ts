import { unknownPath } from '../core/base/errors.ts'
import { once } from '../core/base/once.ts'
import { type GuardContext, requireKnownHost } from '../core/http/guard.ts'
import { pathOf } from '../core/http/path.ts'
import type { Route } from '../core/http/routing.ts'
import { SCRIPT, servedText } from '../core/http/served-text.ts'
import { PAGE_BASE } from './facts.ts'

/** Scripts and styles are files of ours; no script inside the page runs, and no other host is asked. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface PageContext {
  settings: GuardContext['settings']
  apiKeyHeader: string
  /** The control API, where there is one. */
  control?: unknown
}

/** The web page, at `/`, and its files. Nothing of it is read before it is first opened. */
export function pageRoutes(context: PageContext): Route[] {
  const { apiKeyHeader, settings, control } = context
  const page = once(async () => {
    const { buildPage } = await import('./build-page.ts')
    const { index, files } = await buildPage(
      { 'api-key-header': apiKeyHeader, control: `${control !== undefined}` },
      { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
    )
    return {
      index: servedText(() => index),
      files: new Map(Array.from(files, ([name, file]) => [name, servedText(() => file)])),
    }
  })

  const editor = servedText(async () => {
    const { loadEditorScript } = await import('./client-files.ts')
    return { text: await loadEditorScript(), type: SCRIPT }
  })

  return [
    {
      method: 'GET',
      path: '/',
      async serve(request) {
        requireKnownHost(request, settings)
        return (await page()).index(request)
      },
    },
    {
      method: 'GET',
      path: `${PAGE_BASE}/editor.js`,
      async serve(request) {
        requireKnownHost(request, settings)
        return editor(request)
      },
    },
    {
      method: 'GET',
      path: `${PAGE_BASE}/*`,
      async serve(request) {
        requireKnownHost(request, settings)
        const file = (await page()).files.get(pathOf(request.url).name.slice(PAGE_BASE.length + 1))
        if (!file) throw unknownPath()
        return file(request)
      },
    },
  ]
}
