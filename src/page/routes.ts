import { Elysia } from 'elysia'
import { type GuardContext, requireKnownHost } from '../control/guard.ts'
import { notFound } from '../errors.ts'
import { HTML, SCRIPT, type Served, STYLESHEET, servedText } from '../http/served-text.ts'

const TYPES: Record<string, string> = { js: SCRIPT, css: STYLESHEET, svg: 'image/svg+xml' }

/** Scripts and styles are files of ours; nothing that stands in the page is run, and nobody else is asked. */
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

export interface PageContext {
  apiKeyHeader: string
  settings: GuardContext['settings']
  /** The control API, where there is one. */
  control?: unknown
}

/** The web page, at `/`. Nothing of it is read before somebody opens it. */
export function pageRoutes({ apiKeyHeader, settings, control }: PageContext) {
  const files = new Map<string, ReturnType<typeof servedText>>()
  const index = servedText(async () => ({
    text: await indexWith({ 'api-key-header': apiKeyHeader, control: `${control !== undefined}` }),
    type: HTML,
    headers: { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
  }))

  async function fileOf(name: string) {
    const { ASSETS } = await import('./assets.ts')
    const load = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
    if (!load) throw notFound('not found')
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain'
    const file = files.get(name) ?? servedText(async (): Promise<Served> => ({ text: (await load()).default, type }))
    files.set(name, file)
    return file
  }

  return new Elysia()
    .get('/', ({ request }) => {
      requireKnownHost(request, settings)
      return index({ request })
    })
    .get('/page/*', async ({ request, params }) => {
      requireKnownHost(request, settings)
      const file = await fileOf(params['*'])
      return file({ request })
    })
}

async function indexWith(settings: Record<string, string>): Promise<string> {
  const { loadIndex } = await import('./assets.ts')
  const tags = Object.entries(settings).map(([name, value]) => `<meta name="understudy:${name}" content="${value}" />`)
  return (await loadIndex()).default.replace('<!-- settings -->', tags.join('\n    '))
}
