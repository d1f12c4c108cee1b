import { randomInt } from 'node:crypto'
import { type Control, createControl } from '../control/control.ts'
import type { FindFaults } from '../control/validations/operations.ts'
import { createClock } from '../core/base/clock.ts'
import { badRequest } from '../core/base/errors.ts'
import { createIds } from '../core/base/ids.ts'
import { profileOf, versionChooser } from '../core/documents/document-settings.ts'
import { emptyStore } from '../core/documents/empty-store.ts'
import { openStore, type StoreOptions } from '../core/documents/open-store.ts'
import type { PullerOptions } from '../core/features/source-control/pull.ts'
import type { GitRemote } from '../core/git/remote.ts'
import { allowOrigins } from '../core/http/cross-origin.ts'
import { holdUntil } from '../core/http/hold-until.ts'
import { limitInFlight } from '../core/http/in-flight-limit.ts'
import { keepKeyUses } from '../core/http/key-uses.ts'
import { pathOf } from '../core/http/path.ts'
import { requestIdOf } from '../core/http/request-id.ts'
import type { Version } from '../core/http/version.ts'
import type { CredentialSchema } from '../core/model/credential.ts'
import type { Store } from '../core/model/state.ts'
import { checkOverrides, type Overrides } from '../core/overrides/overrides.ts'
import { listen } from '../core/runtime/listen.ts'
import type { Fetch } from '../core/runtime/listener.ts'
import { tooOldNode } from '../core/runtime/platform.ts'
import { contentsOf } from '../core/seeding/contents.ts'
import type { FixtureSource } from '../core/seeding/fixture-files.ts'
import { loadFixtures, profileOfFixtures, setLicence } from '../core/seeding/load-fixtures.ts'
import type { SeedContext } from '../core/seeding/seed-context.ts'
import { ensureOwner, setApiKey } from '../core/seeding/seed-user.ts'
import type { OptionValues } from '../core/settings/settings.ts'
import { loadVersion, NEWEST_VERSION, VERSION_NAMES, type VersionName, versionsBut } from '../core/versions/versions.ts'
import { runData } from '../runs/schedules/run-data.ts'
import { Simulation } from '../runs/schedules/simulation.ts'
import type { AnswerRequest } from '../runs/wire/wire.ts'
import { createApp } from './app.ts'
import { describedNodes } from './described-nodes.ts'
import { fetchWithoutSocket, type InstanceFetch } from './fetch-without-socket.ts'
import { observeResponses, type ServedRequest } from './observe-responses.ts'
import { versionContext } from './version-context.ts'

type SettingOptions = Partial<Omit<OptionValues, 'profile' | 'serviceName' | 'allowHosts'>>

/** What those that are settings mean, and their defaults, stands in `StartOptions`. */
export interface InstanceOptions extends StoreOptions, SettingOptions {
  /** Default: what the document or a fixture names, or the published reference. */
  profile?: VersionName | Version
  serviceName: string
  /** Accepted beside loopback and the host to listen on. */
  allowHosts: readonly string[]
  /** Fixtures by the name that messages call them; loaded only into an empty document. */
  fixtures: { source: string; value: unknown }[]
  /** Added to the shipped ones, or instead of those with the same name. */
  credentialTypes?: ReadonlyMap<string, CredentialSchema>
  /** Where to listen; nothing listens where left out. */
  listen?: { hostname: string; port: number }
  /** The repository that source control pulls from. */
  remote?: GitRemote | undefined
  /** Default true. */
  sourceControl?: boolean
  /** Whether there is a control API. */
  control: boolean
  /** Whether the web page is served. */
  page: boolean
  /** What the chance of fault rules goes by; the same for an `idSeed`, or else a new one each time, where left out. */
  faultSeed?: number | undefined
  /** What answers the HTTP requests of all runs: docs/testing-workflows.md#my-workflow-calls-my-app. Default: nothing. */
  http?: readonly unknown[] | AnswerRequest | undefined
  /** How the answers of the API differ from those of the version; its profile is the default. */
  overrides?: Overrides | undefined
  /** Called for every response. */
  onResponse?: ((served: ServedRequest) => void) | undefined
}

/** A running instance. */
export interface Instance {
  /** Where it listens, without a trailing slash. */
  url: string
  /**
   * The same service without a socket; takes what the global `fetch` takes, and a path alone. Rejects once it stops.
   */
  fetch: InstanceFetch
  /** The owner's key, if it was given or made at this start. */
  apiKey: string | undefined
  apiKeyHeader: string
  /** Which version of the service it answers like. */
  profile: string
  /** What the control API answers with; `undefined` where there is none. */
  control: Control | undefined
  /** Answers what is running, then releases the port, the document and its lock. Stopping twice is fine. */
  stop(): Promise<void>
}

/** An instance as the command runs it. */
export interface ServedInstance extends Instance {
  /**
   * Replaces what it holds with fixtures, as if it had started with them. Its key stays. Needs its control API.
   *
   * @throws ApiError for a fixture that cannot be loaded; nothing changes
   */
  startAgain(fixtures: FixtureSource[]): Promise<void>
}

/**
 * Puts an instance together: state, socket, service. Stopping undoes it in reverse, and so does a failure on the way.
 */
export async function createInstance(options: InstanceOptions): Promise<ServedInstance> {
  const reason = tooOldNode()
  if (reason !== undefined) throw new Error(reason)
  const service = Promise.withResolvers<Fetch>()
  // requests that came during the start are refused; without any, the rejection has no other handler
  service.promise.catch(() => {})
  const releases: Release[] = []
  try {
    return await assemble(options, service, releases)
  } catch (error) {
    service.reject(error)
    await releaseAll(releases)
    throw error
  }
}

/** Overrides choose the version where nothing else does. */
function refuseUnknownProfile(overrides: Overrides | undefined) {
  if (!overrides || VERSION_NAMES.some(name => name === overrides.profile)) return
  throw badRequest(
    `overrides/profile: there is no version ${overrides.profile}; there are: ${VERSION_NAMES.join(', ')}`,
  )
}

type Release = () => unknown

/** The last that was taken is released first. */
async function releaseAll(releases: readonly Release[]) {
  for (const release of releases.toReversed()) await release()
}

async function assemble(options: InstanceOptions, service: PromiseWithResolvers<Fetch>, releases: Release[]) {
  const state = await loadState(options, releases)
  const opened = await loadRest(options, state, service.promise, releases)
  const { context, version } = state
  const { apiKey, url } = opened
  const { control, app } = addServices(options, state, opened, releases)
  const { onResponse, allowOrigins: origins = [] } = options
  const served = (inner: Fetch) => {
    const answered = allowOrigins(inner, { origins, apiKeyHeader: context.apiKeyHeader })
    return onResponse ? observeResponses(answered, onResponse) : answered
  }
  service.resolve(served(limitInFlight(app.fetch, context.apiKeyHeader)))

  async function startAgain(fixtures: FixtureSource[]) {
    if (!control) throw new TypeError('An instance without its control API cannot start again')
    const named = profileOfFixtures(fixtures)
    if (named !== null && named !== version.name && options.profile === undefined)
      throw badRequest(`A fixture names the profile ${named}, but this instance runs ${version.name}: restart it`)
    const next = emptyStore()
    await prepare(next, { ...options, apiKey: apiKey ?? options.apiKey, fixtures }, context)
    await control.startFrom(contentsOf(next.data))
  }

  let stopped: Promise<void> | undefined
  return {
    url,
    fetch: fetchWithoutSocket(served(app.fetch), url, () => stopped !== undefined),
    apiKey,
    apiKeyHeader: context.apiKeyHeader,
    profile: version.name,
    control,
    startAgain,
    stop() {
      stopped ??= releaseAll(releases)
      return stopped
    },
  }
}

/** Opens the document, with its version, and what reads and changes it. */
async function loadState(options: InstanceOptions, releases: Release[]) {
  const clock = createClock(options.clock, options.clockMode)
  const ids = createIds(options.idSeed)
  const versionFor = await versionChooser(options.profile)
  const { store, secrets, snapshotFilesFor } = await openStore(options, { clock, ids, versionFor })
  releases.push(() => store.close())
  const named = profileOf(store, options.fixtures)
  if (named === null && options.profile === undefined) refuseUnknownProfile(options.overrides)
  const version = await versionFor(named ?? options.overrides?.profile)
  if (options.overrides) checkOverrides(options.overrides, version, 'overrides')
  const { serviceName, credentialTypes } = options
  const context = versionContext({ store, version, clock, ids, secrets, serviceName, credentialTypes })
  const keyUses = keepKeyUses(store, options.report)
  releases.push(() => keyUses.stop())
  return { context, version, snapshotFiles: snapshotFilesFor(version) }
}

type InstanceState = Awaited<ReturnType<typeof loadState>>

/** All else that may fail, before a key is made and stored, and shown once. */
async function loadRest(
  options: InstanceOptions,
  { context, snapshotFiles }: InstanceState,
  service: Promise<Fetch>,
  releases: Release[],
) {
  const { report, remote } = options
  const http = options.http && (await readHttp(options.http, options.allowForward))
  const foundSnapshots = options.control ? await snapshotFiles?.list() : undefined
  const listener = options.listen && (await listen(holdUntil(service), { ...options.listen, report }))
  if (listener) releases.push(() => listener.stop())
  const puller = remote && (await loadPuller({ ...context, remote, log: report }))
  if (puller) releases.push(() => puller.close())
  const apiKey = await prepare(context.store, options, context)
  return { http, foundSnapshots, puller, apiKey, url: listener?.url ?? 'http://localhost' }
}

/** The simulation, the control API and the service itself; nothing here fails. */
function addServices(
  options: InstanceOptions,
  { context, version, snapshotFiles }: InstanceState,
  { http, foundSnapshots, puller, url }: Awaited<ReturnType<typeof loadRest>>,
  releases: Release[],
) {
  const faultSeed = options.faultSeed ?? (options.idSeed === undefined ? randomInt(0xffff_ffff) : 1)
  const { readParameters, takenCredentials, parameterFaults } = describedNodes(version)
  const simulation = new Simulation({
    ...options,
    ...context,
    http,
    seed: faultSeed,
    form: version.runForm,
    facts: version.runs,
    unmeasured: version.unmeasuredRuns,
    readParameters,
    takenCredentials,
    url,
  })
  releases.push(() => simulation.stop())
  const publicationDelay = { milliseconds: options.publishDelay ?? 0 }
  const controlled = {
    ...context,
    otherVersions: versionsBut(version.name),
    loadNewest: () => loadVersion(NEWEST_VERSION),
    parameterFaults,
    simulation,
    publicationDelay,
    findFaults,
    faultSeed,
    cancelPull: puller?.cancel,
    snapshotFiles,
    foundSnapshots,
  }
  const control = options.control ? createControl(controlled) : undefined
  if (control) releases.push(() => control.stop())
  const app = createApp({
    ...context,
    simulation,
    runData,
    publicationDelay,
    overrides: options.overrides,
    zone: options.timezone ?? (options.simulate ? simulation.zone : 'UTC'),
    sourceControl: { isLicensed: options.sourceControl ?? true, puller },
    control,
    settings: { ...options, allowHosts: [...options.allowHosts, ...ownHosts(options)] },
    report: (error, request) => options.report(failureLine(error, request)),
  })
  return { control, app }
}

/** What checks workflows is loaded at the first check. */
const findFaults: FindFaults = async (workflows, { profile = NEWEST_VERSION, ...asked }) => {
  const { NOT_CHECKED, validateWorkflows } = await import('../runs/checks/workflow-checks.ts')
  const { askVersion } = await import('./asked-version.ts')
  if (!VERSION_NAMES.some(name => name === profile))
    throw badRequest(`profile: there is no version ${JSON.stringify(profile)}; there are: ${VERSION_NAMES.join(', ')}`)
  const version = await loadVersion(profile)
  const findings = await validateWorkflows(workflows, { ...asked, version, askVersion, knowsCalled: true })
  return { profile: version.name, findings, notChecked: NOT_CHECKED }
}

/** What reads answers is loaded by those alone who give some. */
async function readHttp(given: InstanceOptions['http'], allowForward: readonly string[] = []) {
  const { readHttpRules } = await import('../runs/trials/http-mocks.ts')
  return readHttpRules(given, allowForward, 'http')
}

/** What pulls is loaded by those alone who have a repository. */
async function loadPuller(options: PullerOptions) {
  const { createPuller } = await import('../core/features/source-control/pull.ts')
  return createPuller(options)
}

/** Loads the fixtures and sees to the owner's key. */
async function prepare(store: Store, options: InstanceOptions, context: SeedContext & { version: Version }) {
  if (options.simulate) {
    const { markInterruptedExecutions } = await import('../runs/schedules/mark-interrupted-executions.ts')
    await markInterruptedExecutions(store, context.clock.iso())
  }
  await loadFixtures(store, options, context)
  await setLicence(store, options.licence)
  return giveOwnerKey(store, options, context)
}

async function giveOwnerKey(store: Store, { apiKey }: InstanceOptions, context: SeedContext & { version: Version }) {
  const { version, clock } = context
  return store.update(draft => {
    const owner = ensureOwner(draft, context)
    if (apiKey === undefined && draft.apiKeys.by('userId', owner.id).length) return undefined
    const key = apiKey ?? version.keys.make({ user: owner, id: owner.id, now: clock.now(), expiresAt: null })
    setApiKey(draft, owner.id, key, 'owner', context)
    return key
  })
}

function failureLine(error: unknown, request: Request) {
  const what = error instanceof Error ? error.stack : String(error)
  return `Request ${requestIdOf(request)}, ${request.method} ${pathOf(request.url).name}: ${what}`
}

const ANY_ADDRESS = ['0.0.0.0', '::', '[::]']

function ownHosts({ listen }: InstanceOptions): string[] {
  if (!listen || ANY_ADDRESS.includes(listen.hostname)) return []
  const { hostname } = listen
  return [hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname]
}
