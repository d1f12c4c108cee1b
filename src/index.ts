import { fixtureOfExports } from './fixtures/exported-workflows.ts'
import type { FixtureSource } from './fixtures/fixture-files.ts'
import { connectRemote, type RemoteOptions } from './git/remote.ts'
import type { Version } from './http/version.ts'
import { createInstance, type Instance } from './instance.ts'
import { refuseUnknown } from './known-keys.ts'
import type { CredentialSchema } from './model/credential.ts'
import type { Fixture, FixtureOf } from './model/fixture.ts'
import { type Feature, readLicence } from './model/licence.ts'
import type { VersionName } from './versions/versions.ts'

export type { ClockSetting, ClockState } from './control/clock/index.ts'
export type { AddedExecution, Control } from './control/control.ts'
export type { FaultPlan, FaultRule, FaultSetting, PlannedFault } from './control/faults/index.ts'
export type { OperationName } from './control/operation-name.ts'
export type { Equals, LoggedRequest, RequestDetails, RequestHistory, RequestPattern } from './control/requests/index.ts'
export type { OutcomeRule, PlannedOutcome, SimulationControl } from './control/simulation/index.ts'
export type { Snapshot, Snapshots } from './control/snapshots/index.ts'
export type { ExecutionInput, ExportedPart } from './control/state/index.ts'
export type { InstanceFetch } from './fetch-without-socket.ts'
export type { SeedCounts } from './fixtures/seed.ts'
export { createGitRemote, type ThrowAwayRemote } from './git/throw-away-remote.ts'
export type { Instance } from './instance.ts'
export type { ServiceOptions } from './migrate/client/client.ts'
export type { Clone, CloneOptions, CloneSummary } from './migrate/clone/clone.ts'
export type { CloneToFileOptions } from './migrate/clone/clone-to-file.ts'
export type { CompareInstancesOptions } from './migrate/compare/compare.ts'
export type { Comparison } from './migrate/compare/compare-sides.ts'
export type { SideInput } from './migrate/compare/read-side.ts'
export { cloneService, cloneToFile, compareInstances, promote } from './migrate/lazy.ts'
export type { Plan, PlanLine } from './migrate/promote/plan.ts'
export type { PromoteOptions, Promotion } from './migrate/promote/promote.ts'
export { ServiceError } from './migrate/service-error.ts'
export type { Fixture, FixtureOf } from './model/fixture.ts'
export { FEATURES, type Feature } from './model/licence.ts'
export type { Node } from './model/workflow.ts'
export { VERSION_NAMES as versions, type VersionName as ProfileName } from './versions/versions.ts'

/** How an instance is to be. Everything may be left out. */
export interface StartOptions {
  /**
   * What it holds at first: a fixture; an exported workflow; the path of a file with either, of a folder of such files,
   * or of a folder that source control pushes to; or an array of any of these.
   */
  fixture?: FixtureInput
  /** Which truth it follows. Default: what the fixture names, or `contract`. */
  profile?: VersionName | Version
  /** The owner's API key; made if left out. */
  apiKey?: string
  /** The API key header is `X-<NAME>-API-KEY`. Default `n8n`. */
  serviceName?: string
  /** The same seed gives the same ids, in the same order. */
  idSeed?: string
  /** What the chance of fault rules goes by: a whole number below 2^32. Default: a new one, or 1 with an `idSeed`. */
  faultSeed?: number
  /** The time that it is, as ISO 8601 text, a Date, or milliseconds since 1970; it stands still. Default: the real time. */
  clock?: string | number | Date
  /** Whether the time given with `clock` goes on. Default `frozen`. */
  clockMode?: 'frozen' | 'running'
  /** Where to listen. Default 127.0.0.1 and any free port. */
  host?: string
  port?: number
  /** Whether to listen at all; without, only `fetch` answers. Default true. */
  socket?: boolean
  /** Credential types to add or replace: name → data schema. */
  credentialTypes?: Record<string, CredentialSchema>
  /** The repository that source control pulls from: a URL, or the path of a local one. Default: not connected. */
  gitRemote?: RemoteOptions | string
  /** Whether source control is licensed; without, every pull is 401. Default true. */
  sourceControl?: boolean
  /** What the instance is licensed for: everything, some features, or nothing (null). Default: as the fixture says. */
  licence?: 'all' | readonly Feature[] | null
  /** Host names that the control API accepts beside loopback. */
  allowHosts?: string[]
  /** Origins whose pages may use the API, e.g. `http://localhost:3000`. */
  allowOrigins?: string[]
  /** Whether runs are simulated: webhooks, forms, schedules and retries leave executions; nothing is executed. Default false. */
  simulate?: boolean
  /** How many executions are kept where runs are simulated. Default 10,000. */
  keepExecutions?: number
  /** Told of failures that are not refusals. Default: standard error. */
  report?: (message: string) => void
}

/** Imported JSON has its texts and numbers as any text and number; what is wrong with them is said at the start. */
type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer Item)[]
        ? readonly Widened<Item>[]
        : T extends object
          ? { [K in keyof T]: Widened<T[K]> }
          : T

/** A workflow as the gallery of templates has it, and as the editor copies it: perhaps without a name. */
interface SharedWorkflow extends Widened<Pick<FixtureOf<'workflows'>, 'nodes' | 'connections'>> {
  name?: string
  meta?: unknown
}

/**
 * A fixture, an exported workflow, or one as the gallery of templates has it. A key that none of them has is an error, of
 * types and at the start.
 */
export type FixtureData =
  | Widened<Fixture>
  | Widened<FixtureOf<'workflows'>>
  | SharedWorkflow
  | { name?: string; workflow: SharedWorkflow | { name?: string; workflow: SharedWorkflow } }

type OneFixture = FixtureData | string | URL

/** A fixture, an exported workflow, a path, or several of them. */
export type FixtureInput = OneFixture | readonly OneFixture[]

/**
 * Starts an instance that lives in memory.
 *
 * @throws ApiError for a fixture that is not one, with every validation error and its JSON path
 *
 * @example
 * const instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
 * const headers = { [instance.apiKeyHeader]: instance.apiKey }
 * const answer = await fetch(`${instance.url}/api/v1/tags`, { headers })
 * await instance.stop()
 */
export async function startInstance(options: StartOptions = {}): Promise<Instance> {
  refuseUnknown(options, OPTIONS, 'option')
  const { fixture, credentialTypes, gitRemote, socket = true } = options
  const remote = typeof gitRemote === 'string' ? { url: gitRemote } : gitRemote
  return createInstance({
    profile: options.profile,
    fixtures: await fixtureSources(fixture, 'fixture'),
    serviceName: options.serviceName ?? 'n8n',
    apiKey: options.apiKey,
    idSeed: options.idSeed,
    clock: options.clock === undefined ? undefined : clockOf(options.clock, options.clockMode),
    credentialTypes: credentialTypes && new Map(Object.entries(credentialTypes)),
    listen: socket ? { hostname: options.host ?? '127.0.0.1', port: options.port ?? 0 } : undefined,
    remote: remote && connectRemote(remote),
    faultSeed: options.faultSeed,
    sourceControl: options.sourceControl ?? true,
    licence: options.licence === undefined ? undefined : readLicence(options.licence),
    simulate: options.simulate ?? false,
    keepExecutions: keptExecutions(options.keepExecutions),
    control: true,
    page: true,
    allowHosts: options.allowHosts ?? [],
    allowOrigins: options.allowOrigins,
    report: options.report ?? (message => console.error(message)),
  })
}

/** The options that there are. */
const OPTIONS = Object.keys({
  ...{ fixture: true, profile: true, apiKey: true, serviceName: true, idSeed: true, faultSeed: true, clock: true },
  ...{ clockMode: true, host: true, port: true, socket: true, credentialTypes: true, gitRemote: true },
  ...{
    sourceControl: true,
    licence: true,
    allowHosts: true,
    allowOrigins: true,
    report: true,
    simulate: true,
    keepExecutions: true,
  },
} satisfies Record<keyof StartOptions, true>)

async function fixtureSources(fixture: FixtureInput | undefined, source: string): Promise<FixtureSource[]> {
  if (fixture === undefined) return []
  if (typeof fixture === 'string' || fixture instanceof URL) {
    const { readFixtureFiles } = await import('./fixtures/fixture-files.ts')
    return readFixtureFiles(fixture)
  }
  const value = fixtureOfExports(fixture)
  if (!Array.isArray(value)) return [{ source, value }]
  return (await Promise.all(value.map((part, at) => fixtureSources(part, `${source}/${at}`)))).flat()
}

function keptExecutions(count: number | undefined) {
  if (count === undefined || (Number.isSafeInteger(count) && count >= 1)) return count
  throw new TypeError(`keepExecutions must be a whole number from 1, not ${count}`)
}

function clockOf(clock: string | number | Date, mode: 'frozen' | 'running' = 'frozen') {
  const now = new Date(clock).getTime()
  if (Number.isNaN(now)) throw new TypeError(`clock is no time: ${clock}; give one such as 2026-01-01T00:00:00Z`)
  return { now, mode }
}
