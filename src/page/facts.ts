import type { Caller } from '../http/api-key.ts'
import { type GuardContext, mayControl, requireKnownHost } from '../http/guard.ts'
import { reply } from '../http/reply.ts'
import type { Runnable, Surface } from '../http/surface.ts'
import type { KeyRules } from '../http/version.ts'

/** Where the page has its files, and asks for facts. */
export const PAGE_BASE = '/page'

interface FactsContext extends GuardContext {
  version: { name: string; keys: KeyRules }
  clock: { iso(): string; readonly mode: string }
  loadCredentialTypes(): Promise<{ names(): string[] }>
}

type Fact = Runnable<Caller, FactsContext>

/** What the page shows the holder of a key that the API does not answer. */
export const pageFacts = (context: FactsContext): Surface<Fact, Caller> => ({
  base: PAGE_BASE,
  operations: FACTS,
  context,
  checks: () => ({
    admit(request) {
      requireKnownHost(request, context.settings)
      return context.authenticate(request.headers)
    },
    receive: (_request, caller) => caller,
  }),
})

const ROLES = ['global:owner', 'global:admin', 'global:member']

const FACTS: Fact[] = [
  {
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Page',
    summary: 'Whose key it is, what it may do, the version and the time',
    responses: { 200: { description: 'The user of the key' } },
    run({ user, key }, { version, clock }) {
      const { id, email, firstName, lastName, role } = user
      const scopes = key.scopes ?? version.keys.scopesOf(role) ?? null
      return reply({
        user: { id, email, firstName, lastName, role },
        mayControl: mayControl({ user, key }),
        scopes,
        scopesOf: scopes && Object.fromEntries(ROLES.map(it => [it, version.keys.scopesOf(it) ?? []])),
        version: version.name,
        clock: { now: clock.iso(), isFrozen: clock.mode === 'frozen' },
      })
    },
  },
  {
    id: 'listCredentialTypes',
    method: 'GET',
    path: '/credential-types',
    tag: 'Page',
    summary: 'The names of the types of credentials',
    responses: { 200: { description: 'All of them' } },
    run: async (_caller, { loadCredentialTypes }) => reply({ names: (await loadCredentialTypes()).names() }),
  },
]
