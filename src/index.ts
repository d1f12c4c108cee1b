import { connectRemote, type RemoteOptions } from './git/remote.ts'
import { createInstance, type Instance } from './instance.ts'
import type { CredentialSchema } from './model/credential.ts'
import type { Fixture } from './model/fixture.ts'
import type { ProfileName } from './profile.ts'

export type { Instance } from './instance.ts'
export type { Fixture } from './model/fixture.ts'
export type { ProfileName } from './profile.ts'

/** How an instance is to be. Everything may be left out. */
export interface StartOptions {
  /** What it holds at first: one fixture or several, an exported workflow, or an array of them. */
  fixture?: Fixture | unknown
  /** Which truth it follows. Default `contract`. */
  profile?: ProfileName
  /** The owner's API key; made if left out. */
  apiKey?: string
  /** The API key header is `X-<NAME>-API-KEY`. Default `n8n`. */
  serviceName?: string
  /** The same seed gives the same ids, in the same order. */
  idSeed?: string
  /** The time that it is, as ISO 8601 text, a Date, or milliseconds since 1970; it stands still. Default: the real time. */
  clock?: string | number | Date
  /** Where to listen. Default 127.0.0.1 and any free port. */
  host?: string
  port?: number
  /** Whether to listen at all; without, only `fetch` answers. Default true. */
  socket?: boolean
  /** Credential types to add or replace: name → data schema. */
  credentialTypes?: Record<string, CredentialSchema>
  /** The repository that source control pulls from: a URL, or the path of a local one. Default: not connected. */
  gitRemote?: RemoteOptions | string
  /** Host names that the control API accepts beside loopback. */
  allowHosts?: string[]
  /** Told of failures that are not refusals. Default: standard error. */
  report?: (message: string) => void
}

/**
 * Starts an instance that lives in memory.
 *
 * @throws ApiError for a fixture that is not one, with every fault and its JSON path
 *
 * @example
 * const instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
 * const headers = { [instance.apiKeyHeader]: instance.apiKey }
 * const answer = await fetch(`${instance.url}/api/v1/tags`, { headers })
 * await instance.stop()
 */
export async function startInstance(options: StartOptions = {}): Promise<Instance> {
  const { fixture, clock, credentialTypes, socket = true } = options
  return createInstance({
    profile: options.profile ?? 'contract',
    fixtures: fixture === undefined ? [] : [{ source: 'fixture', value: fixture }],
    serviceName: options.serviceName ?? 'n8n',
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    ...(options.idSeed === undefined ? {} : { idSeed: options.idSeed }),
    ...(clock === undefined ? {} : { clock: { now: new Date(clock).getTime(), mode: 'frozen' as const } }),
    ...(credentialTypes ? { credentialTypes: new Map(Object.entries(credentialTypes)) } : {}),
    ...(socket ? { listen: { hostname: options.host ?? '127.0.0.1', port: options.port ?? 0 } } : {}),
    ...(options.gitRemote === undefined
      ? {}
      : {
          remote: connectRemote(typeof options.gitRemote === 'string' ? { url: options.gitRemote } : options.gitRemote),
        }),
    control: true,
    allowedHosts: options.allowHosts ?? [],
    report: options.report ?? (message => console.error(message)),
  })
}
