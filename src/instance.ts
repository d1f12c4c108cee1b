import { randomBytes } from 'node:crypto'
import { createApp } from './app.ts'
import { createClock } from './clock.ts'
import type { Store } from './context.ts'
import { readFixture } from './control/fixture.ts'
import { ensureOwner, type SeedContext, seed, setApiKey } from './control/seed.ts'
import { loadCredentialTypes } from './features/credentials/types.ts'
import { loadNodeTypes } from './features/workflows/node-types.ts'
import { apiKeyHeader } from './http/api-key.ts'
import { createIds } from './ids.ts'
import type { CredentialSchema } from './model/credential.ts'
import { type Collections, layout, type Values } from './model/document.ts'
import { type ProfileName, profileOf } from './profile.ts'
import { listen } from './runtime.ts'
import { createMemoryStore } from './storage/memory-store.ts'

export interface InstanceOptions {
  profile: ProfileName
  /** Fixtures by the name that messages call them; loaded only into an empty document. */
  fixtures: { source: string; value: unknown }[]
  /** The owner's key; made where there is none. */
  apiKey?: string
  serviceName: string
  idSeed?: string
  /** Added to the shipped ones, or instead of those with the same name. */
  credentialTypes?: ReadonlyMap<string, CredentialSchema>
  clock?: { now: number; mode: 'frozen' | 'running' }
  /** Where to listen; nothing listens where left out. */
  listen?: { hostname: string; port: number }
  control: boolean
  allowedHosts: readonly string[]
  report(message: string): void
}

/** A running instance. */
export interface Instance {
  /** Where it listens, without a trailing slash. */
  url: string
  /** The same service without a socket. */
  fetch(request: Request): Promise<Response>
  /** The owner's key, if it was given or made at this start. */
  apiKey: string | undefined
  apiKeyHeader: string
  /** Answers what is running, then lets go of everything. Stopping twice is fine. */
  stop(): Promise<void>
}

/** Puts an instance together: state, service, socket. Stopping undoes it in reverse. */
export async function createInstance(options: InstanceOptions): Promise<Instance> {
  const clock = createClock(options.clock?.now, options.clock?.mode)
  const ids = createIds(options.idSeed)
  const profile = profileOf(options.profile)
  const secrets = { seal: (data: unknown) => JSON.stringify(data), unseal: (text: string) => JSON.parse(text) }
  const store = createMemoryStore<Collections, Values>(layout)
  const header = apiKeyHeader(options.serviceName)
  const context = {
    ...{ store, profile, clock, ids, secrets, apiKeyHeader: header },
    loadCredentialTypes: once(() => loadCredentialTypes(options.credentialTypes)),
    loadNodeTypes: once(loadNodeTypes),
  }

  await loadFixtures(store, options, context)
  const apiKey = await giveOwnerKey(store, options, context)
  const app = createApp({
    ...context,
    settings: options,
    report: error => options.report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  })
  const listener = options.listen && listen(app.fetch, options.listen)

  let stopped: Promise<void> | undefined
  async function stopAll() {
    await listener?.stop()
    await store.close()
  }
  return {
    url: listener?.url ?? 'http://localhost',
    fetch: app.fetch,
    apiKey,
    apiKeyHeader: header,
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}

async function loadFixtures(store: Store, { fixtures }: InstanceOptions, context: SeedContext) {
  if (store.data.users.size || store.data.workflows.size) return
  const checked = fixtures.map(({ source, value }) => ({ source, fixture: readFixture(value, source) }))
  await store.update(draft => {
    for (const { source, fixture } of checked) seed(draft, fixture, context, source)
  })
}

async function giveOwnerKey(store: Store, { apiKey }: InstanceOptions, context: SeedContext) {
  return store.update(draft => {
    const owner = ensureOwner(draft, context)
    if (apiKey === undefined && draft.apiKeys.by('userId', owner.id).length) return undefined
    const key = apiKey ?? newApiKey()
    setApiKey(draft, owner.id, key, 'owner', context)
    return key
  })
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

/** A key as the real service makes them: `n8n_api_` and 80 hex digits. */
const newApiKey = () => `n8n_api_${randomBytes(40).toString('hex')}`
