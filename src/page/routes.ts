import { unknownPath } from '../base/errors.ts'
import { once } from '../base/once.ts'
import { type GuardContext, mayControl, requireKnownHost } from '../control/guard.ts'
import { reply, respond } from '../http/reply.ts'
import { pathOf } from '../http/request-path.ts'
import type { Route } from '../http/route.ts'
import { SCRIPT, servedText } from '../http/served-text.ts'
import type { KeyRules } from '../http/version.ts'

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

export interface PageContext extends GuardContext {
  apiKeyHeader: string
  version: { name: string; keys: KeyRules }
  clock: { iso(): string; readonly mode: string }
  /** The control API, where there is one. */
  control?: unknown
  loadCredentialTypes(): Promise<{ names(): string[] }>
}

/** The web page, at `/`, and its files. Nothing of it is read before somebody opens it. */
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
    ...factRoutes(context),
    {
      method: 'GET',
      path: `${FILES}editor.js`,
      async serve(request) {
        requireKnownHost(request, settings)
        return editor(request)
      },
    },
    {
      method: 'GET',
      path: `${FILES}*`,
      async serve(request) {
        requireKnownHost(request, settings)
        const file = (await page()).files.get(pathOf(request.url).name.slice(FILES.length))
        if (!file) throw unknownPath()
        return file(request)
      },
    },
  ]
}

const FILES = '/page/'

const ROLES = ['global:owner', 'global:admin', 'global:member']

/** What the page tells the holder of a key that the API does not: whose key it is, the time for the instance, and the types of credentials. */
const factRoutes = (context: PageContext): Route[] => [
  {
    method: 'GET',
    path: `${FILES}me`,
    serve(request) {
      requireKnownHost(request, context.settings)
      const caller = context.authenticate(request.headers)
      const { user, key } = caller
      const { id, email, firstName, lastName, role } = user
      const { name, keys } = context.version
      const scopes = key.scopes ?? keys.scopesOf(role) ?? null
      const scopesOf = scopes && Object.fromEntries(ROLES.map(it => [it, keys.scopesOf(it) ?? []]))
      const shown = { id, email, firstName, lastName, role }
      const clock = { now: context.clock.iso(), isFrozen: context.clock.mode === 'frozen' }
      return respond(
        request,
        reply({ user: shown, mayControl: mayControl(caller), scopes, scopesOf, version: name, clock }),
      )
    },
  },
  {
    method: 'GET',
    path: `${FILES}credential-types`,
    async serve(request) {
      requireKnownHost(request, context.settings)
      context.authenticate(request.headers)
      return respond(request, reply({ names: (await context.loadCredentialTypes()).names() }))
    },
  },
]
